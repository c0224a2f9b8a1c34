"""The deal in play on the sheet: who has answered, and what each seat can say."""

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from typing import Any

from scorer.rules.answer_words import AnswerWords
from scorer.rules.asks import Ask
from scorer.rules.errors import Refused
from scorer.rules.fold import read_deal
from scorer.rules.in_play import (
    OF_DEAL,
    Answer,
    DealInPlay,
    asks_after_play,
    asks_of_own_end,
    asks_of_who_is_out,
    calls_of,
    flags_of_deal,
    is_in_deal,
    names_seat,
    own_asks,
    read_answer,
    seats_at,
    standing,
)
from scorer.rules.types import SheetDeal
from scorer.rules.words import fill
from scorer.services.club.devices import names_of
from scorer.services.games.news import seats_in
from scorer.services.games.read import GameRead
from scorer.services.games.seats_held import held_by
from scorer.web.access import database, state_here
from scorer.web.errors import says, sentence_of
from scorer.web.formats import draw_hand, upper_first
from scorer.web.games.sheet_view import SheetView
from scorer.web.names import isolate_rtl, listed, shown_names

# So many are named whom all wait for.
MAX_NAMES = 3


class OwnAnswers:
    """The deal in play, the same for all phones of a right; `names` go by seat.

    `holders` are the seats that phones hold, and `writers` the names of phones, by device. `marks`
    say how far each seat is, none before the first answer of its own is in. `out_seats` are those
    whose phones may take back who is out.
    """

    def __init__(self, game: GameRead, deal: DealInPlay) -> None:
        self.game, self.deal, self.start, self.state = game, deal, deal.start, state_here()
        self.names = names = shown_names(game.sheet.sitters, game.names)
        self.words = AnswerWords(deal.start, tuple(map(isolate_rtl, names)), draw_hand)
        self.holders = [seat for seat in seats_in(self.state.held) if seat in deal.table.order]
        held = held_by(database(), game.club, game.id) if game.answer_rows else {}
        self._phones = {it: phone for it, phone in held.items() if it in deal.table.order}
        devices = {answer.device for answer in deal.standing.values()}
        self.writers = name_phones(game, self._phones, devices)

        self._asked = {it: places for it in deal.table.order if (places := deal.asked_of(it))}
        self.waiting_seats = deal.waiting_seats()
        self.is_all_in = bool(self._asked) and not self.waiting_seats
        waits = [names[seat] for seat in self.waiting_seats]
        self.waits = f"Waiting for {listed(waits) if len(waits) <= MAX_NAMES else len(waits)}"
        self.misfit = self._find_misfit()
        is_begun = any(place in deal.answers for of in self._asked.values() for place in of)
        self.marks = [self._mark(seat) for seat in self._asked if is_begun or deal.is_play_over]
        self.changes = list(self._changes())
        self._find_who_is_out()
        self.named = dict(self._who_was_named())

        # What anybody still answers after the play, once all bids are in.
        after, own = asks_after_play(deal.start.usual_table(deal.table)), own_asks(deal.table)
        is_bid = all(deal.is_closed(ask) for ask in own if ask.when == "before")
        after = tuple(ask for ask in after if is_bid and (ask.key, OF_DEAL) not in deal.values)
        self.ask_after_play = after[0].key if after else ""
        self.is_own_after_play = any(ask.by == "seat" for ask in after)
        self.subject_after_play = "the result" if after[1:] else ""
        if len(after) == 1:
            self.subject_after_play = self.words.of(after[0])["what"]
        self.has_own_answers = bool(own)
        # That all have answered before the play, and what is next.
        before = [self.words.of(ask) for ask in own if ask.when == "before"]
        sentences = [words["all_answered"] for words in before if "all_answered" in words]
        following = f" Next: {self.subject_after_play}." if self.subject_after_play else ""
        self.all_answered = f"{sentences[0]}.{following}" if sentences and self.is_all_in else ""

        # The ask by which a phone says that its own seat is out; and each call that it can make,
        # with what the seats have called, and what of it counts.
        ends = () if self.who_is_out else asks_of_own_end(deal.table)
        self.own_end = ends[0] if ends else None
        self.calls = []
        for call in calls_of(deal.table) if self.state.held else ():
            called = {at: value for (key, at), value in deal.values.items() if key == call.key}
            self.calls.append((call, called, call.counts(called, deal.table)))
        self.seats = [self._buttons_of(seat) for seat in self.holders]

    def _find_who_is_out(self) -> None:
        """Who is out, or has won: "Ben is out on a red nine"."""
        deal = self.deal
        places = [(ask.key, OF_DEAL) for ask in asks_of_who_is_out(deal.table)]
        out = next((deal.answers[place] for place in places if place in deal.answers), None)
        self.who_is_out, self.out_sentence, self.out_seats = out, "", list[int]()
        # Whether phones turn to their own hands as soon as a seat is out.
        self.all_turn = bool(places and self.state.held & ~self.state.silent)
        self.flags = list[dict[str, Any]]()
        for ask in flags_of_deal(deal.table) if out else ():
            is_on, label = bool(deal.values.get((ask.key, OF_DEAL))), upper_first(self._label(ask))
            self.flags.append(
                {"key": ask.key, "label": label if is_on else f"{label}?", "on": is_on}
            )
        if out is None or out.value is None:
            return
        ask = deal.asks[out.ask]
        order = deal.table.order
        self.out_seats = [it for it in order if names_seat(deal.table, ask, out.value, it)]
        names = self.words.sides if ask.kind == "side" else self.words.names
        template = str(self.words.of(ask).get("chip") or "{name}")
        sentence = fill(template, {"name": names[out.value]})
        on = [self._label(deal.asks[flag["key"]]) for flag in self.flags if flag["on"]]
        self.out_sentence = " ".join([sentence, *on])

    def _who_was_named(self) -> Iterator[tuple[str, str]]:
        """Who was named besides who is out, by the asks: "Eve took the queen"."""
        elsewhere = asks_of_who_is_out(self.deal.table)
        for (key, place), value in self.deal.values.items():
            ask = self.deal.asks[key]
            names_place = place == OF_DEAL and ask.kind in ("seat", "side") and not ask.group
            if names_place and not ask.during and ask not in elsewhere:
                words = self.words.of(ask)
                chip = words.get("chip") or f"{upper_first(words['what'])}: {{name}}"
                yield key, self.words.piece(ask, value, words.get("named", chip))

    def _label(self, ask: Ask[Any]) -> str:
        return str(self.words.of(ask).get("chip") or self.words.of(ask)["what"])

    def _find_misfit(self) -> dict[str, Any] | None:
        fault = self.deal.fault
        if self.deal.does_not_fit:
            return {"sentence": says("hands_do_not_fit"), "seats": {}, "is_hidden": True}
        if fault is None:
            return None
        seats = {seat: self.names[seat] for seat in self.deal.suspect_seats()}
        names = listed(list(seats.values()), "or")
        return {"sentence": sentence_of(fault), "seats": seats, "names": names}

    def _mark(self, seat: int) -> dict[str, Any]:
        deal, state, answers = self.deal, "in", list[str]()
        if seat in self.waiting_seats:
            held, silent = (mask >> seat & 1 for mask in (self.state.held, self.state.silent))
            state = "alone" if not held else "silent" if silent else "waiting"
        else:
            answers = [
                self.words.of_each(deal.asks[row.ask], deal.values[row.ask, row.place])
                for row in self._rows_of(seat)
                if deal.is_shown(row, None) and row.value is not False
            ]
        typed_by = self._typed_by(seat) if state == "in" else ""
        return {"seat": seat, "state": state, "typed_by": typed_by, "answers": ", ".join(answers)}

    def _rows_of(self, seat: int) -> list[Answer]:
        answers, asked = self.deal.answers, self._asked.get(seat, ())
        return [answers[place] for place in asked if place in answers]

    def _typed_by(self, seat: int) -> str:
        device = self._rows_of(seat)[-1].device
        writer = self.writers[device]
        if writer != self.names[seat]:
            return writer
        return "" if self._phones.get(seat, device) == device else "another phone"

    def _changes(self) -> Iterator[str]:
        """What was changed or cleared after all had seen it, with both."""
        for place, row in self.deal.standing.items():
            if not row.was or row.ask not in self.deal.asks:
                continue
            ask, writer = self.deal.asks[row.ask], isolate_rtl(self.writers[row.device])
            whose = "" if row.place == OF_DEAL else f" of {self.words.whose(ask.of, row.place)}"
            with suppress(Refused):  # that cannot be by other house rules
                seen = read_answer(self.deal.asks, self.deal.table, replace(row, value=row.was[0]))
                texts = [self.words.answer(ask, seen)]
                if place in self.deal.values:
                    texts.append(self.words.answer(ask, self.deal.values[place]))
                what = f"{'cleared' if row.cleared else 'changed'} {self.words.of(ask)['what']}"
                yield f"{writer} has {what}{whose}: {' → '.join(texts)}."

    def _buttons_of(self, seat: int) -> dict[str, Any]:
        """The buttons of a seat for its phone: `own` for what is missing, `done` for what is in."""
        asks = self.deal.asks
        rows = [row for row in self._rows_of(seat) if asks[row.ask].is_needed]
        missing = [self.words.of(asks[key]) for key, _ in self.deal.missing_of(seat)]
        answered = [self.words.of(asks[row.ask]) for row in rows]
        closed = [row.ask for row in rows[-1:] if not row.opened]
        changeable = dict(self.deal.changeable(seat))
        is_early = any(self.deal.is_early(ask, seat) for ask in asks.values())
        return {
            "seat": seat,
            # What is asked after the play comes last.
            "own": (missing[-1].get("own") or "Your answer") if missing else "",
            "early": says("others_first") if is_early else "",
            "done": (answered[-1].get("answered") or "It is in") if answered else "",
            "typed_by": self._typed_by(seat) if rows else "",
            "change": next((key for key in closed if key in changeable), ""),
            "stands": any(self.deal.is_closed(asks[row.ask]) for row in rows[-1:]),
            "secret": any(asks[key].shown != "at_once" for key in closed),
        }

    def data(self, *, scoring: bool) -> dict[str, Any]:
        """The same for the phone's modules; a hidden value is in none of it."""
        data = self.who_is_in(scoring=scoring)
        if self.state.held:
            data |= {
                "phones": self.holders,
                "silent": list(seats_in(self.state.silent)),
                "counted": self.deal.is_play_over,
                "out_says": self.out_sentence,
            }
        return data

    def who_is_in(self, *, scoring: bool = False) -> dict[str, Any]:
        """The part of these data that any answer changes."""
        deal = self.deal
        shown = [answer for answer in deal.answers.values() if deal.is_shown(answer, None)]
        data: dict[str, Any] = {
            "in": [[key, place, answer.device] for (key, place), answer in deal.answers.items()],
            "answered": answers_as_data(deal, shown),
        }
        if not self.state.held:
            return data
        asked: list[list[str]] = [[] for _ in self.names]
        for seat, places in self._asked.items():
            own = places if scoring else {*deal.missing_of(seat), *deal.changeable(seat)}
            asked[seat] = [place[0] for place in places if place in own]
        missing = [list(place) for place in deal.missing]
        return {**data, "writers": self.writers, "asked": asked, "missing": missing}

    def elsewhere(self) -> object:
        """The answers that a sheet shows outside `games/_who_is_in.html`, to be compared.

        Where any answer may show there, their counter.
        """
        deal, game = self.deal, self.game
        if not self.state.held or deal.is_complete or deal.fault or self.changes:
            return game.answers_version
        others = {
            place: row.value if deal.is_shown(row, None) else None
            for place, row in deal.answers.items()
            if deal.asks[row.ask].by != "seat"
            or not seats_at(deal.table, deal.asks[row.ask], row.place)
        }
        asked = [ask.key for ask in deal.table.asks if ask.asked]
        closed = [deal.is_closed(ask) for ask in own_asks(deal.table)]
        of_seats = (self._asked, self.is_all_in, bool(self.marks), deal.is_play_over)
        return (others, deal.noted(), asked, deal.needed(), closed, of_seats, game.is_answered)


