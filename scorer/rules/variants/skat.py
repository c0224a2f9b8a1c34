"""Skat: one plays alone against two, and the declarer's game is written.

Sources: SO, HT and PG; lists by points for games won and lost are from PK, Ramsch and Bock from SI.
That list bonuses are never doubled, and a Ramsch brings none, is the house's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scorer.rules.asks import Ask, Choice, Facts, Flag, Number, Seat
from scorer.rules.bock import BOCK, marks_of_bock, multiplied, shown_of_bock, times_of
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal
from scorer.rules.variant import Variant

THREE, FOUR = 3, 4
GRAND, NULL = "grand", "null"
BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, GRAND: 24}
# Of a null game, by whether it is played from the hand, and whether it is ouvert (PG).
NULLS = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
ALL, NO_TRICK, SOME = "all", "none", "some"
# What the declarer took, the most first, and by how many steps that raises the game.
STEPS = {ALL: 2, "to_120": 1, "to_89": 0, "to_60": 0, "to_30": 1, NO_TRICK: 2}
WINNING = (ALL, "to_120", "to_89")
ANNOUNCED_STEPS = {"schneider": 1, "schwarz": 2}
TIMES = {"kontra": 2, "re": 4}
CARD_POINTS = 120
WON_OR_LOST = 50
# What each other player has for a game that the declarer lost, who rests too (PK, HT).
DEFENCE = {THREE: 40, FOUR: 30}
LEAST_BID, MOST_BID = 18, 264
BIDS = {*NULLS.values(), *(base * steps for base in BASES.values() for steps in range(19))}
RARE_MATADORS, RARE_VALUE = 5, 200


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Skat."""

    list: str = choice("leipzig", "seeger_fabian", "seeger")
    length: str = choice("rounds", "open", other_game=True)
    rounds: int = whole(12, least=1, most=100, other_game=True, only={"length": ("rounds",)})
    all_pass: str = choice("counts", "again", "ramsch", other_game=True)
    kontra: str = choice("none", "kontra_re", other_game=True)
    bock: str = choice("none", "queue", "stack", other_game=True)
    ties: str = choice("won_games", "shared")


DECLARER = Seat("declarer", when="before", unless=("passed",))
GAME = Choice("game", values=(*BASES, NULL), when="before", unless=("passed",))
HAND = Flag("hand", when="before", unless=("passed",))
ANNOUNCED = Choice("announced", values=(*ANNOUNCED_STEPS,), required=False, when="before")
OUVERT = Flag("ouvert", when="before")
MATADORS = Number("matadors", least=1, most=11, unless=("passed",))
TOOK = Choice("took", values=(*STEPS, SOME), unless=("passed",))
BID = Number("bid", least=LEAST_BID, most=MOST_BID, required=False, unless=("passed",))
SAID = Choice("said", values=(*TIMES,), required=False, when="during", unless=("passed",))
PASSED = Flag("passed", when="before")
RAMSCH = Number("ramsch", of="seat", most=CARD_POINTS, sum=CARD_POINTS)
VIRGINS = Number("virgins", most=2, required=False)


class Game(NamedTuple):
    """A declarer's game: so many `steps` of its `base`, its `value`, and how it went."""

    steps: int
    base: int
    value: int
    is_won: bool
    is_overbid: bool = False


