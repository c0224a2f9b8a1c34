"""A game in words and numbers, as all its pages show it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from markupsafe import Markup

from scorer.rules.answer_words import AnswerWords
from scorer.rules.asks import Hands
from scorer.rules.counter_value import nets_of, shares_of
from scorer.rules.entries import NOBODY, ChangeTable
from scorer.rules.fold import to_undo
from scorer.rules.house_rules import rate_of, rule_in_words
from scorer.rules.in_play import OF_DEAL
from scorer.rules.sheet import Sheet, standing_of
from scorer.rules.start import ResolvedStart
from scorer.rules.table import clockwise_from
from scorer.rules.types import Next, SheetDeal, Shown
from scorer.rules.variant import next_dealer
from scorer.rules.words import WORDS, counted, fill, list_names, reason, say, working
from scorer.services.games.read import GameRead
from scorer.services.statistics.story import story_of, who_sat_there
from scorer.web.access import club_here
from scorer.web.drawing.looks import looks_in_game
from scorer.web.errors import sentence_of
from scorer.web.formats import (
    NO_BREAK_SPACE,
    draw_hand,
    in_units,
    in_words,
    money,
    ordinal,
    points,
    score_format,
    signed_money,
    upper_first,
)
from scorer.web.games.counter_view import counters_of, usual_totals
from scorer.web.games.game_words import game_words
from scorer.web.names import isolate_rtl, listed, name_of, shown_names

PIPS = 9
# So many signs of a score leave room for a long name on the same line of a phone.
LONGEST_NARROW = 3
# More people than this are counted, not named.
MAX_NAMED = 3
VOID = "void, dealt again"


class SheetView:
    """A game as plain data for its templates; what goes by side goes clockwise in `rows`.

    A seat is a side where each plays for itself. `left` are rows of who has left, and `columns`
    are both. `sheet` has what is open to all of the deal in
    play. `number`, `dealer` and `eldest` are of the deal that comes next; `number` is the last one
    of a game that is over, and `eldest` is "" where the game does not say what it does first.
    `to_play` is None where nobody knew how many deals there are.
    """

    def __init__(self, game: GameRead, currency: str = "") -> None:
        in_play = game.in_play if game.answer_rows else None
        self.game, self.sheet = game, in_play.on_sheet() if in_play else game.sheet
        sheet, start, table = self.sheet, self.sheet.start, self.sheet.table
        self.start, self.table, self.over, opening = start, table, sheet.over, sheet.opening
        self.currency, self.words = currency, game_words(start, table.players, currency)

        self.names = shown_names(sheet.sitters, game.names)
        self.answer_words = AnswerWords(start, tuple(map(isolate_rtl, self.names)), draw_hand)
        # The names of the sides, ready for a sentence, as those of partners always are.
        self.in_text = self.answer_words.sides
        self.side_names = self.in_text if table.by_sides else self.names
        self.looks = looks_in_game(sheet, game.people)

        self.number = opening.number if opening else len(sheet.deals)
        self.dealer = self.names[table.dealer] if opening else ""
        self.eldest, self.eldest_does = "", self.words.variant.get("eldest", "")
        leads = table.eldest if start.variant.eldest_leads else None
        if leads is not None:
            self.eldest_does = "leads"
        # Who bids first says nothing any more once a bid is noted.
        if opening and self.eldest_does and (self.eldest_does == "leads" or not opening.noted):
            self.eldest = self.names[table.eldest]
        # The game of a match that is being played.
        self.part = sheet.follows.part if opening else None
        due = start.follows.left if isinstance(start.follows, Next) else None
        self.to_play = None if self.over and sheet.to_play != due else sheet.to_play
        self.pips = self._count_pips()
        void = len(sheet.deals) - sheet.played
        has_void = f", {void}{NO_BREAK_SPACE}void" if void else ""
        # "of 5, 1 void" behind the number of the next deal, and "3 of 4 deals, 1 void".
        self.of_deals = "" if sheet.to_play is None else f"of {sheet.to_play + void}{has_void}"
        of_all = f"{sheet.played} of {self.to_play} deals"
        self.deals_played = (of_all if self.to_play else counted(sheet.played, "deal")) + has_void

        has_pools = start.unit == "counters" or sheet.now.pools
        self.pooled = counters_of(sheet, self.side_names) if has_pools else None
        self.counters = self.pooled if start.unit == "counters" else None
        entries = (entry for entry in game.book.order if entry.id not in sheet.refused)
        changes = [entry.body for entry in entries if isinstance(entry.body, ChangeTable)]
        # A table of each number of people that this game had, once anybody has joined or left.
        players = {len(start.order), *(len(change.seats) for change in changes)}
        self.tables = start.tables(players) if changes else {}
        # Who has begun in each seat.
        joined = {join.seat: join.sitter for change in changes for join in change.joins}
        first = dict(enumerate(start.sitters)) | joined
        rests = self.words.variant.get("rests", "rests")
        self.members = [
            {
                "seat": seat,
                "name": self.names[seat],
                "deals": not self.over and seat == table.dealer,
                "leads": not self.over and seat == leads,
                # Why nothing is asked of who sits there and is not dealt to.
                "rests": rests if seat in table.resting and not self.over else "",
                "took_over": ""
                if game.same_person(sheet.sitters[seat], first[seat])
                else name_of(first[seat].player, game.name_of(first[seat])),
            }
            for seat in table.order
        ]
        self.columns = list(self._rows())
        sides = len(table.sides_in_order)
        self.rows, self.left = self.columns[:sides], self.columns[sides:]
        by_side = {row["side"]: row for row in self.columns}
        # The best first.
        self.result = [by_side[side] for side in sheet.standing.sides]
        # Whether numbers are so long that a long name needs a line of its own.
        numbers = [number for row in self.columns for number in (*row["last"], row["total"])]
        self.wide = max(len(str(number)) for number in numbers) > LONGEST_NARROW

        self.sentences = sentences_of_table(self)
        reasons = [sentence["text"] for sentence in self.sentences] if self.over else []
        if self.tables and opening and sheet.deals:
            reasons += self._passed_over()
        self.summary = " ".join([summary(sheet, self.in_text), *reasons])
        # Of totals alone there are none, unless a file named any.
        self.rules = [] if sheet.only_totals and self.words.are_usual else self.words.rules
        # The newest entry that can be taken back.
        self.undo = to_undo(game.entries)
        self.faults = dict(self._faults()) if sheet.faults else {}
        if self.over:
            self._add_result()

    def _passed_over(self) -> Iterator[str]:
        """Who has dealt as often as is due, and so does not deal next."""
        last, table = self.sheet.deals[-1], self.table
        turns = clockwise_from(last.table.order, next_dealer(last.table, last.facts))
        passed = takewhile(lambda seat: seat != table.dealer, turns)
        if names := [self.in_text[seat] for seat in passed if seat in table.dealt]:
            yield f"{list_names(names)} need not deal again."

    def _add_result(self) -> None:
        """How a finished game was won, and what it is worth."""
        sheet, game = self.sheet, self.game
        self.headline = headline(sheet, self.in_text)
        # How many counters each side won (+) or lost (−).
        self.nets = nets_of(sheet) or ()
        # The people of each seat of a winner that changed hands, with their deals.
        self.sat_there = who_sat_there(
            sheet, game.same_person, lambda it: isolate_rtl(name_of(it.player, game.name_of(it)))
        )
        # Where the table says why, or others have as many, that is told in place of how.
        totals, winners = sheet.standing.totals, sheet.winners
        best, others = {totals[side] for side in winners}, {*sheet.standing.sides} - {*winners}
        is_level = any(totals[side] in best for side in others)
        is_explained = self.sat_there or self.sentences or is_level
        self.story = "" if is_explained else story_of(sheet, self.in_text)
        # The reason of the win, where neither that nor the counters of the sides say it.
        says_more = sheet.only_totals or sheet.left != 0 or not self.counters
        self.outcome = self.summary if says_more and not self.story else ""
        # The result of each side in money, "+£0.05"; "" where counters are worth nothing.
        rate, shares = rate_of(self.start.rules), shares_of(sheet)
        self.worth = [""] * len(self.nets)
        if shares is not None and rate is not None:
            coins = [0] * len(self.nets)
            for seat, share in enumerate(shares):
                coins[self.table.sides[seat]] += share.money or 0
            self.worth = [signed_money(won, self.currency) for won in coins]
        # "won 10 counters, +£0.05"; of totals alone no money.
        self.won = []
        for net, worth in zip(self.nets, self.worth, strict=True):
            won = f"{'won' if net > 0 else 'lost'} {in_units(abs(net), 'counters')}"
            result = won if net else "neither won nor lost"
            self.won.append(f"{result}, {worth}" if worth else result)
        # "holds 46, bought 36"; a debt is among the marks.
        self.held = [""] * len(self.side_names)
        for row in self.columns:
            holds = [f"holds {row['total']}"] if row["total"] >= 0 else []
            self.held[row["side"]] = ", ".join([*holds, *row["marks"]])
        # The worth of counters, where that is no whole number of coins.
        self.rounding = ""
        if rate is not None and rate["pays"] % rate["counters"]:
            of, pays = counted(rate["counters"], "counter"), money(rate["pays"], self.currency)
            coin = money(1, self.currency) if self.currency else "whole coins"
            self.rounding = f"{of} pay {pays}, rounded to {coin}."

    def _rows(self) -> Iterator[dict[str, Any]]:
        """The sides: who plays for each, what it did last, how it stands; who has left comes last.

        `total` is what a side has now, with what the next deal has cost already, and `in_part` what
        it has in the game of a match. `put_in` and `marks` are words at the name, `words` at the
        total, and `pips` are counted by the game.
        """
        sheet, counters, standing = self.sheet, self.counters, self.sheet.standing
        leaders = standing.leaders if sheet.played else ()
        # Where all are level nobody is in front.
        is_level = len(leaders) == len(self.table.sides_in_order) and not self.over
        has_places = (sheet.played or sheet.only_totals) and not is_level
        texts, pips = defaultdict[Any, list[str]](list), defaultdict[Any, list[Any]](list)
        for shown in (it for it in sheet.follows.shows if it.side is not None):
            words = words_of_shown(self.start, shown)
            text = fill(words["says"], {"side": shown.side, **shown.numbers}, self.in_text)
            if "pips" in words:
                pips[shown.side].append({"count": shown.numbers[words["pips"]], "words": text})
            elif not self.over:
                texts[shown.side].append(text)
        of_seat = {member["seat"]: member for member in self.members}
        here, sitters = self.table.sides_in_order, sheet.sitters
        left: list[int] = []
        if not self.table.by_sides and len(sitters) > len(here):
            left = [at for at, it in enumerate(sitters) if at not in here and it != NOBODY]
        lately = sheet.deals[-3:]
        for side in (*here, *left):
            total, place = sheet.now.totals[side], standing.places[side]
            members = [of_seat[seat] for seat in self.table.seats_of(side)]
            members = members or [{"seat": side, "name": self.names[side]}]
            is_shared = standing.places.count(place) > 1
            # What was bought or lent wins nothing.
            if counters and not self.over and standing.totals[side] != total:
                texts[side].append(f"{points(standing.totals[side])} own")
            # Of deals that somebody was not dealt only what they brought.
            last = [
                deal
                for deal in lately
                if place and side in deal.table.sides_in_order
                if side in deal.table.dealt_sides or deal.scores_of_play[side]
            ]
            yield {
                "side": side,
                "seat": members[0]["seat"],
                "name": self.side_names[side],
                "members": members,
                "total": total,
                "place": f"{ordinal(place)}{'=' if is_shared else ''}"
                if has_places and place
                else "",
                "last": [it.scores_of_play[side] for it in last],
                "in_front": not self.over and not is_level and side in leaders,
                "won": side in sheet.winners,
                "in_part": self.part.totals[side] if self.part else None,
                "put_in": self.pooled["put_in_by"].get(side, "") if self.pooled else "",
                "marks": counters["marks"][side] if counters else [],
                "words": texts[side],
                "pips": pips[side],
            }

    @property
    def table_changes(self) -> dict[str, str]:
        """Whether somebody can join or leave: "", or by how many the game can go on instead."""
        now, can = self.table.players, self.words.changes_to
        if not can:
            return {}
        most = f"{'up to' if can[1:] else 'only for'} {in_words(can[-1])}{self.words.why_no_more}"
        return {
            "Somebody joins": "" if now + 1 in can else most,
            "Somebody leaves": "" if now - 1 in can else f"{in_words(can[0])} at least",
        }

    def _count_pips(self) -> int:
        """How many of the nine pips are filled; all once the game came to its own end."""
        sheet = self.sheet
        if self.over and (sheet.only_totals or sheet.ended is None):
            return PIPS
        if self.to_play is None:
            return min(sheet.played, PIPS)
        return PIPS * sheet.played // self.to_play if self.to_play else 0

    def _faults(self) -> Iterator[tuple[str, tuple[SheetDeal | None, str]]]:
        """The deals that do not fit the rules, and other entries that count for nothing, by id."""
        numbers = {entry.id: entry.number for entry in self.game.entries}
        for id, fault in self.sheet.faults.items():
            says, deal = sentence_of(fault), self.sheet.find_deal(id)
            if deal is None:
                yield id, (None, f"Entry {numbers[id]} of the book counts for nothing: {says}")
                continue
            names = self.words_at(deal)
            whose = "" if fault.seat is None else f"{names.whose('seat', fault.seat)}: "
            yield id, (deal, f"Deal {deal.number} does not fit the rules: {whose}{says}")

    def names_at(self, deal: SheetDeal) -> tuple[str, ...]:
        """The names of who sat there in a deal, by seat."""
        if deal.sitters == self.sheet.sitters:
            return self.names
        return shown_names(deal.sitters, self.game.names)

    def words_at(self, deal: SheetDeal) -> AnswerWords:
        """Says in words what was answered in a deal, under these names."""
        if deal.sitters == self.sheet.sitters:
            return self.answer_words
        return AnswerWords(self.start, tuple(map(isolate_rtl, self.names_at(deal))), draw_hand)


def game_context(game: GameRead) -> dict[str, Any]:
    """The game, its sheet and its words, for every page of a game."""
    view = SheetView(game, club_here().currency)
    return {"game": game, "sheet": view, "variant": view.words.variant, "kind": view.words.kind}


# The sentences for the whole table.


def sentences_of_table(view: SheetView) -> list[dict[str, Any]]:
    """The notes of the deal, the trump, the sentences of the game, and the calls.

    Each is a `text` with its `mark`, and `why`; `aloud` is its text for a screen reader, `ask` the
    key of what was noted, where it can be changed, and `trump` that of the trump.
    """
    sheet, start, follows, opening = view.sheet, view.start, view.sheet.follows, view.sheet.opening
    noted = opening.noted if opening else {}
    noted_before = view.words.noted_before and view.game.in_play
    before = {ask: it for (ask, _), it in noted_before.values.items()} if noted_before else {}
    found = notes_of_deal(view, {**before, **noted}) if before or noted else []
    if opening and isinstance(follows, Next) and follows.trump is not None:
        trump = WORDS["trumps"][follows.trump]
        found.append({"text": trump["says"], "mark": trump["mark"], "trump": follows.trump})
    shows = opening.shows if opening else () if sheet.ended else follows.shows
    for shown in (shown for shown in shows if shown.side is None):
        words = words_of_shown(start, shown)
        text = say(words["says"], shown.numbers, view.in_text)
        if found and words.get("small"):
            found[-1]["why"] = f"{text[:1].lower()}{text[1:]}"
        else:
            aloud = say(words.get("aloud", ""), shown.numbers, view.in_text)
            found.append({"text": text, "aloud": aloud, "is_plain": words.get("plain", False)})
    calls = view.answer_words.in_play_of_each(noted) if noted else ()
    return [*found, *({"text": call} for call in calls)]


def notes_of_deal(view: SheetView, noted: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The notes of the deal itself that have no mark on a row, such as the trump."""
    words, found = view.answer_words, list[dict[str, Any]]()
    for line in view.words.note_lines:
        answers = {ask.key: noted.get(ask.key) for ask in line}
        suit = WORDS["trumps"].get(words.answer(line[0], answers[line[0].key]))
        mark = suit["mark"] if suit else ""
        texts = map(upper_first, words.in_play(answers))
        found += [{"text": text, "mark": mark, "ask": line[0].key} for text in texts]
    return found


