"""`demo`: a club with a past that nobody lived through."""

from argparse import Namespace

from scorer.commands.database import command_database
from scorer.commands.invite import print_from_terminal
from scorer.rules.words import counted
from scorer.services.club.invitations import make_invitation
from scorer.services.demo import make_demo
from scorer.services.ratings import rate_due


def demo(arguments: Namespace) -> int:
    """Make up a club and print an invitation to it; the exit status."""
    with command_database() as (settings, database):
        club, games = make_demo(database, arguments.nights, arguments.seed)
        key, letters = settings.secret_key, settings.code_letters
        invitation = make_invitation(database, key, club, "manage", letters=letters)
        heading = f"A club with {counted(games, 'game')}. To look around:"
        print_from_terminal(invitation, settings, arguments.port, heading)
        rate_due(database, club)  # the next request of the club goes on with it
    return 0
