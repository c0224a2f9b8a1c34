"""A phone of the chaos test, as a program: it says what it likes, whenever, and more than once.

It is told on standard input what to do, a line of JSON each time: a game to play, or to look at the
sheet once everybody has played, and prints what came of it as a line of JSON.

What it writes is answered late or never heard, sent twice, or overtaken by what it wrote later. The
cards of a deal are the same for all phones, so that deals are often complete; mostly it says what
they were, of its own seat.
"""

import json
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from scorer.rules.entries import Sitter, changed_answers
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from scorer.services.demo_deals import deal
from scorer.services.ids import new_id
from tests.serving import PATIENCE, Phone

AT_ONCE = 3
# How often an entry is late, and by how many others at most; sent twice; sent and not heard.
LATE, BY, TWICE, UNHEARD = 0.2, 5, 0.15, 0.1
# How often somebody says what the cards were, and of its own seat.
TRUE, OWN = 0.85, 0.8


@dataclass
class Shown:
    """The sheet that a phone shows: whatever came last, but nothing older than that."""

    tag: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    html: str = ""

    @property
    def version(self):
        return int(self.data.get("version", 0))

    def take(self, told, known=None):
        """What a save was answered; or news, which were asked for with a tag."""
        if known is not None and known != self.tag:
            return  # it was asked before something else came
        if known is None and told["data"]["version"] < self.version:
            return
        self.data, self.html, self.tag = told["data"], told["html"], told["data"]["tag"]


def is_new(answer):
    """Whether an entry was answered as one that was written then."""
    status, told = answer
    return status == 200 and not told.get("repeated", True)


