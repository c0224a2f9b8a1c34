"""Hidden is hidden until it was opened, whatever one phone at play sends."""

import re
import sqlite3
from contextlib import closing

import pytest

from scorer.services import clock
from scorer.services.club.devices import change_device, list_devices
from scorer.services.games.seats_held import hold_seat, list_held
from scorer.web.games import sheet_cache
from tests.tables import add_phone, begin

ANN, BEN, CAT, DAN = range(4)
PAGES = ("/book", "/table", "/export", "/paper", "/asked", "/chart", "/what-if")
OUT = [("out", -1, ANN)]
# What one seat holds or bids in the two worlds; what fits in one of them; and what fits in both.
ACES = ["A", "A", "K"], ["A", "A", "A"]
CLUBS = ["C"] * 3, ["H"] * 3
NINES = {"cards": 4, "red_nines": 0}, {"cards": 4, "red_nines": 1}


def of(key, *values):
    """The answers of seats, one after the other; None for a seat that gives none."""
    return [(key, seat, value) for seat, value in enumerate(values) if value is not None]


# A game, how many play, and the seat of the phone that tries; what others have answered by then,
# each for its own seat, a tuple where the worlds differ; what the phone sends, its own and others';
# and whether what is its own is all that the deal needs.
BIDS = of("bids", None, CLUBS, ["H"] * 3)
OWN_BID, OWN_CARDS, OWN_TRICKS = of("bids", 3), of("bids", ["H"] * 3), of("tricks", 3)
OTHERS = [of("tricks", 3, 2, 4), of("bids", None, 3)]
STARTS = {
    "last hand": (
        *("red-nines", 4, DAN, [*OUT, *of("hands", None, ACES, ["5"])]),
        [*(of("hands", *[None] * 3, ["A"] * aces) for aces in (2, 3)), of("hands", None, ["5"])],
        True,
    ),
    "hand before the last": (
        *("red-nines", 4, DAN, [*OUT, *of("hands", None, ACES)]),
        [of("hands", *[None] * 3, ["A", "A"]), of("hands", None, None, ["5"]), [("out", -1, DAN)]],
        False,
    ),
    "last counters": (
        *("red-nines-1881", 3, CAT, [*OUT, *of("hands", None, NINES)]),
        [of("hands", None, None, {"cards": 3, "red_nines": 2}), of("hands", None, ["5"])],
        True,
    ),
    "bids": ("ninety-nine", 3, ANN, BIDS, [OWN_CARDS, OWN_TRICKS, *OTHERS], False),
    "tricks": (
        *("ninety-nine", 3, ANN, [*BIDS, *of("tricks", None, 2, 4)]),
        [[*OWN_CARDS, *OWN_TRICKS], of("premiums", "declared")],
        True,
    ),
    "dummy": (
        *("ninety-nine", 2, ANN, [*BIDS[:1], *of("tricks", None, 2)]),
        [
            [*OWN_BID, *OWN_TRICKS],
            [*of("bids", None, None, ["H"] * 3), *of("tricks", None, None, 4)],
        ],
        True,
    ),
    "tricks for all": ("oxford-whist", 3, ANN, BIDS, [OWN_BID, OTHERS[0]], False),
}


