"""The command line: serve, invite, clubs, check, rebuild, demo, backup, restore, score.

Everything is imported only where it is needed: a server is up within a second, and scoring a
file loads neither Flask nor a database.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from scorer.addresses import ANYWHERE
from scorer.commands.exit_status import end_in_one_line
from scorer.rules.packages import add_packages
from scorer.services.club import LASTING
from scorer.settings import GAMES, PORT, instance_folder
from scorer.version import VERSION

MAX_PORT = 65_535
OTHER_PORT = "the port the app is served on, where `serve` does not know it"


# The modules that are not called after their command.
MODULES = {"rebuild": "check", "restore": "backup"}


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words say, or those the program was started with; its exit status."""
    arguments = _parser().parse_args(words)
    return end_in_one_line(lambda: _run(arguments))


def _run(arguments: argparse.Namespace) -> int:
    name = arguments.command
    # `serve` makes the app, which adds them and writes what is wrong into its log.
    for fault in add_packages(instance_folder() / GAMES) if name != "serve" else ():
        print(fault, file=sys.stderr)
    module = import_module(f"scorer.commands.{MODULES.get(name, name)}")
    return int(getattr(module, name)(arguments))


def _parser() -> argparse.ArgumentParser:
    copies = "results, statistics and highlights"
    parser = argparse.ArgumentParser("scorer", description="Keep score of card games.")
    parser.add_argument("--version", action="version", version=f"Scorer {VERSION}")
    words = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = words.add_parser("serve", help="run the app until you stop it")
    serve.add_argument("--host", default=ANYWHERE, help="the address to serve on (all)")
    serve.add_argument("--port", default=PORT, type=port, help=f"the port to serve on ({PORT})")
    invite = words.add_parser("invite", help="print an invitation for another phone")
    invite.add_argument("--right", choices=LASTING, default="manage", help="(manage)")
    invite.add_argument("--club", metavar="NAME", help="where there are several: its name or id")
    invite.add_argument("--port", type=port, help=OTHER_PORT)
    _add_clubs(words.add_parser("clubs", help="list the clubs, or add, export or delete one"))
    words.add_parser("check", help=f"compare {copies} with the books")
    words.add_parser("rebuild", help=f"rebuild {copies} from the books, and ratings")
    demo = words.add_parser("demo", help="make up a club with games, to look around")
    demo.add_argument("--nights", default=20, type=count, help="how many nights (20)")
    demo.add_argument("--seed", default=9, type=int, help="other dice (9)")
    demo.add_argument("--port", type=port, help=OTHER_PORT)
    backup = words.add_parser("backup", help="write all but the secret key into a new file")
    backup.add_argument("file", metavar="FILE", help="where there is none yet")
    restore = words.add_parser("restore", help="replace everything with a backup")
    restore.add_argument("file", metavar="FILE", help="a backup")
    restore.add_argument("--yes", action="store_true", help="without asking")
    score = words.add_parser("score", help="print the sheets of games kept as files")
    score.add_argument("--json", action="store_true", help="print a line of JSON for each file")
    score.add_argument("files", nargs="+", metavar="FILE", help="a record; - for standard input")
    return parser


def _add_clubs(clubs: argparse.ArgumentParser) -> None:
    clubs.add_argument("--find", metavar="TEXT", default="", help="in the names of clubs or people")
    deeds = clubs.add_subparsers(dest="deed", metavar="DEED")
    add = deeds.add_parser("add", help="make a club and print an invitation to it")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--port", type=port, help=OTHER_PORT)
    export = deeds.add_parser("export", help="write all its games into a new file")
    delete = deeds.add_parser("delete", help="delete it with all its games")
    tidy = deeds.add_parser("tidy", help="delete what strangers began and never used")
    for deed in (export, delete):
        deed.add_argument("club", metavar="CLUB", help="its name or id")
    export.add_argument("file", metavar="FILE", help="where there is none yet")
    for deed in (delete, tidy):
        deed.add_argument("--yes", action="store_true", help="without asking")


def count(written: str) -> int:
    """How many, as an argument says it, which argparse refuses by this name."""
    number = int(written)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def port(written: str) -> int:
    """The number of a port, as an argument says it."""
    number = int(written)
    if not 0 <= number <= MAX_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number up to {MAX_PORT}")
    return number
