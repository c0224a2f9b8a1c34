"""What a correction tells differently of a deal, besides the numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.book import withdrawn
from scorer.rules.entries import (
    MOST_SEATS,
    Buy,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Lend,
    Note,
    TakeSeat,
    Totals,
    Withdraw,
)
from scorer.rules.fold import Parts
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.table import clockwise_from, left_of
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, say
from scorer.services.games.read import GameRead
from scorer.services.texts import clean_line
from scorer.web.games.counters_view import LEVEL, left_by_void, score_of, tell_counters
from scorer.web.house_rules import house_rules
from scorer.web.names import in_a_sentence, listed, shown_names

NOBODY = "nobody"


def diff_of_correction(
    then: DealRead, now: DealRead, variant: Variant, names: Sequence[str]
) -> list[str]:
    """Who went out, whether on a red nine, and who swept, as far as it is told differently.

    `now` is not void; of a deal that was, everything is told.
    """
    before, after = then.facts.answers, now.facts.answers
    told = ["not void"] if then.facts.void else []
    told += _out(before, after, names)
    for ask in variant.asks:
        if ask.in_play and before.get(ask.key) != after.get(ask.key):
            seat, says = after.get(ask.key), WORDS["in_play"][ask.key]["says"]
            if isinstance(seat, int):
                told.append(say(says, {"name": in_a_sentence(names[seat])}))
            else:
                nobody = say(says, {"name": NOBODY})
                told.append(f"{nobody[:1].lower()}{nobody[1:]}")
    return told


def _out(before: Any, after: Any, names: Sequence[str]) -> Iterator[str]:
    out, was = after.get("out"), before.get("out")
    on_nine, was_on_nine = bool(after.get("on_red_nine")), bool(before.get("on_red_nine"))
    if not isinstance(out, int) or (out, on_nine) == (was, was_on_nine):
        return
    name = in_a_sentence(names[out])
    if isinstance(was, int) and out != was:
        how = "out on a red nine" if on_nine else "out"
        yield f"{name} {how}, not {in_a_sentence(names[was])}"
    elif on_nine or was is None:
        yield f"{name} out{' on a red nine' if on_nine else ''}"
    else:
        yield f"{name} out, though not on a red nine"


@dataclass(frozen=True)
class EntryView:
    """One entry in words; `counts` is False once it was taken back.

    `short` says what would be taken back, empty where nothing can be.
    """

    entry: Entry
    sentence: str
    counts: bool
    short: str

    @property
    def since(self) -> str:
        """What became of an entry that does not count any more."""
        return "put back" if isinstance(self.entry.body, Withdraw) else "taken back"


class Teller:
    """Tells the entries of one game; `names` are what its people are called by now."""

    def __init__(self, game: GameRead) -> None:
        self.game = game
        self.by_name = {entry.name: entry for entry in game.entries}

    def tell(self, entry: Entry, before: Sheet | None, after: Sheet | None) -> str:
        """What an entry said, seen between the sheets before and after it."""
        said = entry.body
        if isinstance(said, Deal):
            return self._deal(entry.name, after)
        if isinstance(said, CorrectDeal):
            return self._correction(said, before, after)
        if isinstance(said, TakeSeat):
            return self._taken(said, before or after)
        if isinstance(said, CorrectStart):
            return f"corrected the start: {self._start(said, after)}"
        if isinstance(said, End):
            levelled = ", the dealing levelled" if said.leftover == LEVEL else ""
            # A book out of a file is kept word for word, so its words are made fit here.
            return f"stopped the game: {clean_line(said.why)}{levelled}"
        if isinstance(said, Note | Buy | Lend):
            return tell_counters(entry, after, self._names(after or before))
        if isinstance(said, Totals):
            return self._totals(said, after)
        return self._withdrawal(said, before, after)

    def _totals(self, said: Totals, sheet: Sheet | None) -> str:
        pairs = zip(self._names(sheet), said.totals, strict=False)
        told = listed([f"{in_a_sentence(name)} {total}" for name, total in pairs])
        return f"noted only the totals: {told}".replace("-", "−") if told else "noted the totals"

    def _names(self, sheet: Sheet | None) -> tuple[str, ...]:
        return shown_names(sheet.sitters, self.game.names) if sheet else ()

    def _deal(self, deal: str, sheet: Sheet | None) -> str:
        read = find_deal(deal, sheet)
        if read is None:
            return "scored a deal"
        return f"scored deal {read.number}: {self.scores(read)}"

    def scores(self, deal: DealRead, most: int = MOST_SEATS) -> str:
        """What a deal cost everybody, clockwise from whoever went out.

        At a table of more than `most` only whoever went out is named.
        """
        names = shown_names(deal.sitters, self.game.names)
        if deal.facts.void:
            return "; ".join(["void, dealt again", *left_by_void(deal, self.game, names)])
        write = score_of(self.game)
        out = deal.facts.answers.get("out")
        order = deal.table.order
        if isinstance(out, int):
            *others, _ = clockwise_from(order, left_of(order, out))
            how = "out on a red nine" if deal.facts.answers.get("on_red_nine") else "out"
            won = "" if write is str else f" {write(deal.scores[out])}"
            told = [f"{in_a_sentence(names[out])} {how}{won}"]
        else:
            others, told = list(order), []
        if len(order) > most and told:
            others = []
        told += [f"{in_a_sentence(names[seat])} {write(deal.scores[seat])}" for seat in others]
        return ", ".join(told)

    def _correction(self, said: CorrectDeal, before: Sheet | None, after: Sheet | None) -> str:
        then, now = find_deal(said.deal, before), find_deal(said.deal, after)
        if now is None:
            return "corrected a deal"
        names = shown_names(now.sitters, self.game.names)
        different = []
        if now.facts.void and (then is None or not then.facts.void):
            different = [self.scores(now)]
        elif then is not None and not now.facts.void:
            variant = self.game.sheet.start.variant
            different = diff_of_correction(then, now, variant, names)
        write = score_of(self.game)
        scores = [
            f"{in_a_sentence(names[seat])} {write(then.scores[seat])} → {write(now.scores[seat])}"
            for seat in now.table.order
            if then is not None and then.scores[seat] != now.scores[seat]
        ]
        told = "; ".join([*different, ", ".join(scores)] if scores else different)
        return f"corrected deal {now.number}: {told or 'no score changed'}"

    def _taken(self, said: TakeSeat, sheet: Sheet | None) -> str:
        new = in_a_sentence(self.game.names.get(said.sitter.player, said.sitter.name))
        if sheet is None or said.seat >= len(sheet.sitters):
            return f"{new} sat down"
        after = find_deal(said.after, sheet) if said.after else None
        since = f"after deal {after.number}" if after else "before the first deal"
        return f"{new} sat down for {in_a_sentence(self._names(sheet)[said.seat])}, {since}"

    def _start(self, said: CorrectStart, sheet: Sheet | None) -> str:
        if sheet is None:
            return "told again"
        names, told = shown_names(sheet.start.sitters, self.game.names), []
        if said.order is not None or said.sitters is not None:
            told.append(f"clockwise {listed([names[seat] for seat in sheet.start.order])}")
        if said.first_dealer is not None:
            told.append(f"{in_a_sentence(names[said.first_dealer])} deals first")
        if said.house_rules is not None:
            chosen = house_rules(sheet.start.variant, said.house_rules)
            changed = [f"{rule.title.lower()}: {rule.says}" for rule in chosen if not rule.usual]
            told.append("; ".join(changed) or "the usual rules")
        return "; ".join(told) or "nothing changed"

    def _withdrawal(self, said: Withdraw, before: Sheet | None, after: Sheet | None) -> str:
        taken = self.by_name.get(said.entry)
        if taken is None:
            return "took something back"
        if isinstance(taken.body, Withdraw):
            again = self.by_name.get(taken.body.entry)
            return f"put back {self.short(again, after)}"
        return f"took back {self.short(taken, before)}"

    def short(self, entry: Entry | None, sheet: Sheet | None) -> str:
        """An entry in two or three words: "deal 3", "the correction of deal 2"."""
        said = entry.body if entry is not None else None
        if entry is not None and isinstance(said, Deal):
            read = find_deal(entry.name, sheet)
            return f"deal {read.number}" if read else "a deal"
        if isinstance(said, CorrectDeal):
            read = find_deal(said.deal, sheet)
            return f"the correction of deal {read.number}" if read else "a correction"
        if isinstance(said, CorrectStart):
            return "the correction of the start"
        if isinstance(said, TakeSeat):
            name = self.game.names.get(said.sitter.player, said.sitter.name)
            return f"that {in_a_sentence(name)} sat down"
        if entry is not None and isinstance(said, Note | Buy | Lend):
            return f"that {tell_counters(entry, sheet, self._names(sheet))}"
        if isinstance(said, Totals):
            return "the totals"
        return "the end of the game" if isinstance(said, End) else "an entry"


def find_deal(deal: str | None, sheet: Sheet | None) -> DealRead | None:
    """The deal of this name on a sheet, if both are there."""
    if sheet is None:
        return None
    return next((one for one in sheet.deals if one.id == deal), None)


def book_part(game: GameRead, first: int, last: int) -> list[EntryView]:
    """The entries of a game with these numbers in words, oldest first."""
    teller, gone, parts = Teller(game), withdrawn(game.entries), Parts(game.start, game.entries)
    told, before = [], parts.sheet(first - 1)
    for start, end in _runs(game.entries[:last], first - 1):
        after = parts.sheet(end)
        for entry in game.entries[start:end]:
            counts = entry.name not in gone
            takes = counts and not isinstance(entry.body, Withdraw)
            short = teller.short(entry, after) if takes else ""
            told.append(EntryView(entry, teller.tell(entry, before, after), counts, short))
        before = after
    return told


def _runs(entries: Sequence[Entry], start: int) -> Iterator[tuple[int, int]]:
    """Where the sheet has to be read: after each entry, but once for deals in a row.

    A deal that follows the one before changes nothing about it, so one reading tells them all.
    """
    for at in range(start + 1, len(entries) + 1):
        entry, following = entries[at - 1], entries[at].body if at < len(entries) else None
        in_a_row = isinstance(following, Deal) and following.after == entry.name
        if not (in_a_row and isinstance(entry.body, Deal)):
            yield start, at
            start = at
