"""`demo`: a club with a past that nobody lived through."""

from __future__ import annotations

import sys

from scorer.commands.inviting import base_address, lan_address, print_invitation
from scorer.services.club.invitations import make_invitation
from scorer.services.demo.making import make_up
from scorer.settings import read_settings
from scorer.storage.database import prepared_database


def make_up_club(nights: int, seed: int, port: int) -> int:
    """Make up a club and print an invitation to it; the exit status."""
    settings = read_settings()
    database = prepared_database(settings.database_url)
    club = ""
    for made in make_up(database, nights, seed):
        club = made.club
        if sys.stderr.isatty():
            print(f"\r{made.nights} nights, {made.games} games", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    invitation = make_invitation(database, settings.secret_key, club, "manage", made_by=None)
    base = base_address(settings, port, lan_address())
    print_invitation(invitation, base, f"A club with {made.games} games behind it. To look around:")
    database.close()
    return 0
