"""A bad network between one phone and the server: a proxy whose faults go by a seed.

Pages that are opened, and what they are made of, pass; what they ask for and send meets faults.
"""

import random
import re
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TIMEOUT = 60
DELAY_SECONDS = (0.1, 1.0)
# How likely a fault is, by method.
SHARES = {"POST": 0.5, "GET": 0.25}
# Nothing is passed on for so many requests.
STRETCH = (2, 5)
STRETCHES = ("no_signal", "hotspot")
LOST = "lose_request lose_answer cut_answer error error_after".split()
FAULTS = (*LOST, *STRETCHES, *"delay late_answer twice again_later".split())
# A page that is opened accepts other kinds of pages too.
PASSES = re.compile(r"(GET /(static/|service-worker)|\S+ \S+ (text/html,|image/))")
OF_CONNECTION = "connection keep-alive transfer-encoding content-length date server".split()
ERROR = (500, [("Content-Type", "text/plain")], b"Internal Server Error")
HOTSPOT = (200, [("Content-Type", "text/html")], b"<h1>Accept our terms</h1>")


class BadNetwork(ThreadingHTTPServer):
    """Passes requests on to a port of this machine, with faults from `begin` to `heal`."""

    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), Request)
        self.port, self.seed, self.lock, self.copies = port, None, threading.Lock(), []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def begin(self, seed):
        """Let requests meet faults: the nth of its method the same by the same seed."""
        with self.lock:
            self.seed, self.counted, self.stretch, self.met = seed, Counter(), [], []

    def heal(self):
        """End all faults; what was to come a second time has come."""
        with self.lock:
            self.seed = None
        while self.copies:
            self.copies.pop().join()

    def choose(self, request, method):
        """The fault that a request meets, if any, and for how many seconds."""
        with self.lock:
            if self.seed is None or PASSES.match(request):
                return None, 0
            self.counted[method] += 1
            dice = random.Random(f"{self.seed} {method} {self.counted[method]}")
            if not self.stretch and dice.random() < SHARES[method]:
                fault = dice.choice(FAULTS)
                self.stretch = [fault] * (dice.randint(*STRETCH) if fault in STRETCHES else 1)
            fault = self.stretch.pop() if self.stretch else None
            self.met.append(f"{request.rsplit(maxsplit=1)[0]}: {fault or 'passes'}")
            return fault, dice.uniform(*DELAY_SECONDS)

    def pass_on(self, method, path, headers, body):
        """The answer of the server: its status, headers and body."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()

    def pass_on_later(self, seconds, *request):
        """Pass a request on a second time."""

        def pass_on():
            with suppress(OSError, HTTPException):
                self.pass_on(*request)

        copy = threading.Timer(seconds, pass_on)
        copy.start()
        self.copies.append(copy)

    def handle_error(self, request, client_address):
        """A phone has hung up, or the server is gone: the phone hears nothing."""


class Request(BaseHTTPRequestHandler):
    """One request of a phone."""

    protocol_version = "HTTP/1.1"
    server: BadNetwork

    def relay(self):
        """Pass the request on and answer it, but for what its fault says."""
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        sent = (self.command, self.path, {**self.headers, "connection": "close"}, body)
        request = f"{self.command} {self.path} {self.headers.get('accept', '*/*')}"
        fault, seconds = self.server.choose(request, self.command)
        self.close_connection = fault in LOST or fault in STRETCHES
        if fault in ("error", "hotspot"):
            self.answer(*(ERROR if fault == "error" else HOTSPOT))
        elif fault not in ("no_signal", "lose_request"):
            time.sleep(seconds if fault == "delay" else 0)
            answer = self.server.pass_on(*sent)
            if fault == "twice":
                answer = self.server.pass_on(*sent)
            elif fault == "again_later":
                self.server.pass_on_later(seconds, *sent)
            time.sleep(seconds if fault == "late_answer" else 0)
            if fault != "lose_answer":
                self.answer(*(ERROR if fault == "error_after" else answer), fault == "cut_answer")

    def do_GET(self):
        self.relay()

    def do_POST(self):
        self.relay()

    def answer(self, status, headers, body, is_cut=False):
        """Answer the phone, half if it is cut."""
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in OF_CONNECTION:
                self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if is_cut else body)
