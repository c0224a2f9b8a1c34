"""`serve`: the app on a server of its own, until Ctrl-C or SIGTERM."""

import errno
import logging
import os
import resource
import signal
import socket
import struct
import sys
import time
from argparse import Namespace
from contextlib import suppress
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.http.wsgi import Response
from gunicorn.workers.gthread import ThreadWorker

from scorer import create_app
from scorer.addresses import own_address
from scorer.commands.database import print_database
from scorer.commands.invite import print_way_in
from scorer.served import Served, find_served, noted
from scorer.services.club.clubs import first_club
from scorer.services.club.devices import MANAGERS, list_devices
from scorer.services.club.invitations import make_invitation
from scorer.settings import Settings, read_settings
from scorer.storage.database import Database
from scorer.storage.unavailable import Unavailable
from scorer.web.access import arrival

# One for each core; a second goes on where one is busy with a long import.
WORKERS = min(max(os.cpu_count() or 1, 2), 4)
# Of each worker: they wait for one another more than for the database.
THREADS = 8
# Of each worker: a hall full of phones, each with a connection or two.
MAX_CONNECTIONS = 2000
# What is open besides connections: the database, files, and this program itself.
OTHER_FILES = 150
# A phone in use asks every few seconds.
IDLE_SECONDS = 15
# A phone that says nothing for so long, in the middle of a request or of its answer, has gone.
STALLED_SECONDS = 5
UNSAID = ("Server:", "Connection: keep-alive")
# In bytes.
MAX_LEFT, PART = 100_000_000, 65_536
# Why a port cannot be used; anything else is wrong with the address.
OF_THE_PORT = (errno.EADDRINUSE, errno.EACCES)
# A container has ten seconds to stop.
SECONDS_TO_FINISH = 8


class Workers(BaseApplication):
    """The processes that answer, for gunicorn: the app is made once, before they fork."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        self.app, self.listening = app, listening
        super().__init__()

    def load_config(self) -> None:
        """Set what is not as gunicorn has it."""
        settings = {
            "bind": f"fd://{self.listening.detach()}",
            "worker_class": Worker,
            "workers": WORKERS,
            "threads": THREADS,
            "worker_connections": allowed_connections(),
            "keepalive": IDLE_SECONDS,
            "graceful_timeout": SECONDS_TO_FINISH,
            # Where a proxy is trusted, the app itself reads what it says.
            "forwarded_allow_ips": "",
            "control_socket_disable": True,
            "loglevel": "warning",
            # Ctrl-C reaches all processes; the first one ends the others.
            "post_worker_init": lambda worker: signal.signal(signal.SIGINT, signal.SIG_IGN),
            "worker_exit": self.leave,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The function that answers in each of them."""
        return self.answer

    def answer(self, environ: dict[str, Any], start_response: Any) -> Any:
        """The answer of the app; what that has left of the request is read.

        A browser shows no answer to what it is still sending, such as a file that is too large.
        """
        answer, left = self.app(environ, start_response), MAX_LEFT
        while left > 0 and (part := environ["wsgi.input"].read(PART)):
            left -= len(part)
        return answer

    def leave(self, arbiter: Arbiter, worker: ThreadWorker) -> None:
        """End a worker, which closes nothing of what is the first process's."""
        database_of(self.app).close()
        os._exit(0 if worker.booted else arbiter.WORKER_BOOT_ERROR)


class Worker(ThreadWorker):
    """A process that answers, and notes when each request came."""

    def init_process(self) -> None:
        """Begin, and say in no answer what gunicorn says of itself: in a first visit 1 KB."""
        usual = Response.default_headers
        Response.default_headers = lambda answer: [  # type: ignore[method-assign, assignment]
            line for line in usual(answer) if not line.startswith(UNSAID)
        ]
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:
        """Let a thread answer what has come on a connection, as soon as one is free."""
        conn.came_at = time.perf_counter()
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        """Answer it."""
        arrival.at = conn.came_at
        is_kept = super().handle(conn)
        if not is_kept:
            # Else gunicorn waits for each phone that has gone, and all others with it.
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RDWR)
        return is_kept


