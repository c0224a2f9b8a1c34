"""The real server in a process of its own, and phones that speak HTTP to it."""

import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest

from tests.joined import as_header

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 60
OURS = ("DATABASE_URL", "SCORER_")


def free_port():
    """A port on the loopback address that nobody uses, and that stays free until it is served.

    Those from 32768 on are given to whoever calls somebody, so that any of them may be gone soon.
    """
    while True:
        port = random.SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def surroundings(instance, **more):
    """The environment for a process of the app, with nothing of ours from outside."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    path = {"PYTHONPATH": str(ROOT), "SCORER_INSTANCE": str(instance)}
    return {**kept, **path, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", **more}


def command(*words):
    """The app's own command line, run by the Python of the tests."""
    return [sys.executable, "-P", "-m", "scorer", *words]


class Server:
    """A running server: `python -m scorer serve` unless another command is given."""

    def __init__(self, instance, *, start=None, **more):
        self.port = free_port()
        self.instance = instance
        self.log = instance.parent / f"{instance.name}-{self.port}.log"
        self.environment = surroundings(instance, **more)
        self.words = start or command("serve", "--host", "127.0.0.1", "--port", str(self.port))
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *fault):
        self.stop()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Start it and wait until it answers."""
        words = [word.replace("{port}", str(self.port)) for word in self.words]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                words,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while not self._is_up():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the server did not come up:\n{self.output()[-3000:]}")
            time.sleep(0.02)

    def _is_up(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                pass
            with Phone(self.address) as phone:
                return phone.get("/health").status == 200
        except OSError:
            return False

    def output(self):
        """All it has printed so far."""
        return self.log.read_text(errors="replace")

    def invitation(self):
        """The path of the newest link it printed."""
        return re.findall(r"/join/[a-z2-7]{20,}", self.output())[-1]

    def kill(self):
        """End it without any warning, as a power cut would."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """End it in good order."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill()

    def run(self, *words):
        """Run another command of the app beside it."""
        return subprocess.run(
            command(*words), cwd=ROOT, env=self.environment, capture_output=True, text=True
        )


@pytest.fixture
def serve(monkeypatch, capsys):
    """Run `serve` without a process of its own, and answer nobody: `serve(meanwhile, "--port", …)`.

    What it prints goes to `meanwhile`, which runs as long as the app is served.
    """
    from scorer import commands
    from scorer.commands import serve as module

    def run(meanwhile, *words):
        def stand_in(listening):
            listening.close()
            return SimpleNamespace(run=lambda: meanwhile(capsys.readouterr().out))

        monkeypatch.setattr(module, "Workers", lambda app, listening: listening)
        monkeypatch.setattr(module, "Server", stand_in)
        assert commands.main(["serve", *words]) == 0

    return run


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Any
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def token(self):
        """The token for writing that stands on a page."""
        return re.findall(r'name="csrf-token" content="([^"]+)"', self.text)[0]


class Phone:
    """A browser's worth of HTTP: one connection, the cookies, and the token for writing."""

    def __init__(self, address, **headers):
        self.host = urlsplit(address).netloc
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection = None
        self.cookies, self.token = {}, ""

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        self.close()

    def close(self):
        """Hang up; the next request calls again."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def copy(self):
        """The same phone on another connection."""
        twin = Phone(f"http://{self.host}")
        twin.headers, twin.cookies, twin.token = dict(self.headers), dict(self.cookies), self.token
        return twin

    def ask(self, method, path, body=None, **headers):
        """One request; OSError or HTTPException where no answer comes."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection(self.host, timeout=PATIENCE)
        all_headers = {
            **self.headers,
            **{name.replace("_", "-"): one for name, one in headers.items()},
        }
        if self.cookies:
            all_headers["Cookie"] = as_header(self.cookies)
        try:
            self.connection.request(method, path, body, all_headers)
            answer = self.connection.getresponse()
            read = Answer(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        for cookie in read.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.split(";")[0].partition("=")
            self.cookies[name] = value
        return read

    def get(self, path, **headers):
        """Ask for a page; a connection that the server found idle for too long is made again."""
        kept = self.connection is not None
        try:
            return self.ask("GET", path, **headers)
        except http.client.RemoteDisconnected:
            if not kept:
                raise
            return self.ask("GET", path, **headers)

    def send(self, path, **fields):
        """Send a plain form."""
        body = urlencode({"csrf_token": self.token, **fields}, doseq=True).encode()
        return self.ask("POST", path, body, Content_Type="application/x-www-form-urlencoded")

    def join(self, path):
        """Open an invitation and press its button."""
        self.token = self.get(path).token
        joined = self.send(path)
        assert joined.status == 303, joined.text
        self.token = self.get("/").token
        return self

    def write(self, game, entry):
        """Send one entry, or answers to the deal in play, as the page's modules do."""
        return self.ask(
            "POST",
            f"/games/{game}/{'answers' if 'set' in entry else 'entries'}",
            json.dumps(entry).encode(),
            Content_Type="application/json",
            Accept="application/json",
            X_CSRFToken=self.token,
        )
