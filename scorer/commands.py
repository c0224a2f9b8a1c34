"""The command line: serve, invite, check, rebuild, demo, backup, restore, score.

Everything is imported only where it is needed: a server is up within a second, and scoring a
file loads neither Flask nor a database.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.rules.words import WORDS
from scorer.services.rights import RIGHTS

if TYPE_CHECKING:
    from scorer.services.invitations import Invitation
    from scorer.settings import Settings
    from scorer.storage.database import Database

PORT = 9009
THREADS = 8
COPIES = "results, statistics, ratings, highlights and the search"
HERE = "127.0.0.1"
JOIN = "/join"
BACKUPS = {
    "backup": "write all but the secret key into a new file",
    "restore": "put what a backup holds in the place of all there is",
}
FILES = {"backup": "where there is none yet", "restore": "a backup"}


def main(words: Sequence[str]) -> int:
    """Do what the words say; the exit status of the program."""
    said = _parser().parse_args(words)
    if said.command == "score":
        from scorer.score_files import main as score_files

        return score_files(said.files, as_json=said.json)
    from scorer.settings import BadSetting

    try:
        if said.command in BACKUPS:
            from scorer.backup_files import main as keep

            return keep(said.command, said.file)
        return int(said.run(said))
    except BadSetting as fault:
        print(fault, file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("scorer", description="Keep score of card games.")
    words = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serving = words.add_parser("serve", help="serve the app until it is stopped")
    serving.add_argument("--host", default="0.0.0.0", help="the address to serve on (all)")  # noqa: S104
    serving.add_argument("--port", default=PORT, type=int, help=f"the port to serve on ({PORT})")
    serving.set_defaults(run=_serve)
    inviting = words.add_parser("invite", help="print an invitation for another phone")
    inviting.add_argument("--right", choices=RIGHTS, default="manage", help="(manage)")
    inviting.add_argument("--port", default=PORT, type=int, help="the port the app is served on")
    inviting.set_defaults(run=_invite)
    for command, says, does in (
        ("check", f"compare {COPIES} with the books", _check),
        ("rebuild", f"make {COPIES} anew from the books", _rebuild),
    ):
        words.add_parser(command, help=says).set_defaults(run=does)
    making_up = words.add_parser("demo", help="make up a club with a past, to look around in")
    making_up.add_argument("--nights", default=20, type=_many, help="how many nights (20)")
    making_up.add_argument("--seed", default=9, type=int, help="other dice (9)")
    making_up.add_argument("--port", default=PORT, type=int, help="the port the app is served on")
    making_up.set_defaults(run=_demo)
    for command, says in BACKUPS.items():
        keeping = words.add_parser(command, help=says)
        keeping.add_argument("file", metavar="FILE", help=FILES[command])
    scoring = words.add_parser("score", help="print the sheets of games kept as files")
    scoring.add_argument("--json", action="store_true", help="print a line of JSON for each file")
    scoring.add_argument("files", nargs="+", metavar="FILE", help="a record; - for standard input")
    return parser


def _many(written: str) -> int:
    many = int(written)
    if many < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return many


def _database(settings: Settings) -> Database:
    from scorer.storage.database import open_database

    database = open_database(settings.database_url)
    database.prepare()
    return database


def _serve(said: argparse.Namespace) -> int:
    from scorer.settings import read_settings

    settings = read_settings()
    database = _database(settings)
    import logging

    from waitress.server import create_server

    from scorer.app import build_app
    from scorer.services.clubs import first_club
    from scorer.services.invitations import standing_invitation

    app = build_app(settings)
    # A queue of a few requests is nothing to worry a family about.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    try:
        server = create_server(
            app,
            host=said.host,
            port=said.port,
            threads=THREADS,
            ident="",
            # Where a proxy is trusted, the app itself reads what it says.
            clear_untrusted_proxy_headers=not settings.trust_proxy,
        )
    except OSError as fault:
        print(f"Port {said.port} cannot be used: {fault.strerror}.", file=sys.stderr)
        print(f"Try another one: --port {said.port + 1}", file=sys.stderr)
        return 1
    club = first_club(database)
    invitation = standing_invitation(database, settings.secret_key, club)
    _announce(said, settings, invitation)
    try:
        server.run()
    except KeyboardInterrupt:
        print("\nGood night.")
    finally:
        server.close()
        database.close()
    return 0


def _announce(said: argparse.Namespace, settings: Settings, invitation: Invitation) -> None:
    everywhere = said.host in ("0.0.0.0", "::", "")  # noqa: S104
    lan = lan_address() if everywhere else None
    shown = f"[{said.host}]" if ":" in said.host else said.host
    here = f"http://{HERE if everywhere else shown}:{said.port}"
    base = base_address(settings, said.port, lan) if everywhere else settings.public_url or here
    print_invitation(invitation, base, "Point a phone's camera at this to join the table:")
    if base != here:
        print(f"On this machine:  {link_of(invitation, here)}")
    if everywhere and not lan and not settings.public_url:
        print("This machine is in no network, so phones cannot reach it yet.")
    print("Stop with Ctrl-C.", flush=True)


def base_address(settings: Settings, port: int, lan: str | None) -> str:
    """Where phones find the app: as it was set, or this machine, in its network if it is in one."""
    return settings.public_url or f"http://{lan or HERE}:{port}"


def link_of(invitation: Invitation, base: str) -> str:
    """The address that an invitation opens."""
    return f"{base}{JOIN}/{invitation.link_code}"


def print_invitation(invitation: Invitation, base: str, heading: str) -> None:
    """Print an invitation as a QR code, a link and a short code."""
    link = link_of(invitation, base)
    print(f"\n{heading}\n")
    try:
        print(qr_lines(link, coloured=sys.stdout.isatty()))
    except UnicodeEncodeError:
        print("(This terminal cannot show a QR code.)")
    print(f"\nLink:             {link}")
    print(f"Or by hand:       {base}{JOIN}  code {invitation.short_code}")


def qr_lines(link: str, *, coloured: bool) -> str:
    """The link as a QR code of half blocks; colours keep it dark on light in any terminal."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    before, after = ("\x1b[38;5;231;48;5;16m", "\x1b[0m") if coloured else ("", "")
    return "\n".join(f"{before}{line}{after}" for line in drawn.getvalue().splitlines())


def lan_address() -> str | None:
    """The address of this machine in its network; asks the routing table and sends nothing."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only chooses a route. The address is one that is
            # reserved for documentation and never used.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def _invite(said: argparse.Namespace) -> int:
    from scorer.services.clubs import first_club
    from scorer.services.invitations import make_invitation
    from scorer.settings import read_settings

    settings = read_settings()
    database = _database(settings)
    club = first_club(database)
    made = make_invitation(database, settings.secret_key, club, said.right, made_by=None)
    base = base_address(settings, said.port, lan_address())
    meaning = WORDS["rights"][said.right]
    print_invitation(made, base, f"Whoever joins with this may {meaning}:")
    database.close()
    return 0


def _check(said: argparse.Namespace) -> int:
    from scorer.copies import check_copies
    from scorer.settings import read_settings

    return check_copies(_database(read_settings()))


def _rebuild(said: argparse.Namespace) -> int:
    from scorer.copies import rebuild_copies
    from scorer.settings import read_settings

    return rebuild_copies(_database(read_settings()))


def _demo(said: argparse.Namespace) -> int:
    from scorer.services.demo import make_up
    from scorer.services.invitations import make_invitation
    from scorer.settings import read_settings

    settings = read_settings()
    database = _database(settings)
    club = ""
    for made in make_up(database, said.nights, said.seed):
        club = made.club
        if sys.stderr.isatty():
            print(f"\r{made.nights} nights, {made.games} games", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    invitation = make_invitation(database, settings.secret_key, club, "manage", made_by=None)
    base = base_address(settings, said.port, lan_address())
    print_invitation(invitation, base, f"A club with {made.games} games behind it. To look around:")
    database.close()
    return 0
