"""One sentence of drama: what a glance at the sheet should tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.book import to_redo, to_undo
from scorer.rules.entries import Entry, Withdraw
from scorer.rules.fold import Parts
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.standing import standing_of
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.games.read import GameRead
from scorer.storage.book import STILL_PLAYING
from scorer.web.access import club_here
from scorer.web.games.book_view import Teller, find_deal
from scorer.web.games.counters_view import (
    CountersView,
    MoveRow,
    asked_late,
    counters_view,
    given_up,
    loan_marks,
    move_rows,
    owes,
    pool_views,
)
from scorer.web.house_rules import HouseRule, in_force
from scorer.web.names import in_a_sentence, listed, shown_names
from scorer.web.numbers import in_words, money, ordinal
from scorer.web.pack_recipe import recipe
from scorer.web.settle_up import paying_of_game

# More people than this are counted, not named.
MOST_NAMED = 3


def drama(sheet: Sheet, names: Sequence[str]) -> str:
    """How the game stands, or who won it and why."""
    return _result(sheet, names) if sheet.over else _standing(sheet, names)


def headline(sheet: Sheet, names: Sequence[str]) -> str:
    """Who won a finished game: "Dan won"."""
    if not sheet.winners:
        return "Nobody won"
    if len(sheet.winners) == len(names):
        return "Everybody shares the win"
    if len(sheet.winners) > 1:
        return f"{_named(sheet.winners, names)} share the win"
    return f"{in_a_sentence(names[sheet.winners[0]])} won"


def leaders_of(sheet: Sheet) -> tuple[int, ...]:
    """The seats at the best total once a deal was scored."""
    return sheet.standing.leaders if sheet.played else ()


def _standing(sheet: Sheet, names: Sequence[str]) -> str:
    left = _left(sheet)
    if not sheet.played:
        goal = "Lowest total wins" if sheet.start.variant.lowest_wins else "Most counters win"
        usual = sheet.start.variant.start(len(names), sheet.start.rules).totals
        carried = ", totals carried along" if sheet.start.carry.totals != usual else ""
        return f"{goal}, {left}{carried}."
    leaders = leaders_of(sheet)
    if len(leaders) == len(names):
        return f"All level, {left}."
    if len(leaders) > 1:
        return f"{_named(leaders, names)} are level in front, {left}."
    took = " takes the lead," if _was_behind(sheet, leaders[0]) else " is"
    return f"{in_a_sentence(names[leaders[0]])}{took} {sheet.standing.lead} ahead, {left}."


def _left(sheet: Sheet) -> str:
    left = sheet.to_play - sheet.played
    return "one deal left" if left == 1 else f"{in_words(left)} deals left"


def _was_behind(sheet: Sheet, leader: int) -> bool:
    """Whether the newest deal put this seat in front."""
    if sheet.played < 2:
        return False
    last = sheet.deals[-1]
    stood = standing_of(sheet.start.variant, sheet.start.order, last.before, last.loans)
    return leader not in stood.leaders


def _result(sheet: Sheet, names: Sequence[str]) -> str:
    if not sheet.winners:
        return "Stopped before a deal was scored."
    early = ""
    if sheet.only_totals:
        early = "Only the totals were noted. "
    elif sheet.played < sheet.to_play:
        early = f"Stopped after {sheet.played} of {sheet.to_play} deals. "
    stands, lead = sheet.standing.totals, sheet.standing.lead
    best = stands[sheet.winners[0]]
    unit = str(WORDS["variants"][sheet.start.variant.key]["unit"])
    unit = unit.removesuffix("s") if best == 1 else unit
    told = f"{early}{headline(sheet, names)}"
    level = tuple(seat for seat, one in enumerate(stands) if one == best)
    if len(level) > len(sheet.winners):
        others = [names[seat] for seat in level if seat not in sheet.winners]
        return f"{told}: level with {listed(others)} at {best}, and {_decided_by(sheet)}."
    if len(sheet.winners) > 1:
        return f"{told} with {best} {unit}."
    runner_up = stands[sheet.standing.seats[1]]
    after = [names[seat] for seat, one in enumerate(stands) if one == runner_up]
    return f"{told} by {lead}: {best} {unit} against {runner_up} for {_or_so_many(after)}."


def _decided_by(sheet: Sheet) -> str:
    """The house rule that broke the tie, as the words file puts it."""
    ties = WORDS["variants"][sheet.start.variant.key]["house_rules"]["ties"]["options"]
    return str(ties[str(sheet.start.rules.ties)])


def _or_so_many(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= MOST_NAMED else f"{in_words(len(names))} others"


def _named(seats: Sequence[int], names: Sequence[str]) -> str:
    if len(seats) > MOST_NAMED:
        return f"{in_words(len(seats)).capitalize()} players"
    return listed([names[seat] for seat in seats])


# At a larger table the notice would bury its buttons under numbers that the rows show anyway.
FEW = 6


@dataclass(frozen=True)
class Notice:
    """What was saved last, and what can be taken back or done again.

    `late` offers what may have been forgotten in the deal that was just saved, by ask.
    """

    sentence: str
    undo: Entry | None
    redo: Entry | None
    deal: str = ""
    late: Mapping[str, str] = field(default_factory=dict)


def is_lately(game: GameRead) -> bool:
    """Whether a game still goes on, or its night does: of the past nothing is undone by a tap."""
    return not game.sheet.over or clock.now() - game.last_at <= STILL_PLAYING


def notice_of(game: GameRead) -> Notice | None:
    """What the notice under the seats says; None for a book that is still empty."""
    if not game.entries:
        return None
    teller, newest = Teller(game), game.entries[-1]
    undo, redo = to_undo(game.entries), to_redo(game.entries)
    late: Mapping[str, str] = {}
    deal = find_deal(newest.name, game.sheet)
    if deal is not None:
        sentence = f"Saved: deal {deal.number}, {teller.scores(deal, FEW)}"
        late = asked_late(deal, game.sheet)
    else:
        before = Parts(game.start, game.entries).sheet(len(game.entries) - 1)
        told = teller.tell(newest, before, game.sheet)
        sentence = f"Saved: {told}" if not isinstance(newest.body, Withdraw) else told
    told = f"{sentence[:1].upper()}{sentence[1:]}."
    return Notice(told, undo, redo, deal.id if deal else "", late)


LAST_SCORES = 2
PIPS = 9


@dataclass(frozen=True)
class SeatRow:
    """One seat: who sits there, what it did last, how it stands.

    `total` is what it has now, with what the next deal has cost already, and `after` what it
    had after the last deal. `marks` are said in words beside the name.
    """

    seat: int
    name: str
    total: int
    after: int
    place: str
    last: tuple[int, ...] = ()
    deals: bool = False
    leads: bool = False
    in_front: bool = False
    won: bool = False
    took_over: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """What one deal changed for one seat; `earlier` are the numbers it had before."""

    seat: int
    score: int
    total: int
    out: bool = False
    on_red_nine: bool = False
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True)
class DealRow:
    """One deal; `news` says who sat down before it and `moved` what was bought and lent then.

    `given_up` says who gives back what, because the deal was void.
    """

    id: str
    number: int
    dealer: str
    cells: tuple[Cell, ...]
    void: bool = False
    corrected: bool = False
    news: str = ""
    moved: tuple[MoveRow, ...] = ()
    given_up: str = ""
    pools: tuple[int, ...] = ()


@dataclass(frozen=True)
class SheetView:
    """A game, ready to be written down; `rows` and each deal's cells go clockwise.

    `number` is the next deal's place on the sheet and `of` how many it will have, void ones
    among them. `counters` is there where the game is played for any, `brought` what everybody
    had at the start then, and `since` what was bought and lent after the last deal.
    """

    names: tuple[str, ...]
    rows: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]
    drama: str
    headline: str
    over: bool
    only_totals: bool
    number: int
    of: int
    to_play: int
    played: int
    pips: int
    counters: CountersView | None = None
    brought: tuple[int, ...] = ()
    since: tuple[MoveRow, ...] = ()
    dealer: str = ""
    eldest: str = ""
    result: tuple[SeatRow, ...] = field(default=())


def sheet_view(game: GameRead, currency: str = "") -> SheetView:
    """What the page shows of a game; money is written in `currency`, or in coins."""
    sheet = game.sheet
    names = shown_names(sheet.sitters, game.names)
    rows = {seat: _row(seat, sheet, names, game) for seat in sheet.start.order}
    opening = sheet.opening
    return SheetView(
        names=names,
        rows=tuple(rows.values()),
        deals=_deals(game, names),
        drama=drama(sheet, names),
        headline=headline(sheet, names),
        over=sheet.over,
        only_totals=sheet.only_totals,
        number=opening.number if opening else len(sheet.deals),
        of=sheet.to_play + len(sheet.deals) - sheet.played,
        to_play=sheet.to_play,
        played=sheet.played,
        pips=pips_of(sheet.played, sheet.to_play),
        counters=counters_view(game, names, currency),
        brought=tuple(sheet.start.carry.totals[seat] for seat in sheet.start.order),
        since=move_rows(sheet.since, sheet.start.order, names),
        dealer=names[opening.table.dealer] if opening else "",
        eldest=names[opening.table.eldest] if opening else "",
        result=tuple(rows[seat] for seat in sheet.standing.seats),
    )


def pips_of(played: int, to_play: int) -> int:
    """How many of the nine pips are filled: all of them only when the last deal is in."""
    return PIPS * played // to_play if to_play else 0


def _row(seat: int, sheet: Sheet, names: tuple[str, ...], game: GameRead) -> SeatRow:
    opening = sheet.opening
    first = sheet.start.sitters[seat]
    last = LAST_SCORES if sheet.start.variant.lowest_wins else 1
    took_over = ""
    if not game.same_person(sheet.sitters[seat], first):
        took_over = game.names.get(first.player, first.name)
    return SeatRow(
        seat=seat,
        name=names[seat],
        total=sheet.now.totals[seat],
        after=sheet.totals[seat],
        place=place_of(sheet, seat),
        last=tuple(deal.scores[seat] for deal in sheet.deals[-last:]),
        deals=opening is not None and opening.table.dealer == seat,
        leads=opening is not None and opening.table.eldest == seat,
        in_front=not sheet.over and seat in leaders_of(sheet),
        won=seat in sheet.winners,
        took_over=took_over,
        marks=_marks(sheet, seat),
    )


def _marks(sheet: Sheet, seat: int) -> tuple[str, ...]:
    """What is to be said of a seat's counters: that it owes, bought, borrowed or lent some."""
    if sheet.start.variant.lowest_wins:
        return ()
    now = sheet.now
    bought = f"bought {now.bought[seat]}" if now.bought[seat] else ""
    told = (owes(now.totals[seat]), bought, *loan_marks(sheet, seat))
    return tuple(one for one in told if one)