class Server(Arbiter):
    """The process that starts the others, and again where one ends by itself."""

    # Ctrl-C and a closed terminal end it as SIGTERM does: what was asked is answered.
    handle_int = handle_hup = Arbiter.handle_term


def serve(arguments: Namespace) -> int:
    """Run the app until you stop it; the exit status."""
    host, port = arguments.host, arguments.port
    with suppress(OSError):  # a log on a full disk
        print_database(read_settings())
    app = create_app()
    settings, database = app.extensions["scorer"]["settings"], database_of(app)
    logging.getLogger("gunicorn.error").addFilter(is_not_of_a_stall)
    try:
        listening = listen(host, port)
    except OSError as fault:
        if fault.errno in OF_THE_PORT:
            print(f"Port {port} cannot be used: {os.strerror(fault.errno)}.", file=sys.stderr)
            print(f"Try another one: --port {port + 1}", file=sys.stderr)
        else:
            print(f"--host {host}: this machine has no such address.", file=sys.stderr)
        return 1
    # The port may have been left to the system.
    served = Served(host, listening.getsockname()[1])
    other = find_served(settings.instance)
    with noted(settings.instance, served):
        with suppress(OSError):
            if other is not None:
                print(f"Another server uses this folder: port {other.port}.")
            print_how_to_join(settings, database, served)
            print("Stop with Ctrl-C.", flush=True)
        # No connection of the database is shared with those that are forked.
        database.close()
        try:
            Server(Workers(app, listening)).run()
        except SystemExit as end:
            if end.code:
                return int(end.code)
    print("\nGood night.", flush=True)
    return 0


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on, which wakes nobody before a phone has said something."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listening = socket.create_server(found[0][4][:2], family=found[0][0], backlog=MAX_CONNECTIONS)
    # Its connections take over how long a phone is waited for.
    for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
        listening.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", STALLED_SECONDS, 0))
    if hasattr(socket, "TCP_DEFER_ACCEPT"):  # on Linux
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, IDLE_SECONDS)
    return listening


def allowed_connections() -> int:
    """How many connections a process may have, after it has asked for as many files."""
    wanted, limit = MAX_CONNECTIONS + OTHER_FILES, resource.RLIMIT_NOFILE
    soft, hard = resource.getrlimit(limit)
    if 0 <= soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(limit, (wanted if hard < 0 else min(wanted, hard), hard))
        soft, _ = resource.getrlimit(limit)
    return MAX_CONNECTIONS if soft < 0 else min(MAX_CONNECTIONS, soft - OTHER_FILES)


def is_not_of_a_stall(record: logging.LogRecord) -> bool:
    """Whether a line of the log is of anything but a phone that has gone."""
    return not (record.exc_info and isinstance(record.exc_info[1], BlockingIOError))


def print_how_to_join(settings: Settings, database: Database, served: Served) -> None:
    """Print the address, with an invitation where nobody manages the club."""
    club = first_club(database) if settings.new_clubs == "invited" else None
    try:
        if club is None:
            print_way_in(None, settings, served, "Anybody may start a table:")
        elif list_devices(database, club, MANAGERS):
            print_way_in(None, settings, served, "The table is at:")
        else:
            key, letters = settings.secret_key, settings.code_letters
            invitation = make_invitation(database, key, club, letters=letters)
            print_way_in(invitation, settings, served, "To join the table:")
    except Unavailable as fault:
        print(f"No phone can be invited now: {fault}.")
        print(own_address(settings, served) or settings.public_url or "")


def database_of(app: Flask) -> Database:
    """The database that an app uses."""
    database: Database = app.extensions["scorer"]["database"]
    return database
