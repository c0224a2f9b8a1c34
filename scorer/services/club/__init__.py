"""A club: its phones and what each may do, its invitations and its links.

Loads no database, since the command line needs the rights before it opens any.
"""

from typing import Literal

# What a phone may do; each right holds those before it. To play is to answer for its own seat, and
# lasts for one night.
Right = Literal["watch", "play", "score", "manage"]
RIGHTS: tuple[Right, ...] = ("watch", "play", "score", "manage")
# What can last longer than a night.
LASTING: tuple[Right, ...] = ("watch", "score", "manage")


def includes(right: Right, wanted: Right) -> bool:
    """Whether a right holds another one."""
    return RIGHTS.index(right) >= RIGHTS.index(wanted)
