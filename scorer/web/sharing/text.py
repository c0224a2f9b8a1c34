"""A result as plain text that reads well in a messenger."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.web.names import in_a_sentence
from scorer.web.sharing.pictures_view import Picture

CROWN = "♛"


def as_text(picture: Picture, said: Iterable[str] = ()) -> str:
    """The podium, one line for each, and what else is to be said."""
    head = [picture.title, picture.date, picture.place]
    lines = [" · ".join(one for one in head if one)]
    for one in picture.standings:
        place = CROWN if one.won else one.place or "–"
        more = f" ({one.says})" if one.says else ""
        lines.append(f"{place} {in_a_sentence(one.name)} {one.total}{more}")
    return "\n".join([*lines, *said])
