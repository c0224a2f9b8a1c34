"""The sheet of a game, as its pages and its phone's modules show it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from markupsafe import Markup

from scorer.rules.answers import AnswerWords, words_of
from scorer.rules.asks import Hands
from scorer.rules.counter_value import nets_of, shares_of
from scorer.rules.entries import Sitter
from scorer.rules.fold import to_undo
from scorer.rules.house_rules import rate_of
from scorer.rules.kinds import kind_of
from scorer.rules.start import ResolvedStart
from scorer.rules.types import Next, SheetDeal
from scorer.rules.words import WORDS, counted, reason, working
from scorer.services.games.read import GameRead
from scorer.services.statistics.story import story_of, who_sat_there
from scorer.web.access import club_here
from scorer.web.drawing.looks import Look, looks_of
from scorer.web.drawn_cards import draw_hand
from scorer.web.errors import sentence_of
from scorer.web.formats import in_units, money, ordinal, points, signed_money, upper_first
from scorer.web.games.book_view import EntrySentences
from scorer.web.games.counters import CountersView
from scorer.web.games.sheet_words import (
    Pips,
    Sentence,
    names_of_deals,
    sentences_of_table,
    words_of_side,
)
from scorer.web.games.summary import goal_of, headline, leaders_of, summary
from scorer.web.names import isolate_rtl
from scorer.web.rules.house_rules import HouseRule, house_rules

PIPS = 9
# So many signs of a score leave room for a long name on the same line of a phone.
LONGEST_NARROW = 3


@dataclass(frozen=True)
class Member:
    """A player of a side, with the part of that seat in the next deal."""

    seat: int
    name: str
    deals: bool
    leads: bool
    took_over: str


@dataclass(frozen=True)
class SideRow:
    """One side: who plays for it, what it did last, how it stands.

    A seat is a side where each plays for itself. `total` is what it has now, with what the next
    deal has cost already; `in_part` is what it has in the game of a match that is being played.
    `put_in` and `marks` are words at the name, `words` at the total, and `pips` are counted by the
    game.
    """

    side: int
    name: str
    members: tuple[Member, ...]
    total: int
    place: str
    last: tuple[int, ...]
    in_front: bool
    won: bool
    in_part: int | None
    put_in: str
    marks: tuple[str, ...]
    words: tuple[str, ...]
    pips: tuple[Pips, ...]

    @property
    def seat(self) -> int:
        """The first seat of the side."""
        return self.members[0].seat


class SheetView:
    """A game, ready to be written down; rows and each deal's cells are sides, and go clockwise.

    `sheet` has what is open to all of the deal in play.
    """

    def __init__(self, game: GameRead) -> None:
        self.game = game
        self.sheet = sheet = game.in_play.on_sheet() if game.in_play else game.sheet
        self.start, self.over = sheet.start, sheet.over
        self.entry_words = EntrySentences(game)
        self.names = self.names_of(sheet.sitters)
        # The names of the sides, ready for a sentence, as those of partners always are.
        self.in_text = self.answer_words(self.names).sides
        self.side_names = self.in_text if self.start.by_sides else self.names

        # The deal that comes next, or the last one of a game that is over; the name of the
        # eldest hand is "" where the game does not say what it does first.
        self.number = sheet.opening.number if sheet.opening else len(sheet.deals)
        self.next_table = sheet.opening.table if sheet.opening else None
        says = WORDS["variants"][game.variant].get("eldest", "")
        self.eldest_does = "leads" if self.start.variant.eldest_leads else str(says)
        self.dealer = self.eldest = ""
        if table := self.next_table:
            self.dealer = self.names[table.dealer]
            # Who bids first says nothing any more once a bid is noted.
            is_over = self.eldest_does != "leads" and bool(sheet.opening and sheet.opening.noted)
            self.eldest = self.names[table.eldest] if self.eldest_does and not is_over else ""
        # The game of a match that is being played.
        self.part = sheet.follows.part if sheet.opening else None
        # How many deals the whole game has, without void ones; None where nobody knew.
        is_known = not self.over or sheet.to_play == deals_due(self.start)
        self.to_play = sheet.to_play if is_known else None

        self.headline = headline(sheet, self.in_text)
        self.goal = goal_of(self.start)
        has_pools = self.start.unit == "counters" or bool(sheet.now.pools)
        self.pooled = CountersView(sheet, self.side_names) if has_pools else None
        self.counters = self.pooled if self.start.unit == "counters" else None
        # How many counters each side of a finished game won (+) or lost (−).
        self.nets = nets_of(sheet) or ()
        # Whether each deal's score has the running total with it.
        self.running = bool(WORDS["variants"][game.variant].get("running_totals"))
        # The newest entry that can be taken back.
        self.undo = to_undo(game.entries)

    # Names.

    def names_of(self, sitters: tuple[Sitter, ...]) -> tuple[str, ...]:
        """The names of these people, by seat; worked out once for each table of people."""
        return self.entry_words.names_of(sitters)

    def name_in_text(self, sitter: Sitter) -> str:
        """The name of who sits or sat there, for a sentence."""
        return isolate_rtl(self.game.name_of(sitter))

    def answer_words(self, names: tuple[str, ...]) -> AnswerWords:
        """Says in words what was answered where these are the names of the seats."""
        return AnswerWords(self.start, tuple(map(isolate_rtl, names)), draw_hand)

    @cached_property
    def looks(self) -> list[Look]:
        """The colour and mark of everybody who sits here now, by seat."""
        return looks_of(self.game.numbers[sitter.player] for sitter in self.sheet.sitters)

    # How it stands.

    @cached_property
    def rows(self) -> tuple[SideRow, ...]:
        """The sides, clockwise."""
        return tuple(map(self._row, self.start.sides_in_order))

    def _row(self, side: int) -> SideRow:
        sheet, standing = self.sheet, self.sheet.standing
        leaders, place = leaders_of(sheet), ""
        # Where all are level nobody is in front.
        is_level = len(leaders) == len(standing.places) and not self.over
        if (sheet.played or sheet.only_totals) and not is_level:
            is_shared = standing.places.count(standing.places[side]) > 1
            place = f"{ordinal(standing.places[side])}{'=' if is_shared else ''}"
        words, pips = words_of_side(sheet, side, self.in_text)
        # What was bought or lent wins nothing.
        if self.counters and not self.over and standing.totals[side] != sheet.now.totals[side]:
            words = (*words, f"{points(standing.totals[side])} own")
        last_deals = sheet.deals[-1 if self.counters else -2 :]
        return SideRow(
            side=side,
            name=self.side_names[side],
            members=tuple(map(self._member, self.start.seats_of(side))),
            total=sheet.now.totals[side],
            place=place,
            last=tuple(deal.scores_of_play[side] for deal in last_deals),
            in_front=not self.over and not is_level and side in leaders,
            won=side in sheet.winners,
            in_part=self.part.totals[side] if self.part else None,
            put_in=self.pooled.put_in_by(side) if self.pooled else "",
            marks=self.counters.marks(side) if self.counters else (),
            words=words,
            pips=pips,
        )

    def _member(self, seat: int) -> Member:
        first, table = self.start.sitters[seat], self.next_table
        same = self.game.same_person(self.sheet.sitters[seat], first)
        return Member(
            seat=seat,
            name=self.names[seat],
            deals=table is not None and table.dealer == seat,
            leads=self.eldest_does == "leads" and table is not None and table.eldest == seat,
            took_over="" if same else self.game.name_of(first),
        )

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody who plays, clockwise."""
        members = {member.seat: member for row in self.rows for member in row.members}
        return tuple(members[seat] for seat in self.start.order)

    @property
    def result(self) -> tuple[SideRow, ...]:
        """The sides, the best first."""
        rows = {row.side: row for row in self.rows}
        return tuple(rows[side] for side in self.sheet.standing.sides)

    @property
    def wide(self) -> bool:
        """Whether numbers are so long that a long name needs a line of its own."""
        numbers = (number for row in self.rows for number in (*row.last, row.total))
        return any(len(str(number)) > LONGEST_NARROW for number in numbers)

    # Sentences.

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences for the whole table: notes, the trump, the reason of a win."""
        return sentences_of_table(self.sheet, self.in_text, self.answer_words(self.names))

    @cached_property
    def summary(self) -> str:
        """How the game stands, or who won it and why."""
        reasons = [sentence.text for sentence in self.sentences] if self.over else []
        return " ".join([summary(self.sheet, self.in_text), *reasons])

    @property
    def outcome(self) -> str:
        """The reason of the win; "" where the counters of the sides say it."""
        says_more = self.sheet.only_totals or self.sheet.left != 0 or not self.counters
        return self.summary if says_more else ""

    @cached_property
    def story(self) -> str:
        """How a finished game was won; "" where that is nothing, or others sat there before."""
        return "" if self.sat_there else story_of(self.sheet, self.in_text)

    @property
    def sat_there(self) -> list[str]:
        """The people of each seat of a winner that changed hands, with their deals."""
        return who_sat_there(self.sheet, self.game.same_person, self.name_in_text)

    @property
    def deals_played(self) -> str:
        """How many deals were played, of how many, and the void ones: "3 of 4 deals, 1 void"."""
        played = self.sheet.played
        deals = f"{played} of {self.to_play} deals" if self.to_play else counted(played, "deal")
        void = len(self.sheet.deals) - played
        return f"{deals}, {void} void" if void else deals

    @property
    def of_deals(self) -> str:
        """How many deals there are behind the number of the next one: "of 5, 1 void"."""
        sheet = self.sheet
        if sheet.to_play is None:
            return ""
        void = len(sheet.deals) - sheet.played
        return f"of {sheet.to_play + void}{f', {void} void' if void else ''}"

    @property
    def pips(self) -> int:
        """How many of the nine pips are filled; all once the game came to its own end."""
        played, to_play = self.sheet.played, self.to_play
        if self.over and (self.sheet.only_totals or self.sheet.ended is None):
            return PIPS
        if to_play is None:
            return min(played, PIPS)
        return PIPS * played // to_play if to_play else 0

    # Counters and money.

    @cached_property
    def currency(self) -> str:
        """The currency of the club; "" where money is counted in coins."""
        return club_here().currency

    @cached_property
    def worth(self) -> list[str]:
        """The result of each side in money, "+£0.05"; "" where counters are worth nothing."""
        shares = shares_of(self.sheet)
        if shares is None or rate_of(self.start.rules) is None:
            return [""] * len(self.nets)
        coins = [0] * len(self.nets)
        for seat, share in enumerate(shares):
            coins[self.start.sides[seat]] += share.money or 0
        return [signed_money(won, self.currency) for won in coins]

    @property
    def won(self) -> list[str]:
        """The result of each side: "won 10 counters, +£0.05"; of totals alone no money."""
        results = []
        for net, worth in zip(self.nets, self.worth, strict=True):
            result = "neither won nor lost"
            if net:
                result = f"{'won' if net > 0 else 'lost'} {in_units(abs(net), 'counters')}"
            results.append(f"{result}, {worth}" if worth else result)
        return results

    @property
    def rounding(self) -> str:
        """The worth of counters, where that is no whole number of coins; else ""."""
        rate = rate_of(self.start.rules)
        if rate is None or rate["pays"] % rate["counters"] == 0:
            return ""
        counters, pays = counted(rate["counters"], "counter"), money(rate["pays"], self.currency)
        coin = money(1, self.currency)
        return f"{counters} pay {pays}, rounded to {'whole coins' if not self.currency else coin}."

    @property
    def held(self) -> list[str]:
        """The counters that each side holds in the end: "holds 46, bought 36"."""
        held = []
        for row in sorted(self.rows, key=lambda row: row.side):
            # A debt is among the marks.
            holds = f"holds {row.total}" if row.total >= 0 else ""
            held.append(", ".join(filter(None, (holds, *row.marks))))
        return held

    # What is known of the deals.

    @cached_property
    def names_of_deals(self) -> dict[str, str]:
        """The text that stays in the row of each deal, such as its name, by its id."""
        return names_of_deals(self.sheet)

    def fault_of(self, deal: SheetDeal) -> str:
        """Why a deal does not fit the rules, as a sentence; "" where it does."""
        fault = self.sheet.faults.get(deal.id)
        if fault is None:
            return ""
        seat, names = fault.seat, self.answer_words(self.names_of(deal.sitters))
        whose = "" if seat is None else f"{names.whose('seat', seat)}: "
        return f"Deal {deal.number} does not fit the rules: {whose}{sentence_of(fault)}"

    @cached_property
    def faults(self) -> list[tuple[SheetDeal | None, str]]:
        """The deals that do not fit the rules, and other entries that count for nothing."""
        deals = {deal.id: deal for deal in (*self.sheet.deals, *self.sheet.behind_the_end)}
        numbers = {entry.id: entry.number for entry in self.game.entries}
        nothing = "Entry {} of the book counts for nothing: {}"
        return [
            (deals[id], self.fault_of(deals[id]))
            if id in deals
            else (None, nothing.format(numbers[id], sentence_of(fault)))
            for id, fault in self.sheet.faults.items()
        ]

    def stand_ins_of(self, deal: SheetDeal) -> list[str]:
        """The answers of stand-ins in a deal, a sentence each: "The dummy bid 4, took 3."."""
        words = self.answer_words(self.names_of(deal.sitters))
        answers = words.answers_of_stand_ins(deal.facts)
        return [f"{upper_first(answer)}." for answer in answers]

    def reasons_of(self, deal: SheetDeal, side: int) -> tuple[list[tuple[str, int]], list[str]]:
        """The lines of a side as sentences with their points, and the pieces of their sum."""
        reasons, names = self.start.words("reasons"), self.answer_words(self.names_of(deal.sitters))
        lines = [line for line in deal.lines if line.side == side]
        says = [reason(reasons, line.key, line.numbers, names.sides) for line in lines]
        sums = [working(reasons, line.key, line.numbers) for line in lines]
        points = [line.points for line in lines]
        return list(zip(says, points, strict=True)), list(filter(None, sums))

    def notes_of(self, deal: SheetDeal) -> list[str]:
        """The notes of each side besides its lines: "Taken: High, Nine", or that it is void."""
        if deal.facts.void:
            again = upper_first(self.entry_words.scores(deal))
            return [f"{again}."] * self.start.number_of_sides
        taken: list[dict[str, list[str]]] = [{} for _ in range(self.start.number_of_sides)]
        for ask in self.start.asks:
            side, words = deal.facts.answers.get(ask.key), words_of(self.start, ask)
            if ask.group and ask.kind == "side" and side is not None:
                taken[side].setdefault(ask.group, []).append(words.get("title", words["what"]))
        return [
            "; ".join(f"{upper_first(key)}: {', '.join(each)}" for key, each in groups.items())
            for groups in taken
        ]

    def held_cards(self, deal: SheetDeal, seat: int) -> Markup | str:
        """The cards of a seat, drawn; "" where only their sum was noted."""
        for ask in self.start.asks:
            hands = deal.facts.answers.get(ask.key) or ()
            if isinstance(ask, Hands) and seat < len(hands) and hands[seat].cards:
                return draw_hand(hands[seat].cards)
        return ""

    @property
    def rules(self) -> list[HouseRule]:
        """The house rules in force that matter; of totals alone none, unless a file named any."""
        rules = house_rules(
            self.start.variant,
            vars(self.start.rules),
            lambda amount: money(amount, self.currency),
            len(self.start.order),
        )
        if self.sheet.only_totals and all(rule.usual for rule in rules):
            return []
        # The heading has the title already.
        return [rule for rule in rules if rule.matters and not rule.names_game]


def deals_due(start: ResolvedStart) -> int | None:
    """How many deals a game that begins like this has at most; None where nobody knows."""
    first = start.variant.after(start.table(start.first_dealer), None, start.carry, 0)
    return first.left if isinstance(first, Next) else None


def game_context(game: GameRead) -> dict[str, Any]:
    """The game, its sheet and its words, for every page of a game."""
    kind = kind_of(game.sheet.start)
    words = {**WORDS["variants"][game.variant], "title": kind.title}
    return {"game": game, "sheet": SheetView(game), "variant": words, "kind": kind}