def own_answers_of(game: GameRead) -> OwnAnswers | None:
    """The deal in play; None where no phone holds a seat and nothing was answered."""
    deal = game.in_play if state_here().held or game.answer_rows else None
    return None if deal is None else OwnAnswers(game, deal)


def name_phones(
    game: GameRead, held: Mapping[int, str] | None = None, devices: Set[str] | None = None
) -> dict[str, str]:
    """The names by id of `devices`, or all of them: of who sits there, where they hold a seat."""
    names, order = shown_names(game.sheet.sitters, game.names), game.sheet.table.order
    if held is None:
        held = held_by(database(), game.club, game.id)
    phones = {device: names[seat] for seat, device in held.items() if seat in order}
    if devices is None or not devices <= phones.keys():
        phones = names_of(database(), game.club) | phones
    return phones if devices is None else {device: phones[device] for device in devices}


def replaced_in(view: SheetView, deal: SheetDeal) -> list[str]:
    """Who has changed what another phone answered of the last deal, before it was saved."""
    game = view.game
    if not game.answered.get(deal.number):
        return []
    facts = next(facts for _, facts in game.book.versions[deal.id])
    first = replace(deal, **read_deal(view.start, facts, deal.table, deal.before)._asdict())
    rows, by = game.answered[deal.number], game.find(deal.id)
    own, there = {ask.key for ask in own_asks(first.table)}, standing(rows)
    pairs = list[tuple[str, str]]()
    for row in rows:
        with suppress(Refused):  # that was not asked in the end
            if row.ask in own and not row.cleared and not is_in_deal(first, row):
                stands = there[row.ask, row.place]
                writer = by.device if stands is row and by else stands.device
                pairs.append((writer or "", row.device))
    names = name_phones(game, devices={device for pair in pairs for device in pair if device})
    return [
        f"{isolate_rtl(names[writer])} has changed what {isolate_rtl(names[device])} entered."
        for writer, device in dict.fromkeys(pairs)
        if writer and writer != device
    ]


def answers_as_data(deal: DealInPlay, answers: Sequence[Answer]) -> dict[str, Any]:
    """Answers by their asks, as a record has them: one, or a list of one for each seat or side."""
    data: dict[str, Any] = {}
    for answer in answers:
        ask = deal.asks[answer.ask]
        if answer.place == OF_DEAL:
            data[ask.key] = answer.value
        else:
            places = ask.number_of_answers(deal.table)
            data.setdefault(ask.key, [None] * places)[answer.place] = answer.value
    return data