def game_of(facts: Facts) -> Game:
    """The game of a declarer; what is announced counts whether it is reached or not (SO)."""
    took, bid = facts[TOOK], facts[BID] or 0
    if facts[GAME] == NULL:
        value = NULLS[facts[HAND], facts[OUVERT]]
        return Game(1, value, value, took == NO_TRICK)
    # Who plays ouvert has announced schwarz.
    said = 2 if facts[OUVERT] else ANNOUNCED_STEPS.get(facts[ANNOUNCED], 0)
    steps = facts[MATADORS] + 1 + facts[HAND] + max(said, STEPS[took]) + said + facts[OUVERT]
    base = BASES[facts[GAME]]
    if steps * base < bid:
        return Game(steps, base, -(-bid // base) * base, is_won=False, is_overbid=True)
    is_won = took in WINNING and (not said or STEPS[took] >= said)
    return Game(steps, base, steps * base, is_won)


def _lines_of_game(facts: Facts, table: Table, carry: Carry) -> Iterator[Line]:
    game, declarer = game_of(facts), facts[DECLARER]
    ending = "overbid" if game.is_overbid else "won" if game.is_won else "lost"
    key = f"null_{ending}" if facts[GAME] == NULL else ending
    numbers = {"steps": game.steps, "base": game.base, "value": game.value, "bid": facts[BID] or 0}
    played = [Line(declarer, game.value if game.is_won else -2 * game.value, key, numbers)]
    if said := facts.answers.get(SAID.key):
        played += multiplied(played, TIMES[said], said)
    yield from (*played, *multiplied(played, times_of(table, carry)))
    if table.rules.list == "leipzig":
        return
    key, points = ("game_won", WON_OR_LOST) if game.is_won else ("game_lost", -WON_OR_LOST)
    yield Line(declarer, points, key, {"points": points})
    if table.rules.list == "seeger_fabian" and not game.is_won:
        numbers = {"points": DEFENCE[table.players], "who": declarer}
        for seat in sorted({*table.order} - {declarer}):
            yield Line(seat, numbers["points"], "defended", numbers)


def _lines_of_ramsch(facts: Facts, table: Table, carry: Carry) -> tuple[Line, ...]:
    most, virgins = max(it for it in facts[RAMSCH] if it is not None), facts[VIRGINS] or 0
    losers = [seat for seat, points in enumerate(facts[RAMSCH]) if points == most]
    if virgins == THREE - 1:
        lines = [Line(seat, CARD_POINTS, "all_tricks", {"points": CARD_POINTS}) for seat in losers]
    else:
        lines = [Line(seat, -most, "ramsch", {"points": most}) for seat in losers]
        lines += multiplied(lines, 1 + virgins, "virgin")
    return (*lines, *multiplied(lines, times_of(table, carry)))


def is_ramsch(answers: Mapping[str, Any]) -> bool:
    """Whether anybody's points of a Ramsch are among these answers."""
    return any(points is not None for points in answers.get(RAMSCH.key) or ())


class Skat(Variant):
    """Skat: one plays alone against two, and the declarer's game is written."""

    key = "skat"
    players = range(THREE, FOUR + 1)
    rules = HouseRules
    scored_in = "points"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who played what, and how it went; or that all passed, or what each took in a Ramsch."""
        said = () if rules.kontra == "none" else (SAID,)
        ramsch = (RAMSCH, VIRGINS) if rules.all_pass == RAMSCH.key else ()
        bock = () if rules.bock == "none" else (BOCK,)
        of_game = DECLARER, GAME, HAND, ANNOUNCED, OUVERT, MATADORS, TOOK, BID
        return (*of_game, *said, PASSED, *ramsch, *bock)

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Sequence[Ask[Any]]:
        """What is asked of the game that is played, or of a Ramsch."""
        game, passed = answers.get(GAME.key), answers.get(PASSED.key)
        ramsch = is_ramsch(answers)
        from_hand = game in BASES and answers.get(HAND.key)
        there = {
            ANNOUNCED.key: from_hand,
            OUVERT.key: from_hand or game == NULL,
            MATADORS.key: game in BASES,
            TOOK.key: game is not None,
            PASSED.key: not ramsch and (passed or game is None),
            RAMSCH.key: ramsch or passed,
            VIRGINS.key: ramsch,
            BOCK.key: True,
        }
        values = (NO_TRICK, SOME) if game == NULL else (*STEPS,)
        matadors = replace(MATADORS, most=4) if game == GRAND else MATADORS
        own = {TOOK.key: replace(TOOK, values=values), MATADORS.key: matadors}
        asks = (ask for ask in table.asks if there.get(ask.key, not ramsch))
        return [own.get(ask.key, ask) for ask in asks]

    def resting(self, table: Table, carry: Carry) -> tuple[int, ...]:
        """Of four the dealer rests (SO)."""
        return (table.dealer,) if table.players == FOUR else ()

    def circuits(self, rules: HouseRules) -> int | None:
        """Everybody deals equally often."""
        return rules.rounds if rules.length == "rounds" else None

    def below_zero(self, rules: HouseRules) -> bool:
        """A game that is lost costs twice its value."""
        return True

    def dealt_again(self, facts: Facts, rules: HouseRules) -> bool:
        """All passed, where the same dealer deals again for that."""
        return rules.all_pass not in ("counts", RAMSCH.key) and bool(facts[PASSED])

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse a Ramsch that does not add up, and a null that is bid too high."""
        if is_ramsch(facts.answers):
            points = [number for number in facts[RAMSCH] if number is not None]
            if sum(points) != CARD_POINTS:
                raise ImpossibleDeal("ramsch_adds_up", what=RAMSCH.key, points=sum(points))
            if points.count(0) < (facts[VIRGINS] or 0):
                raise ImpossibleDeal("virgins_have_nothing", what=VIRGINS.key)
        elif facts[GAME] == NULL and (facts[BID] or 0) > game_of(facts).value:
            value = game_of(facts).value
            raise ImpossibleDeal("null_below_the_bid", what=BID.key, value=value)

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag what hardly anybody holds or bids."""
        if facts[DECLARER] is None:
            return ()
        value, bid = game_of(facts).value, facts[BID]
        found = {
            "rare_matadors": (facts[MATADORS] or 0) >= RARE_MATADORS,
            "no_such_bid": bid is not None and bid not in BIDS,
            "bid_far_below": bid in BIDS and bid <= value - LEAST_BID,
            "rare_value": value > RARE_VALUE,
        }
        numbers = {"value": value, "bid": bid, "matadors": facts[MATADORS]}
        return tuple(Remark(None, key, numbers) for key, is_found in found.items() if is_found)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """What the declarer's game, or the Ramsch, is worth, by the list that is kept."""
        lines = list[Line]()
        if is_ramsch(facts.answers):
            lines += _lines_of_ramsch(facts, table, carry)
        elif facts[DECLARER] is not None:
            lines += _lines_of_game(facts, table, carry)
        others = {*table.order} - {line.side for line in lines}
        lines += [Line(seat, 0, "nothing" if lines else "all_passed") for seat in sorted(others)]
        # How many deals each has been dealt since it declared.
        idle = [*carry.by_side.get("idle", (0,) * table.players)]
        for seat in table.dealt:
            idle[seat] = 0 if seat == facts[DECLARER] else idle[seat] + 1
        return DealScore(tuple(lines), marks_of_bock(facts, table, carry), {"idle": idle})

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """So many rounds, or until the table stops."""
        following = super().after(table, facts, carry, played)
        if isinstance(following, Over):
            return following
        return replace(following, shows=shown_of_bock(table, carry))

    def tie_break(
        self, best: tuple[int, ...], deals: Sequence[SheetDeal], rules: HouseRules
    ) -> tuple[int, ...]:
        """Who of the level players won more games, then who lost fewer (HT)."""
        if rules.ties == "shared":
            return best
        games = [deal.facts for deal in deals if deal.facts[DECLARER] is not None]
        went = [(facts[DECLARER], game_of(facts).is_won) for facts in games]
        records = {seat: (went.count((seat, True)), -went.count((seat, False))) for seat in best}
        return tuple(seat for seat in best if records[seat] == max(records.values()))

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """What the declarer played, and how it went; what the others have for it."""
        facts, declarer = deal.facts, deal.facts[DECLARER]
        idle = enumerate(deal.carry.by_side["idle"])
        feats = [Feat(seat, "without_a_game", deals) for seat, deals in idle if deals]
        if declarer is None:
            return tuple(feats)
        game = game_of(facts)
        done = {
            "declared": 1,
            "won_a_game" if game.is_won else "lost_a_game": game.value,
            "played_grand": facts[GAME] == GRAND,
            "played_null": facts[GAME] == NULL,
            "from_the_hand": facts[HAND],
            "made_schneider": facts[TOOK] in WINNING[:2],
            "overbid": game.is_overbid,
        }
        feats += [Feat(declarer, key, int(number)) for key, number in done.items() if number]
        defended = (line for line in deal.lines if line.key == "defended")
        return (*feats, *(Feat(line.side, line.key, line.points) for line in defended))


VARIANT = Skat()
