"""The sheet as the game page shows it; everything is decided here, the template only writes."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorer.rules.sheet import DealRead, Sheet
from scorer.services.games import GameRead
from scorer.web.games.counter_words import given_up
from scorer.web.games.counters_view import CountersView, counters_view, now_of, owes, pools_shown
from scorer.web.games.drama import drama, headline, in_front, places_of
from scorer.web.games.moves_view import MoveRow, loan_marks, move_rows
from scorer.web.names import in_a_sentence, shown_names

LAST_SCORES = 2
PIPS = 9
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


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
        result=tuple(sorted(rows.values(), key=lambda row: places_of(sheet)[row.seat])),
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
        total=now_of(sheet).totals[seat],
        after=sheet.totals[seat],
        place=place_of(sheet, seat),
        last=tuple(deal.scores[seat] for deal in sheet.deals[-last:]),
        deals=opening is not None and opening.table.dealer == seat,
        leads=opening is not None and opening.table.eldest == seat,
        in_front=not sheet.over and seat in in_front(sheet),
        won=seat in sheet.winners,
        took_over=took_over,
        marks=_marks(sheet, seat),
    )


def _marks(sheet: Sheet, seat: int) -> tuple[str, ...]:
    """What is to be said of a seat's counters: that it owes, bought, borrowed or lent some."""
    if sheet.start.variant.lowest_wins:
        return ()
    now = now_of(sheet)
    bought = f"bought {now.bought[seat]}" if now.bought[seat] else ""
    told = (owes(now.totals[seat]), bought, *loan_marks(sheet, seat))
    return tuple(one for one in told if one)


def place_of(sheet: Sheet, seat: int) -> str:
    """The place of a seat as people write it: "1st", or "2nd=" where it is shared."""
    if not sheet.played and not sheet.only_totals:
        return ""
    places = places_of(sheet)
    place = places[seat]
    return f"{ordinal(place)}{'=' if places.count(place) > 1 else ''}"


def ordinal(place: int) -> str:
    """A place as people write it: "1st"; nobody sits at a table of more than twenty."""
    return f"{place}{ENDINGS.get(place, 'th')}"


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
                    one.amount for one in pools_shown(sheet.start.variant.key, deal.carry.pools)
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
