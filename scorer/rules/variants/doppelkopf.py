"""Doppelkopf: who holds a queen of clubs is Re, and plays against the others, Kontra.

Sources: DDV, MW, TR, SD and PLS. That of six the seat opposite rests too is the house's own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Facts, Menu, Number, Seat
from scorer.rules.bock import AT_ONCE, BOCK, marks_of_bock, multiplied, shown_of_bock, times_of
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table, clockwise_from
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal, Shown
from scorer.rules.variant import Variant, next_dealer

ALL, HALF = 240, 120
# What a side can refuse the other, each with all before it, and what that has to stay below.
REFUSALS = {"no90": 90, "no60": 60, "no30": 30, "schwarz": 1}
SILENT, PLAYED, PARTIES = "silent", "solos", ("re", "kontra")


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Doppelkopf."""

    counting: str = choice("association", "doubling")
    at_120: str = choice("association", "kontra")
    karlchen: str = choice("last_trick", "and_caught", "none", other_game=True)
    compulsory_solos: bool = choice(True, False, other_game=True)
    solo_deals: str = choice("compulsory", "always", "never", other_game=True)
    length: str = choice("deals", "open", other_game=True)
    deals: int = whole(24, least=1, most=1000, only={"length": ("deals",)})
    bock: str = choice(*AT_ONCE, other_game=True)
    against_schwarz: int = choice(30, 0)


RE, POINTS = Seat("re"), Number("re_points", most=ALL)
PARTNER = Seat("partner", unless=("solo",))
SOLOS = ("queens", "jacks", "clubs", "spades", "hearts", "diamonds", "meatless", SILENT)
SOLO = Menu("solo", values=SOLOS, when="during", required=False)
RE_SAID = Menu("re_said", values=("re", *REFUSALS), when="during", required=False)
KONTRA_SAID = replace(RE_SAID, key="kontra_said", values=("kontra", *REFUSALS))
SWEPT = Menu("swept", values=PARTIES, required=False)
FOX = Number(
    "foxes", of="seat", most=2, counted=True, when="during", required=False, unless=("solo",)
)
DOUBLE = replace(FOX, key="doubles", most=4)
KARLCHEN = Seat("karlchen", required=False, unless=("solo",))
CAUGHT = Seat("karlchen_caught", required=False, unless=("solo", "karlchen"))


class Party:
    """Re or Kontra in a deal; whether it `kept` what it refused, or else has enough points."""

    def __init__(self, name: str, facts: Facts, table: Table) -> None:
        of_re, re, kontra = (facts[RE], facts[PARTNER]), facts[RE_SAID], facts[KONTRA_SAID]
        is_re, said = name == "re", re if name == "re" else kontra
        self.name, self.said, self.swept = name, said is not None, facts[SWEPT] == name
        self.seats = [seat for seat in table.dealt if (seat in of_re) == is_re]
        self.points: int = facts[POINTS] if is_re else ALL - facts[POINTS]
        self.refused = [None, *REFUSALS].index(said) if said in REFUSALS else 0
        # With 120 points each Kontra has won, unless only Kontra was said.
        is_enough = table.rules.at_120 == "association" and re is None and kontra is not None
        needed = ALL + 1 - REFUSALS[said] if self.refused else HALF + (is_re != is_enough)
        self.kept = self.points >= needed and (self.swept or said != "schwarz")

    def has_won(self, other: "Party") -> bool:
        """Whether it has won; neither has where both refused and failed."""
        return self.kept if self.refused or not other.refused else not other.kept

    def gains(self, other: "Party", facts: Facts, rules: HouseRules) -> dict[str, int]:
        """What the deal brings it and costs the other, by its reasons."""
        won, is_added = self.has_won(other), rules.counting == "association"
        limits = (HALF, 90, 60, rules.against_schwarz)[: other.refused]
        under = sum(other.points < limit for limit in (90, 60, 30)) + self.swept
        gains = {
            "won": int(won),
            "under": 0 if other.has_won(self) else under,
            f"{self.name}_said": 2 * (won and is_added and self.said),
            f"{other.name}_said": 2 * (won and is_added and other.said),
            "refused": won * (self.refused + other.refused),
            "reached": sum(self.points >= limit and not other.swept for limit in limits),
        }
        if facts[SOLO] is None:
            gains["against_old"] = int(won and self.name == "kontra")
            gains |= {it.key: sum(facts[it][seat] for seat in self.seats) for it in (FOX, DOUBLE)}
            last = (KARLCHEN.key, CAUGHT.key)
            gains |= {key: int(facts.answers.get(key) in self.seats) for key in last}
        return {key: points for key, points in gains.items() if points}


def lines_of(facts: Facts, table: Table) -> list[Line]:
    """The lines of a deal without Bock; who played alone has three times as much as the others."""
    re, kontra = (Party(name, facts, table) for name in PARTIES)
    lines = list[Line]()
    who = {"re": len(re.seats), "who": re.seats[0], "to": re.seats[-1]}
    for party, other in ((re, kontra), (kontra, re)):
        for key, points in party.gains(other, facts, table.rules).items():
            numbers = {"points": points, **who}
            lines += [Line(seat, points, key, numbers) for seat in party.seats]
            lines += [Line(seat, -points, f"{key}_against", numbers) for seat in other.seats]
    for party in (re, kontra):
        if table.rules.counting == "doubling" and party.said:
            lines += multiplied(lines, 2, f"{party.name}_doubles")
    if facts[SOLO] is not None:
        lines += multiplied([line for line in lines if line.side == facts[RE]], 3, "alone")
    return lines


def _owing(table: Table, carry: Carry) -> list[int]:
    solos, are_owed = carry.by_side[PLAYED], table.rules.compulsory_solos
    return [seat for seat in table.order if are_owed and not solos[seat]]


