"""Sentences about counters: who swept, bought, lent, and what a deal changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.asks import Ask
from scorer.rules.book import withdrawn
from scorer.rules.counters import Loans, Moved, can_lend, together
from scorer.rules.entries import MOST_SEATS, Buy, Entry, Lend, Note
from scorer.rules.settling import nets_of, shares_of
from scorer.rules.sheet import DealRead, Opening, Sheet
from scorer.rules.variant import BANK, IN_VOID_DEAL, Line
from scorer.rules.words import WORDS, reason, say
from scorer.services.games.read import GameRead
from scorer.web.names import in_a_sentence
from scorer.web.numbers import signed, signed_money

LEVEL = "level_the_dealing"


def score_of(game: GameRead) -> Callable[[int], str]:
    """How the scores of a game are written: counters with their sign, penalties as they are."""
    return str if game.sheet.start.variant.lowest_wins else signed


def tell_counters(entry: Entry, sheet: Sheet | None, names: Sequence[str]) -> str:
    """What was noted in play, bought or lent, by an entry that this sheet has read."""
    said = entry.body
    if isinstance(said, Note):
        told = [
            say(WORDS["in_play"][key]["says"], {"name": _called(seat, names)})
            for key, seat in said.facts.items()
            if key in WORDS["in_play"] and isinstance(seat, int)
        ]
        return " and ".join(told) or "nothing was noted after all"
    if not isinstance(said, Buy | Lend):
        return ""
    known = (one for one in (sheet.moved if sheet else ()) if one.id == entry.name)
    # A part of the book that makes no sense by itself cannot tell what was owed before.
    return tell_moved(next(known, None) or Moved(entry.name, said, Loans().move(said)), names)


def tell_moved(moved: Moved, names: Sequence[str]) -> str:
    """Counters bought or lent: "Ben bought 36 counters", "Dan gave Cat back 4"."""
    gave = [line for line in moved.lines if line.points < 0 or line.pool == BANK]
    told = " and ".join(_says(line, names) for line in gave)
    return f"{_called(gave[0].seat, names)} {told}"


def given_up(deal: DealRead, names: Sequence[str]) -> str:
    """Who gives back what, since a deal in which it was noted is void; empty where nobody does."""
    lines = [line for line in deal.lines if line.key.endswith(IN_VOID_DEAL)]
    return "; ".join(f"{_called(line.seat, names)} {_says(line, names)}" for line in lines)


def left_by_void(deal: DealRead, game: GameRead, names: Sequence[str]) -> list[str]:
    """What becomes of counters, since a deal is void: what stays, and what is given back."""
    stays = WORDS["variants"][game.variant].get("void_leaves", "")
    told = (stays if any(deal.carry.pools.values()) else "", given_up(deal, names))
    return [one for one in told if one]


def asked_late(deal: DealRead, sheet: Sheet) -> dict[str, str]:
    """What may have been forgotten in a deal: asks of play that nobody answered, in words."""
    if deal.facts.void:
        return {}
    answers = deal.facts.answers
    asks = [ask for ask in sheet.start.variant.asks if ask.in_play and answers[ask.key] is None]
    return {ask.key: WORDS["in_play"][ask.key]["late"] for ask in asks}


def _says(line: Line, names: Sequence[str]) -> str:
    """Why a line was written, in the middle of a sentence."""
    told = reason(line.key, line.numbers, [_called(seat, names) for seat in range(MOST_SEATS)])
    return f"{told[:1].lower()}{told[1:]}"


def _called(seat: int, names: Sequence[str]) -> str:
    return in_a_sentence(names[seat]) if seat < len(names) else f"seat {seat + 1}"


@dataclass(frozen=True)
class MoveRow:
    """Counters that moved between two deals; `points` go clockwise, `entry` can be taken back."""

    entry: str
    says: str
    short: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class LoanView:
    """A loan that still stands; `can_give_back` while the borrower holds enough."""

    seat: int
    lender: int
    counters: int
    name: str
    lender_name: str
    can_give_back: bool


def move_rows(
    moved: Sequence[Moved], order: Sequence[int], names: Sequence[str]
) -> tuple[MoveRow, ...]:
    """A row for each time that counters were bought or lent."""
    return tuple(
        MoveRow(
            entry=one.id,
            says=tell_moved(one, names),
            short=WORDS["reasons"][one.lines[-1].key]["short"],
            points=tuple(
                sum(line.points for line in one.lines if line.seat == seat) for seat in order
            ),
        )
        for one in moved
    )


def open_loans(sheet: Sheet, names: Sequence[str]) -> tuple[LoanView, ...]:
    """The loans that stand while the game goes on; at its end all are given back."""
    if sheet.over:
        return ()
    return tuple(
        LoanView(
            seat=loan.seat,
            lender=loan.lender,
            counters=loan.counters,
            name=names[loan.seat],
            lender_name=names[loan.lender],
            can_give_back=can_lend(sheet, loan.seat) >= loan.counters,
        )
        for loan in sheet.loans
    )


def loan_marks(sheet: Sheet, seat: int) -> Iterator[str]:
    """What is to be said of a seat: that it borrowed counters, that it lent some."""
    if sheet.over:
        return
    borrowed = sum(loan.counters for loan in sheet.loans if loan.seat == seat)
    lent = sum(loan.counters for loan in sheet.loans if loan.lender == seat)
    if borrowed:
        yield f"borrowed {borrowed}"
    if lent:
        yield f"lent {lent}"


# Pools of red nines may show a small one: nothing else on the screen is red.
RED_NINE_POOLS = frozenset({"red_nine"})
LEFT_IN_POOLS = "What was left in the pools"


@dataclass(frozen=True)
class PoolView:
    """One pool and what lies in it."""

    key: str
    title: str
    amount: int
    red_nine: bool


@dataclass(frozen=True)
class NoteView:
    """What one tap at a seat notes of the deal in play, or takes back where it was noted.

    `entry` names the note to take back, where there is one.
    """

    ask: str
    key: str
    says: str
    mark: str
    entry: str = ""


@dataclass(frozen=True)
class Closing:
    """One seat's part of what the end of the game moved."""

    name: str
    says: str
    points: int


