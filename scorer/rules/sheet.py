"""The score sheet, as it is read from the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.rules import types
from scorer.rules.counters import Transfer
from scorer.rules.entries import End, Sitter
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.given import Answered, OpenQuestion
from scorer.rules.standing import Standing, standing_of
from scorer.rules.start import ResolvedStart
from scorer.rules.table import Table
from scorer.rules.types import Carry, Line, Loan, Next, Over, Part, Shown


@dataclass(frozen=True)
class SheetDeal(types.SheetDeal):
    """One deal as the sheet shows it.

    `transfers` are the counters bought and lent right before it. `answers` names the entries of a
    deal that was answered one by one, and `open_questions` are those answers of which two say
    otherwise and nobody has decided. `rivals` are what others have told of the same deal, unseen,
    as it would read then, each by the name of its entry: nobody has decided that either. `repeats`
    names the entries that say the same as this one, unseen, and `beside` the single answers to a
    deal with an entry of its own that were told unseen.
    """

    transfers: tuple[Transfer, ...] = ()
    answers: tuple[str, ...] = ()
    open_questions: tuple[OpenQuestion, ...] = ()
    rivals: tuple[SheetDeal, ...] = ()
    repeats: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def goes_by(self, name: str | None) -> bool:
        """Whether this names the deal: its own name, or that of any of its answers."""
        return name is not None and (name == self.id or name in self.answers)

    @property
    def is_open(self) -> bool:
        """Whether two have told it otherwise and nobody has decided yet."""
        return bool(self.open_questions or self.rivals)


@dataclass(frozen=True)
class Opening:
    """The deal that comes next, or is being played.

    `paid` is what was paid before the cards are played and `moved` what has moved since by the
    answers `noted` in play; `carry` is the one after them. `shows` is what the sheet has to show.
    `answers` names the entries that are about this deal, and `answered` says who has answered what
    of it so far: for whoever may see it, and for no page as it is. `missing` are the asks, with the
    seat, that have to be answered before the deal is read. Where all are and cannot be true
    together, `fault` says why, and `unfit` which seats' own answers do not fit, each by itself.
    """

    number: int
    table: Table
    paid: tuple[Line, ...]
    moved: tuple[Line, ...]
    carry: Carry
    noted: Mapping[str, Any]
    shows: tuple[Shown, ...] = ()
    answers: tuple[str, ...] = ()
    answered: tuple[Answered, ...] = ()
    missing: tuple[tuple[str, int | None], ...] = ()
    open_questions: tuple[OpenQuestion, ...] = ()
    fault: ImpossibleDeal | None = None
    unfit: tuple[int, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All that has moved so far."""
        return self.paid + self.moved


@dataclass(frozen=True)
class Sheet:
    """All that a book contains, read.

    `opening` is the deal that comes next, None once the game is over. `follows` says what comes
    after the last deal, `played` counts the deals that were scored, void ones not among them, and
    `behind_the_end` has those that a correction has moved there: they count nowhere, nor does what
    was bought and lent before them and, `since_behind_the_end`, after the last of them. `since` are
    the counters bought and lent since the last deal, and `loans` those that still stand.
    `carry` is as after them, before loans are given back and anything left over is shared;
    `settled` is what each seat holds after that, where counters are played for and the game
    is over. `only_totals` means that nothing else was noted: such a game is over, has no deals
    and nothing to settle. Totals and winners go by side. One that `waits` would be over if somebody
    had decided what is `undecided`.
    """

    start: ResolvedStart
    sitters: tuple[Sitter, ...]
    deals: tuple[SheetDeal, ...]
    carry: Carry
    follows: Next | Over
    played: int
    opening: Opening | None = None
    since: tuple[Transfer, ...] = ()
    loans: tuple[Loan, ...] = ()
    ended: End | None = None
    closing: tuple[Line, ...] = ()
    winners: tuple[int, ...] = ()
    only_totals: bool = False
    behind_the_end: tuple[SheetDeal, ...] = ()
    since_behind_the_end: tuple[Transfer, ...] = ()
    waits: bool = False

    @property
    def over(self) -> bool:
        """Whether the game came to its end or was ended."""
        return self.opening is None

    @property
    def undecided(self) -> tuple[SheetDeal, ...]:
        """The deals that two have told otherwise: the game ends with none."""
        return tuple(deal for deal in self.deals if deal.is_open)

    @property
    def left(self) -> int | None:
        """How many deals are left of the whole game; None where nobody knows."""
        return self.follows.left if isinstance(self.follows, Next) else 0

    @property
    def to_play(self) -> int | None:
        """How many deals the whole game has, void ones not among them; None where unknown."""
        return None if self.left is None else self.played + self.left

    @property
    def part(self) -> Part | None:
        """The game of a match that is being played, or was last."""
        return self.follows.part

    @property
    def last_deal(self) -> str | None:
        """The deal that whatever happens now comes after; None before the first one."""
        return self.deals[-1].id if self.deals else None

    @property
    def finished(self) -> bool:
        """Whether it counts as a game: it is over, and was not stopped before any deal."""
        return self.over and (self.played > 0 or self.only_totals)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running total of each side."""
        return self.carry.totals

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """All counters bought and lent, in the order they are read."""
        return tuple(item for deal in self.deals for item in deal.transfers) + self.since

    @property
    def deals_that_count(self) -> tuple[SheetDeal, ...]:
        """The deals that were not void."""
        return tuple(deal for deal in self.deals if not deal.facts.void)

    @cached_property
    def now(self) -> Carry:
        """What lies where now: the next deal is dressed already, or what was left is shared."""
        return self.opening.carry if self.opening else self.carry.after(self.closing)

    @property
    def settled(self) -> tuple[int, ...] | None:
        """What each seat holds in the end; None unless counters were played for to the end."""
        if self.start.unit != "counters" or not self.over or self.only_totals:
            return None
        return self.now.totals

    @property
    def held(self) -> tuple[int, ...]:
        """What each side has: settled once counters were shared, else the totals."""
        return self.totals if self.settled is None else self.settled

    @cached_property
    def standing(self) -> Standing:
        """How the sides stand now."""
        loans = () if self.over else self.loans
        return standing_of(self.start, self.now, loans, self.winners)

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return self.start.sides[seat]

    def won(self, seat: int) -> bool:
        """Whether the side of this seat has won."""
        return self.side(seat) in self.winners

    @property
    def winning_seats(self) -> tuple[int, ...]:
        """The seats that won, lowest number first."""
        return tuple(seat for seat in sorted(self.start.order) if self.won(seat))
