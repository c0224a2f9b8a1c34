"""Two phones: what a phone writes, against what was written since it had last seen the book."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.entries import (
    Adjust,
    Body,
    Buy,
    ChangeTable,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Withdraw,
)
from scorer.rules.errors import BadEntry, ImpossibleDeal
from scorer.rules.fold import SortedBook, score_deal, to_redo, to_undo, withdrawn
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.table import clockwise_from
from scorer.rules.types import SheetDeal


@dataclass(frozen=True)
class Conflict:
    """Why an entry is not written as it is, and the entries it is about.

    `repeated`: this device has written it already, or what was written comes to the same.
    `id_taken`: another device has written an entry of this id. `same_deal`: it is the deal that
    stands in its place, as that reads or once read. `other_deal`: another deal stands there.
    `same_table`: the same people sit there by now, `joined_otherwise`: with another total or seat.
    `other_table`: the table has changed since what it follows. `withdrawn`: what it follows,
    corrects or withdraws does not count any more. `redo_over`: something was written since what it
    would restore was withdrawn. `written_since`: others have written what its writer had not seen;
    sent again with the new version, it is written.
    """

    kind: str
    entries: tuple[Entry, ...]


def find_conflict(before: SortedBook, after: SortedBook, seen: int) -> Conflict | None:
    """How the newest entry stands against the book before it, of which its phone had seen so many.

    `after` is the book with the new entry, `before` the one without.
    """
    entries, new = before.entries, after.entries[-1]
    by_id, gone, body = {entry.id: entry for entry in entries}, withdrawn(entries), new.body
    if (known := by_id.get(new.id)) is not None:
        return Conflict("repeated" if known.device == new.device else "id_taken", (known,))
    counting = [entry for entry in entries if entry.id not in gone]
    since = [entry for entry in counting if entry.number > seen and entry.device != new.device]
    match body:
        case (
            Deal(after=about)
            | ChangeTable(after=about)
            | CorrectDeal(deal=about)
            | Withdraw(entry=about)
        ) if about in gone:
            withdrawals = (entry for entry in counting if entry.body == Withdraw(about or ""))
            return Conflict("withdrawn", tuple(withdrawals))
        case Deal():
            return _deal_in_its_place(before, body, since)
        case ChangeTable():
            there, wanted = _seated(before.sheet), _seated(before.sheet, body)
            changes = [it for it in counting if isinstance(it.body, ChangeTable)]
            # Who was to join has joined, wherever they sit.
            has_joined = bool(changes and body.joins) and set(wanted) == set(there)
            if wanted == there or has_joined:
                if not changes:
                    raise BadEntry("same_table")
                theirs = changes[-1]
                return Conflict(_same_table(before.sheet, body, theirs, new), (theirs,))
            since = [it for it in since if isinstance(it.body, Deal | ChangeTable)]
        case CorrectDeal() | CorrectStart() | End() if same := _same(before, after, seen):
            return Conflict("repeated", (same,))
        case CorrectDeal():
            since = [entry for entry in since if _corrects_the_same(entry.body, body)]
        case Withdraw(entry=about) if about in by_id and isinstance(by_id[about].body, Withdraw):
            redo = to_redo(entries)
            is_over = redo is None or redo.id != about
            return Conflict("redo_over", entries[by_id[about].number :]) if is_over else None
        case Withdraw(entry=about):
            newest = to_undo(entries)
            since = [] if newest is not None and newest.id == about else since
        case End() | CorrectStart():
            since = [entry for entry in since if isinstance(entry.body, Deal)]
        case Buy(counters=None) if since and since[-1].body == body:
            return Conflict("repeated", (since[-1],))
        case _:
            since = [entry for entry in since if _subject(entry.body) == _subject(body)]
    return Conflict("written_since", tuple(since)) if since else None


def _deal_in_its_place(book: SortedBook, body: Deal, since: Sequence[Entry]) -> Conflict | None:
    there = book.deals_and_changes
    if body.before is None and body.after == (there[-1].id if there else None):
        return None
    sheet = book.sheet
    deals = [*sheet.deals, *sheet.behind_the_end]
    ids = [deal.id for deal in deals]
    if body.before is not None:
        places = [
            ids.index(entry.id)
            for entry in since
            if isinstance(entry.body, Deal) and entry.body.before == body.before
        ]
        at = max(places, default=-1)
        if at < 0:
            return None
    elif body.after == sheet.after:
        return None  # the game is over, and the fold refuses a deal behind its end
    else:
        known = [entry.id for entry in there]
        if body.after is not None and body.after not in known:
            raise BadEntry("unknown_deal")
        behind = there[known.index(body.after) + 1 if body.after is not None else 0 :]
        if isinstance(behind[0].body, ChangeTable):
            changes = (entry for entry in behind if isinstance(entry.body, ChangeTable))
            return Conflict("other_table", tuple(changes))
        at = ids.index(behind[0].id)
    versions = [facts for _, facts in book.versions[ids[at]]]
    is_same = _is_one_of(versions, body.facts, deals[at], sheet.start)
    return Conflict("same_deal" if is_same else "other_deal", (book.deals[at],))


def _seated(sheet: Sheet, change: ChangeTable | None = None) -> tuple[str, ...]:
    """Who sits at the table, clockwise, from one on that is the same wherever one begins."""
    sitters = dict(enumerate(sheet.sitters))
    if change is not None:
        sitters.update({join.seat: join.sitter for join in change.joins})
    seats = sheet.table.order if change is None else change.seats
    players = tuple(sitters[seat].player for seat in seats if seat in sitters)
    return clockwise_from(players, min(players)) if players else ()


def _same_table(sheet: Sheet, change: ChangeTable, theirs: Entry, new: Entry) -> str:
    """How a change stands to the one in the book by which the same people sit at the table."""
    began = {sheet.sitters[seat].player: sheet.began[seat] for seat in sheet.table.order}
    is_same = all(began[join.sitter.player] == join.total for join in change.joins)
    is_same = is_same and _seated(sheet) == _seated(sheet, change)
    if not is_same or set(change.seats) != set(sheet.table.order):
        return "joined_otherwise"
    return "repeated" if theirs.device == new.device else "same_table"


def _is_one_of(
    versions: Sequence[Mapping[str, Any]],
    facts: Mapping[str, Any],
    deal: SheetDeal,
    start: ResolvedStart,
) -> bool:
    def read(raw: Mapping[str, Any]) -> SheetDeal | None:
        try:
            return replace(deal, **score_deal(start, raw, deal.table, deal.before)._asdict())
        except ImpossibleDeal:
            return None

    mine, known = read(facts), map(read, versions)
    return mine is not None and any(deal and mine.says_the_same(deal) for deal in known)


def _same(before: SortedBook, after: SortedBook, seen: int) -> Entry | None:
    """The entry of another device since by which a book came to read as it would with a new one."""
    new = after.entries[-1]
    if not _reads_the_same(before, after):
        return None
    for entry in reversed(before.entries[seen:]):
        earlier = before.until(entry.number - 1)
        if not _reads_the_same(earlier, earlier.add(new)):
            return None if entry.device == new.device else entry
    return None


def _reads_the_same(*books: SortedBook) -> bool:
    # Why a game was stopped makes no other game of it.
    ends = [it.end and it.end[1].leftover == "level_the_dealing" for it in books]
    facts = [[each[-1][1] for each in it.versions.values()] for it in books]
    starts = [it.starts[-1][1] for it in books]
    return all(now == then for now, then in (ends, facts, starts))


def _corrects_the_same(body: Body, new: CorrectDeal) -> bool:
    if not isinstance(body, CorrectDeal) or body.deal != new.deal:
        return False
    first, second = body.answers, new.answers
    # A deal that is void has no answers, and one that was has all.
    if "void" in first or "void" in second:
        return first != second
    return any(_differ(first[key], second[key]) for key in first.keys() & second.keys())


def _differ(first: Any, second: Any) -> bool:
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return any(first[place] != second[place] for place in first.keys() & second.keys())
    return bool(first != second)


def _subject(body: Body) -> tuple[str, int | None]:
    return body.kind, body.side if isinstance(body, Adjust) else getattr(body, "seat", None)
