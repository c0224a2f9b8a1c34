"""A crowd of phones round many tables, as a program: it asks for news and writes, as phones do.

python -m tests.benchmarks.crowd < what.json; what came of it is printed as JSON.
"""

import asyncio
import json
import random
import resource
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from tests.tables import new_id, random_facts

EARLY = 0.15
TYPING_TAKES = 1 / 3
PATIENCE = 30


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

    def __post_init__(self) -> None:
        self.until = time.monotonic() + self.seconds


class Line:
    """One kept connection of a phone."""

    def __init__(self, crowd: Crowd, cookie: str, token: str) -> None:
        self.crowd, self.cookie, self.token = crowd, cookie, token
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request; a connection that was closed meanwhile is made again."""
        kept = self.ends is not None
        try:
            return await asyncio.wait_for(self._ask(method, path, body, headers), PATIENCE)
        except (OSError, EOFError):
            self.close()
            if not kept:
                raise
            return await asyncio.wait_for(self._ask(method, path, body, headers), PATIENCE)

    def close(self) -> None:
        """Hang up."""
        if self.ends is not None:
            self.ends[1].close()
            self.ends = None

    async def _ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], bytes]:
        if self.ends is None:
            self.ends = await asyncio.open_connection("127.0.0.1", self.crowd.port)
        reader, writer = self.ends
        told = {
            "Host": "127.0.0.1",
            "Cookie": f"scorer={self.cookie}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip, deflate",
            "X-CSRFToken": self.token,
            "Content-Length": str(len(body)),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in told.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
        status, *rest = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        got = dict(line.lower().split(": ", 1) for line in rest if line)
        length = int(got.get("content-length", "0"))
        read = await reader.readexactly(length) if length else b""
        if got.get("connection") == "close":
            self.close()
        return int(status.split()[1]), got, read


class Seat:
    """A phone at a table: it asks for news for as long as the crowd is there."""

    def __init__(self, crowd: Crowd, table: "Played", cookie: str, token: str) -> None:
        self.crowd, self.table = crowd, table
        self.line, self.hand = Line(crowd, cookie, token), Line(crowd, cookie, token)
        self.tag = ""
        self.seen = 0
        self.dice = random.Random(cookie)

    async def watch(self) -> None:
        """Ask, and again as soon as the server says."""
        crowd = self.crowd
        await asyncio.sleep(2 * self.dice.random())
        while time.monotonic() < crowd.until:
            begun = time.monotonic()
            try:
                status, headers, _ = await self.line.ask(
                    "GET", f"/games/{self.table.game}/news", If_None_Match=self.tag
                )
            except (OSError, EOFError, TimeoutError) as fault:
                crowd.failed.append(f"news: {fault!r}")
                self.line.close()
                await asyncio.sleep(1)
                continue
            now = time.monotonic()
            crowd.took.append(now - begun)
            crowd.polls[status] = crowd.polls.get(status, 0) + 1
            if status not in (200, 304):
                crowd.failed.append(f"news: {status}")
            if status == 200:
                self.tag = headers["etag"]
                self.table.show(self, begun, now)
            wait = int(headers.get("ask-again", "2")) * (1 - EARLY * self.dice.random())
            await asyncio.sleep(wait)

    async def write(self, kind: str, content: dict[str, Any]) -> str:
        """Write an entry; its name."""
        name = new_id()
        entry = {"name": name, "seen": self.table.version, "kind": kind, "content": content}
        body = json.dumps(entry).encode()
        path, begun = f"/games/{self.table.game}/entries", time.monotonic()
        try:
            status, _, _ = await self.hand.ask("POST", path, body, Content_Type="application/json")
        except (OSError, EOFError, TimeoutError) as fault:
            self.crowd.failed.append(f"entry: {fault!r}")
            return name
        now = time.monotonic()
        self.crowd.writes.append(now - begun)
        if status == 200:
            self.table.wrote(self, now)
        else:
            self.crowd.failed.append(f"entry: {status}")
        return name

    async def type(self) -> None:
        """Say that a deal is being typed."""
        status, _, _ = await self.hand.ask("POST", f"/games/{self.table.game}/typing")
        if status != 204:
            self.crowd.failed.append(f"typing: {status}")


class Played:
    """A table that plays: every so often all its phones enter a hand of one deal."""

    def __init__(self, crowd: Crowd, game: str, phones: list[tuple[str, str]]) -> None:
        self.crowd, self.game = crowd, game
        self.phones = [Seat(crowd, self, *phone) for phone in phones]
        self.version = 0
        self.waiting: list[tuple[Seat, float]] = []

    def wrote(self, writer: Seat, at: float) -> None:
        """Something was answered: all others are to show it."""
        self.version += 1
        self.waiting += [(phone, at) for phone in self.phones if phone is not writer]

    def show(self, phone: Seat, asked: float, at: float) -> None:
        """A phone has news: all that was answered before it asked is among them."""
        shown = [since for seat, since in self.waiting if seat is phone and since <= asked]
        self.crowd.delays += [at - since for since in shown]
        self.waiting = [
            (seat, since) for seat, since in self.waiting if seat is not phone or since > asked
        ]

    async def play(self, dice: random.Random) -> None:
        """Deal after deal: one writes it, each other phone then puts its own hand right."""
        crowd, after = self.crowd, None
        await asyncio.sleep(crowd.deal_every * dice.random())
        takes = crowd.deal_every * TYPING_TAKES
        while time.monotonic() + takes < crowd.until - 3:
            begun = time.monotonic()
            first, *others = self.phones
            await first.type()
            await asyncio.sleep(takes / 2)
            facts = random_facts(len(self.phones), dice)
            after = await first.write("deal", {"after": after, "facts": facts})
            for phone in others:
                await asyncio.sleep(takes / 2 / len(others))
                facts = random_facts(len(self.phones), dice)
                await phone.write("correct_deal", {"deal": after, "facts": facts})
            await asyncio.sleep(max(0, begun + crowd.deal_every - time.monotonic()))


async def main(what: dict[str, Any]) -> dict[str, Any]:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    crowd = Crowd(what["port"], what["seconds"], what["deal_every"])
    tables = [Played(crowd, one["game"], one["phones"]) for one in what["tables"]]
    dice = random.Random(len(tables))
    before = resource.getrusage(resource.RUSAGE_SELF)
    begun = time.monotonic()
    everybody = [phone.watch() for table in tables for phone in table.phones]
    await asyncio.gather(*everybody, *(table.play(dice) for table in tables))
    passed = time.monotonic() - begun
    used = resource.getrusage(resource.RUSAGE_SELF)
    # What was answered and never shown to somebody who asked long enough after.
    unseen = sum(since < crowd.until - 4 for table in tables for _, since in table.waiting)
    return {
        "seconds": passed,
        "cpu": used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime,
        "polls": crowd.polls,
        "took": crowd.took,
        "writes": crowd.writes,
        "delays": crowd.delays,
        "failed": crowd.failed,
        "unseen": unseen,
    }


if __name__ == "__main__":
    json.dump(asyncio.run(main(json.load(sys.stdin))), sys.stdout)
