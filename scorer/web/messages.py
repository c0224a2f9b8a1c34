"""What pages say in the language of their reader, for `_` and `trans` in templates.

Jinja has functions of its own for this; they take four times as long, and a page of rules says
forty things.
"""

from functools import cache

from flask import Flask
from markupsafe import Markup, escape

from scorer.translation import TRANSLATIONS


def init_app(app: Flask) -> None:
    """Let templates mark what they say; Babel reads them by [tool.babel] in pyproject.toml."""
    env = app.jinja_env
    env.policies["ext.i18n.trimmed"] = True
    env.add_extension("jinja2.ext.i18n")
    env.newstyle_gettext = True  # type: ignore[attr-defined]
    env.globals.update(
        _=gettext, gettext=gettext, ngettext=ngettext, pgettext=pgettext, npgettext=npgettext
    )


def gettext(message: str, /, **places: object) -> Markup:
    """A message, which is markup, with its places filled in, which are not."""
    return _filled(TRANSLATIONS.gettext(message), places) if places else _said(message)


def pgettext(about: str, message: str, /, **places: object) -> Markup:
    """The same for a message that means something else elsewhere."""
    return _filled(TRANSLATIONS.pgettext(about, message), places)


def ngettext(one: str, other: str, number: int, /, **places: object) -> Markup:
    """The message that goes with a number, which is its place `num` unless another is given."""
    return _filled(TRANSLATIONS.ngettext(one, other, number), {"num": number, **places})


def npgettext(about: str, one: str, other: str, number: int, /, **places: object) -> Markup:
    """The same for a message that means something else elsewhere."""
    said = TRANSLATIONS.npgettext(about, one, other, number)
    return _filled(said, {"num": number, **places})


def _filled(said: str, places: dict[str, object]) -> Markup:
    for name, value in places.items():
        places[name] = escape(value)
    return Markup(said % places)  # noqa: S704


@cache
def _said(message: str) -> Markup:
    return _filled(TRANSLATIONS.gettext(message), {})
