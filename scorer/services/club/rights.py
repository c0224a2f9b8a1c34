"""Rights: what a phone may do; each holds those before it.

A file of its own, since the command line needs it before it opens any database.
"""

from __future__ import annotations

from typing import Literal

Right = Literal["watch", "score", "manage"]
RIGHTS: tuple[Right, ...] = ("watch", "score", "manage")