def answered_in_words(view: SheetView) -> str:
    """What is noted of the deal in play and who has answered, but no answer of a seat; "" if none.

    It is what is cleared where other people are dealt that deal.
    """
    deal = view.game.in_play
    if deal is None or not deal.answers:
        return ""
    number, sentences = deal.opening.number, list[str]()
    noted = {ask: value for (ask, place), value in deal.values.items() if place == OF_DEAL}
    if texts := view.answer_words.in_play(noted):
        sentences.append(f"Noted of deal {number}: {' · '.join(texts)}.")
    if who := [view.names[seat] for seat in deal.answered_seats()]:
        have = "have" if who[1:] else "has"
        sentences.append(f"{listed(who)} {have} answered for deal {number}.")
    return " ".join(sentences) or f"Something was noted of deal {number}."


def words_of_shown(start: ResolvedStart, shown: Shown) -> dict[str, Any]:
    """The words of something that is shown before a deal."""
    words = start.words("shows")[shown.key]
    return {"says": words} if isinstance(words, str) else dict(words)


# What is said of a deal.


def void_in_words(deal: SheetDeal, start: ResolvedStart) -> str:
    """That a deal is void, and what it leaves in the pools."""
    left = WORDS["variants"][start.variant.key].get("void_leaves")
    if left is None or not any(deal.carry.pools.values()):
        return VOID
    return f"{VOID}; {fill(left, vars(start.rules))}"


