"""A crowd of phones round many tables, as a program: it asks for news and writes, as phones do.

python -m tests.benchmarks.crowd < what.json; what came of it is printed, as JSON.

It shares the cores with the server that it asks, so of an answer it reads no more than the status,
its tag and when to ask again; of news, once for a table, the version.
"""

import asyncio
import gzip
import json
import random
import re
import resource
import sys
import time
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.tables import new_id

# As static/js/poll.js has it.
JITTER = 0.15
PATIENCE = 10
LOST = 5
# Within so many seconds after somebody went out every hand is in.
TYPED = 10
# So many phones at a time open the page, before the crowd plays.
ARRIVING = 8
# Whoever is shown nothing for so long before the end was told to ask again in time.
LAST_LOOK = 12

CLOSE = b"\r\nConnection: close\r\n"
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
AGAIN = re.compile(rb"\r\nask-again: ([\d.]+)", re.IGNORECASE)
VERSION = re.compile(rb'"version":\s*(\d+)')
# The answers to the deal in play: each an ask, a place and a phone.
IN = re.compile(rb'"in":\s*\[((?:\[[^\]]*\],?\s*)*)\]')
# The deal that the one in play follows.
AFTER = re.compile(rb'"after":\s*(null|"[^"]+")')
TAG = re.compile(rb"\r\netag: (\S+)", re.IGNORECASE)


class Answer(NamedTuple):
    """What came back."""

    status: int
    head: bytes
    body: bytes


class Line:
    """One kept connection of a phone, with one request at a time."""

    def __init__(self, port):
        self.port = port
        self.streams = None

    async def ask(self, request):
        """One request; a connection that was closed meanwhile is made again."""
        kept = self.streams is not None
        try:
            return await self._ask(request)
        except (ConnectionError, EOFError):
            if not kept:
                raise
            return await self._ask(request)

    async def _ask(self, request):
        try:
            async with asyncio.timeout(PATIENCE):
                if self.streams is None:
                    self.streams = await asyncio.open_connection("127.0.0.1", self.port)
                reader, writer = self.streams
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                found = LENGTH.search(head)
                body = await reader.readexactly(int(found[1]) if found else 0)
                if CLOSE in head:  # the server has as many connections as it keeps
                    writer.close()
                    self.streams = None
        except (OSError, EOFError):  # a timeout is one of these
            if self.streams:
                self.streams[1].close()
            self.streams = None
            raise
        return Answer(int(head[9:12]), head, body)


@dataclass
class Crowd:
    """What is to be done, and what came of it."""

    port: int
    seconds: float
    deal_every: float
    polls: dict[int, int] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    writes: list[float] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    deals: int = 0
    until: float = 0


class Phone:
    """A phone that holds a seat: it asks for news for as long as the crowd is there."""

    def __init__(self, crowd, table, cookies, token):
        self.crowd, self.table = crowd, table
        self.line, self.hand = Line(crowd.port), Line(crowd.port)
        shared = (
            f"Host: 127.0.0.1\r\nCookie: {cookies}\r\nAccept: application/json\r\n"
            "Accept-Encoding: gzip, deflate\r\n"
        )
        self.reads = f"GET /games/{table.game}/news HTTP/1.1\r\n{shared}If-None-Match: ".encode()
        self.writes = f" HTTP/1.1\r\n{shared}X-CSRFToken: {token}\r\nContent-Length: ".encode()
        self.tag, self.version = b'""', 0
        self.dice = random.Random(cookies)

    async def arrive(self, room):
        """Open the page of the game, before anything is measured."""
        async with room:
            answer = await self.line.ask(self.reads + self.tag + b"\r\n\r\n")
        if answer.status != 200:
            raise AssertionError(answer)
        self.show(answer, time.monotonic())

    async def watch(self):
        """Ask, and again as soon as the server says."""
        crowd, wait = self.crowd, 2.0
        await asyncio.sleep(2 * self.dice.random())
        while time.monotonic() < crowd.until:
            begun = time.monotonic()
            try:
                answer = await self.line.ask(self.reads + self.tag + b"\r\n\r\n")
            except (OSError, EOFError) as fault:
                crowd.failed.append(f"news: {fault!r}")
                await asyncio.sleep(max(wait, LOST) * (1 - JITTER * self.dice.random()))
                continue
            now = time.monotonic()
            crowd.took.append(now - begun)
            crowd.polls[answer.status] = crowd.polls.get(answer.status, 0) + 1
            if answer.status == 200:
                self.show(answer, now)
            elif answer.status != 304:
                crowd.failed.append(f"news: {answer.status}")
            again = AGAIN.search(answer.head)
            wait = float(again[1]) if again else wait
            await asyncio.sleep(wait * (1 - JITTER * self.dice.random()))

    def show(self, answer, at):
        """Show news that came, if they are newer: what was written up to them waits no more."""
        version = self.table.version_of(answer.body)
        for number in range(self.version + 1, version + 1):
            written = self.table.written.get(number)
            # None where whoever wrote it has no answer yet.
            if written is None:
                self.crowd.delays.append(0)
            elif written[0] is not self:
                self.crowd.delays.append(max(0, at - written[1]))
        if version >= self.version:
            self.version, self.tag = version, TAG.search(answer.head)[1]

    async def answer(self, key, place, value):
        """Answer the deal in play; whether that was taken."""
        sent_answer = {"after": self.table.after, "id": new_id(), "set": [[key, place, value]]}
        sent_answer |= {"clear": [], "replace": [], "turn": time.time_ns(), "finish": None}
        begun = time.monotonic()
        answer = await self._send("answers", json.dumps(sent_answer).encode())
        if answer is None or answer.status != 200:
            return False
        now = time.monotonic()
        self.crowd.writes.append(now - begun)
        self.table.written[self.table.version_of(answer.body)] = (self, now)
        self.show(answer, now)
        return True

    async def _send(self, what, body):
        path = f"POST /games/{self.table.game}/{what}".encode()
        kind = b"\r\nContent-Type: application/json\r\nIf-None-Match: %s\r\n\r\n" % self.tag
        try:
            answer = await self.hand.ask(b"%s%s%d%s%s" % (path, self.writes, len(body), kind, body))
        except (OSError, EOFError) as fault:
            self.crowd.failed.append(f"{what}: {fault!r}")
            return None
        if answer.status not in (200, 204):
            self.crowd.failed.append(f"{what}: {answer.status}")
        return answer


