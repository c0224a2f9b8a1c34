"""`invite`, and how an invitation is printed: a QR code, a link and a short code."""

import io
import sys
from argparse import Namespace

import segno

from scorer.addresses import ANYWHERE, own_address, phone_address
from scorer.commands.database import command_database
from scorer.rules.words import WORDS, counted
from scorer.served import Served, find_served
from scorer.services.club import Right
from scorer.services.club.clubs import ClubLine, first_club, list_clubs
from scorer.services.club.invitations import Invitation, make_invitation
from scorer.settings import PORT, Settings

JOIN = "/join"


def invite(arguments: Namespace) -> int:
    """Print an invitation for another phone to the club of this name or id; the exit status."""
    right: Right = arguments.right
    name: str | None = arguments.club
    with command_database() as (settings, database):
        first_club(database)
        clubs = list_clubs(database)
        plain = None if name is None else " ".join(name.split()).casefold()
        named = [it for it in clubs if plain in (None, it.id, it.name.casefold())]
        if len(named) != 1:
            _ask_which(named or clubs, name if not named else None)
            return 1
        (club,) = named
        invitation = make_invitation(database, settings.secret_key, club.id, right)
    meaning = WORDS["rights"][right]
    where = f" in {club.name}" if len(clubs) > 1 else ""
    heading = f"Phones that join with this may {meaning}{where}:"
    print_from_terminal(invitation, settings, arguments.port, heading)
    return 0


def _ask_which(clubs: list[ClubLine], unknown: str | None) -> None:
    if unknown is not None:
        print(f"There is no club called {unknown}.", file=sys.stderr)
    print("Which club? Say so by its name, or by its id: --club ID", file=sys.stderr)
    for club in clubs:
        phones = counted(club.phones, "phone")
        if not club.managers:
            phones = f"{phones}, nobody manages it"
        print(f"  {club.id}  {club.name}  ({phones})", file=sys.stderr)


def announce(served: Served, settings: Settings, invitation: Invitation) -> None:
    """Say where the app is served, and how the first phone joins."""
    base, own = phone_address(settings, served=served), own_address(served)
    scan = "Point a phone's camera at this to join the table:"
    print_invitation(invitation, base, own, scan if base else "To join the table:")
    if base not in (None, own):
        print(_labelled("On this machine:", _link(invitation, own)))
    print("Stop with Ctrl-C.", flush=True)


def print_from_terminal(
    invitation: Invitation, settings: Settings, port: int | None, heading: str
) -> None:
    """Print an invitation with the address of the app, or one that is a guess, and says so."""
    served = find_served(settings.instance)
    if served is None or port not in (None, served.port):
        served = Served(ANYWHERE, port or PORT)
        if port is None and not settings.public_url:
            print("The app is not running. `serve` starts it.", file=sys.stderr)
    base = phone_address(settings, served=served)
    print_invitation(invitation, base, own_address(served), heading)


def print_invitation(invitation: Invitation, base: str | None, own: str, heading: str) -> None:
    """Print a QR code and a link with `base`, or with the machine's `own` address, and a code."""
    print(f"\n{heading}\n")
    link = _link(invitation, base or own)
    if base is None:
        print("Other phones cannot reach this machine; SCORER_PUBLIC_URL may name an address.")
    else:
        try:
            print(qr_lines(link, coloured=sys.stdout.isatty()))
        except UnicodeEncodeError:
            print("(This terminal cannot show a QR code.)")
    print()
    print(_labelled("Link:" if base else "On this machine:", link))
    address = f"{base or own}{JOIN}  code {invitation.short_code}"
    print(_labelled("Or by hand:", address))


def _link(invitation: Invitation, base: str) -> str:
    """The address that an invitation opens."""
    return f"{base}{JOIN}/{invitation.link_code}"


def _labelled(label: str, address: str) -> str:
    """A line of those that stand in two columns."""
    return f"{label:<16}  {address}"


def qr_lines(link: str, *, coloured: bool) -> str:
    """The link as a QR code of half blocks; colours keep it dark on light in any terminal."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    before, after = ("\x1b[38;5;231;48;5;16m", "\x1b[0m") if coloured else ("", "")
    return "\n".join(f"{before}{line}{after}" for line in drawn.getvalue().splitlines())
