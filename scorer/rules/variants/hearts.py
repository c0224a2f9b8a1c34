"""Hearts: each heart counts 1 against who takes it, the queen of spades 13; or take them all.

Source: HW, pages on Hearts that agree on all but the house rules. Which way cards are passed among
six, and another deal where the lowest are level, are the house's own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorer.rules.asks import Ask, Choice, Facts, Number, Seat
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, SheetDeal, Shown
from scorer.rules.variant import Variant, before_target, next_dealer

ALL_HEARTS = 13
QUEEN_COUNTS = 13
ALL = ALL_HEARTS + QUEEN_COUNTS
JACK_COUNTS = -10
# Which way three cards are passed before each deal, by how many sit there.
PASSING = {
    3: ("left", "right", "none"),
    4: ("left", "right", "across", "none"),
    5: ("left", "right", "two_left", "two_right", "none"),
    6: ("left", "right", "two_left", "two_right", "across", "none"),
}


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Hearts."""

    moon: str = choice("others", "own", "either")
    jack: bool = choice(False, True, other_game=True)
    target: int = whole(100, least=1, most=100_000)
    exact: str = choice("ends", "half")
    ties: str = choice("shared", "play_on")


QUEEN = Seat("queen")
HEARTS = Number("hearts", of="seat", by="seat", most=ALL_HEARTS, sum=ALL_HEARTS)
JACK = Seat("jack")
MOON = Choice("moon", values=("others", "own"))


def who_shot(answers: Mapping[str, Any]) -> int | None:
    """The seat that took all hearts and the queen; None for nobody, or where it is not known."""
    queen, hearts = answers.get(QUEEN.key), answers.get(HEARTS.key)
    is_moon = queen is not None and hearts is not None and hearts[queen] == ALL_HEARTS
    return queen if is_moon else None


class Hearts(Variant):
    """Hearts: the fewest points win, and who takes all hearts and the queen has shot the moon."""

    key = "hearts"
    players = range(3, 7)
    rules = HouseRules
    scored_in = "penalties"
    eldest_leads = False

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who took the queen, the jack where it counts, and how many hearts each took."""
        jack, moon = (JACK,) if rules.jack else (), (MOON,) if rules.moon == "either" else ()
        return QUEEN, *jack, HEARTS, *moon

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterator[Ask[Any]]:
        """Who shot the moon is asked what it does."""
        is_moon = who_shot(answers) is not None
        return (ask for ask in table.asks if ask.key != MOON.key or is_moon)

    def below_zero(self, rules: HouseRules) -> bool:
        """A total can be where points are taken off."""
        return rules.jack or rules.moon != "others"

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse hearts that are not thirteen."""
        hearts = sum(facts[HEARTS])
        if hearts != ALL_HEARTS:
            raise ImpossibleDeal("hearts_add_up", hearts=hearts, due=ALL_HEARTS)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The hearts, the queen and the jack; a moon either way."""
        rules, jack = table.rules, facts.answers.get(JACK.key)
        lines = list(self._taken(facts, rules))
        if jack is not None:
            lines.append(Line(jack, JACK_COUNTS, "jack"))
        if rules.exact == "half":
            half = rules.target // 2
            lines += [
                Line(side, half - rules.target, "halved", {"points": rules.target, "half": half})
                for side, total in enumerate(carry.after(lines).totals)
                if total == rules.target
            ]
        return DealScore(tuple(lines))

    def _taken(self, facts: Facts, rules: HouseRules) -> Iterator[Line]:
        queen, who = facts[QUEEN], who_shot(facts.answers)
        is_own = facts.answers.get(MOON.key, rules.moon) == "own"
        for seat, hearts in enumerate(facts[HEARTS]):
            if who == seat:
                yield Line(seat, -ALL if is_own else 0, "shot_own" if is_own else "shot_others")
            elif who is not None:
                yield Line(seat, 0 if is_own else ALL, "spared" if is_own else "hit", {"who": who})
            else:
                if hearts or seat != queen:
                    yield Line(seat, hearts, "hearts", {"hearts": hearts})
                if seat == queen:
                    yield Line(seat, QUEEN_COUNTS, "queen" if hearts else "queen_alone")

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The game ends when somebody is at the target, or above it where just there is halved."""
        target, is_halved = table.rules.target, table.rules.exact == "half"
        ends_at = target + is_halved
        before = before_target(table, facts, carry, played, unit=self.scored_in, target=ends_at)
        if before is None:
            return Over()
        ways = PASSING[table.players]
        shows = [Shown("passing", None, {"way": ways[played % len(ways)]})]
        if facts is None:
            shows.append(Shown("pack", None, {"players": table.players}))
        shows += before
        if is_halved:
            shows.append(Shown("halves_at", None, {"points": target, "half": target // 2}))
        return Next(next_dealer(table, facts), shows=tuple(shows))

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who took the queen, the jack, the most or nothing, and who shot the moon or nearly."""
        queen, hearts = deal.facts[QUEEN], deal.facts[HEARTS]
        jack, who = deal.facts.answers.get(JACK.key), who_shot(deal.facts.answers)
        done = [Feat(queen, "took_the_queen", 1)]
        if jack is not None:
            done.append(Feat(jack, "took_the_jack", 1))
        if who is not None:
            hit = (Feat(at, "hit_by_a_moon", 1) for at in deal.table.order if at != who)
            return (*done, Feat(who, "shot_the_moon", 1), *hit)
        if not hearts[queen]:
            done.append(Feat(queen, "queen_alone", 1))
        for seat, number in enumerate(hearts):
            taken = number + (QUEEN_COUNTS if seat == queen else 0)
            done.append(Feat(seat, "most_taken", taken) if taken else Feat(seat, "clean_deal", 1))
            if number == ALL_HEARTS:
                done.append(Feat(seat, "broken_moon", 1))
        return tuple(done)


VARIANT = Hearts()