class WildPhone:
    """A phone that has joined."""

    def __init__(self, phone, seed):
        self.phone, self.number, self.dice = phone, seed, random.Random(seed)
        self.pool = ThreadPoolExecutor(AT_ONCE)
        self.lines = [phone.copy() for _ in range(AT_ONCE)]
        self.shown = Shown()

    def play(self, game, until, *, only_watch):
        """Play until the book has so many entries; what was sent, and what was answered."""
        self.game, self.shown, self.truth = game, Shown(), {}
        self.sent = {}
        self.answers = {}
        self.unheard = self.requests = 0
        self.holds = ""
        self.look()
        if not only_watch and self.number < self.shown.data["players"]:
            self.holds = f"-{self.number}"
            held = self.phone.send(f"/games/{game}/seats/{self.number}/hold")
            assert held.status == 303, held.text
        outbox = []
        step, heard = 0, time.monotonic()
        while self.shown.version < until:
            step += 1
            version = self.shown.version
            self.look()
            if self.shown.version > version:
                heard = time.monotonic()
            assert time.monotonic() < heard + PATIENCE, "nothing new is shown any more"
            if only_watch:
                time.sleep(0.05 * self.dice.random())
                continue
            for _ in range(self.dice.randrange(1, 3)):
                entry = self.say()
                if entry is not None:
                    late = self.dice.randint(1, BY) if self.dice.random() < LATE else 0
                    outbox.append((step + late, entry))
            due = [entry for at, entry in outbox if at <= step]
            outbox = [(at, entry) for at, entry in outbox if at > step]
            # Nobody heard of these: they are sent again.
            outbox += [(step + 1, entry) for entry in self.send(due)]
        while outbox:
            outbox = [(0, entry) for entry in self.send([entry for _, entry in outbox])]
        return {
            "sent": self.sent,
            "answers": self.answers,
            "requests": self.requests,
            "unheard": self.unheard,
        }

    def look(self):
        """Ask for news; the status."""
        known = self.shown.tag
        said = {"Accept": "application/json", "If_None_Match": f'W/"{known}{self.holds}"'}
        answer = self.phone.get(f"/games/{self.game}/news", **said)
        self.requests += 1
        if answer.status == 200:
            self.shown.take(answer.json, known)
        return answer.status

    def final(self):
        """The sheet once nothing is new any more."""
        until = time.monotonic() + PATIENCE
        while (status := self.look()) != 304:
            assert status == 200
            assert time.monotonic() < until
        return {"data": self.shown.data, "html": self.shown.html}

    def send(self, entries):
        """Send some entries in any order, some of them twice; those that nobody heard of."""
        orders = [one for one in entries for _ in range(1 + (self.dice.random() < TWICE))]
        self.dice.shuffle(orders)
        lines = self.lines[:]
        unheard = []
        while orders:
            now, orders = orders[:AT_ONCE], orders[AT_ONCE:]
            asked = []
            for line, entry in zip(lines, now, strict=False):
                self.sent[entry["id"]] = entry
                heard = self.dice.random() >= UNHEARD
                asked.append((entry, self.pool.submit(self._send, line, entry, heard)))
            for entry, future in asked:
                self.requests += 1
                answer = future.result()
                if answer is None or answer.status == 503:
                    self.unheard += 1
                    unheard.append(entry)
                    continue
                told = answer.json
                said = {key: told[key] for key in ("number", "repeated", "code") if key in told}
                self.answers.setdefault(entry["id"], []).append((answer.status, said))
                if answer.status == 200:
                    self.shown.take(told)
        return unheard

    def _send(self, line, entry, heard):
        with suppress(OSError, HTTPException):
            if heard:
                return line.write(self.game, entry)
            # Its words arrive, and the connection is gone before there is an answer.
            line.hang_up_after(self.game, entry)
        return None

    def say(self):
        """Something new to say, or something old; None where there is nothing."""
        deeds = {
            self.answer_what_is_missing: 60,
            self.answer_anything: 8,
            self.say_deal: 6,
            self.correct: 8,
            self.withdraw: 10,
            self.say_again: 5,
            self.say_otherwise: 2,
        }
        if self.shown.data.get("over"):
            deeds = {self.withdraw: 5, self.correct: 3, self.say_again: 1}
        return self.dice.choices(list(deeds), list(deeds.values()))[0]()

    def entry(self, kind, content):
        """A new entry by whoever sees this sheet."""
        return {"id": new_id(), "seen": self.shown.version, "kind": kind, "content": content}

    def answers_of(self, found):
        """One of these answers, which now and then takes the place of another phone's."""
        if not found or not self.next:
            return None
        answer = {"deal": self.next["number"], "id": new_id(), "set": [self.dice.choice(found)]}
        return {**answer, "clear": [], "replace": self.dice.random() < OWN}

    def answer_what_is_missing(self):
        """Answer for its own seat, mostly, what the deal still needs."""
        missing = [tuple(place) for place in self.next.get("missing", ())]
        if self.dice.random() < OWN:
            missing = [(key, at) for key, at in missing if at in (-1, self.seat)]
        return self.answers_of([one for one in self.truths() if (one[0], one[1]) in missing])

    def answer_anything(self):
        """Answer something, answered or not."""
        return self.answers_of(self.truths())

    def say_deal(self):
        """Write a whole deal: the next one, or one that was forgotten."""
        content = {"after": self.after, "facts": self.facts()}
        if self.deals and self.dice.random() < 0.2:
            content["before"] = self.dice.choice(self.deals)["id"]
        return self.entry("deal", content)

    def correct(self):
        """Correct some deal."""
        if not self.deals:
            return None
        deal = self.dice.choice(self.deals)
        changed = changed_answers(deal["facts"], self.facts())
        return self.entry("correct", {"deal": deal["id"], "set": changed})

    def withdraw(self):
        """Undo, redo, or withdraw anything that this phone knows of."""
        buttons = [self.shown.data.get(name) for name in ("undo", "redo")]
        ids = [one["entry"] for one in buttons if one]
        if self.dice.random() < 0.4:
            ids = [*(one["id"] for one in self.deals), *list(self.sent)[-20:]]
        return self.entry("withdraw", {"entry": self.dice.choice(ids)}) if ids else None

    def say_again(self):
        """Send something once more that was sent long ago."""
        return self.dice.choice(list(self.sent.values())) if self.sent else None

    def say_otherwise(self):
        """Say something else under the id of something that was said: it is not written."""
        kept = [
            id for id, told in self.answers.items() if is_new(told[0]) and "kind" in self.sent[id]
        ]
        if kept:
            other = {**self.sent[self.dice.choice(kept)]}
            other |= {"kind": "end", "content": {"why": "another entry of this id"}}
            answer = self.phone.write(self.game, other)
            assert answer.status == 503 or answer.json["repeated"]

    @property
    def next(self):
        return self.shown.data.get("next") or {}

    @property
    def after(self):
        return self.next.get("after")

    @property
    def deals(self):
        return list(self.shown.data.get("deals", ()))

    @property
    def seat(self):
        return self.number % int(self.shown.data["players"])

    @property
    def sheet(self):
        """The empty sheet of a game like this one."""
        data = self.shown.data
        if "sheet" not in self.truth:
            sitters = tuple(Sitter(f"p{seat}", f"P{seat}") for seat in range(data["players"]))
            start = Start(data["variant"], sitters, house_rules=data["rules"])
            self.truth["sheet"] = read_sheet(start, ())
        return self.truth["sheet"]

    @property
    def asks(self):
        return [ask for ask in self.sheet.start.asks if ask.asked]

    def facts(self):
        """What the cards of the next deal were, or somebody's error about them."""
        dice = random.Random(f"{self.game} {self.after}")
        if self.dice.random() > TRUE:
            dice = self.dice
        made = deal(self.sheet, [1.0] * int(self.shown.data["players"]), dice)
        assert made is not None
        return made

    def truths(self):
        """The same as answers, one by one: an ask, a place and a value."""
        return list(self._truths(self.facts())) if self.next else []

    def _truths(self, facts):
        for ask in self.asks:
            within = facts.get(ask.group, {}) if ask.group else facts
            told = within.get(ask.key)
            if ask.key not in within and not ask.required:
                continue
            if ask.of == "deal":
                yield [ask.key, -1, told]
                continue
            for at, value in enumerate(told or ()):
                if not (ask.but and facts.get(ask.but) == at):
                    yield [ask.key, at, value]


def main():
    what = json.loads(sys.stdin.readline())
    phone = Phone(what["address"]).join(what["invitation"])
    wild = WildPhone(phone, what["number"])
    for line in sys.stdin:
        told = json.loads(line)
        came = wild.final() if told is None else wild.play(**told)
        print(json.dumps(came), flush=True)


if __name__ == "__main__":
    main()
