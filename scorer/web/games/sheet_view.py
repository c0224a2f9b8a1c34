"""The sheet of a game, as its pages and its phone's modules show it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.rules.answers import AnswerWords, words_of
from scorer.rules.counter_value import nets_of, shares_of
from scorer.rules.entries import Entry, Sitter
from scorer.rules.fold import to_undo
from scorer.rules.in_play import OF_DEAL
from scorer.rules.kinds import kind_of
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.types import Next, SheetDeal
from scorer.rules.words import WORDS, counted, fill
from scorer.services.games.read import GameRead
from scorer.services.statistics.story import story_of, who_sat_there
from scorer.web.access import club_here
from scorer.web.drawing.looks import Look, looks_of
from scorer.web.formats import money, ordinal, signed_money
from scorer.web.forms import usual_whys
from scorer.web.games.book_view import EntrySentences
from scorer.web.games.counters_view import CountersView, MoveRow, move_rows
from scorer.web.games.deals_table import DealRow, DealsTable, PartRow, TableLine, cells_of
from scorer.web.games.shown import (
    Pips,
    ShownView,
    answers_in_row,
    first_prompt,
    noted_in_play,
    offered_before,
    shown_in_rows,
    shown_of_side,
    shown_of_table,
    stands_alone_now,
)
from scorer.web.games.summary import goal_of, headline, leaders_of, summary
from scorer.web.names import isolate_rtl, listed
from scorer.web.rules.house_rules import HouseRule, house_rules
from scorer.web.rules.pack_recipe import recipe

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
    deal has cost already, and `after` what it had after the last deal; `in_part` is what it has
    in the game of a match that is being played. `marks` are words at the name, `shows` at
    the total, and `pips` are counted by the game.
    """

    side: int
    name: str
    members: tuple[Member, ...]
    total: int
    after: int
    place: str
    last: tuple[int, ...] = ()
    in_front: bool = False
    won: bool = False
    in_part: int | None = None
    marks: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    pips: tuple[Pips, ...] = ()

    @property
    def seat(self) -> int:
        """The first seat of the side."""
        return self.members[0].seat


