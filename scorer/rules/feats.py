"""Feats that several games share: going out, being caught, sweeping, close finishes, comebacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.rules.asks import Hand
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.rules.standing import deciding_totals
from scorer.rules.variant import BANK, Feat

WENT_OUT = "went_out"
LED_AND_WENT_OUT = "led_and_went_out"
OUT_ON_RED_NINE = "out_on_red_nine"
CAUGHT = "caught"
BEATEN = "beaten"
RED_NINES_HELD = "red_nines_held"
SWEPT = "swept"
CLOSEST_FINISH = "closest_finish"
COMEBACK = "comeback"

LENDING = frozenset({"lends", "is_lent"})


def penalty_feats(deal: SheetDeal) -> tuple[Feat, ...]:
    """What happened in a deal scored in penalties: a hand costs what it counts."""
    out = deal.facts.answers["out"]
    return tuple(_deal_feats(deal, deal.scores, sum(deal.scores) - deal.scores[out]))


def counter_feats(deal: SheetDeal) -> tuple[Feat, ...]:
    """What happened in a deal played for counters: a hand costs what was paid to who went out."""
    out = deal.facts.answers["out"]
    paid, won = [0] * len(deal.sitters), 0
    for line in deal.lines:
        if line.key not in LENDING and line.numbers.get("to") == out:
            paid[line.seat] -= line.points
        if line.seat == out and line.points > 0 and line.pool != BANK and line.key not in LENDING:
            won += line.points
    sweeps = [Feat(seat, SWEPT, sum(pools.values())) for seat, pools in swept(deal).items()]
    return (*_deal_feats(deal, paid, won), *sweeps)


def _deal_feats(deal: SheetDeal, costs: Sequence[int], gained: int) -> Iterator[Feat]:
    """Who went out, and what the others were caught with, as far as that was noted."""
    answers, players = deal.facts.answers, len(deal.sitters)
    hands: Sequence[Hand] = answers.get("hands") or ()
    out: int = answers["out"]
    yield Feat(out, WENT_OUT, players)
    if out == deal.table.eldest:
        yield Feat(out, LED_AND_WENT_OUT, players)
    if answers.get("on_red_nine"):
        yield Feat(out, OUT_ON_RED_NINE, gained)
    for seat in range(players):
        if seat != out:
            yield Feat(seat, CAUGHT if hands else BEATEN, costs[seat], against=out)
    for seat, hand in enumerate(hands):
        if hand.red_nines:
            yield Feat(seat, RED_NINES_HELD, hand.red_nines)


def swept(deal: SheetDeal) -> dict[int, Counter[str]]:
    """What each seat swept, unless it took only what was paid in for this very deal."""
    amounts: dict[int, Counter[str]] = {}
    for line in deal.lines:
        if line.pool is None or not line.key.startswith("sweeps_") or line.points <= 0:
            continue
        # Where there is a single pool, somebody takes it in every deal.
        if len(deal.carry.pools) > 1 or deal.before.pools.get(line.pool):
            amounts.setdefault(line.seat, Counter())[line.pool] = line.points
    return amounts


def game_feats(sheet: Sheet) -> tuple[Feat, ...]:
    """What happened in a whole game: how close its finish was, and from how far it was won."""
    if not sheet.over or not sheet.winners:
        return ()
    feats = []
    # A game that was stopped early has no finish.
    if sheet.ended is None:
        feats.append(Feat(sheet.winners[0], CLOSEST_FINISH, sheet.standing.lead))
    furthest = comeback(sheet)
    if furthest is not None:
        feats.append(furthest[0])
    return tuple(feats)


def comeback(sheet: Sheet) -> tuple[Feat, int] | None:
    """How far behind a winner had once been, and after which deal; None where nobody was."""
    gaps = []
    for deal in sheet.deals[:-1]:
        totals = deciding_totals(deal.carry, deal.loans)
        best = min(totals) if sheet.start.variant.lowest_wins else max(totals)
        gaps += [(abs(best - totals[seat]), -deal.number, -seat) for seat in sheet.winners]
    gap, number, seat = max(gaps, default=(0, 0, 0))
    return (Feat(-seat, COMEBACK, gap), -number) if gap else None
