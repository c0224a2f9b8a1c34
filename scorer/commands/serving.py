"""`serve`: the app on a server of its own."""

from __future__ import annotations

import logging
import sys

from waitress.server import create_server

from scorer.app import build_app
from scorer.commands.inviting import announce
from scorer.services.club.clubs import first_club
from scorer.services.club.invitations import standing_invitation
from scorer.settings import read_settings
from scorer.storage.database import prepared_database

THREADS = 8


def serve(host: str, port: int) -> int:
    """Serve the app until it is stopped; the exit status."""
    settings = read_settings()
    database = prepared_database(settings.database_url)
    app = build_app(settings)
    # A queue of a few requests is nothing to worry a family about.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = create_server(
            app,
            host=host,
            port=port,
            threads=THREADS,
            ident="",
            # Where a proxy is trusted, the app itself reads what it says.
            clear_untrusted_proxy_headers=not settings.trust_proxy,
        )
    except OSError as fault:
        print(f"Port {port} cannot be used: {fault.strerror}.", file=sys.stderr)
        print(f"Try another one: --port {port + 1}", file=sys.stderr)
        return 1
    club = first_club(database)
    invitation = standing_invitation(database, settings.secret_key, club)
    announce(host, port, settings, invitation)
    try:
        server.run()
    except KeyboardInterrupt:
        print("\nGood night.")
    finally:
        server.close()
        database.close()
    return 0
