"""The sentences, words and marks that a game has for its sheet, such as the trump."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.answers import MARKS, AnswerWords, is_answered, template_of, words_of
from scorer.rules.asks import Ask, Flag, Seat
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.types import Next, SheetDeal, Shown
from scorer.rules.words import WORDS, fill, say
from scorer.web.formats import points, upper_first


@dataclass(frozen=True)
class Sentence:
    """A sentence for the table with its mark; `aloud` is its text for a screen reader.

    `ask` is the key of what was noted, where it can be changed; `trump` that of the trump.
    """

    text: str
    mark: str = ""
    why: str = ""
    aloud: str = ""
    is_plain: bool = False
    ask: str = ""
    trump: str = ""


@dataclass(frozen=True)
class Pips:
    """A number that a game counts for a side, such as its game bonuses, and its words."""

    count: int
    words: str


def _template(start: ResolvedStart, shown: Shown) -> dict[str, Any]:
    words = start.words("shows")[shown.key]
    return {"says": words} if isinstance(words, str) else dict(words)


def _sentence(
    start: ResolvedStart, shown: Shown, names: Sequence[str], template: str = "says"
) -> str:
    words = _template(start, shown).get(template, "")
    return say(words, {"side": shown.side, **shown.numbers}, names)


def sentences_of_table(
    sheet: Sheet, side_names: Sequence[str], words: AnswerWords
) -> list[Sentence]:
    """The notes of the deal, the trump, the sentences of the game, and the calls."""
    found = notes_of_deal(sheet, words)
    start, follows, opening = sheet.start, sheet.follows, sheet.opening
    if opening and isinstance(follows, Next) and follows.trump is not None:
        trump = WORDS["trumps"][follows.trump]
        found.append(Sentence(trump["says"], trump["mark"], trump=follows.trump))
    shows = opening.shows if opening else () if sheet.ended else follows.shows
    for shown in (shown for shown in shows if shown.side is None):
        text, template = _sentence(start, shown, side_names), _template(start, shown)
        if found and template.get("small"):
            found[-1] = replace(found[-1], why=f"{text[:1].lower()}{text[1:]}")
        else:
            aloud = _sentence(start, shown, side_names, "aloud")
            found.append(Sentence(text, aloud=aloud, is_plain=template.get("plain", False)))
    calls = words.in_play_of_each(opening.noted) if opening else ()
    return [*found, *map(Sentence, calls)]


def notes_of_deal(sheet: Sheet, words: AnswerWords) -> list[Sentence]:
    """The notes of the deal itself that have no mark on a row, such as the trump."""
    noted = sheet.opening.noted if sheet.opening else {}
    asks = [ask for ask in asks_without_row(sheet.start) if ask.of == "deal"]
    behind = [ask for ask in asks if template_of(sheet.start, ask)[:1] in tuple(MARKS)]
    lines = [[ask for ask in asks if ask not in behind], *([ask] for ask in behind)]
    found = []
    for line in lines:
        answers = {ask.key: noted.get(ask.key) for ask in line}
        suit = WORDS["trumps"].get(words.answer(line[0], answers[line[0].key])) if line else None
        mark = suit["mark"] if suit else ""
        texts = map(upper_first, words.in_play(answers))
        found += [Sentence(text, mark, ask=line[0].key) for text in texts]
    return found


def words_of_side(
    sheet: Sheet, side: int, side_names: Sequence[str]
) -> tuple[tuple[str, ...], tuple[Pips, ...]]:
    """The words at the total of a side, and the pips that are counted for it."""
    texts, pips = [], []
    for shown in sheet.follows.shows:
        if shown.side != side:
            continue
        template = _template(sheet.start, shown)
        text = fill(template["says"], {"side": side, **shown.numbers}, side_names)
        if "pips" in template:
            pips.append(Pips(shown.numbers[template["pips"]], text))
        elif not sheet.over:
            texts.append(text)
    return tuple(texts), tuple(pips)


def names_of_deals(sheet: Sheet) -> dict[str, str]:
    """The text that stays in the row of each deal, such as its name."""
    start, rows = sheet.start, {}
    follows = start.variant.after(start.table(start.first_dealer), None, start.carry, 0)
    for deal in sheet.deals:
        kept = [shown for shown in follows.shows if _template(start, shown).get("in_row")]
        texts = [_sentence(start, shown, ()) for shown in kept if not deal.facts.void]
        rows[deal.id] = " · ".join(texts)
        follows = deal.follows
    return rows


# What is asked on the sheet.


def asks_in_play(start: ResolvedStart) -> list[Ask[Any]]:
    """The asks that can be answered while the cards are still being played."""
    return [ask for ask in start.asks if ask.during and ask.asked]


def asks_without_row(start: ResolvedStart) -> list[Ask[Any]]:
    """Those that no name on the sheet answers, such as a trump."""
    return [ask for ask in asks_in_play(start) if not is_named(start, ask)]


def is_named(start: ResolvedStart, ask: Ask[Any]) -> bool:
    """Whether the names on the sheet answer an ask: who swept."""
    names_seat = isinstance(ask, Seat) and ask.of == "deal"
    return names_seat and "asks" in words_of(start, ask).get("in_play", {})


def first_prompt(start: ResolvedStart) -> Ask[Any] | None:
    """The ask that a tap on a row answers: the first that names a seat or side and has a prompt."""
    asked = (ask for ask in start.asks if ask.asked and _names_place(ask))
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
    open_asks = [ask for ask in sheet.start.asks if not (ask.during and ask.key in noted)]
    labels = {ask.key: words_of(sheet.start, ask).get("before") for ask in open_asks if ask.asked}
    return {key: label for key, label in labels.items() if label}


def _names_place(ask: Ask[Any]) -> bool:
    return ask.kind in ("seat", "side") and ask.of == "deal"


# What stands in the row of a deal.


def marks_of_deal(deal: SheetDeal, start: ResolvedStart) -> tuple[dict[int, str], dict[int, str]]:
    """The marks of the sides that a deal names, such as for going out, and "on a red nine"."""
    words, marks, nines = AnswerWords(start, ()), dict[int, str](), dict[int, str]()
    for ask in start.asks:
        answer, of_ask = deal.facts.answers.get(ask.key), words.of(ask)
        if "mark" in of_ask and answer is not None and _names_place(ask):
            marks[start.sides[answer] if ask.kind == "seat" else answer] = of_ask["mark"]
        if "red_nine" in of_ask and isinstance(ask, Flag) and answer:
            seat = words.subject_of(ask, deal.facts)
            if seat is not None:
                nines[start.sides[seat]] = of_ask["says"]
    return marks, nines


def answers_in_row(deal: SheetDeal, words: AnswerWords) -> str:
    """The answers of a deal in its row, where they have words for it: "10 Ann · clubs"."""
    texts = []
    for ask in words.start.asks:
        answer = deal.facts.answers.get(ask.key)
        template = words.of(ask).get("in_row")
        if template and is_answered(ask, answer):
            numbers = {**deal.facts.answers, "answer": words.answer(ask, answer)}
            texts.append(fill(template, numbers, words.names))
    return " ".join(texts).removeprefix("· ")


def word_for_score(start: ResolvedStart, deal: SheetDeal, side: int) -> str:
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
