"""The loop of the server: connections are kept, and one at which nothing happens costs nothing."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from waitress.server import create_server

from scorer.commands.sockets import Connection, Sockets

Ask = Callable[..., bytes]
IDLE = 50


def app(environ: dict[str, Any], start: Any) -> list[bytes]:
    """Says what it is asked for: a path is a status."""
    status = environ["PATH_INFO"].removeprefix("/")
    start(f"{status} As asked", [("Content-Length", "2")] if status == "200" else [])
    return [b"ok"] if status == "200" else []


class Loop:
    """The loop of a server in a thread."""

    def __init__(self) -> None:
        self.sockets = Sockets(seconds_between_looks=60)
        self.server: Any = create_server(app, map=self.sockets, host="127.0.0.1", port=0, threads=2)
        self.sockets.keep_connections()
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self) -> None:
        while not self.stopping.is_set():
            self.sockets.wait(10)

    def stop(self) -> None:
        self.stopping.set()
        self.server.pull_trigger()
        self.thread.join()
        self.server.task_dispatcher.shutdown()
        self.sockets.close()


@pytest.fixture
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.stop()


class Caller:
    """One connection to it."""

    def __init__(self, loop: Loop) -> None:
        self.line = socket.create_connection(("127.0.0.1", loop.server.effective_port), timeout=20)

    def ask(self, status: int, *heads: str, version: str = "1.1") -> bytes:
        """What is answered, to the end of its head, and of what it says."""
        said = "".join(f"{head}\r\n" for head in heads)
        self.line.sendall(f"GET /{status} HTTP/{version}\r\nHost: here\r\n{said}\r\n".encode())
        heard = b""
        while not heard.endswith(b"\r\n\r\nok" if status == 200 else b"\r\n\r\n"):
            more = self.line.recv(1000)
            assert more, heard
            heard += more
        return heard

    def is_closed(self) -> bool:
        """Whether the server has hung up."""
        return self.line.recv(1) == b""


@pytest.fixture
def caller(loop: Loop) -> Iterator[Caller]:
    caller = Caller(loop)
    yield caller
    caller.line.close()


def test_a_phone_that_hears_that_nothing_is_new_keeps_its_connection(caller: Caller) -> None:
    for status in (304, 200, 204, 304):
        answer = caller.ask(status)
        assert answer.startswith(f"HTTP/1.1 {status} As asked".encode())
        assert b"close" not in answer


@pytest.mark.parametrize(("heads", "version"), [(["Connection: close"], "1.1"), ([], "1.0")])
def test_whoever_wants_its_connection_closed_has_it_closed(
    caller: Caller, heads: list[str], version: str
) -> None:
    assert b"Connection: close" in caller.ask(304, *heads, version=version)
    assert caller.is_closed()


def test_a_connection_at_which_nothing_happens_is_not_asked_again(
    loop: Loop, caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = [Caller(loop) for _ in range(IDLE)]
    for one in idle:
        one.ask(200)
    asked: list[Connection] = []
    writable = Connection.writable
    monkeypatch.setattr(Connection, "writable", lambda one: (asked.append(one), writable(one))[1])
    for _ in range(10):
        caller.ask(304)
    assert 10 <= len(asked) < 10 * IDLE
    assert len(set(asked)) <= 2
    for one in idle:
        one.line.close()


def test_the_rest_of_a_long_answer_is_sent_when_there_is_room_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    long = b"x" * 5_000_000

    def tells_long(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("200 OK", [("Content-Length", str(len(long)))])
        return [long]

    monkeypatch.setitem(globals(), "app", tells_long)
    loop = Loop()
    try:
        with socket.create_connection(("127.0.0.1", loop.server.effective_port), 20) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
            heard = b""
            while more := line.recv(100_000):
                heard += more
        assert heard.endswith(long)
    finally:
        loop.stop()