def stand_ins_of(deal: SheetDeal, words: AnswerWords) -> list[str]:
    """The answers of stand-ins in a deal, a sentence each: "The dummy bid 4, took 3."."""
    return [f"{upper_first(answer)}." for answer in words.answers_of_stand_ins(deal.facts)]


def rows_of_deal(deal: SheetDeal, words: AnswerWords) -> Iterator[dict[str, Any]]:
    """The sides in a deal, clockwise: what each held and answered, its score, and why.

    `reasons` are sentences with their points, `working` the pieces of their sum, `note` is what the
    side got besides, and `result` that of its bid. `in_all` is the score with what was put in or
    bought, where there was any.
    """
    start, reasons, awards = words.start, words.start.words("reasons"), awards_of(deal, words)
    write = score_format(start.unit)
    for side in deal.table.sides_in_order:
        lines = [line for line in deal.lines if line.side == side]
        sums = (working(reasons, line.key, line.numbers) for line in lines)
        results = (reasons[line.key].get("result") for line in lines)
        by_play, in_all = deal.scores_of_play[side], deal.scores[side]
        yield {
            "side": side,
            "name": words.sides[side],
            "score": write(by_play),
            "in_all": "" if in_all == by_play else write(in_all),
            "total": deal.carry.totals[side],
            "hand": _hand_of(deal, side),
            "answers": words.answers_of_side(side, deal.facts),
            "note": awards[side],
            "reasons": [
                (reason(reasons, line.key, line.numbers, words.sides), line.points)
                for line in lines
            ],
            "working": list(filter(None, sums)),
            "result": next(filter(None, results), ""),
        }


