"""A house full of phones that keep connections open and say nothing."""

import socket
import time
from contextlib import ExitStack

import pytest

from tests.serving import PATIENCE, Phone, Server

MANY, FEW = 300, 12
HALF = b"GET /join HTTP/1.1\r\nHost: 127.0.0.1"
WHOLE = HALF + b"\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("crowded") / "instance") as server:
        yield server


def test_hundreds_of_idle_connections_keep_nobody_out(server):
    with ExitStack() as idle:
        for number in range(MANY):
            connection = socket.create_connection(("127.0.0.1", server.port))
            idle.enter_context(connection)
            if number % 3 == 0:
                connection.sendall(WHOLE)
                assert connection.recv(1)
        with Phone(server.address) as phone:
            began = time.monotonic()
            assert phone.get("/join").status == 200
            assert time.monotonic() - began < PATIENCE / 2
        assert "Traceback" not in server.output()


def test_phones_that_stop_in_the_middle_are_let_go(server):
    with ExitStack() as idle:
        for _ in range(FEW):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            idle.enter_context(connection)
            connection.sendall(HALF)
        with Phone(server.address) as phone:
            assert phone.get("/join").status == 200
        assert connection.recv(1) == b""
        assert "Traceback" not in server.output()
