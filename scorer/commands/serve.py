"""`serve`: the app on a server of its own, until Ctrl-C or SIGTERM."""

from __future__ import annotations

import logging
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

from scorer import create_app
from scorer.commands.cores import stay_on_one_core
from scorer.commands.database import print_database
from scorer.commands.invite import announce
from scorer.commands.signals import handling
from scorer.commands.sockets import Sockets
from scorer.served import Served, noted
from scorer.services.club.clubs import first_club
from scorer.services.club.invitations import standing_invitation
from scorer.settings import read_settings
from scorer.storage.unavailable import Unavailable

# Threads wait for the database more than they work: as many writers as a house has phones can
# wait for one another, and somebody who only looks still gets an answer.
THREADS = 32
SECONDS_IN_TURN = 0.0005
# A phone that asks for news every other second keeps its connection, and opens up to six.
CONNECTIONS = 5000
SECONDS_IDLE = 60
SECONDS_BETWEEN_LOOKS = 5
# What is open besides connections: the database, files, and this program itself.
OTHER_FILES = 150
# Whoever runs containers waits for ten seconds, and then ends them by force.
SECONDS_TO_FINISH = 8.0


def serve(host: str, port: int) -> int:
    """Run the app until you stop it; the exit status."""
    # Whoever saves holds up all others who save, and must not wait long for those who paint.
    sys.setswitchinterval(SECONDS_IN_TURN)
    stay_on_one_core(os.getpid())
    print_database(read_settings())
    app = create_app()
    settings, database = app.extensions["scorer"]["settings"], app.extensions["scorer"]["database"]
    # A queue of a few requests is nothing to worry a family about.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sockets = Sockets(seconds_between_looks=SECONDS_BETWEEN_LOOKS)
    try:
        try:
            server: Any = create_server(
                app,
                map=sockets,
                host=host,
                port=port,
                threads=THREADS,
                connection_limit=connection_limit(),
                channel_timeout=SECONDS_IDLE,
                cleanup_interval=SECONDS_BETWEEN_LOOKS,
                ident="",
                # Where a proxy is trusted, the app itself reads what it says.
                clear_untrusted_proxy_headers=not settings.trust_proxy,
            )
        except ValueError:
            print(f"There is no such address here: {host}", file=sys.stderr)
            return 1
        except OSError as fault:
            says = f"Port {port} cannot be used: {fault.strerror}."
            print(says, file=sys.stderr)
            print(f"Try another one: --port {port + 1}", file=sys.stderr)
            return 1
        sockets.keep_connections()
        club = first_club(database)
        served = Served(host, _port_of(sockets))
        with stopped_by_signals(sockets) as stopped, noted(settings.instance, served):
            try:
                database.check_writable()
                announce(served, settings, standing_invitation(database, settings.secret_key, club))
            except Unavailable as fault:
                says = (
                    f"Nothing can be saved now: {fault}. Scores can be read on port {served.port}."
                )
                print(says, flush=True)
            while not stopped:
                sockets.wait(1)
            finish(sockets)
            server.task_dispatcher.shutdown(timeout=1)
    finally:
        sockets.close()
        database.close()
    print("\nGood night.", flush=True)
    return 0


def _port_of(sockets: Sockets) -> int:
    """The port that is really listened on, which may have been left to the system."""
    listening = next(socket for socket in sockets.values() if socket.accepting)
    return int(listening.effective_port)


def connection_limit() -> int:
    """How many connections may be open, for which this process may open more files if need be."""
    needed = CONNECTIONS + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if soft < 0 or soft >= needed:
        return CONNECTIONS
    return max(soft - OTHER_FILES, soft // 2)


@contextmanager
def stopped_by_signals(sockets: Sockets) -> Iterator[list[int]]:
    """The signals that asked for an end, empty until then.

    The first program of a container has no handlers but its own: without this SIGTERM would do
    nothing there. Whoever asks twice does not want to wait.
    """
    requests: list[int] = []

    def request(number: int, frame: object) -> None:
        if requests:
            raise KeyboardInterrupt
        requests.append(number)
        for socket in list(sockets.values()):
            if socket.accepting:
                socket.pull_trigger()

    with handling(request, signal.SIGINT, signal.SIGTERM):
        yield requests


def finish(sockets: Sockets) -> None:
    """Answer what was requested already; nobody else is let in, and idle connections are closed."""
    for socket in list(sockets.values()):
        if socket.accepting:
            wasyncore.dispatcher.close(socket)
    until = time.monotonic() + SECONDS_TO_FINISH
    while time.monotonic() < until:
        # Requests that have arrived but were not read yet are read before anything is closed.
        sockets.wait(0.1, for_all=True)
        channels = [socket for socket in list(sockets.values()) if hasattr(socket, "requests")]
        if not channels:
            return
        for channel in channels:
            if not (channel.requests or channel.request or channel.total_outbufs_len):
                channel.will_close = True