def awards_of(deal: SheetDeal, words: AnswerWords) -> list[str]:
    """What each side got besides its lines: "Taken: High, Nine"."""
    taken: list[dict[str, list[str]]] = [{} for _ in range(max(deal.table.sides) + 1)]
    for ask in deal.table.asks:
        side = deal.facts.answers.get(ask.key)
        if ask.group and ask.kind == "side" and side is not None:
            title = words.of(ask).get("title", words.of(ask)["what"])
            taken[side].setdefault(ask.group, []).append(title)
    return [
        "; ".join(f"{upper_first(key)}: {', '.join(titles)}" for key, titles in groups.items())
        for groups in taken
    ]


def _hand_of(deal: SheetDeal, seat: int) -> Markup | str:
    """The cards of a seat, drawn; "" where only their sum was noted."""
    for ask in deal.table.asks:
        hands = deal.facts.answers.get(ask.key) or ()
        if isinstance(ask, Hands) and seat < len(hands) and hands[seat].cards:
            return draw_hand(hands[seat].cards)
    return ""


# How it stands, or who won it and why, in one sentence; `names` go by side, ready for that.


def goal_of(start: ResolvedStart) -> str:
    """Who wins such a game: "lowest total wins"; some games have a goal of their own."""
    own = WORDS["variants"][start.variant.key].get("goal")
    return fill(own, vars(start.rules)) if own else str(WORDS["units"][start.unit]["goal"])