class Worlds:
    """Two games that differ in nothing but what is hidden from a phone at play."""

    def __init__(self, phone, database, club, variant, players, seat, answered):
        self.phone, self.database, self.seat = phone, database, seat
        self.tables = [begin(database, club, *"ABCD"[:players], variant=variant) for _ in range(2)]
        self.device = max(list_devices(database, club), key=lambda it: it.seen_at)
        night, others = self.tables[0].night, [at for at in range(players) if at != seat]
        with database.writing() as connection:
            change_device(connection, self.device, right="play", night=night)
        phones = {at: add_phone(database, club, f"Phone {at}", "play", night) for at in others}
        for world, table in enumerate(self.tables):
            for at, device in {**phones, seat: self.device}.items():
                assert hold_seat(database, device, table.id, at)
            for key, at, value in answered:
                each = value[world] if isinstance(value, tuple) else value
                table.answer((key, at, each), device=phones[max(at, others[0])])

    def letters(self, sent, players):
        """All that the phone can send to a table."""
        for answers in sent:
            yield lambda it, put=answers: self._answer(it, *put)
            own = [[key, at] for key, at, _ in answers if at == self.seat]
            if own:
                yield lambda it, clear=own: self._answer(it, clear=clear)
        for at in (self.seat, (self.seat - 1) % players):
            yield lambda it, at=at: self._take(it, at)
        yield lambda it: self._answer(it, finish="open")
        yield lambda it: self.phone.write(
            it.id, "withdraw", {"entry": it.read().sheet.last_deal}, 1
        )

    def _answer(self, table, *answers, **other):
        return self.phone.answers(table.id, *answers, replace=True, **other)

    def _take(self, table, seat):
        held = list_held(self.database, table.club, table.id).get(seat)
        fields = {"instead_of": held.id} if held else {}
        return self.phone.post(f"/games/{table.id}/seats/{seat}/hold", **fields)

    def check(self, send, reads=None):
        """All that is sent of one world is sent of the other, but that the hands do not fit."""
        answers = [send(table) for table in self.tables]
        unfit = [it.in_play.does_not_fit for it in reads or self.reads()]
        one, other = ([steady(it, bare=unfit[0] != unfit[1]) for it in each] for each in answers)
        assert one == other

    def reads(self):
        """Both games as they stand."""
        return [table.read() for table in self.tables]

    def state(self, reads):
        """All that what is sent depends on, but for when it was written."""
        rows = [row for it in reads for row in it.answer_rows]
        said = [(row.ask, row.place, repr(row.value), row.device, row.opened) for row in rows]
        held = [list_held(self.database, it.club, it.id) for it in self.tables]
        seats = [[(at, phone.id) for at, phone in each.items()] for each in held]
        return repr((said, [row.cleared for row in rows], seats))

    def is_written(self, reads):
        """Whether either world has the deal; else nothing that others had hidden is opened."""
        rows = [row for it in reads for row in it.answers if row.device != self.device.id]
        is_written = any(it.sheet.deals for it in reads)
        assert is_written or not any(row.opened for row in rows)
        return is_written


def steady(answer, *, bare):
    """What a phone was sent, but for ids, tags and tokens, and for a misfit where it is `bare`."""
    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", answer.get_data(as_text=True))
    text = re.sub(r'tag\\?": ?\\?"[^"]*"|data-turn="\d+"|csrf[^>]*>', "", text)
    misfit = r"<link[^>]*conflict[^>]*>|<section class=.{0,2}open.*?/section>|This cannot all[^<]*"
    return answer.status_code, re.sub(misfit, "", text, flags=re.DOTALL) if bare else text


def pages(phone, *paths):
    """All that a phone can read of a game at these paths, as it is asked for."""
    return lambda it: [phone.client.get(f"/games/{it.id}{path}") for path in paths]


@pytest.mark.parametrize("start", STARTS)
def test_nothing_sent_shows_what_is_hidden(
    app, joined, database, club, monkeypatch, soaking, start
):
    """Every sequence of some writes, each state of the tables being tried once."""
    longest = 4 if soaking else 3
    variant, players, seat, answered, sent, ends = STARTS[start]
    phone, now = joined("watch"), clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    worlds = Worlds(phone, database, club, variant, players, seat, answered)
    with closing(sqlite3.connect(database.file)) as file:

        def copy():
            kept = sqlite3.connect(":memory:")
            file.backup(kept)
            return kept

        for reader in (phone, joined("watch"), joined("score")):
            worlds.check(pages(reader, "", "/own", "/news", "/deals/new", *PAGES))
        states, has_ended, waiting = {worlds.state(worlds.reads())}, False, [(copy(), 0)]
        for kept, length in waiting:
            for letter in worlds.letters(sent, players):
                kept.backup(file)
                sheet_cache.init_app(app)
                sent_back = {it.id: letter(it) for it in worlds.tables}
                reads = worlds.reads()
                if worlds.is_written(reads):
                    has_ended = True
                    continue
                worlds.check(lambda it, back=sent_back: [back[it.id]], reads)
                if (state := worlds.state(reads)) in states:
                    continue
                states.add(state)
                worlds.check(pages(phone, "", "/own"), reads)
                if length + 1 < longest:
                    waiting.append((copy(), length + 1))
            kept.close()
    assert has_ended == ends
