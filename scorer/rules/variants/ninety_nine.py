"""Ninety-Nine: bid with three cards, and make exactly that many tricks.

Sources: s3, PB-99, PG and PS. Where they differ, the options are house rules; a nought bid that
covers ten tricks, and whether one maker also gets the other's premium, are the house's own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Cards, Choice, Facts
from scorer.rules.errors import BadRecord, ImpossibleDeal
from scorer.rules.exact_bids import BID, OF_SUIT, SUITS, TAKEN, bid_of, check_tricks, line_of_tricks
from scorer.rules.house_rules import choice, whole
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Part, SheetDeal, Shown
from scorer.rules.variant import Variant, needs, next_dealer

THREE, FOUR = 3, 4
TRICKS = {2: 9, THREE: 9, FOUR: 10}
JOKER = "JOKER"
# By how many made their bids: the bonus of each who did, and the next trump (s3).
BONUS = {0: 0, 1: 30, 2: 20, 3: 10, FOUR: 0}
NEXT_TRUMP = {0: "diamonds", 1: "spades", 2: "hearts", 3: "clubs", FOUR: "none"}
NO_TRUMP = "none"
PREMIUMS = {"declared": 30, "revealed": 60}
TO_WIN_A_GAME = 100
GAME_BONUS = 100
BONUS_KEY = "game_bonus"
BONUSES_TO_END = 3
CARDS_OF_A_SUIT = 9
# From here on a deal is a highlight.
REMARKABLE = 60
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")
TURN_UPS = (*(f"{rank}{suit}" for suit in OF_SUIT for rank in (*RANKS, "x")), JOKER)


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Ninety-Nine."""

    version: str = choice("modern", "classic", other_game=True)
    length: str = choice("target", "deals", "match", other_game=True)
    target: int = whole(200, least=1, most=100_000, only={"length": ("target",)})
    deals: int = whole(9, least=1, most=1000, only={"length": ("deals",)})
    game_bonus: str = choice("if_made", "always", only={"length": ("match",)})
    nought_or_ten: bool = choice(False, True, players=(FOUR,))
    two_declare: str = choice("both", "own_only", players=(2,))

    @property
    def is_classic(self) -> bool:
        """Whether a card is turned up for trumps, and a joker is in the pack."""
        return self.version == "classic"


# Nobody needs to know which card it was, but for a nine and the joker.
OFFERED = (*(f"{rank}{suit}" for suit in OF_SUIT for rank in ("x", "9")), JOKER)
TURN_UP = Cards("turn_up", values=TURN_UPS, offers=OFFERED, when="during")
PREMIUM = Choice(
    "premiums",
    of="seat",
    values=tuple(PREMIUMS),
    # Revealing outranks declaring, then who sits nearest to the dealer's left (s3).
    beats=("revealed", "declared"),
    required=False,
    when="during",
)


@dataclass(frozen=True)
class Hand:
    """The bid and tricks of a seat or the dummy; `made` tells whether the bid was kept."""

    bid: int | None
    tricks: int
    made: bool


def hands_of(facts: Facts, table: Table) -> tuple[Hand, ...]:
    """The contract of each seat, the dummy last (s3, PB-99)."""
    turn_up = facts[TURN_UP] if table.rules.is_classic else None
    hands = []
    for at, (raw, tricks) in enumerate(zip(facts[BID], facts[TAKEN], strict=True)):
        # A joker is what the turned-up card's suit is (s3, PS).
        bid = bid_of(raw, OF_SUIT.get((turn_up or " ")[-1], 0))
        is_dummy = at == table.players
        made = bid is not None and (tricks <= bid if is_dummy else tricks == bid)
        if table.rules.nought_or_ten and bid == 0 and tricks == TRICKS[FOUR]:
            made = True
        hands.append(Hand(bid, tricks, made))
    return tuple(hands)


def _check_premiums(premiums: Sequence[str | None], table: Table) -> None:
    named = [seat for seat, premium in enumerate(premiums) if premium]
    if table.players < THREE:
        for seat in named:
            if premiums[seat] == "revealed":
                raise ImpossibleDeal("no_reveal_for_two", seat=seat, what=PREMIUM.key)
    elif len(named) > 1:
        raise ImpossibleDeal("two_premiums", seat=named[1], what=PREMIUM.key)


