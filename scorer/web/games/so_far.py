"""What the deals that were played have made of a sheet, painted once until another one is in.

Four of five entries are answers about the deal in play: they leave everything in here as it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import current_app
from markupsafe import Markup

from scorer.services.games.read import GameRead
from scorer.web.games.sheet_view import SheetView


class SoFar:
    """A sheet that knows nothing of the answers of the deal in play, and what was painted of it.

    What stands in a template that is painted here comes from this sheet and from what it is given,
    so that two that are equal look alike, whoever sees them.
    """

    def __init__(self, read: GameRead) -> None:
        self.sheet = SheetView(read)
        self._painted: dict[Any, Markup] = {}

    def paint(self, name: str, **given: Any) -> Markup:
        """A template, painted with this sheet and with what it is given."""
        key = name, *given.items()
        painted = self._painted.get(key)
        if painted is None:
            template = current_app.jinja_env.get_template(name)
            html = template.render(sheet=self.sheet, game=self.sheet.game, **given)
            painted = Markup(html)  # noqa: S704 - what a template made is safe
            # A form has the token of one phone.
            if "<form" not in html:
                self._painted[key] = painted
        return painted


def read_so_far(read: GameRead) -> GameRead:
    """A game without what was answered of the deal in play.

    Its version is told only where something can be taken back: whoever does so says what was seen.
    """
    sheet = read.sheet
    opening = sheet.opening and replace(
        sheet.opening,
        noted={},
        shows=(),
        answers=(),
        answered=(),
        missing=(),
        open_questions=(),
        fault=None,
        unfit=(),
    )
    offers = sheet.behind_the_end or sheet.transfers
    return replace(
        read,
        last_at=read.started_at,
        version=read.version if offers else 0,
        entries=(),
        sheet=replace(sheet, opening=opening),
    )
