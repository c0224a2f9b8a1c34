"""Canasta: partners meld cards by rank, and seven of a rank are a canasta.

Source: Canastapedia (CP), For Dummies and gamevelvet.com; rummy-games.com for six.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Facts, Flag, Number, Side
from scorer.rules.errors import BadRecord, ImpossibleDeal
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal, Shown
from scorer.rules.variant import Variant, next_dealer

SIX = 6
# How many sides partners make, by house rule and players; else each plays alone.
NUMBER_OF_SIDES = {("partners", 4): 2, ("partners", SIX): 2, ("three", SIX): 3}
# What all cards count, and how many red threes there are: six play with three packs.
PACKS = {players: (1770, 6) if players == SIX else (1180, 4) for players in range(2, 7)}
WORTH = {"natural": 500, "mixed": 300, "wild": 1000}
MANY_CANASTAS, HIGH_DEAL, LITTLE_TO_GO_OUT = 5, 3000, 35
# What the first meld has to come to from which total on; the first only in a long game.
LONG_GAME = 10_000
FIRST_MELDS = ((7500, 150), (3000, 120), (1500, 90), (0, 50), (-1_000_000, 15))


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Canasta."""

    sides: str = choice("partners", "three", "each", other_game=True, players=(4, SIX))
    target: int = whole(5000, least=1, most=100_000)
    ties: str = choice("play_on", "shared")
    wild_canasta: int | None = choice(None, 1000, other_game=True)
    concealed: int = whole(200, least=0, most=10_000)
    red_threes_unmelded: str = choice("minus", "nothing")


OUT = Side("out", when="during", required=False)
CONCEALED = Flag("concealed", when="during")
CARDS = Number("cards", of="side", least=-20_000, most=20_000, step=5)
NATURAL, MIXED, WILD, RED_THREES = (
    Number(key, of="side", most=11, counted=True, required=False) for key in (*WORTH, "red_threes")
)
LAID_NOTHING = Flag("laid_nothing", of="side")


def canastas(side: int, facts: Facts, table: Table) -> dict[str, int]:
    """How many canastas of each kind a side has."""
    asks = [ask for ask in table.asks if ask.key in WORTH]
    return {ask.key: facts[ask][side] for ask in asks if facts[ask][side]}


def lines_of(side: int, facts: Facts, table: Table) -> list[Line]:
    """What a side scores; all four red threes, and five or six of six, count double."""
    rules, threes = table.rules, facts[RED_THREES][side]
    found = [("cards", facts[CARDS][side], 1)]
    for key, number in canastas(side, facts, table).items():
        found.append((f"{key}_canasta", WORTH[key] * number, number))
    is_all = threes >= (5 if table.players == SIX else 4)
    worth, key = (200, "all_red_threes") if is_all else (100, "red_threes")
    if facts[LAID_NOTHING][side]:
        worth, key = -worth if rules.red_threes_unmelded == "minus" else 0, "red_threes_lost"
    if threes:
        found.append((key, worth * threes, threes))
    if facts[OUT] == side:
        found.append(
            ("concealed", rules.concealed, 1) if facts[CONCEALED] else ("went_out", 100, 1)
        )
    return [Line(side, it, key, {"points": it, "number": number}) for key, it, number in found]


class Canasta(Variant):
    """Canasta: partners meld cards by rank, and seven of a rank are a canasta."""

    key = "canasta"
    players = range(2, 7)
    rules = HouseRules
    scored_in = "points"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who went out; of each side its cards, its canastas and its red threes."""
        wild = (WILD,) if rules.wild_canasta else ()
        threes = replace(RED_THREES, most=PACKS[players][1])
        return OUT, CONCEALED, CARDS, NATURAL, MIXED, *wild, threes, LAID_NOTHING

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterator[Ask[Any]]:
        """Who is out may be concealed; who has red threes and no more may have no meld."""
        out, concealed, _, *others, laid_nothing = table.asks
        melded = {answers.get(OUT.key)}
        for key in (CARDS.key, *WORTH):
            melded |= {side for side, it in enumerate(answers.get(key, ())) if it and it > 0}
        most, threes = PACKS[table.players][0], answers.get(RED_THREES.key, ())
        counted = [number for ask in others for number in answers.get(ask.key, ())]
        yield out
        if answers.get(OUT.key) is not None:
            yield concealed
        yield replace(CARDS, least=-most, most=most) if any(counted) else CARDS
        yield from others
        unmelded = (side for side, it in enumerate(threes) if it and side not in melded)
        yield replace(laid_nothing, seats=tuple(unmelded))

    def sides(self, players: int, rules: HouseRules) -> tuple[int, ...]:
        """Partners sit in turn."""
        number = NUMBER_OF_SIDES.get((rules.sides, players), players)
        return tuple(seat % number for seat in range(players))

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """Three sides need six."""
        is_unfit = rules.sides == "three" and players != SIX
        return BadRecord("sides_of_players", sides=3, these=SIX) if is_unfit else None

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse what the packs do not have, and who went out without a canasta."""
        every = [canastas(side, facts, table) for side in range(len(facts[CARDS]))]
        if sum(facts[RED_THREES]) > PACKS[table.players][1]:
            raise ImpossibleDeal("too_many_red_threes", most=PACKS[table.players][1])
        if facts[OUT] is not None and any(every) and not every[facts[OUT]]:
            raise ImpossibleDeal("out_without_canasta")

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag what is much, and little for who is out."""
        found = list[Remark]()
        limits = {ask.key: ask.most for ask in table.asks if isinstance(ask, Number)}
        for side, cards in enumerate(facts[CARDS]):
            points = sum(line.points for line in lines_of(side, facts, table))
            doubts = {
                "many_canastas": sum(canastas(side, facts, table).values()) > MANY_CANASTAS,
                "high_deal": points > HIGH_DEAL,
                "little_to_go_out": facts[OUT] == side and cards < LITTLE_TO_GO_OUT,
            }
            keys = [key for key, is_so in doubts.items() if is_so]
            found += [Remark(table.seats_of(side)[0], key) for key in keys]
        if sum(map(abs, facts[CARDS])) > limits[CARDS.key]:
            found.append(Remark(None, "more_than_all_cards"))
        return tuple(found)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """What each side scores."""
        sides = range(len(facts[CARDS]))
        return DealScore(tuple(line for side in sides for line in lines_of(side, facts, table)))

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The game ends at the target, unless the best are level; till then each has its meld."""
        rules, totals, best = table.rules, carry.totals, max(carry.totals)
        is_there = played and facts is not None and best >= rules.target
        if is_there and (rules.ties == "shared" or totals.count(best) == 1):
            return Over()
        shows = [Shown("plays_on")] if is_there else []
        known = FIRST_MELDS if rules.target >= LONG_GAME else FIRST_MELDS[1:]
        for side, total in enumerate(totals):
            points = next(points for least, points in known if total >= least)
            shows.append(Shown("first_meld", side, {"points": points}))
        return Next(next_dealer(table, facts), shows=tuple(shows))

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """What each side did, by its lines, and what it scored."""
        table, scores = deal.table, deal.scores
        done = [Feat(at, "best_canasta_deal", scores[table.sides[at]]) for at in table.order]
        for line in deal.lines:
            if line.key != "cards":
                number, seats = line.numbers["number"], table.seats_of(line.side)
                done += [Feat(seat, line.key, number) for seat in seats]
        return tuple(done)


VARIANT = Canasta()
