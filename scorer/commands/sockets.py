"""All that a server listens to: its sockets, the connections of phones, and its own wake-up call.

Waitress's loop asks every connection what it waits for, each time before it waits itself. With two
thousand connections of a thousand phones that takes longer than an answer.
"""

from __future__ import annotations

import select
import selectors
import time
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.task import WSGITask


class Answering(WSGITask):
    """An answer; one that has no body ends by itself, and the phone keeps its connection."""

    def set_close_on_finish(self) -> None:
        """Close the connection, unless all that waitress misses is how long no body is."""
        request: Any = self.request
        closes = request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or self.version != "1.1" or closes:
            super().set_close_on_finish()


class Connection(HTTPChannel):
    """The connection of a phone, kept after "nothing new" too."""

    task_class = Answering

    def writable(self) -> bool:
        """Whether there is anything to send; whoever is sending just now tells of the rest."""
        if not self.outbuf_lock.acquire(blocking=False):
            return False
        try:
            return bool(super().writable())
        finally:
            self.outbuf_lock.release()


class Sockets(dict[int, Any]):
    """Sockets by their descriptors, as waitress puts them in and takes them out.

    A connection is asked what it waits for when something came of it, and again and again while it
    waits for nothing, since it is being answered then.
    """

    def __init__(self, *, seconds_between_looks: float) -> None:
        self._selector = selectors.DefaultSelector()
        self._to_ask: set[int] = set()
        self._between = seconds_between_looks
        self._all_at = 0.0

    def __setitem__(self, number: int, socket: Any) -> None:
        super().__setitem__(number, socket)
        self._to_ask.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._to_ask.discard(number)
        if number in self._selector.get_map():
            self._selector.unregister(number)

    def keep_connections(self) -> None:
        """Let the sockets that take connections keep them."""
        for socket in self.values():
            if socket.accepting:
                socket.channel_class = Connection

    def wait(self, seconds: float, *, for_all: bool = False) -> None:
        """Wait until something comes, for so long at most, and let each see to what came.

        All are asked what they wait for from time to time: those that were idle for too long are to
        be closed. `for_all` asks them now.
        """
        now = time.monotonic()
        if for_all or now >= self._all_at:
            self._all_at = now + self._between
            self._to_ask |= self.keys()
        self._to_ask = {number for number in self._to_ask if self._ask(number)}
        for key, came in self._selector.select(seconds):
            socket = self.get(key.fd)
            if socket is not None:
                self._to_ask.add(key.fd)
                reads = select.POLLIN if came & selectors.EVENT_READ else 0
                writes = select.POLLOUT if came & selectors.EVENT_WRITE else 0
                wasyncore.readwrite(socket, reads | writes)

    def _ask(self, number: int) -> bool:
        """Ask a socket what it waits for; whether to ask it again next time."""
        socket = self[number]
        waits = selectors.EVENT_READ if socket.readable() else 0
        if socket.writable() and not socket.accepting:
            waits |= selectors.EVENT_WRITE
        known = self._selector.get_map().get(number)
        if known is None:
            if waits:
                self._selector.register(number, waits)
        elif not waits:
            self._selector.unregister(number)
        elif waits != known.events:
            self._selector.modify(number, waits)
        # One that takes connections looks after those that are idle.
        return socket.accepting or not waits

    def close(self) -> None:
        """Close them all."""
        wasyncore.close_all(self)
        self._selector.close()
