"""Doppelkopf: who holds a queen of clubs is Re, and plays against the others, Kontra.

Sources: DDV, DS, DW, MW, TR, OD, KB and SK, as `sources` in the words has them. That six rest two
at a time, and how many deals five and six play, is the house's own.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Choice, Facts, Menu, Number, Seat
from scorer.rules.bock import AT_ONCE, BOCK, marks_of_bock, multiplied, shown_of_bock, times_of
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table, clockwise_from
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal, Shown
from scorer.rules.variant import Variant, next_dealer

FOUR = 4
ALL, HALF = 240, 120
# What Re and Kontra can refuse the other, each with all before it: fewer points, or any trick.
REFUSALS = ("no90", "no60", "no30", "schwarz")
UNDER = (90, 60, 30)
# What is needed for that; all points with all tricks.
NEEDED = (151, 181, 211, ALL)
# Of which a deal has no more: foxes, and tricks of forty points.
FOXES, DOUBLES = 2, 4
SILENT = "silent"
PLAYED = "solos"
# Worth more is a deal in which much was said, or typed twice.
REMARKABLE = 12


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

    def left(self, played: int) -> int | None:
        """How many deals are left after so many; None where nobody knows."""
        return self.deals - played if self.length == "deals" else None


RE = Seat("re")
PARTNER = Seat("partner", unless=("solo",))
POINTS = Number("re_points", most=ALL)
SOLOS = ("queens", "jacks", "clubs", "spades", "hearts", "diamonds", "meatless", SILENT)
SOLO = Menu("solo", values=SOLOS, when="during", required=False)
RE_SAID = Menu("re_said", values=("re", *REFUSALS), when="during", required=False)
KONTRA_SAID = replace(RE_SAID, key="kontra_said", values=("kontra", *REFUSALS))
SWEPT = Choice("swept", values=("re", "kontra"), required=False)
FOX = Number(
    "foxes", of="seat", most=FOXES, counted=True, when="during", required=False, unless=("solo",)
)
DOUBLE = replace(FOX, key="doubles", most=DOUBLES)
KARLCHEN = Seat("karlchen", required=False, unless=("solo",))
CAUGHT = Seat("karlchen_caught", required=False, unless=("solo", "karlchen"))


@dataclass(frozen=True)
class Party:
    """Re or Kontra in a deal; whether it `kept` what it refused, or else has enough points."""

    name: str
    seats: tuple[int, ...]
    points: int
    said: bool
    refused: int
    swept: bool
    kept: bool


def party_of(name: str, facts: Facts, table: Table) -> Party:
    """Re or Kontra, by its name."""
    re, kontra, swept = facts[RE_SAID], facts[KONTRA_SAID], facts[SWEPT] == name
    is_re, said = name == "re", re if name == "re" else kontra
    seats = (seat for seat in table.dealt if (seat in (facts[RE], facts[PARTNER])) == is_re)
    points = facts[POINTS] if is_re else ALL - facts[POINTS]
    refused = REFUSALS.index(said) + 1 if said in REFUSALS else 0
    # With 120 points each Kontra has won, unless nobody else said anything.
    is_enough = table.rules.at_120 == "association" and kontra is not None and re is None
    needed = NEEDED[refused - 1] if refused else HALF + (is_re != is_enough)
    kept = points >= needed and (swept or refused < len(REFUSALS))
    return Party(name, tuple(seats), points, said is not None, refused, swept, kept)


def parties_of(facts: Facts, table: Table) -> tuple[Party, Party]:
    """Re and Kontra."""
    return party_of("re", facts, table), party_of("kontra", facts, table)


def has_won(party: Party, other: Party) -> bool:
    """Whether Re or Kontra has won; neither has where both refused and failed."""
    return party.kept if party.refused or not other.refused else not other.kept


def gains_of(party: Party, other: Party, facts: Facts, rules: HouseRules) -> dict[str, int]:
    """What a deal brings Re or Kontra and costs the other, by its reasons."""
    won, is_added = has_won(party, other), rules.counting == "association"
    limits = (HALF, *UNDER[:-1], rules.against_schwarz)[: other.refused]
    under = sum(other.points < limit for limit in UNDER) + party.swept
    gains = {
        "won": int(won),
        "under": 0 if has_won(other, party) else under,
        f"{party.name}_said": 2 * (won and is_added and party.said),
        f"{other.name}_said": 2 * (won and is_added and other.said),
        "refused": won * (party.refused + other.refused),
        "reached": sum(party.points >= limit and not other.swept for limit in limits),
    }
    if facts[SOLO] is None:
        gains["against_old"] = int(won and party.name == "kontra")
        for ask in (FOX, DOUBLE):
            gains[ask.key] = sum(facts[ask][seat] for seat in party.seats)
        for key in (KARLCHEN.key, CAUGHT.key):
            gains[key] = int(facts.answers.get(key) in party.seats)
    return {key: points for key, points in gains.items() if points}


def lines_of(facts: Facts, table: Table) -> list[Line]:
    """The lines of a deal without Bock; who played alone has three times as much as the others."""
    re, kontra = parties_of(facts, table)
    lines = list[Line]()
    for party, other in ((re, kontra), (kontra, re)):
        for key, points in gains_of(party, other, facts, table.rules).items():
            numbers = {"points": points}
            lines += [Line(seat, points, key, numbers) for seat in party.seats]
            lines += [Line(seat, -points, f"{key}_against", numbers) for seat in other.seats]
    for party in (re, kontra):
        if table.rules.counting == "doubling" and party.said:
            lines += multiplied(lines, 2, f"{party.name}_doubles")
    if facts[SOLO] is not None:
        lines += multiplied([line for line in lines if line.side == facts[RE]], 3, "alone")
    return lines


def soloist_of(facts: Facts) -> int | None:
    """Who has played a solo that can be owed."""
    return facts[RE] if facts.answers.get(SOLO.key) not in (None, SILENT) else None


def owing(table: Table, carry: Carry) -> list[int]:
    """The seats that still owe a solo."""
    solos, are_owed = carry.by_side[PLAYED], table.rules.compulsory_solos
    return [seat for seat in table.order if are_owed and not solos[seat]]


def feats_of(deal: SheetDeal) -> Iterator[Feat]:
    """What each was and did, and how each pair fared."""
    facts, scores, (re, kontra) = deal.facts, deal.scores, parties_of(deal.facts, deal.table)
    is_bock, alone = times_of(deal.table, deal.before) > 1, facts[SOLO] is not None
    foxes, doubles = (facts[ask] or (0,) * len(scores) for ask in (FOX, DOUBLE))
    for party, other in ((re, kontra), (kontra, re)):
        name, won = "alone" if alone and party is re else party.name, has_won(party, other)
        for seat in party.seats:
            done = {
                f"was_{name}": 1,
                f"won_{name}": scores[seat] * won,
                "won_by_one": party.points * (won and party.points in (HALF, HALF + 1)),
                "refused": party.refused,
                "refused_and_won": party.refused * won,
                "foxes_caught": foxes[seat],
                "foxes_lost": sum(foxes[at] for at in other.seats),
                "doubles_made": doubles[seat],
                "karlchen_made": int(facts.answers.get(KARLCHEN.key) == seat),
                "in_bock": scores[seat] * is_bock,
            }
            yield from (Feat(seat, key, number) for key, number in done.items() if number)
            partners = (at for at in party.seats if at != seat and not alone)
            yield from (Feat(seat, "with_partner", scores[seat], at) for at in partners)


class Doppelkopf(Variant):
    """Doppelkopf: two against two, who are known only at the end, or one against three."""

    key = "doppelkopf"
    players = range(FOUR, 7)
    rules = HouseRules
    scored_in = "points"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who was Re and with how much, what was said, and what else counts."""
        last = {"last_trick": (KARLCHEN,), "and_caught": (KARLCHEN, CAUGHT), "none": ()}
        more = (*last[rules.karlchen], *(() if rules.bock == "none" else (BOCK,)), SWEPT)
        return (RE, PARTNER, POINTS, SOLO, RE_SAID, KONTRA_SAID, FOX, DOUBLE, *more)

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterable[Ask[Any]]:
        """Whether all tricks were taken only where one side has all points."""
        able = {ALL: ("re",), 0: ("kontra",)}.get(answers.get(POINTS.key, -1))
        return (*table.asks[:-1], *([replace(SWEPT, values=able)] if able else []))

    def start(self, players: int, rules: HouseRules) -> Carry:
        """Nobody has played a solo."""
        return Carry((), by_side={PLAYED: (0,) * players})

    def below_zero(self, rules: HouseRules) -> bool:
        """What one side wins the other loses."""
        return True

    def resting(self, table: Table, carry: Carry) -> tuple[int, ...]:
        """Of five the dealer rests, of six the seat opposite too."""
        return clockwise_from(table.order, table.dealer)[: (table.players - FOUR) * 3 : 3]

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse points that no cards make, one Re as two, and too much of one thing."""
        if facts[POINTS] in (1, ALL - 1):
            raise ImpossibleDeal("no_such_points", points=facts[POINTS])
        if facts[RE] == facts[PARTNER]:
            raise ImpossibleDeal("re_is_partner", what=PARTNER.key)
        for ask in (FOX, DOUBLE):
            many = sum(number or 0 for number in facts[ask] or ())
            if many > ask.most:
                raise ImpossibleDeal(f"too_many_{ask.key}", many=many)

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag what is rare: nobody won, all points without all tricks, much, a solo too few."""
        re, kontra = parties_of(facts, table)
        worth = (line.points for line in lines_of(facts, table) if line.side == kontra.seats[0])
        owe, points = owing(table, carry), abs(sum(worth))
        is_last = bool(owe) and table.rules.left(table.played) == len(owe)
        found = {
            "nobody_won": not (has_won(re, kontra) or has_won(kontra, re)),
            "solo_with_nothing": facts[SOLO] is not None and not re.points,
            "not_swept": ALL in (re.points, kontra.points) and not (re.swept or kontra.swept),
            "much": points > REMARKABLE,
            "only_solos": is_last and soloist_of(facts) not in owe,
        }
        numbers = {"points": points, "solos": len(owe)}
        return tuple(Remark(None, key, numbers) for key, holds in found.items() if holds)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """What each has won or lost, and who has played a solo."""
        lines, soloist = lines_of(facts, table), soloist_of(facts)
        lines += multiplied(lines, times_of(table, carry))
        lines += [Line(seat, 0, "nothing") for seat in table.dealt if not lines]
        lines += [Line(seat, 0, "rested") for seat in table.resting]
        solos = [many + (seat == soloist) for seat, many in enumerate(carry.by_side[PLAYED])]
        return DealScore(tuple(lines), marks_of_bock(facts, table, carry), {PLAYED: solos})

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """So many deals, or until the table stops; after a solo the same dealer may deal again."""
        rules, left, owe = table.rules, table.rules.left(played), owing(table, carry)
        if left is not None and left <= 0:
            return Over()
        dealer, shows = next_dealer(table, facts), shown_of_bock(table, carry)
        if facts is not None and facts.answers.get(SOLO.key):
            soloist = soloist_of(facts) if rules.compulsory_solos else None
            is_first = soloist is not None and carry.by_side[PLAYED][soloist] == 1
            if {"always": True, "compulsory": is_first, "never": False}[rules.solo_deals]:
                dealer = table.dealer
        if owe:
            key = "only_solos" if left == len(owe) else "owe"
            shows += (Shown(key, None, {"who": owe, "many": len(owe)}),)
        return Next(dealer, left, shows=shows)

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """What each was and did, and how each pair fared."""
        return tuple(feats_of(deal))


VARIANT = Doppelkopf()
