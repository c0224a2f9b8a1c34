"""`serve`: the app on a server of its own, until Ctrl-C or SIGTERM."""

import errno
import logging
import resource
import sys
import time
from argparse import Namespace
from contextlib import suppress
from typing import Any

from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server

from scorer import create_app
from scorer.addresses import own_address
from scorer.commands.database import print_database
from scorer.commands.invite import print_way_in
from scorer.served import Served, noted
from scorer.services.club.clubs import first_club
from scorer.services.club.devices import MANAGERS, list_devices
from scorer.services.club.invitations import make_invitation
from scorer.settings import read_settings
from scorer.storage.database import Database
from scorer.storage.unavailable import Unavailable

# Threads wait for the database more than they work.
THREADS = 32
# A house full of phones, each of which opens up to six connections.
MAX_CONNECTIONS = 1000
# A phone in use asks every few seconds.
IDLE_SECONDS = 60
CLEANUP_SECONDS = 5
# What is open besides connections: the database, files, and this program itself.
OTHER_FILES = 150
# Why a port cannot be used; anything else is wrong with the address.
OF_THE_PORT = (errno.EADDRINUSE, errno.EACCES)
# A container has ten seconds to stop.
SECONDS_TO_FINISH = 8.0


def serve(arguments: Namespace) -> int:
    """Run the app until you stop it; the exit status."""
    host, port = arguments.host, arguments.port
    with suppress(OSError):  # a log on a full disk
        print_database(read_settings())
    app = create_app()
    settings, database = app.extensions["scorer"]["settings"], app.extensions["scorer"]["database"]
    # A queue of a few requests is nothing to worry a family about.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    allow_open_files(MAX_CONNECTIONS + OTHER_FILES)
    sockets: dict[int, Any] = {}
    try:
        try:
            server: Any = create_server(
                app,
                map=sockets,
                host=host,
                port=port,
                threads=THREADS,
                connection_limit=MAX_CONNECTIONS,
                channel_timeout=IDLE_SECONDS,
                cleanup_interval=CLEANUP_SECONDS,
                asyncore_use_poll=True,  # select() takes no more than 1024 files
                ident="",
                # Where a proxy is trusted, the app itself reads what it says.
                clear_untrusted_proxy_headers=not settings.trust_proxy,
            )
        except (ValueError, OSError) as fault:
            if isinstance(fault, OSError) and fault.errno in OF_THE_PORT:
                print(f"Port {port} cannot be used: {fault.strerror}.", file=sys.stderr)
                print(f"Try another one: --port {port + 1}", file=sys.stderr)
            else:
                print(f"--host {host}: this machine has no such address.", file=sys.stderr)
            return 1
        club = first_club(database) if settings.new_clubs == "invited" else None
        # The port may have been left to the system.
        listening = next(socket for socket in sockets.values() if socket.accepting)
        served = Served(host, int(listening.effective_port))
        with noted(settings.instance, served):
            with suppress(OSError):
                try:
                    if club is None:
                        print_way_in(None, settings, served, "Anybody may start a table:")
                    elif is_managed(database, club):
                        print_way_in(None, settings, served, "The table is at:")
                    else:
                        key, letters = settings.secret_key, settings.code_letters
                        invitation = make_invitation(database, key, club, letters=letters)
                        print_way_in(invitation, settings, served, "To join the table:")
                except Unavailable as fault:
                    print(f"No phone can be invited now: {fault}.")
                    print(own_address(settings, served) or settings.public_url or "")
                print("Stop with Ctrl-C.", flush=True)
            with suppress(KeyboardInterrupt):  # SIGTERM raises one, too
                wasyncore.loop(timeout=1, use_poll=True, map=sockets)
            finish(sockets)
            server.task_dispatcher.shutdown(timeout=1)
    finally:
        wasyncore.close_all(sockets)
        database.close()
    print("\nGood night.", flush=True)
    return 0


def is_managed(database: Database, club: str) -> bool:
    """Whether a phone manages a club."""
    return bool(list_devices(database, club, MANAGERS))


def allow_open_files(needed: int) -> None:
    """Let this process have so many files open, if the system permits it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < needed:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def finish(sockets: dict[int, Any]) -> None:
    """Answer the requests that have arrived; no new connection is taken."""
    for socket in list(sockets.values()):
        if socket.accepting:
            wasyncore.dispatcher.close(socket)
    until = time.monotonic() + SECONDS_TO_FINISH
    while time.monotonic() < until:
        wasyncore.loop(timeout=0.1, use_poll=True, map=sockets, count=1)
        channels = [socket for socket in sockets.values() if isinstance(socket, HTTPChannel)]
        if not any(
            channel.requests or channel.request or channel.total_outbufs_len for channel in channels
        ):
            return
