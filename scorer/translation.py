"""What people read, in their language: in English, as it is written, until another one comes.

Sentences of the rules are in the word files (`scorer/rules/words`), for the phone says them too.
All others stand where they are said and are marked: in templates by `_` and `trans`, in Python by
the functions here. Places are named, "%(name)s sat down", so that a translator can move them; a
per cent sign is written twice, as in templates.
"""

from __future__ import annotations

from gettext import NullTranslations
from typing import cast

TRANSLATIONS = NullTranslations()


def gettext(message: str, /, **places: object) -> str:
    """A message with its places filled in."""
    return TRANSLATIONS.gettext(message) % places


def ngettext(one: str, other: str, number: int, /, **places: object) -> str:
    """The message that goes with a number; `%(num)s` is the number, unless it is given."""
    return TRANSLATIONS.ngettext(one, other, number) % {"num": number, **places}


class Lazy:
    """A message that is said later; it cannot be joined to others before."""

    __slots__ = ("message",)

    def __init__(self, message: str) -> None:
        self.message = message

    def __str__(self) -> str:
        return TRANSLATIONS.gettext(self.message)

    def __mod__(self, places: object) -> str:
        return str(self) % places


def lazy(message: str, /) -> str:
    """A message for what is read before there is anybody to read it: labels of forms, tables.

    It is said whenever it is written out, with `str()` where a string has to be one.
    """
    return cast("str", Lazy(message))