def _check_cards(facts: Facts, table: Table) -> None:
    turn_up = facts[TURN_UP] if table.rules.is_classic else None
    jokers = 0
    suits = dict.fromkeys(OF_SUIT, 0)
    if turn_up not in (None, JOKER):
        suits[turn_up[-1]] += 1
    for at, bid in enumerate(facts[BID]):
        seat = at if at < table.players else None
        for card in bid if isinstance(bid, tuple) else ():
            if card == JOKER:
                jokers += 1
                if turn_up == JOKER:
                    raise ImpossibleDeal("joker_turned_up", seat=seat, what=BID.key)
                if jokers > 1:
                    raise ImpossibleDeal("two_jokers", seat=seat, what=BID.key)
            else:
                suits[card] += 1
                if table.players < FOUR and suits[card] > CARDS_OF_A_SUIT:
                    raise ImpossibleDeal(
                        "too_many_of_suit",
                        seat=seat,
                        what=BID.key,
                        suit=SUITS[card],
                        copies=CARDS_OF_A_SUIT,
                    )


def premium_lines(facts: Facts, table: Table, hands: Sequence[Hand]) -> Iterator[Line]:
    """A premium is its owner's who made the bid, else each opponent's (s3, PB-99).

    With two, who declares and fails pays the other and the dummy; where both do, only the dummy.
    """
    premiums, rules = facts[PREMIUM], table.rules
    declared = {seat: PREMIUMS[premium] for seat, premium in enumerate(premiums) if premium}
    failed = [seat for seat in declared if not hands[seat].made]
    for seat, premium in declared.items():
        key = premiums[seat]
        if hands[seat].made:
            yield Line(seat, premium, f"{key}_and_made", {"premium": premium})
            continue
        for other in range(table.players):
            both = other in declared and (other in failed or rules.two_declare == "own_only")
            if other != seat and not both:
                numbers = {"premium": premium, "from": seat}
                yield Line(other, premium, f"{key}_and_failed", numbers)