@dataclass(frozen=True)
class CountersView:
    """The counters of a game: `there` are in front of people and in the pools, all together.

    `missing` is 0 as long as the sum is right. `closed` is what the end of the game moved for
    each seat, all together; `won` says in words what each won or lost in a finished game, in
    counters and where they are worth something in money. `loans` are those that stand while the
    game goes on.
    """

    pools: tuple[PoolView, ...]
    there: int
    missing: int
    opening: str
    notes: Mapping[int, NoteView]
    closing: tuple[Closing, ...]
    closing_title: str
    closed: tuple[int, ...]
    won: tuple[str, ...]
    loans: tuple[LoanView, ...]


def counters_view(game: GameRead, names: Sequence[str], currency: str = "") -> CountersView | None:
    """The counters of a game; None where it is not played for any.

    Money is written in `currency`, in coins where there is none.
    """
    sheet = game.sheet
    if sheet.start.variant.lowest_wins:
        return None
    now = sheet.now
    begun = sheet.start.carry
    there = sum(now.totals) + sum(now.pools.values())
    brought = sum(begun.totals) + sum(begun.pools.values()) + sum(now.bought)
    return CountersView(
        pools=tuple(pool_views(sheet.start.variant.key, now.pools)),
        there=there,
        missing=brought - there,
        opening=_laid(sheet.opening, names) if sheet.opening else "",
        notes=dict(_notes(game, names)),
        closing=tuple(_closing(sheet, names)),
        closing_title=_closing_title(sheet),
        loans=open_loans(sheet, names),
        closed=tuple(
            sum(line.points for line in sheet.closing if line.seat == seat)
            for seat in range(len(names))
        ),
        won=tuple(_won(sheet, currency)),
    )


