"""`invite`, and how an invitation is printed: a QR code, a link and a short code."""

import io
import sys
from argparse import Namespace

import segno

from scorer.addresses import ANYWHERE, own_address, phone_address
from scorer.commands.database import command_database
from scorer.commands.sheet_text import printable
from scorer.rules.kinds import comparison_key
from scorer.rules.words import WORDS
from scorer.served import Served, find_served
from scorer.services.club import Right
from scorer.services.club.clubs import Club, first_club, list_clubs, only_club
from scorer.services.club.invitations import Invitation, make_invitation
from scorer.settings import PORT, Settings
from scorer.storage.database import Database


def invite(arguments: Namespace) -> int:
    """Print an invitation for another phone to the club of this name or id; the exit status."""
    right: Right = arguments.right
    with command_database() as (settings, database):
        first_club(database)
        club, is_only = which_club(database, arguments.club), only_club(database)
        if club is None:
            return 1
        key, letters = settings.secret_key, settings.code_letters
        invitation = make_invitation(database, key, club.id, right, letters=letters)
    meaning = WORDS["rights"][right]
    where = "" if is_only else f" in {printable(club.name)}"
    heading = f"Phones that join with this may {meaning}{where}:"
    print_from_terminal(invitation, settings, arguments.port, heading)
    return 0


def which_club(database: Database, name: str | None) -> Club | None:
    """The club of this name or id, or the only club; where none is meant, print the question."""
    clubs, key = list_clubs(database), comparison_key(name or "")
    named = [it for it in clubs if name in (None, it.id) or comparison_key(it.name) == key]
    if len(named) == 1:
        return named[0]
    if not named and name is not None:
        print(f"There is no club called {name}.", file=sys.stderr)
    by = "its id" if name and named else "its name or id"
    print(f"Which club? Say so by {by if name else f'--club and {by}'}:", file=sys.stderr)
    for club in named or clubs:
        print(f"  {club.id}  {printable(club.name)}", file=sys.stderr)
    return None


def print_from_terminal(
    invitation: Invitation, settings: Settings, port: int | None, heading: str
) -> None:
    """Print an invitation with the address of the app, or one that is a guess, and says so."""
    served = find_served(settings.instance)
    if port is not None and (served is None or served.port != port):
        served = Served(ANYWHERE, port)
    elif served is None and not settings.public_url:
        served = Served(ANYWHERE, PORT)
        print("The app is not running. `serve` starts it.", file=sys.stderr)
    print_way_in(invitation, settings, served, heading)


def print_way_in(
    invitation: Invitation | None, settings: Settings, served: Served | None, heading: str
) -> None:
    """Print a QR code, a link and a code, with the address for phones and the machine's own."""
    base = phone_address(settings, served=served)
    own = served and own_address(settings, served)
    join = f"/join/{invitation.link_code}" if invitation else ""
    print(f"\n{heading}\n")
    if base is None:
        print("Other phones cannot reach this machine: it needs a network and no --host, or an")
        print("address in SCORER_PUBLIC_URL.")
    else:
        if invitation or sys.stdout.isatty():  # a log has no use for the address as a code
            try:
                print(f"{qr_lines(f'{base}{join}', coloured=sys.stdout.isatty())}\n")
            except UnicodeEncodeError:
                print("(This terminal cannot show a QR code.)\n")
        print(f"Link:             {base}{join}")
    if invitation:
        print(f"Or by hand:       {base or own or ''}/join  code {invitation.short_code}")
    if own and own != base:
        print(f"On this machine:  {own}{join}")
    if not invitation and settings.new_clubs == "invited":
        print("To let another phone join, run `invite`.")


def qr_lines(link: str, *, coloured: bool) -> str:
    """The link as a QR code of half blocks; colours keep it dark on light in any terminal."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    before, after = ("\x1b[38;5;231;48;5;16m", "\x1b[0m") if coloured else ("", "")
    return "\n".join(f"{before}{line}{after}" for line in drawn.getvalue().splitlines())