def match_of(carry: Carry) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The totals before this game of a match, and the bonuses so far."""
    none = (0,) * len(carry.totals)
    return carry.by_side.get("before", none), carry.by_side.get("bonuses", none)


def end_of_game(
    lines: Sequence[Line], hands: Sequence[Hand], made: int, table: Table, carry: Carry
) -> DealScore:
    """The lines of a deal of a match, with the bonus where it ends a game (s3, PB-99)."""
    marks = {"game": 1, **carry.marks, "trump": NEXT_TRUMP[made], "made": made}
    totals = carry.after(lines).totals
    before, bonuses = match_of(carry)
    there = [seat for seat in range(table.players) if totals[seat] - before[seat] >= TO_WIN_A_GAME]
    if not there:
        return DealScore(tuple(lines), marks)
    entitled = [seat for seat in there if hands[seat].made or table.rules.game_bonus == "always"]
    lines = [
        *lines,
        *(Line(seat, GAME_BONUS, BONUS_KEY, {"bonus": GAME_BONUS}) for seat in entitled),
    ]
    bonuses = tuple(count + (seat in entitled) for seat, count in enumerate(bonuses))
    by_side = {"before": carry.after(lines).totals, "bonuses": bonuses}
    return DealScore(tuple(lines), {"game": marks["game"] + 1, "trump": NO_TRUMP}, by_side)


def third_bonus(bonuses: Sequence[int], totals: Sequence[int]) -> Shown:
    """Who has three bonuses and who wins on points, which need not be the same (s3)."""
    most, best = max(bonuses), max(totals)
    having = [seat for seat, count in enumerate(bonuses) if count == most]
    winning = [seat for seat, total in enumerate(totals) if total == best]
    if having == winning:
        key = "bonuses_and_points" if len(having) == 1 else "share_bonuses_and_points"
    else:
        has = "has" if len(having) == 1 else "have"
        key = f"{has}_bonuses_{'wins' if len(winning) == 1 else 'share'}"
    return Shown(key, None, {"having": having, "winning": winning})


def trump_of(turn_up: str) -> str:
    """The trump where this card was turned up; a nine and the joker make none (s3)."""
    return NO_TRUMP if turn_up == JOKER or turn_up[0] == "9" else SUITS[turn_up[-1]]


def feats_of(deal: SheetDeal) -> Iterator[Feat]:
    """Who made the bid, and what a remarkable deal brought without the bonus of a game."""
    for seat, hand in enumerate(hands_of(deal.facts, deal.table)[: deal.table.players]):
        if hand.made:
            yield Feat(seat, "made_the_bid", hand.tricks)
        in_deal = [line for line in deal.lines if line.side == seat and line.key != BONUS_KEY]
        points = sum(line.points for line in in_deal)
        if points >= REMARKABLE:
            yield Feat(seat, "best_deal", points)


class NinetyNine(Variant):
    """Ninety-Nine: bid with three cards, and make exactly that many tricks."""

    key = "ninety-nine"
    players = range(2, 5)
    rules = HouseRules
    scored_in = "points"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """The bids, the tricks and the premium; with two the dummy's bid and tricks as well."""
        cards = {**OF_SUIT, JOKER: None} if rules.is_classic else OF_SUIT
        dummies = 1 if players < THREE else 0
        of_deal = (TURN_UP,) if rules.is_classic else ()
        # Ten tricks are made by a bid of nought, or by none.
        beyond = 0 if rules.nought_or_ten else None
        # With two nobody reveals, and both may declare.
        premium = PREMIUM if players >= THREE else replace(PREMIUM, offers=("declared",), beats=())
        return (
            *of_deal,
            premium,
            replace(BID, cards=cards, stand_ins=dummies, beyond=beyond, open_with=PREMIUM.key),
            replace(TAKEN, most=TRICKS[players], sum=TRICKS[players], stand_ins=dummies),
        )

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """The classic game is for three (s3, PS)."""
        if rules.is_classic and players != THREE:
            return BadRecord("classic_for_three", players=players)
        return None

    def changes_table(self, rules: HouseRules) -> bool:
        """A match counts the bonuses of those who began it."""
        return rules.length != "match"

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse tricks that are not all, more than one premium, and cards no pack has."""
        check_tricks(facts[TAKEN], TRICKS[table.players])
        _check_premiums(facts[PREMIUM], table)
        _check_cards(facts, table)

    def check_in_play(self, answers: Mapping[str, Any], table: Table, carry: Carry) -> None:
        """Refuse premiums that no deal has, when they are noted too."""
        _check_premiums(answers.get(PREMIUM.key) or (), table)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """Tricks, the bonus of bids that were made, premiums, and the bonus of a game (s3)."""
        hands = hands_of(facts, table)
        made = sum(hand.made for hand in hands)
        lines = []
        for seat, hand in enumerate(hands[: table.players]):
            lines.append(line_of_tricks(seat, hand.tricks, hand.bid, made=hand.made))
            if hand.made and BONUS[made]:
                lines.append(Line(seat, BONUS[made], "made", {"bonus": BONUS[made], "made": made}))
        lines += premium_lines(facts, table, hands)
        if table.rules.length != "match":
            return DealScore(tuple(lines), {"trump": NEXT_TRUMP[made], "made": made})
        return end_of_game(lines, hands, made, table, carry)

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """To a target, so many deals, or until somebody has three bonuses (s3, PS-de)."""
        rules, marks = table.rules, carry.marks
        left, part, shows = None, None, list[Shown]()
        if rules.length == "deals":
            left = rules.deals - played
            if left <= 0:
                return Over()
        elif rules.length == "target":
            if played and facts is not None and max(carry.totals) >= rules.target:
                return Over()
            shows += needs(carry.totals, rules.target)
        else:
            before, bonuses = match_of(carry)
            totals = tuple(now - then for now, then in zip(carry.totals, before, strict=True))
            part = Part(marks.get("game", 1), totals)
            shows = [
                Shown("bonuses", seat, {"bonuses": count}) for seat, count in enumerate(bonuses)
            ]
            if max(bonuses) >= BONUSES_TO_END:
                return Over(shows=(*shows, third_bonus(bonuses, carry.totals)), part=part)
            shows += needs(totals, TO_WIN_A_GAME)
        trump = None
        if not rules.is_classic:
            trump = marks.get("trump", NO_TRUMP)
            if "made" in marks:
                made = marks["made"]
                shows.append(Shown("why_trump" if made else "nobody_made_it", None, {"made": made}))
            else:
                shows.append(Shown("no_trump_yet"))
        return Next(next_dealer(table, facts), left, shows=tuple(shows), part=part, trump=trump)

    def trump(self, facts: Facts, table: Table, before: Carry) -> str | None:
        """The trump, by the deal before it or by the card that was turned up (s3)."""
        if not table.rules.is_classic:
            return str(before.marks.get("trump", NO_TRUMP))
        return trump_of(facts[TURN_UP])

    def shows_in_play(
        self, shows: tuple[Shown, ...], noted: Mapping[str, Any]
    ) -> tuple[Shown, ...]:
        """The trump by the card that was turned up, once it is noted."""
        turn_up = noted.get(TURN_UP.key)
        return shows if turn_up is None else (Shown(f"turned_{trump_of(turn_up)}"), *shows)

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who made the bid, and what a remarkable deal brought."""
        return tuple(feats_of(deal))


VARIANT = NinetyNine()