def place_of(sheet: Sheet, seat: int) -> str:
    """The place of a seat as people write it: "1st", or "2nd=" where it is shared."""
    if not sheet.played and not sheet.only_totals:
        return ""
    places = sheet.standing.places
    place = places[seat]
    return f"{ordinal(place)}{'=' if places.count(place) > 1 else ''}"


def _deals(game: GameRead, names: tuple[str, ...]) -> tuple[DealRow, ...]:
    sheet = game.sheet
    rows, seated = [], sheet.start.sitters
    for deal in sheet.deals:
        news = [
            f"{_called(game, now.player, now.name)} sits down for "
            f"{_called(game, then.player, then.name)}"
            for now, then in zip(deal.sitters, seated, strict=True)
            if not game.same_person(now, then)
        ]
        seated = deal.sitters
        called = shown_names(deal.sitters, game.names)
        rows.append(
            DealRow(
                id=deal.id,
                number=deal.number,
                dealer=called[deal.table.dealer],
                cells=tuple(_cell(deal, seat) for seat in sheet.start.order),
                void=deal.facts.void,
                corrected=bool(deal.earlier),
                news="; ".join(news),
                moved=move_rows(deal.moved, sheet.start.order, called),
                given_up=given_up(deal, called),
                pools=tuple(
                    one.amount for one in pool_views(sheet.start.variant.key, deal.carry.pools)
                ),
            )
        )
    return tuple(rows)