def pool_views(variant: str, pools: Mapping[str, int]) -> Iterator[PoolView]:
    """The pools under the names people call them by."""
    titles = WORDS["variants"][variant].get("pools", {})
    for key, amount in pools.items():
        yield PoolView(key, titles.get(key, key), amount, key in RED_NINE_POOLS)


def owes(total: int) -> str:
    """That somebody owes counters, in words: it must not be a matter of colour."""
    return f"owes {-total}" if total < 0 else ""


def _won(sheet: Sheet, currency: str) -> Iterator[str]:
    """What each seat won or lost, such as "won 10, +£0.05"; of totals alone without the money."""
    shares = shares_of(sheet)
    for seat, net in enumerate(nets_of(sheet) or ()):
        told = f"{'won' if net > 0 else 'lost'} {abs(net)}" if net else "neither won nor lost"
        worth = shares[seat].money if shares else None
        yield told if worth is None else f"{told}, {signed_money(worth, currency)}"


def _laid(opening: Opening, names: Sequence[str]) -> str:
    """What was put down before the cards are played."""
    paid: dict[int, int] = {}
    due: dict[int, int] = {}
    for line in opening.lines:
        if line.pool not in (None, BANK) and line.points <= 0 and "due" in line.numbers:
            paid[line.seat] = paid.get(line.seat, 0) - line.points
            due[line.seat] = due.get(line.seat, 0) + line.numbers["due"]
    if len(paid) == len(names) and len(set(paid.values())) == 1:
        return f"Everybody has put down {next(iter(paid.values()))}."
    told = [
        f"{in_a_sentence(names[seat])} has put down {amount}"
        + (f" of {due[seat]}" if due[seat] > amount else "")
        for seat, amount in paid.items()
    ]
    return f"{'; '.join(told)}." if told else ""


def asks_in_play(sheet: Sheet) -> list[Ask[Any]]:
    """What can be noted while the cards are still being played."""
    return [ask for ask in sheet.start.variant.asks if ask.in_play]


def _notes(game: GameRead, names: Sequence[str]) -> Iterator[tuple[int, NoteView]]:
    """For each seat the note that one tap makes there, while it would move anything."""
    opening, variant = game.sheet.opening, game.sheet.start.variant
    if opening is None:
        return
    for ask in asks_in_play(game.sheet):
        words = WORDS["in_play"][ask.key]
        noted = opening.noted.get(ask.key)
        for seat in opening.table.order:
            says = say(words["says"], {"name": in_a_sentence(names[seat])})
            shown = (ask.key, words["key"], says, words["mark"])
            if noted is None:
                moved = variant.in_play({ask.key: seat}, opening.table, opening.carry)
                if any(line.points for line in moved):
                    yield seat, NoteView(*shown)
            elif noted == seat:
                yield seat, NoteView(*shown, note_of(game.entries, ask.key))


def note_of(entries: Sequence[Entry], key: str) -> str:
    """The name of the newest note that answers this ask and still counts."""
    gone = withdrawn(entries)
    for entry in reversed(entries):
        if isinstance(entry.body, Note) and key in entry.body.facts and entry.name not in gone:
            return entry.name
    return ""


def _closing_title(sheet: Sheet) -> str:
    """What the lines of the closing are about."""
    if not sheet.loans:
        return LEFT_IN_POOLS
    pools = any(line.pool for line in sheet.closing)
    return f"Loans given back, and {LEFT_IN_POOLS.lower()}" if pools else "Loans given back"


def _closing(sheet: Sheet, names: Sequence[str]) -> Iterator[Closing]:
    """What became of loans and of what was left, a line for each seat, reason and other seat."""
    called = [in_a_sentence(name) for name in names]
    for line in together(sheet.closing):
        yield Closing(names[line.seat], reason(line.key, line.numbers, called), line.points)
