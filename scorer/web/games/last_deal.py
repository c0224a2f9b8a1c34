"""The hands or bids of the last deal, which stand on the sheet until the next deal begins."""

from typing import Any

from scorer.rules.in_play import asks_to_correct, own_asks
from scorer.rules.types import SheetDeal
from scorer.services.games.news import seats_in
from scorer.web.access import state_here
from scorer.web.games.counters import score_format
from scorer.web.games.sheet_view import SheetView


def last_deal_of(view: SheetView) -> dict[str, Any] | None:
    """The last deal, where phones hold seats and something of it was hidden from them.

    Each row is a seat: its cards, its score and the reasons, and the `result` of a bid. The phones
    of the seats that `may_correct` have a button.
    """
    held, start = seats_in(state_here().held), view.start
    hidden = any(ask.shown == "when_complete" for ask in own_asks(start))
    if not (held and hidden and view.sheet.deals) or view.game.answers:
        return None
    deal = view.sheet.deals[-1]
    if not deal.facts.known:
        return None
    return {
        "number": deal.number,
        "rows": [_row(view, deal, seat) for seat in start.order],
        "stand_ins": view.stand_ins_of(deal),
        "may_correct": [
            seat for seat in held if seat in start.order and asks_to_correct(start, deal, seat)
        ],
    }


def _row(view: SheetView, deal: SheetDeal, seat: int) -> dict[str, Any]:
    side = view.start.sides[seat]
    keys = [line.key for line in deal.lines if line.side == side]
    results = (view.start.words("reasons")[key].get("result") for key in keys)
    reasons, sums = view.reasons_of(deal, side)
    is_sum = view.start.unit == "penalties" and len(sums) > 1
    return {
        "seat": seat,
        "name": view.names_of(deal.sitters)[seat],
        "score": score_format(view.game)(deal.scores[side]),
        "result": next(filter(None, results), ""),
        "hand": view.held_cards(deal, seat),
        "why": ", ".join(sums) if is_sum else " · ".join(says for says, _ in reasons),
    }
