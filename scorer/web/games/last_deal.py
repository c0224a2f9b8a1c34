"""The hands or bids of the last deal, which stand on the sheet until the next deal begins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from scorer.rules.asks import Hands
from scorer.rules.in_play import asks_to_correct, own_asks
from scorer.rules.types import Line, SheetDeal
from scorer.rules.words import reason, working
from scorer.services.games.news import seats_in
from scorer.web.access import state_here
from scorer.web.drawn_cards import draw_hand
from scorer.web.formats import upper_first
from scorer.web.games.counters import score_format
from scorer.web.games.sheet_view import SheetView
from scorer.web.names import isolate_rtl


@dataclass(frozen=True)
class LastRow:
    """A seat in the last deal: its cards, its score and the reasons; `result` of a bid."""

    seat: int
    name: str
    score: str
    result: str
    hand: Markup | str
    why: str


@dataclass(frozen=True)
class LastDeal:
    """The last deal, seat by seat; the phones of the seats that `may_correct` have a button."""

    number: int
    rows: tuple[LastRow, ...]
    stand_ins: list[str]
    may_correct: tuple[int, ...]


def last_deal_of(view: SheetView) -> LastDeal | None:
    """The last deal, where phones hold seats and something of it was hidden from them."""
    held, sheet = seats_in(state_here().held), view.sheet
    hidden = any(ask.shown == "when_complete" for ask in own_asks(sheet.start))
    if not (held and hidden and sheet.deals) or view.game.answers:
        return None
    deal = sheet.deals[-1]
    if deal.facts.void:
        return None
    may_correct = tuple(
        seat
        for seat in held
        if seat < len(sheet.start.order) and asks_to_correct(sheet.start, deal, seat)
    )
    return LastDeal(deal.number, tuple(_rows(view, deal)), view.stand_ins_of(deal), may_correct)


def _rows(view: SheetView, deal: SheetDeal) -> Iterator[LastRow]:
    start, write = view.sheet.start, score_format(view.game)
    names, reasons = view.names_of(deal.sitters), start.words("reasons")
    for seat in start.order:
        side = start.sides[seat]
        lines = [line for line in deal.lines if line.side == side]
        results = (reasons[line.key].get("result") for line in lines)
        yield LastRow(
            seat=seat,
            name=names[seat],
            score=write(deal.scores[side]),
            result=next(filter(None, results), ""),
            hand=_hand(view, deal, seat),
            why=_why(view, lines, names),
        )


def _hand(view: SheetView, deal: SheetDeal, seat: int) -> Markup | str:
    """The cards of a seat, drawn; "" where only their sum was noted."""
    for ask in own_asks(view.sheet.start):
        hands = deal.facts.answers.get(ask.key) or ()
        if isinstance(ask, Hands) and seat < len(hands) and hands[seat].cards:
            return draw_hand(hands[seat].cards)
    return ""


def _why(view: SheetView, lines: list[Line], names: tuple[str, ...]) -> str:
    """The reasons, as a sum where they are one."""
    start, reasons = view.sheet.start, view.sheet.start.words("reasons")
    sums = [working(reasons, line.key, line.numbers) for line in lines]
    sums = list(filter(None, sums))
    if start.unit == "penalties" and len(sums) > 1:
        return ", ".join(sums)
    sides = view.names_of_sides(tuple(map(isolate_rtl, names)))
    return " · ".join(upper_first(reason(reasons, line.key, line.numbers, sides)) for line in lines)
