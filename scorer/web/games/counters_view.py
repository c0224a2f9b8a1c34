"""What the sheet of a counter game shows besides the seats: pools, what is noted, what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.asks import Ask
from scorer.rules.counters import together
from scorer.rules.entries import Entry, Note
from scorer.rules.paying_up import nets_of, shares_of
from scorer.rules.sheet import Opening, Sheet
from scorer.rules.undoing import withdrawn
from scorer.rules.variant import BANK, Carry
from scorer.rules.words import WORDS, reason, say
from scorer.services.games import GameRead
from scorer.web.games.moves_view import LoanShown, open_loans
from scorer.web.money import signed_money
from scorer.web.names import in_a_sentence

# Pools of red nines may show a small one: nothing else on the screen is red.
RED_NINE_POOLS = frozenset({"red_nine"})
LEFT_IN_POOLS = "What was left in the pools"


@dataclass(frozen=True)
class PoolShown:
    """One pool and what lies in it."""

    key: str
    title: str
    amount: int
    red_nine: bool


@dataclass(frozen=True)
class NoteShown:
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

    pools: tuple[PoolShown, ...]
    there: int
    missing: int
    opening: str
    notes: Mapping[int, NoteShown]
    closing: tuple[Closing, ...]
    closing_title: str
    closed: tuple[int, ...]
    won: tuple[str, ...]
    loans: tuple[LoanShown, ...]


def counters_view(game: GameRead, names: Sequence[str], currency: str = "") -> CountersView | None:
    """The counters of a game; None where it is not played for any.

    Money is written in `currency`, in coins where there is none.
    """
    sheet = game.sheet
    if sheet.start.variant.lowest_wins:
        return None
    now = now_of(sheet)
    begun = sheet.start.carry
    there = sum(now.totals) + sum(now.pools.values())
    brought = sum(begun.totals) + sum(begun.pools.values()) + sum(now.bought)
    return CountersView(
        pools=tuple(pools_shown(sheet.start.variant.key, now.pools)),
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


def now_of(sheet: Sheet) -> Carry:
    """What lies where now: the dress is down already, and what was left over is shared."""
    if sheet.opening is not None:
        return sheet.opening.carry
    return sheet.carry.after(sheet.closing)


def pools_shown(variant: str, pools: Mapping[str, int]) -> Iterator[PoolShown]:
    """The pools under the names people call them by."""
    titles = WORDS["variants"][variant].get("pools", {})
    for key, amount in pools.items():
        yield PoolShown(key, titles.get(key, key), amount, key in RED_NINE_POOLS)


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


def _notes(game: GameRead, names: Sequence[str]) -> Iterator[tuple[int, NoteShown]]:
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
                    yield seat, NoteShown(*shown)
            elif noted == seat:
                yield seat, NoteShown(*shown, note_of(game.entries, ask.key))


def note_of(entries: Sequence[Entry], key: str) -> str:
    """The name of the newest note that answers this ask and still counts."""
    gone = withdrawn(entries)
    for entry in reversed(entries):
        if isinstance(entry.said, Note) and key in entry.said.facts and entry.name not in gone:
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
