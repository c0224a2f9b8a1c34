"""A club: its phones and what each may do, its invitations and its links.

Loads no database, since the command line needs the rights before it opens any.
"""

from __future__ import annotations

from typing import Literal

# What a phone may do; each right holds those before it.
Right = Literal["watch", "score", "manage"]
RIGHTS: tuple[Right, ...] = ("watch", "score", "manage")
