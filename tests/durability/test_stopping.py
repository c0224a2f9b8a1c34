"""A server that is told to stop: what was asked is answered, the books are closed, good night."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.serving import PATIENCE, Server

# The app itself, but whoever opens an invitation waits for a while.
SLOW = """
import sys, time
from scorer.services.club import invitations
from scorer.commands import main
find = invitations.find_invitation
def slowly(*words):
    print("ASKED", flush=True)
    time.sleep(1)
    return find(*words)
invitations.find_invitation = slowly
sys.exit(main(["serve", "--host", "127.0.0.1", "--port", sys.argv[1]]))
"""
START = [sys.executable, "-P", "-c", SLOW, "{port}"]
FIRST = ["unshare", "--pid", "--fork", *START]


def can_be_the_first_process():
    try:
        return subprocess.run([*FIRST[:3], "true"], capture_output=True).returncode == 0
    except OSError:
        return False


def the_app_itself(server):
    """The server's process, which may be the child of the one that was started."""
    assert server.process
    parent = server.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return int(children[0]) if server.words[0] == "unshare" else parent


def wait_for(server, word):
    until = time.monotonic() + PATIENCE
    while word not in server.output():
        assert time.monotonic() < until, server.output()[-2000:]
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("words", "number"),
    [
        pytest.param(START, signal.SIGINT, id="by hand"),
        pytest.param(FIRST, signal.SIGTERM, id="in a container"),
    ],
)
def test_a_server_that_is_told_to_stop_finishes_what_it_began(tmp_path, words, number):
    if words is FIRST and not can_be_the_first_process():
        pytest.skip("only root can give a process a world of its own to be the first in")
    with Server(tmp_path / "instance", start=words) as server:
        tell_to_stop(server, number)


def tell_to_stop(server, number):
    process = server.process
    idle = socket.create_connection(("127.0.0.1", server.port))
    answered = []

    def ask():
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("GET", server.invitation())
        answer = connection.getresponse()
        assert b"</html>" in answer.read()
        answered.append(answer.status)
        connection.close()

    asking = threading.Thread(target=ask)
    asking.start()
    wait_for(server, "ASKED")
    assert list(server.instance.glob("serving-*"))
    os.kill(the_app_itself(server), number)
    asking.join(timeout=PATIENCE)
    assert answered == [200]
    assert process.wait(timeout=PATIENCE) == 0
    idle.close()
    output = server.output()
    assert output.endswith("\nGood night.\n")
    assert "Traceback" not in output
    left = {file.name for file in server.instance.iterdir()}
    assert left == {"scorer.sqlite", "secret_key"}, "the log was not brought into the database"