def headline(sheet: Sheet, names: Sequence[str]) -> str:
    """Who won a finished game: "Dan won"."""
    if not sheet.winners:
        return "Nobody won"
    if len(sheet.winners) == len(sheet.table.sides_in_order):
        return "Everybody shares the win"
    if len(sheet.winners) > 1:
        return f"{_listed(sheet.winners, names, sheet)} share the win"
    return f"{names[sheet.winners[0]]} won"


def summary(sheet: Sheet, names: Sequence[str]) -> str:
    """How the game stands, or who won it and why."""
    if sheet.over:
        return _result(sheet, names)
    left = sheet.left
    deals_left = "" if left is None else f"{counted(left, 'deal')} left"
    if not sheet.played:
        usual = usual_totals(sheet)
        lead, carries = goal_of(sheet.start).capitalize(), sheet.start.carry.totals != usual
        carried = "totals carried over" if carries else ""
        return f"{', '.join(filter(None, (lead, deals_left, carried)))}."
    leaders = sheet.standing.leaders
    if len(leaders) == len(sheet.table.sides_in_order):
        lead = "Level"
    elif len(leaders) > 1:
        lead = f"{_listed(leaders, names, sheet)} are level in front"
    else:
        last = sheet.deals[-1]
        before = standing_of(last.table, sheet.start.unit, last.laid, last.loans)
        new = sheet.played > 1 and leaders[0] not in before.leaders
        many = len(sheet.table.seats_of(leaders[0])) > 1
        verb = f"take{'' if many else 's'} the lead," if new else "are" if many else "is"
        lead = f"{names[leaders[0]]} {verb} {sheet.standing.lead} ahead"
        if any(sheet.now.bought) or sheet.loans:
            lead += ", not counting what was bought or lent"
    return f"{', '.join(filter(None, (lead, deals_left)))}."


