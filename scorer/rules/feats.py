"""Feats that several games share: going out, being caught, sweeping, close finishes, comebacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.rules.asks import Hand
from scorer.rules.sheet import DealRead, Sheet
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


def penalty_feats(deal: DealRead) -> tuple[Feat, ...]:
    """What happened in a deal scored in penalties: a hand costs what it counts."""
    out = deal.facts.answers["out"]
    return tuple(_feats(deal, deal.scores, sum(deal.scores) - deal.scores[out]))


def counter_feats(deal: DealRead) -> tuple[Feat, ...]:
    """What happened in a deal played for counters: a hand costs what was paid to who went out."""
    out = deal.facts.answers["out"]
    paid, won = [0] * len(deal.sitters), 0
    for line in deal.lines:
        if line.key not in LENDING and line.numbers.get("to") == out:
            paid[line.seat] -= line.points
        if line.seat == out and line.points > 0 and line.pool != BANK and line.key not in LENDING:
            won += line.points
    return (*_feats(deal, paid, won), *_sweeps(deal))


def game_feats(sheet: Sheet) -> tuple[Feat, ...]:
    """What happened in a whole game: how close its finish was, and from how far it was won."""
    if not sheet.over or not sheet.winners:
        return ()
    return (*_finish(sheet), *(feat for feat, _ in comebacks(sheet)))


def _feats(deal: DealRead, costs: Sequence[int], gained: int) -> Iterator[Feat]:
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


def _sweeps(deal: DealRead) -> Iterator[Feat]:
    for seat, pools in swept(deal).items():
        yield Feat(seat, SWEPT, sum(pools.values()))


def swept(deal: DealRead) -> dict[int, Counter[str]]:
    """What each seat swept, unless it took only what was paid in for this very deal."""
    found: dict[int, Counter[str]] = {}
    for line in deal.lines:
        if line.pool is None or not line.key.startswith("sweeps_") or line.points <= 0:
            continue
        # Where there is a single pool, somebody takes it in every deal.
        if len(deal.carry.pools) > 1 or deal.before.pools.get(line.pool):
            found.setdefault(line.seat, Counter())[line.pool] = line.points
    return found


def _finish(sheet: Sheet) -> Iterator[Feat]:
    """How close the end was, of a game that was not stopped early."""
    if sheet.ended is None:
        yield Feat(sheet.winners[0], CLOSEST_FINISH, sheet.standing.lead)


def comebacks(sheet: Sheet) -> Iterator[tuple[Feat, int]]:
    """How far behind a winner had once been, and after which deal; none where nobody was."""
    behind = []
    for deal in sheet.deals[:-1]:
        totals = deciding_totals(deal.carry, deal.loans)
        best = min(totals) if sheet.start.variant.lowest_wins else max(totals)
        behind += [(abs(best - totals[seat]), -deal.number, -seat) for seat in sheet.winners]
    if behind and max(behind)[0] > 0:
        gap, number, seat = max(behind)
        yield Feat(-seat, COMEBACK, gap), -number
