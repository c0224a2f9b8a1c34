"""Rights: what a phone may do; each of them holds those before it."""

from __future__ import annotations

from typing import Literal

Right = Literal["watch", "score", "manage"]
RIGHTS: tuple[Right, ...] = ("watch", "score", "manage")