def _soloist(facts: Facts) -> int | None:
    return facts[RE] if facts.answers.get(SOLO.key) not in (None, SILENT) else None


class Doppelkopf(Variant):
    """Doppelkopf: two against two, who are known only at the end, or one against three."""

    key = "doppelkopf"
    players = range(4, 7)
    rules = HouseRules
    scored_in = "points"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who was Re and with how much, what was said, and what else counts."""
        last = {"last_trick": (KARLCHEN,), "and_caught": (KARLCHEN, CAUGHT), "none": ()}
        more = (*last[rules.karlchen], *(() if rules.bock == "none" else (BOCK,)), SWEPT)
        return (RE, PARTNER, POINTS, SOLO, RE_SAID, KONTRA_SAID, FOX, DOUBLE, *more)

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterable[Ask[Any]]:
        """Whether all tricks were taken only where one side has all points."""
        return table.asks if answers.get(POINTS.key) in (0, ALL) else table.asks[:-1]

    def start(self, players: int, rules: HouseRules) -> Carry:
        """Nobody has played a solo."""
        return Carry((), by_side={PLAYED: (0,) * players})

    def below_zero(self, rules: HouseRules) -> bool:
        """What one side wins the other loses."""
        return True

    def resting(self, table: Table, carry: Carry) -> tuple[int, ...]:
        """Of five the dealer rests, of six the seat opposite too."""
        return clockwise_from(table.order, table.dealer)[: (table.players - 4) * 3 : 3]

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse points that no cards make, one Re as two, and too much of one thing."""
        if facts[POINTS] in (1, ALL - 1):
            raise ImpossibleDeal("no_such_points", points=facts[POINTS])
        if facts[SWEPT] == PARTIES[facts[POINTS] > HALF]:
            raise ImpossibleDeal("swept_without_points", what=SWEPT.key)
        if facts[RE] == facts[PARTNER]:
            raise ImpossibleDeal("re_is_partner", what=PARTNER.key)
        for ask in (FOX, DOUBLE):
            if (many := sum(filter(None, facts[ask] or ()))) > ask.most:
                raise ImpossibleDeal(f"too_many_{ask.key}", many=many)

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag what is rare: nobody won, all points without all tricks, much, a solo too few."""
        re, kontra = (Party(name, facts, table) for name in PARTIES)
        worth = (line.points for line in lines_of(facts, table) if line.side == kontra.seats[0])
        points, owe = abs(sum(worth)), _owing(table, carry)
        left = table.rules.deals - table.played if table.rules.length == "deals" else None
        found = {
            "nobody_won": not (re.has_won(kontra) or kontra.has_won(re)),
            "solo_with_nothing": facts[SOLO] is not None and not re.points,
            "not_swept": facts[POINTS] in (0, ALL) and facts[SWEPT] is None,
            "much": points > 12,
            "only_solos": left in range(1, len(owe) + 1) and _soloist(facts) not in owe,
        }
        numbers = {"points": points, "solos": len(owe)}
        return tuple(Remark(None, key, numbers) for key, holds in found.items() if holds)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """What each has won or lost, and who has played a solo."""
        lines = lines_of(facts, table)
        lines += multiplied(lines, times_of(table, carry))
        lines += [Line(seat, 0, "nothing") for seat in table.dealt if not lines]
        solos = [many + (at == _soloist(facts)) for at, many in enumerate(carry.by_side[PLAYED])]
        return DealScore(tuple(lines), marks_of_bock(facts, table, carry), {PLAYED: solos})

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """So many deals, or until the table stops; after a solo the same dealer may deal again."""
        rules, owe = table.rules, _owing(table, carry)
        left = rules.deals - played if rules.length == "deals" else None
        if left is not None and left <= 0:
            return Over()
        dealer, shows = next_dealer(table, facts), shown_of_bock(table, carry)
        if facts is not None and facts.answers.get(SOLO.key):
            soloist = _soloist(facts) if rules.compulsory_solos else None
            is_first = soloist is not None and carry.by_side[PLAYED][soloist] == 1
            if {"always": True, "compulsory": is_first, "never": False}[rules.solo_deals]:
                dealer = table.dealer
        if many := len(owe):
            key = "due" if left in range(many + 1) else "owe" if many < table.players else "all_owe"
            shows += (Shown(key, None, {"who": owe, "many": many}),)
        return Next(dealer, left, shows=shows)

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """What each was and did, and how each pair fared."""
        facts, scores = deal.facts, deal.scores
        re, kontra = (Party(name, facts, deal.table) for name in PARTIES)
        is_bock, alone = times_of(deal.table, deal.before) > 1, facts[SOLO] is not None
        foxes, doubles = (facts[ask] or (0,) * len(scores) for ask in (FOX, DOUBLE))
        feats = list[Feat]()
        for party, other in ((re, kontra), (kontra, re)):
            name, won = "alone" if alone and party is re else party.name, party.has_won(other)
            for seat in party.seats:
                done = {
                    f"was_{name}": 1,
                    f"won_{name}": scores[seat] * won,
                    "won_by_one": party.points * (won and party.points in (HALF, HALF + 1)),
                    "refused_and_won": party.refused * won,
                    "foxes_caught": foxes[seat],
                    "foxes_lost": sum(foxes[at] for at in other.seats),
                    "doubles_made": doubles[seat],
                    "karlchen_made": int(facts.answers.get(KARLCHEN.key) == seat),
                    "in_bock": scores[seat] * is_bock,
                }
                feats += [Feat(seat, key, number) for key, number in done.items() if number]
                partners = (at for at in party.seats if at != seat and not alone)
                feats += [Feat(seat, "with_partner", scores[seat], at) for at in partners]
        return tuple(feats)


VARIANT = Doppelkopf()