class Table:
    """A table that plays: every so often somebody goes out, and each enters their own hand."""

    def __init__(self, crowd, game, phones):
        self.crowd, self.game = crowd, game
        self.phones = [Phone(crowd, self, *phone) for phone in phones]
        # Who wrote each answer, and when that was answered.
        self.written = {}
        # The newest sheet that any of them was sent, and the deal that the next one follows.
        self.newest, self.after = 0, None
        self._sheets = {}

    def version_of(self, body):
        """The version of news; five phones get the same bytes, which are read once."""
        end = body[-8:]  # of what is gzipped, the checksum and size
        if end not in self._sheets:
            sheet = gzip.decompress(body)
            version, answers = VERSION.search(sheet), IN.search(sheet)
            assert version
            # A deal is an entry, which the answer of the last phone makes.
            number = int(version[1]) * len(self.phones) + (answers[1].count(b"[") if answers else 0)
            self._sheets[end] = number
            if number >= self.newest and (after := AFTER.search(sheet)):
                self.newest, self.after = number, json.loads(after[1])
        return self._sheets[end]

    async def play(self, dice):
        """Deal after deal: one says that they are out, then each other phone enters its hand."""
        crowd = self.crowd
        await asyncio.sleep(min(crowd.deal_every * dice.random(), crowd.seconds))
        takes = min(TYPED, crowd.deal_every / 2)
        while time.monotonic() + takes < crowd.until - LAST_LOOK:
            begun = time.monotonic()
            out = dice.randrange(len(self.phones))
            if not await self.phones[out].answer("out", -1, out):
                return
            others = [seat for seat in range(len(self.phones)) if seat != out]
            hands = await asyncio.gather(*(self.enter(seat, takes, dice) for seat in others))
            if not all(hands):
                return
            crowd.deals += 1
            again = begun + crowd.deal_every
            if again > crowd.until:  # so that what is used is shared by the seconds it is used in
                return
            await asyncio.sleep(max(0, again - time.monotonic()))

    async def enter(self, seat, takes, dice):
        """Enter the hand of a phone within so many seconds."""
        phone = self.phones[seat]
        hand = {"points": dice.randrange(2, 40), "red_nines": 0}
        await asyncio.sleep(takes * dice.random())
        return await phone.answer("hands", seat, hand)


async def main(what):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    crowd = Crowd(what["port"], what["seconds"], what["deal_every"])
    tables = [Table(crowd, one["game"], one["phones"]) for one in what["tables"]]
    dice, room = random.Random(len(tables)), asyncio.Semaphore(ARRIVING)
    await asyncio.gather(*(phone.arrive(room) for table in tables for phone in table.phones))
    crowd.until = time.monotonic() + crowd.seconds
    everybody = [phone.watch() for table in tables for phone in table.phones]
    await asyncio.gather(*everybody, *(table.play(dice) for table in tables))
    # What was answered and never shown to somebody who asked long enough after.
    unseen = sum(
        number > phone.version and since < crowd.until - LAST_LOOK
        for table in tables
        for number, (writer, since) in table.written.items()
        for phone in table.phones
        if phone is not writer
    )
    return {
        "polls": crowd.polls,
        "took": crowd.took,
        "writes": crowd.writes,
        "delays": crowd.delays,
        "deals": crowd.deals,
        "failed": crowd.failed,
        "unseen": unseen,
    }


if __name__ == "__main__":
    json.dump(asyncio.run(main(json.load(sys.stdin))), sys.stdout)