def _called(game: GameRead, player: str, name: str) -> str:
    return in_a_sentence(game.names.get(player, name))


def _cell(deal: DealRead, seat: int) -> Cell:
    out = deal.facts.answers.get("out") == seat and not deal.facts.void
    earlier: list[int] = []
    for scores in deal.earlier:
        if scores and (not earlier or earlier[-1] != scores[seat]):
            earlier.append(scores[seat])
    if earlier and earlier[-1] == deal.scores[seat]:
        earlier.pop()
    return Cell(
        seat=seat,
        score=deal.scores[seat],
        total=deal.carry.totals[seat],
        out=out,
        on_red_nine=out and bool(deal.facts.answers.get("on_red_nine")),
        earlier=tuple(earlier),
    )


def full_game_context(game: GameRead, *, just_written: bool = False) -> dict[str, Any]:
    """The same for the page of the sheet, with what is to be paid once the game is over."""
    paying = paying_of_game(game) if game.sheet.settled is not None else None
    return {**game_context(game, just_written=just_written), "paying": paying}


def game_context(game: GameRead, *, just_written: bool = False) -> dict[str, Any]:
    """The game, its sheet and its notice, for every page of a game.

    A game of the past has a notice only for whoever has `just_written` in it: the book page
    undoes whatever else there is.
    """
    start = game.sheet.start
    return {
        "game": game,
        "sheet": sheet_view(game, club_here().currency),
        "notice": notice_of(game) if just_written or is_lately(game) else None,
        "variant": WORDS["variants"][start.variant.key],
        "rules": _rules(game),
        "recipe": recipe(start.variant, len(start.order), start.rules),
    }


def _rules(game: GameRead) -> list[HouseRule]:
    """The house rules in force; none of totals alone, unless a file has said by what it was played.

    Nobody else knows: that no rule was told there does not mean the usual ones.
    """
    start = game.sheet.start
    rules = in_force(start.variant, start.rules, _coins)
    if game.sheet.only_totals and all(rule.usual for rule in rules):
        return []
    return rules


def _coins(amount: int) -> str:
    return money(amount, club_here().currency)