def _result(sheet: Sheet, names: Sequence[str]) -> str:
    if not sheet.winners:
        return "Stopped before a deal was scored."
    early = ""
    if sheet.only_totals:
        early = "Only totals were noted."
    elif sheet.left:
        of_all = counted(sheet.played + sheet.left, "deal", str(sheet.to_play))
        early = f"Stopped after {sheet.played} of {of_all}."
    elif sheet.left is None:
        early = f"Stopped after {counted(sheet.played, 'deal')}."
    return " ".join(filter(None, (early, _won(sheet, names))))


def _won(sheet: Sheet, names: Sequence[str]) -> str:
    totals, won = sheet.standing.totals, headline(sheet, names)
    best = totals[sheet.winners[0]]
    best_total = in_units(best, sheet.start.unit)
    if sheet.standing.against_total:
        others = [side for side in sheet.standing.sides if side not in sheet.winners]
        most = totals[others[0]]
        ahead = _listed([side for side in others if totals[side] == most], names, sheet)
        return f"{won}: {best_total} against {points(most)} for {ahead}."
    level = [
        side
        for side in sorted(sheet.standing.sides)
        if totals[side] == best and side not in sheet.winners
    ]
    if level:
        level_with = f"{won}: level with {_all_of(level, names, sheet)} at {points(best)}"
        rule = WORDS["variants"][sheet.start.variant.key].get("tie_rule")
        if rule is None:
            return f"{level_with}."
        value = getattr(sheet.start.rules, rule)
        decided = rule_in_words(sheet.start.variant.key, rule, value)
        return f"{level_with}, and {decided}."
    if len(sheet.winners) > 1:
        return f"{won} with {best_total}."
    runners_up = [side for side, place in enumerate(sheet.standing.places) if place == 2]
    next_best = totals[sheet.standing.sides[1]]
    if len(runners_up) > MAX_NAMED:
        whose = f"{in_words(len(runners_up))} others"
    else:
        whose = _all_of(runners_up, names, sheet)
    own = ", not counting what was bought" if any(sheet.now.bought) else ""
    against = f"{best_total} against {points(next_best)} for {whose}{own}"
    return f"{won} by {sheet.standing.lead}: {against}."


def _listed(sides: Sequence[int], names: Sequence[str], sheet: Sheet) -> str:
    if len(sides) > MAX_NAMED:
        return f"{in_words(len(sides)).capitalize()} players"
    return _all_of(sides, names, sheet)


def _all_of(sides: Sequence[int], names: Sequence[str], sheet: Sheet) -> str:
    """These sides, all named: "Ann and Ben", or "Ann and Cat, and Ben and Dan" of partners."""
    if not sheet.table.by_sides:
        return list_names([names[side] for side in sides])
    if len(sides) == 1:
        return names[sides[0]]
    *first, last = (names[side] for side in sides)
    return f"{', '.join(first)}, and {last}"
