"""What the deals that were played have made of a sheet, painted once until another one is in.

Four of five entries are answers about the deal in play: they leave everything in here as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from flask import current_app
from markupsafe import Markup

from scorer.services.games.read import GameRead
from scorer.web.games.sheet_view import SheetView, context_of
from scorer.web.security import tokens_are_left_out

Found = TypeVar("Found")


class SoFar:
    """A sheet that knows what was noted in play and nothing else of the deal, and how it looks.

    What stands in a template that is painted here comes from this sheet and from what it is given,
    so that it looks the same whenever these are equal, whoever sees it.
    """

    def __init__(self, read: GameRead) -> None:
        self.sheet = SheetView(read)
        self._painted: dict[Any, Markup] = {}
        self._worked_out: dict[Any, Any] = {}

    @property
    def can_be_taken_back(self) -> bool:
        """Whether something among the deals has an Undo, which says what was seen."""
        sheet = self.sheet.game.sheet
        return bool(sheet.behind_the_end or sheet.transfers)

    def once(self, work_out: Callable[[SheetView], Found]) -> Found:
        """What follows from this sheet, worked out once."""
        if work_out not in self._worked_out:
            self._worked_out[work_out] = work_out(self.sheet)
        found: Found = self._worked_out[work_out]
        return found

    def paint(self, name: str, **given: Any) -> Markup:
        """A template, painted with this sheet and with what it is given."""
        key = name, *given.items()
        painted = self._painted.get(key)
        if painted is None:
            template = current_app.jinja_env.get_template(name)
            html = template.render(**context_of(self.sheet), **given)
            painted = Markup(html)  # noqa: S704 - what a template made is safe
            if is_for_all(html):
                self._painted[key] = painted
        return painted


def is_for_all(html: str) -> bool:
    """Whether something can be shown to other phones, and again later.

    A form has the token of one phone, unless tokens are left out, and what it writes in the book
    has a new name each time.
    """
    return "<form" not in html or (tokens_are_left_out() and 'name="name"' not in html)


def read_so_far(read: GameRead) -> GameRead:
    """A game without its entries and what was answered of the deal in play."""
    opening = read.sheet.opening and replace(
        read.sheet.opening,
        answers=(),
        answered=(),
        missing=(),
        open_questions=(),
        fault=None,
        unfit=(),
    )
    sheet = replace(read.sheet, opening=opening)
    return replace(read, last_at=read.started_at, version=0, entries=(), sheet=sheet)
