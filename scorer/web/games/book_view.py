"""The book in words: what each entry says, and what a deal cost everybody."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from markupsafe import Markup

from scorer.rules.answer_words import NOTHING, AnswerWords, is_answered
from scorer.rules.asks import Flag, Hands
from scorer.rules.entries import (
    ChangeTable,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Sitter,
    TakeSeat,
    Totals,
    Withdraw,
)
from scorer.rules.fold import withdrawn
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.table import clockwise_from
from scorer.rules.table_changes import sentence_of_change
from scorer.rules.types import Remark, SheetDeal
from scorer.rules.words import WORDS, fill, say
from scorer.services.clean_text import clean_line
from scorer.services.games.read import GameRead
from scorer.web.formats import NO_BREAK_SPACE, score_format
from scorer.web.games.counter_view import sentence_of_movement
from scorer.web.games.sheet_view import void_in_words
from scorer.web.names import isolate_rtl, listed, shown_names
from scorer.web.rules.house_rules import house_rules

UNREAD = "what was noted of it cannot be read"


def doubts_in_words(
    start: ResolvedStart, remarks: Sequence[Remark], names: Sequence[str]
) -> list[str]:
    """The remarks on a deal that is possible but unlikely, with the name of whom each is about."""
    words = start.words("remarks")
    return [
        f"{'' if remark.seat is None else f'{names[remark.seat]}: '}"
        f"{say(words[remark.key], remark.numbers)}"
        for remark in remarks
    ]


class EntrySentences:
    """Says in words what the entries of one game say, under the names of its people by now."""

    def __init__(self, game: GameRead) -> None:
        self.game = game
        self.names_of = cache(partial(shown_names, called_now=game.names))

    def sentence(self, entry: Entry, before: Sheet, after: Sheet) -> str:
        """An entry in words, by the sheets before and after it."""
        return self._fill("says", entry, before, after)

    def short(self, entry: Entry, sheet: Sheet) -> str:
        """An entry in a few words, behind "undid"."""
        return self._fill("undone", entry, sheet, sheet)

    def undone(self, body: Withdraw, before: Sheet, after: Sheet) -> tuple[bool, str]:
        """Whether a withdrawal was a redo, and the entry it is about in words."""
        entry, again = self.game.find(body.entry), False
        if entry is not None and isinstance(entry.body, Withdraw):
            entry, again = self.game.find(entry.body.entry), True
        unknown = WORDS["entries"]["fault"]["undone"]
        return again, self.short(entry, after if again else before) if entry else unknown

    def _fill(self, template: str, entry: Entry, before: Sheet, after: Sheet) -> str:
        kinds, fault = WORDS["entries"], after.faults.get(entry.id)
        if fault is not None and not isinstance(entry.body, Deal):
            return fill(kinds["fault"][template], {"message": fault.message})
        words = kinds.get(entry.body.kind, kinds["moved"])
        values = self._values_of(entry, before, after)
        return fill(words["lost" if values is None else "found"][template], values or {})

    def _values_of(self, entry: Entry, before: Sheet, after: Sheet) -> dict[str, str] | None:
        """What the words of an entry name; None where what it is about is not there."""
        moved = next((it for it in after.movements if it.id == entry.id), None)
        match entry.body:
            case Deal():
                deal = after.find_deal(entry.id)
                if deal is None:
                    return None
                return {"deal": str(deal.number), "scores": self.scores(deal)}
            case CorrectDeal() as body:
                old, new = before.find_deal(body.deal), after.find_deal(body.deal)
                if old is None or new is None:
                    return None
                return {"deal": str(new.number), "changes": self._changes(old, new)}
            case TakeSeat() as body:
                was = self.names_of(before.sitters)[body.seat]
                deal = before.find_deal(body.before) if body.before else None
                number = deal.number - 1 if deal else len(before.deals)
                when = f"after deal {number}" if number else "before the first deal"
                [name] = map(isolate_rtl, self.names_of((body.sitter,)))
                return {"name": name, "was": isolate_rtl(was), "when": when}
            case ChangeTable() as body:
                names = self._words(after.sitters).names
                seats = moved.was if moved else before.table.order
                return {"change": sentence_of_change(body, seats, names)}
            case CorrectStart() as body:
                return {"changes": self._start(body, after)}
            case End() as body:
                return {"why": self._why(body)}
            case Totals() as body:
                each = zip(self._words(after.sitters).sides, body.totals, strict=False)
                totals = [f"{name} {total}" for name, total in each]
                return {"totals": listed(totals).replace("-", "−")}
            case Withdraw() as body:
                again, what = self.undone(body, before, after)
                return {"undid": "redid" if again else "undid", "what": what}
        if moved is None:
            return None
        return {"moved": sentence_of_movement(moved, self._words(after.sitters).sides)}

    def _why(self, end: End) -> str:
        endings = WORDS["variants"][self.game.variant].get("endings", {})
        how = endings.get("ways", {}).get(end.leftover, {}).get("noted")
        # A book out of a file is kept word for word, so its words are made fit here.
        why = ", ".join(filter(None, (clean_line(end.why or ""), how)))
        return f": {why}" if why else ""

    def _words(self, sitters: tuple[Sitter, ...]) -> AnswerWords:
        return AnswerWords(self.game.sheet.start, tuple(map(isolate_rtl, self.names_of(sitters))))

    def scores(self, deal: SheetDeal, longest: int | None = None, *, each: bool = True) -> str:
        """A deal and its scores, clockwise from the seat that it names.

        Where one seat did it, its own score stands right behind that: "Ann out +6, Ben −2".
        Where that is longer than `longest` letters only the scores stand there, or only who did it.
        With `each` the answers of all stand there as well: "Ann bid 4, took 4: 34".
        """
        if deal.facts.unread:
            return UNREAD
        if deal.facts.void:
            return void_in_words(deal, self.game.sheet.start)
        start, words, table = self.game.sheet.start, self._words(deal.sitters), deal.table
        write, parts = score_format(start.unit), words.parts(deal.facts)
        texts, sides, behind = [part.text for part in parts], table.sides_in_order, ": "
        leads = parts[0].seat if parts and not table.by_sides else None
        if leads is not None:
            sides = clockwise_from(sides, leads)
        if leads is not None and parts[0].plain:
            own, sides, behind = deal.scores_of_play[leads], sides[1:], ", "
            if own or start.unit == "counters":
                texts[0] = f"{texts[0]} {write(own)}"
        head = ", ".join(texts)
        if parts and not any(deal.scores_of_play):
            return head
        answers = {side: words.answers_of_side(side, deal.facts) if each else "" for side in sides}
        # The parts of a score that have words of their own, such as the bonus of a game.
        reasons, apart = start.words("reasons"), defaultdict[int, list[str]](list)
        for line in deal.lines:
            if "of_score" in reasons[line.key]:
                apart[line.side].append(fill(reasons[line.key]["of_score"], line.numbers))
        # What stands small below a score.
        noted = [ask for ask in deal.table.asks if not each and "in_cell" in words.of(ask)]
        for ask in noted:
            for side, answer in enumerate(deal.facts.answers.get(ask.key) or ()):
                if answer is not None:
                    apart[side].append(
                        fill(words.of(ask)["in_cell"], {"answer": words.answer(ask, answer)})
                    )
        behind_score = {side: f" ({', '.join(says)})" for side, says in apart.items()}
        scores = [
            f"{words.sides[side]} {f'{answers[side]}: ' if answers[side] else ''}"
            f"{write(deal.scores_of_play[side])}{behind_score.get(side, '')}"
            for side in sides
            if side in table.dealt_sides or deal.scores_of_play[side]
        ]
        scores += words.answers_of_stand_ins(deal.facts) if each else []
        all_scores = ("; " if any(answers.values()) else ", ").join(scores)
        text = f"{head}{behind}{all_scores}" if head else all_scores
        shorter = [text, head] if behind == ", " else [text, all_scores, head]
        return next((it for it in shorter if longest is None or len(it) <= longest), head)

    def _changes(self, old: SheetDeal, new: SheetDeal) -> str:
        """What a correction has changed: the answers, where no score says them, and the scores."""
        words = self._words(new.sitters)
        changes = [] if new.facts.known or not old.facts.known else [self.scores(new)]
        scores, has_hands = [], any(isinstance(ask, Hands) for ask in new.table.asks)
        for row in deal_rows(self.game, (old, new), words):
            # The score of a hand says enough of it.
            now = " → ".join(row.scores).replace(" ", NO_BREAK_SPACE)
            is_said = (has_hands and row.scores) or row.changes == [now]
            # Who won gives no answer: that follows from another winner.
            follows = changes and not row.is_question
            own = [it for it in row.changes if not (follows and NOTHING in it)]
            if own and new.facts.known and not is_said:
                changes.append(f"{row.title}: {', '.join(own)}")
            if len(set(row.scores)) > 1:
                scores.append(f"{row.title} {' → '.join(row.scores)}")
        all_changes = "; ".join(filter(None, (*changes, ", ".join(scores))))
        return all_changes or "no score changed"

    def _start(self, body: CorrectStart, sheet: Sheet) -> str:
        names, changes = self.names_of(sheet.start.sitters), []
        if body.order is not None or body.sitters is not None:
            order = listed([names[seat] for seat in sheet.start.order])
            changes.append(f"clockwise {order}")
        if body.first_dealer is not None:
            dealer = isolate_rtl(names[body.first_dealer])
            changes.append(f"{dealer} deals first")
        if body.house_rules is not None:
            chosen = house_rules(sheet.start.variant, body.house_rules)
            unusual = [f"{rule.title.lower()}: {rule.says}" for rule in chosen if not rule.usual]
            changes.append("; ".join(unusual) or "the usual rules")
        return "; ".join(changes) or "nothing changed"


def sheet_at(game: GameRead, number: int) -> Sheet:
    """The sheet after so many entries."""
    return game.book.until(number).sheet


def entry_views(game: GameRead, first: int, last: int) -> list[dict[str, Any]]:
    """The entries of a game with these numbers as sentences, oldest first.

    One that was undone `counts` no more; `short` names what Undo would undo.
    """
    sentences, gone = EntrySentences(game), withdrawn(game.entries)
    views, before = [], sheet_at(game, first - 1)
    for entry in game.entries[first - 1 : last]:
        after, counts = sheet_at(game, entry.number), entry.id not in gone
        can_undo = counts and not isinstance(entry.body, Withdraw)
        short = sentences.short(entry, after) if can_undo else ""
        sentence = sentences.sentence(entry, before, after)
        views.append({"entry": entry, "sentence": sentence, "counts": counts, "short": short})
        before = after
    return views


# Between answers, of which some are drawn.
COMMA = Markup(", ")


@dataclass(frozen=True)
class Row:
    """One seat or one question: its answers in each version of a deal, and its scores there.

    The answers of a version go by ask; "" where there is none.
    """

    title: str
    versions: Sequence[Sequence[str]]
    scores: Sequence[str] = ()
    is_question: bool = False

    @property
    def answers(self) -> list[str]:
        """The answers of each version as one text."""
        return [COMMA.join(filter(None, answers)) for answers in self.versions]

    @property
    def changes(self) -> list[str]:
        """The changes from the first version to the last: "took 4 → 3"."""
        pairs = zip(self.versions[0], self.versions[-1], strict=True)
        return [self._change(was, is_now) for was, is_now in pairs if was != is_now]

    def _change(self, was: str, is_now: str) -> str:
        was, is_now = was or NOTHING, is_now or NOTHING
        if self.is_question:
            return f"{was} → {is_now}"
        verb, _, answer = is_now.partition(" ")
        if answer and was.startswith(f"{verb} "):
            is_now = answer
        # No line breaks the suits of a bid apart.
        return f"{was} → {is_now}".replace(" ", NO_BREAK_SPACE)

    @property
    def differs(self) -> bool:
        """Whether the versions are not the same here."""
        return len(set(self.answers)) > 1 or len(set(self.scores)) > 1


def deal_rows(read: GameRead, versions: Sequence[SheetDeal], words: AnswerWords) -> Iterator[Row]:
    """The answers and scores of each version of a deal."""
    names, table = words.names, versions[0].table

    def question(title: str, answers: Iterable[str]) -> Row:
        return Row(title, [[answer] for answer in answers], is_question=True)

    def answers_at(of: str, place: int) -> list[list[str]]:
        return [_answers_at(of, place, deal, words) for deal in versions]

    if any(deal.facts.void for deal in versions):
        yield question("the deal", ("void" if deal.facts.void else "played" for deal in versions))
    yield question("dealer", (names[deal.table.dealer] for deal in versions))
    for ask in table.asks:
        if ask.asked and ask.of == "deal":
            answers = (
                words.answer(ask, deal.facts.answers[ask.key]) if deal.facts.known else NOTHING
                for deal in versions
            )
            yield question(str(words.of(ask)["what"]), answers)
    if table.by_sides:
        of_seats = (Row(names[seat], answers_at("seat", seat)) for seat in table.order)
        yield from (row for row in of_seats if any(row.answers))
    write = score_format(read.sheet.start.unit)
    for side in table.sides_in_order:
        of_side = answers_at("side", side)
        if not table.by_sides:
            # The answers of a seat stand with its score where it plays for itself.
            of_seat = answers_at("seat", side)
            of_side = [own + its for own, its in zip(of_seat, of_side, strict=True)]
        yield Row(
            words.sides[side], of_side, [write(deal.scores_of_play[side]) for deal in versions]
        )
    stand_ins = max((ask.stand_ins for ask in table.asks if ask.of == "seat"), default=0)
    for seat in range(len(names), len(names) + stand_ins):
        row = Row(words.whose("seat", seat), answers_at("seat", seat))
        if any(row.answers):
            yield row


def _answers_at(of: str, place: int, deal: SheetDeal, words: AnswerWords) -> list[str]:
    texts = []
    for ask in deal.table.asks:
        if not ask.asked or ask.of != of:
            continue
        answers, of_ask, text = deal.facts.answers.get(ask.key) or (), words.of(ask), ""
        is_there = place < len(answers)
        if is_there and isinstance(ask, Flag):
            text = str(of_ask["what"]) if answers[place] else ""
        elif is_there and (isinstance(ask, Hands) or is_answered(ask, answers[place])):
            text = words.of_each(ask, answers[place])
            if ask.but and "losers_say" in of_ask:
                text = fill(of_ask["losers_say"], {"answer": text})
        texts.append(text)
    return texts
