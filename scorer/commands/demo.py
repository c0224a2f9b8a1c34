"""`demo`: a club with a past that nobody lived through."""

from scorer.commands.database import command_database
from scorer.commands.invite import print_from_terminal
from scorer.commands.signals import stopping_between_steps
from scorer.rules.words import counted
from scorer.services.club.invitations import make_invitation
from scorer.services.demo import make_demo


def make_demo_club(nights: int, seed: int, port: int | None) -> int:
    """Make up a club and print an invitation to it; the exit status."""
    with command_database() as (settings, database):
        with stopping_between_steps() as stop:
            made = make_demo(database, nights, seed, stop)
        invitation = make_invitation(
            database, settings.secret_key, made.club, "manage", made_by=None
        )
    heading = f"A club with {counted(made.games, 'game')}. To look around:"
    print_from_terminal(invitation, settings, port, heading)
    return 0