@dataclass(frozen=True, eq=False)
class SheetView:
    """A game, ready to be written down; rows and each deal's cells are sides, and go clockwise.

    Each part is worked out once, when it is first asked for, so a page that only names people
    builds no rows. Money is written `in_currency`: "" for coins, None for that of the club.
    """

    game: GameRead
    in_currency: str | None = None

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet, with what is open to all of the deal in play."""
        return self.game.in_play.on_sheet() if self.game.in_play else self.game.sheet

    @cached_property
    def sentences(self) -> EntrySentences:
        """Says in words what the entries of the game say."""
        return EntrySentences(self.game)

    def names_of(self, sitters: tuple[Sitter, ...]) -> tuple[str, ...]:
        """The names of these people, by seat; worked out once for each table of people."""
        return self.sentences.names_of(sitters)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the people who sit here now, by seat."""
        return self.names_of(self.sheet.sitters)

    @cached_property
    def looks(self) -> list[Look]:
        """The colour and mark of everybody who sits here now, by seat."""
        return looks_of(self.game.numbers[sitter.player] for sitter in self.sheet.sitters)

    @cached_property
    def side_names(self) -> tuple[str, ...]:
        """The names of the sides, by side: "Ann and Cat" for partners."""
        return self.names_of_sides(self.names)

    def names_of_sides(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names of the sides where these are the names of the seats."""
        start = self.sheet.start
        if not start.by_sides:
            return names
        sides = map(start.seats_of, range(start.number_of_sides))
        return tuple(listed([names[seat] for seat in seats]) for seats in sides)

    @property
    def prompt(self) -> str:
        """The question that a tap on a row answers; empty where it only opens the pad."""
        ask, in_play = first_prompt(self.sheet.start), self.game.in_play
        if ask is None or (in_play and (ask.key, OF_DEAL) in in_play.values):
            return ""
        return str(words_of(self.sheet.start, ask)["prompt"])

    @property
    def to_tap(self) -> str:
        """The hint for a tap on a row or a name, where it answers nothing by itself."""
        if self.sheet.start.by_sides:
            return "Tap a name to score the deal."
        return "Tap a row to score the deal."

    def tap(self, seat: int) -> str:
        """The answer by a tap on this seat, in its address: "out=2", or the side it plays for."""
        ask = first_prompt(self.sheet.start)
        if ask is None:
            return f"seat={seat}"
        return f"{ask.key}={seat if ask.kind == 'seat' else self.sheet.side(seat)}"

    @property
    def alone(self) -> Mapping[str, str]:
        """The flags that are a whole deal, such as "All passed", by the key of their ask."""
        return stands_alone_now(self.sheet)

    @property
    def before_play(self) -> Mapping[str, str]:
        """The buttons for what can be typed before the play, by the key of their ask."""
        return offered_before(self.sheet)

    @cached_property
    def shows(self) -> tuple[ShownView, ...]:
        """The sentences for the whole table: notes, the trump, the reason of a win."""
        noted = noted_in_play(self.sheet, self._answers(self.names))
        return shown_of_table(self.sheet, self.side_names, noted)

    def _answers(self, names: tuple[str, ...]) -> AnswerWords:
        """Says in words what was answered where these are the names of the seats."""
        return AnswerWords(self.sheet.start, tuple(map(isolate_rtl, names)))

    @property
    def part(self) -> int | None:
        """The number of the game of a match that is being played."""
        opening, follows = self.sheet.opening, self.sheet.follows
        return follows.part.number if opening and follows.part else None

    @property
    def running(self) -> bool:
        """Whether each deal's score has the running total with it."""
        return bool(WORDS["variants"][self.game.variant].get("running_totals"))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.sheet.over

    @property
    def to_play(self) -> int | None:
        """How many deals the whole game has, without void ones; None where nobody knew."""
        sheet = self.sheet
        return None if sheet.over and sheet.to_play != deals_due(sheet.start) else sheet.to_play

    @property
    def deals_played(self) -> str:
        """How many deals were played, of how many, and the void ones: "3 of 4 deals, 1 void"."""
        played = self.sheet.played
        deals = f"{played} of {self.to_play} deals" if self.to_play else counted(played, "deal")
        void = len(self.sheet.deals) - played
        return f"{deals}, {void} void" if void else deals

    @property
    def number(self) -> int:
        """The place of the next deal on the sheet, or of the last one of a game that is over."""
        opening = self.sheet.opening
        return opening.number if opening else len(self.sheet.deals)

    @property
    def of(self) -> str:
        """The number of deals behind that of the next one; void deals do not count."""
        sheet = self.sheet
        if sheet.to_play is None:
            return ""
        if sheet.played == len(sheet.deals):
            return f"of {sheet.to_play}"
        return f"· {sheet.played} of {sheet.to_play} played"

    @property
    def called(self) -> str:
        """The name that the table gave its game; empty where it gave none."""
        return kind_of(self.sheet.start).name

    @property
    def pips(self) -> int:
        """How many of the nine pips are filled: all where the game came to its own end."""
        if self.over and (self.sheet.only_totals or self.sheet.ended is None):
            return PIPS
        return pips_of(self.sheet.played, self.to_play)

    @property
    def dealer(self) -> str:
        """The name of the next dealer."""
        opening = self.sheet.opening
        return self.names[opening.table.dealer] if opening else ""

    @property
    def eldest(self) -> str:
        """The name of the next eldest hand; "" where the game does not say."""
        opening = self.sheet.opening
        leads = self.sheet.start.variant.eldest_leads
        return self.names[opening.table.eldest] if opening and leads else ""

    @cached_property
    def headline(self) -> str:
        """The winners of a finished game, in words."""
        return headline(self.sheet, self.side_names)

    @cached_property
    def summary(self) -> str:
        """How the game stands, or who won it and why."""
        reasons = [shown.says for shown in self.shows] if self.over else []
        return " ".join([summary(self.sheet, self.side_names), *reasons])

    @cached_property
    def story(self) -> str:
        """How a finished game was won; "" where there is nothing to tell."""
        story = story_of(self.sheet)
        names = (
            self.side_names if self.sheet.start.by_sides else tuple(map(isolate_rtl, self.names))
        )
        return story.say(names) if story else ""

    @cached_property
    def sat_there(self) -> tuple[str, ...]:
        """The people of each seat of a winner that changed hands, with their deals."""
        seats = who_sat_there(self.sheet, self.game.same_person)
        return tuple(
            ", ".join(
                sat.say(self._called(sat.sitter), begins=at == 0) for at, sat in enumerate(seat)
            )
            + "."
            for seat in seats
        )

    @property
    def goal(self) -> str:
        """The goal of the game, such as "lowest total wins"."""
        return goal_of(self.sheet.start)

    @cached_property
    def pooled(self) -> CountersView | None:
        """The pools of the game and what moved at its end; None where there are no pools."""
        sheet = self.sheet
        if sheet.start.unit != "counters" and not sheet.now.pools:
            return None
        return CountersView(sheet, self.side_names)

    @property
    def counters(self) -> CountersView | None:
        """The counters of the game; None where it is not played for any."""
        return self.pooled if self.sheet.start.unit == "counters" else None

    @cached_property
    def outcome(self) -> str:
        """The reason of the win; "" where the counters of the sides say it."""
        says_more = self.sheet.only_totals or self.sheet.left != 0 or not self.counters
        return self.summary if says_more else ""

    @cached_property
    def won(self) -> tuple[str, ...]:
        """The result of each side in counters, "won 10, +£0.05"; of totals alone no money."""
        results = []
        for net, worth in zip(self.nets, self.worth, strict=True):
            if net > 0:
                words = f"won {net}"
            elif net:
                words = f"lost {-net}"
            else:
                words = "neither won nor lost"
            results.append(f"{words}, {worth}" if worth else words)
        return tuple(results)

    @cached_property
    def nets(self) -> tuple[int, ...]:
        """How many counters each side of a finished game won (+) or lost (−)."""
        return tuple(nets_of(self.sheet) or ())

    @property
    def worth(self) -> tuple[str, ...]:
        """The result of each side in money, "+£0.05"; "" where counters are worth nothing."""
        start, shares, worth = self.sheet.start, shares_of(self.sheet), []
        for side in range(len(self.nets)):
            coins = [shares[seat].money for seat in start.seats_of(side)] if shares else [None]
            known = [each for each in coins if each is not None]
            whole = len(known) == len(coins)
            worth.append(signed_money(sum(known), self.currency) if whole else "")
        return tuple(worth)

    @property
    def held(self) -> tuple[str, ...]:
        """The counters that each side holds in the end, and its result: "holds 46, +£0.05"."""
        rows = sorted(self.rows, key=lambda row: row.side)
        # A debt is among the marks.
        held = [f"holds {row.total}" if row.total >= 0 else "" for row in rows]
        return tuple(
            ", ".join(filter(None, (says, *row.marks, worth)))
            for says, row, worth in zip(held, rows, self.worth, strict=True)
        )

    @cached_property
    def currency(self) -> str:
        """The currency of the club; "" where money is counted in coins."""
        return club_here().currency if self.in_currency is None else self.in_currency

    @cached_property
    def rows(self) -> tuple[SideRow, ...]:
        """The sides, clockwise."""
        sheet = self.sheet
        last = [deal.scores for deal in sheet.deals[-1 if sheet.start.unit == "counters" else -2 :]]
        return tuple(self._row(side, last) for side in sheet.start.sides_in_order)

    @cached_property
    def wide(self) -> bool:
        """Whether numbers are so long that a long name needs a line of its own."""
        numbers = (number for row in self.rows for number in (*row.last, row.total))
        return any(len(str(number)) > LONGEST_NARROW for number in numbers)

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody who plays, clockwise."""
        members = {member.seat: member for row in self.rows for member in row.members}
        return tuple(members[seat] for seat in self.sheet.start.order)

    @cached_property
    def result(self) -> tuple[SideRow, ...]:
        """The sides, the best first."""
        rows = {row.side: row for row in self.rows}
        return tuple(rows[side] for side in self.sheet.standing.sides)

    def _row(self, side: int, last: Sequence[Sequence[int]]) -> SideRow:
        sheet = self.sheet
        members = tuple(map(self._member, sheet.start.seats_of(side)))
        leaders = leaders_of(sheet)
        # Where all are level nobody is in front.
        is_level = len(leaders) == len(sheet.standing.places) and not sheet.over
        placed = (sheet.played or sheet.only_totals) and not is_level
        shows, pips = shown_of_side(sheet, side, self.side_names)
        return SideRow(
            side=side,
            name=self.side_names[side],
            members=members,
            total=sheet.now.totals[side],
            after=sheet.totals[side],
            place=_place_of(sheet.standing.places, side) if placed else "",
            last=tuple(scores[side] for scores in last),
            in_front=not sheet.over and not is_level and side in leaders,
            won=side in sheet.winners,
            in_part=sheet.follows.part.totals[side] if self.part and sheet.follows.part else None,
            marks=self.counters.marks(side) if self.counters else (),
            shows=shows,
            pips=pips,
        )

    def _member(self, seat: int) -> Member:
        game, sheet = self.game, self.sheet
        table = sheet.opening.table if sheet.opening else None
        first = sheet.start.sitters[seat]
        same = game.same_person(sheet.sitters[seat], first)
        return Member(
            seat=seat,
            name=self.names[seat],
            deals=table is not None and table.dealer == seat,
            leads=bool(self.eldest) and table is not None and table.eldest == seat,
            took_over="" if same else game.name_of(first),
        )

    @cached_property
    def deals(self) -> tuple[DealRow, ...]:
        """The deals, the first one first."""
        return self._deals(self.sheet.deals, self.sheet.start.sitters)

    @cached_property
    def behind_the_end(self) -> tuple[DealRow, ...]:
        """The deals that a correction has moved behind the end; they count nowhere."""
        sheet = self.sheet
        before = sheet.deals[-1].sitters if sheet.deals else sheet.start.sitters
        return self._deals(sheet.behind_the_end, before)

    def _deals(self, deals: Sequence[SheetDeal], before: tuple[Sitter, ...]) -> tuple[DealRow, ...]:
        sitters = (before, *(deal.sitters for deal in deals))
        return tuple(map(self._deal, deals, sitters))

    def _deal(self, deal: SheetDeal, before: tuple[Sitter, ...]) -> DealRow:
        names = self.names_of(deal.sitters)
        news = [
            f"{self._called(now)} sits down for {self._called(then)}"
            for now, then in zip(deal.sitters, before, strict=True)
            if not self.game.same_person(now, then)
        ]
        start, sides = self.sheet.start, self.names_of_sides(names)
        return DealRow(
            id=deal.id,
            number=deal.number,
            cells=cells_of(deal, start),
            void=deal.facts.void,
            news="; ".join(news),
            moved=move_rows(deal.movements, start.sides_in_order, sides),
            says=" · ".join(
                filter(
                    None,
                    (self.named(deal), answers_in_row(deal, self._answers(names))),
                )
            ),
            pools=tuple(deal.carry.pools.values()),
            part=self._ended_parts.get(deal.id),
        )

    def stand_ins_of(self, deal: SheetDeal) -> list[str]:
        """The answers of stand-ins in a deal, a sentence each: "The dummy bid 4, took 3."."""
        answers = self._answers(self.names_of(deal.sitters)).answers_of_stand_ins(deal.facts)
        return [f"{words[:1].upper()}{words[1:]}." for words in answers]

    def named(self, deal: SheetDeal) -> str:
        """The text that stays in the row of a deal, such as its name."""
        return self._shown.get(deal.id, "")

    @cached_property
    def _shown(self) -> Mapping[str, str]:
        """The text that stays in the row of each deal, by its id."""
        return shown_in_rows(self.sheet)

    @cached_property
    def _ended_parts(self) -> Mapping[str, PartRow]:
        """The games of a match that are over, by the deal that ended each."""
        start, ended = self.sheet.start, {}
        number, began = 1, start.carry.totals
        for deal in self.sheet.deals:
            part = deal.follows.part
            if part is None or (isinstance(deal.follows, Next) and part.number == number):
                continue
            totals = [deal.carry.totals[side] - began[side] for side in start.sides_in_order]
            ended[deal.id] = PartRow(number, tuple(totals))
            number, began = part.number, deal.carry.totals
        return ended

    def _called(self, sitter: Sitter) -> str:
        return isolate_rtl(self.game.name_of(sitter))

    @cached_property
    def since(self) -> tuple[MoveRow, ...]:
        """The movements after the last deal."""
        sides = self.sheet.start.sides_in_order
        return move_rows(self.sheet.since, sides, self.side_names)

    @cached_property
    def table(self) -> DealsTable:
        """All deals, and what they come to."""
        table = DealsTable(
            sides=len(self.rows),
            pools=len(self.pooled.pools) if self.pooled else 0,
            running=self.running,
            signed=self.sheet.start.unit == "counters",
            deals=self.deals,
            since=self.since,
            behind=self.behind_the_end,
        )
        start = self.sheet.start
        brought = [start.carry.totals[side] for side in start.sides_in_order]
        if self.counters or any(brought):
            title = "Start" if self.counters else "Carried"
            table.first = (table.plain("brought", title, brought),)
        table.begun = tuple(self._begun(table))
        table.foot = tuple(self._foot(table))
        return table

    def _begun(self, table: DealsTable) -> Iterator[TableLine]:
        """The lines of what the next deal has moved, so that the totals are those of the rows."""
        opening, carry = self.sheet.opening, self.sheet.carry
        if opening is None:
            return
        so_far = f"Deal {self.number} so far"
        laid = WORDS["variants"][self.game.variant].get("laid_before", so_far)
        parts = (fill(laid, {"number": self.number}), opening.paid), (so_far, opening.moved)
        for title, lines in parts:
            carry = carry.after(lines)
            moved = [sum(it.points for it in lines if it.side == row.side) for row in self.rows]
            if any(moved):
                yield table.moved("begun", title, moved, tuple(carry.pools.values()))

    def _foot(self, table: DealsTable) -> Iterator[TableLine]:
        sheet = self.sheet
        totals = [row.after if sheet.over else row.total for row in self.rows]
        pools = (sheet.carry if sheet.over else sheet.now).pools
        yield table.plain("total", "Total", totals, tuple(pools.values()))
        if self.pooled and self.pooled.closing:
            closed = [self.pooled.closed[row.side] for row in self.rows]
            left = [pool.amount for pool in self.pooled.pools]
            yield table.moved("closing", self.pooled.closing_title, closed, left)
            yield table.plain("total", "End", [row.total for row in self.rows], left)

    @cached_property
    def recipe(self) -> str:
        """How to build the pack."""
        start = self.sheet.start
        return recipe(start.variant, len(start.order), start.rules)

    @cached_property
    def rules(self) -> list[HouseRule]:
        """The house rules in force that matter; of totals alone none, unless a file named any."""
        start = self.sheet.start
        rules = house_rules(
            start.variant,
            vars(start.rules),
            lambda amount: money(amount, self.currency),
            len(start.order),
        )
        if self.sheet.only_totals and all(rule.usual for rule in rules):
            return []
        # The heading has the title already.
        return [rule for rule in rules if rule.matters and not rule.names_game]

    @cached_property
    def undo(self) -> Entry | None:
        """The newest entry that can be taken back."""
        return to_undo(self.game.entries)


def deals_due(start: ResolvedStart) -> int | None:
    """How many deals a game that begins like this has at most; None where nobody knows."""
    first = start.variant.after(start.table(start.first_dealer), None, start.carry, 0)
    return first.left if isinstance(first, Next) else None


def pips_of(played: int, to_play: int | None) -> int:
    """How many of the nine pips are filled; all only once the last deal is in."""
    if to_play is None:
        return min(played, PIPS)
    return PIPS * played // to_play if to_play else 0


def _place_of(places: Sequence[int], side: int) -> str:
    """The place of a side as people write it: "1st", or "2nd=" where it is shared."""
    return f"{ordinal(places[side])}{'=' if places.count(places[side]) > 1 else ''}"


def context_of(view: SheetView) -> dict[str, Any]:
    """The game, its sheet and its words, for every page of a game."""
    game = view.game
    words = {**WORDS["variants"][game.variant], "title": kind_of(game.sheet.start).title}
    return {"game": game, "sheet": view, "variant": words, "usual_why": usual_whys()[0]}


def game_context(game: GameRead, currency: str | None = None) -> dict[str, Any]:
    """The same of a game that was only read."""
    return context_of(SheetView(game, currency))
