"""The sentences and marks that a game shows on its sheet, such as the trump."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.answers import MARKS, AnswerWords, is_answered, template_of, words_of
from scorer.rules.asks import Ask, Flag
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.types import Next, Over, SheetDeal, Shown
from scorer.rules.words import WORDS, fill, say
from scorer.web.formats import points, upper_first
from scorer.web.games.in_play_view import asks_without_row
from scorer.web.names import isolate_rtl


@dataclass(frozen=True)
class ShownView:
    """A sentence for the table with its sign; `aloud` is its text for a screen reader."""

    says: str
    mark: str = ""
    why: str = ""
    aloud: str = ""
    is_card: bool = False
    is_plain: bool = False


@dataclass(frozen=True)
class Pips:
    """A number that a game counts for a side, such as its game bonuses, and its words."""

    count: int
    says: str


def _template(start: ResolvedStart, key: str) -> dict[str, Any]:
    """The words of something shown; a sentence alone stands for its words."""
    words = start.words("shows")[key]
    return {"says": words} if isinstance(words, str) else dict(words)


def _say(start: ResolvedStart, shown: Shown, names: Sequence[str], how: str = "says") -> str:
    called = [isolate_rtl(name) for name in names]
    template = _template(start, shown.key).get(how, "")
    return say(template, {"side": shown.side, **shown.numbers}, called)


def shown_of_table(
    sheet: Sheet, side_names: Sequence[str], noted: Sequence[ShownView] = ()
) -> tuple[ShownView, ...]:
    """The sentences for the whole table: the notes, the trump, then those of the game."""
    found = list(noted)
    start, follows = sheet.start, sheet.follows
    if sheet.opening and isinstance(follows, Next) and follows.trump is not None:
        trump = WORDS["trumps"][follows.trump]
        found.append(ShownView(trump["says"], trump["mark"], is_card=True))
    if sheet.over and sheet.ended:
        return tuple(noted)
    for shown in sheet.opening.shows if sheet.opening else follows.shows:
        if shown.side is None:
            says = _say(start, shown, side_names)
            words = _template(start, shown.key)
            if found and words.get("small"):
                found[-1] = replace(found[-1], why=f"{says[:1].lower()}{says[1:]}")
            else:
                aloud = _say(start, shown, side_names, "aloud")
                found.append(ShownView(says, aloud=aloud, is_plain=words.get("plain", False)))
    return tuple(found)


def shown_of_side(
    sheet: Sheet, side: int, side_names: Sequence[str]
) -> tuple[tuple[str, ...], tuple[Pips, ...]]:
    """The words at the total of a side, and the pips that are counted for it."""
    says, pips = [], []
    for shown in sheet.follows.shows:
        if shown.side != side:
            continue
        words = _template(sheet.start, shown.key)
        sentence = fill(words["says"], {"side": side, **shown.numbers}, side_names)
        if "pips" in words:
            pips.append(Pips(shown.numbers[words["pips"]], sentence))
        elif not sheet.over:
            says.append(sentence)
    return tuple(says), tuple(pips)


def shown_in_rows(sheet: Sheet) -> dict[str, str]:
    """The text that stays in the row of each deal, such as its name."""
    start, rows = sheet.start, {}
    follows: Next | Over
    follows = start.variant.after(start.table(start.first_dealer), None, start.carry, 0)
    for deal in sheet.deals:
        kept = [shown for shown in follows.shows if _template(start, shown.key).get("in_row")]
        rows[deal.id] = " · ".join(_say(start, shown, ()) for shown in kept if not deal.facts.void)
        follows = deal.follows
    return rows


def first_prompt(start: ResolvedStart) -> Ask[Any] | None:
    """The ask that a tap on a row answers: the first that names a seat or side and has a prompt."""
    asked = (ask for ask in start.asks if ask.asked and _names_one(ask))
    return next((ask for ask in asked if "prompt" in words_of(start, ask)), None)


def stands_alone_now(sheet: Sheet) -> dict[str, str]:
    """The labels of the flags that exclude all other asks: "All passed"; none against the notes."""
    start, noted = sheet.start, sheet.opening.noted if sheet.opening else {}
    against = {key for ask in start.asks if noted.get(ask.key) is not None for key in ask.unless}
    needed = [ask for ask in start.asks if ask.required and ask.asked]
    return {
        ask.key: words_of(start, ask).get("chip") or upper_first(words_of(start, ask)["what"])
        for ask in start.asks
        if ask.kind == "flag" and ask.of == "deal" and ask.key not in against
        if needed and all(ask.key in other.unless for other in needed)
    }


def offered_before(sheet: Sheet) -> dict[str, str]:
    """The buttons for asks that can still be answered before the play: "Type the bids"."""
    noted = sheet.opening.noted if sheet.opening else {}
    asked = [ask for ask in sheet.start.asks if ask.asked]
    asks = [ask for ask in asked if not ask.during or ask.key not in noted]
    words = [(ask, words_of(sheet.start, ask)) for ask in asks]
    return {ask.key: says["before"] for ask, says in words if "before" in says}


def marks_of_deal(deal: SheetDeal, start: ResolvedStart) -> dict[int, str]:
    """The marks of the sides that a deal names, such as for going out."""
    marks: dict[int, str] = {}
    for ask in start.asks:
        mark = words_of(start, ask).get("mark")
        answer = deal.facts.answers.get(ask.key)
        if mark and _names_one(ask) and answer is not None:
            marks[start.sides[answer] if ask.kind == "seat" else answer] = mark
    return marks


def red_nines_of_deal(deal: SheetDeal, start: ResolvedStart) -> dict[int, str]:
    """The words for the sides that a flag about a red nine is about: "on a red nine"."""
    words, nines = AnswerWords(start, ()), dict[int, str]()
    for ask in start.asks:
        if (
            isinstance(ask, Flag)
            and words.of(ask).get("red_nine")
            and deal.facts.answers.get(ask.key)
        ):
            seat = words.subject_of(ask, deal.facts)
            if seat is not None:
                nines[start.sides[seat]] = words.of(ask)["says"]
    return nines


def answers_in_row(deal: SheetDeal, words: AnswerWords) -> str:
    """The answers of a deal in its row, where they have words for it: "10 Ann · clubs"."""
    says = []
    for ask in words.start.asks:
        answer = deal.facts.answers.get(ask.key)
        template = words.of(ask).get("in_row")
        if template and is_answered(ask, answer):
            numbers = {**deal.facts.answers, "answer": words.answer(ask, answer)}
            says.append(fill(template, numbers, words.names))
    return " ".join(says).removeprefix("· ")


def noted_in_play(sheet: Sheet, words: AnswerWords) -> tuple[ShownView, ...]:
    """The notes of the deal in play that have no mark on a row, such as the trump."""
    noted = sheet.opening.noted if sheet.opening else {}
    asks = [ask for ask in asks_without_row(sheet) if ask.of == "deal"]
    behind = [ask for ask in asks if template_of(sheet.start, ask)[:1] in tuple(MARKS)]
    lines = [[ask for ask in asks if ask not in behind], *([ask] for ask in behind)]
    shown = []
    for line in lines:
        answers = {ask.key: noted.get(ask.key) for ask in line}
        suit = WORDS["trumps"].get(words.answer(line[0], answers[line[0].key])) if line else None
        mark = suit["mark"] if suit else ""
        notes = map(upper_first, words.in_play(answers))
        shown += [ShownView(says, mark, is_card=bool(mark)) for says in notes]
    shown += map(ShownView, words.in_play_of_each(noted))
    return tuple(shown)


def in_row_of_line(start: ResolvedStart, deal: SheetDeal, side: int) -> str:
    """The text in place of the score of a side: a word, "set −12", or two parts, "23 + 100".

    A word is there where one of its reasons has one and nothing else was scored, so that the
    number adds up. The parts are apart where a reason is a part of the score in its words, such as
    the bonus of a game.
    """
    lines, score = [line for line in deal.lines if line.side == side], deal.scores[side]
    reasons = start.words("reasons")
    for line in lines:
        template = reasons[line.key].get("in_row")
        if template and line.points == score:
            return fill(template, line.numbers)
    apart = sum(line.points for line in lines if "of_score" in reasons[line.key])
    return f"{points(score - apart)} + {points(apart)}" if apart > 0 else ""


def _names_one(ask: Ask[Any]) -> bool:
    """Whether the answer is one seat or one side."""
    return ask.kind in ("seat", "side") and ask.of == "deal"
