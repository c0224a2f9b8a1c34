"""Macros, of which all pages share those of one file.

A template that imports some first asks what the page knows besides them: a walk through all that
is known everywhere, for each import. Nothing is known to one template alone here.
"""

from __future__ import annotations

from flask import Flask
from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context


class Sharing(Template):
    """A template whose macros are the same for whoever imports them."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


def init_app(app: Flask) -> None:
    """Let all templates share their macros."""
    app.jinja_env.template_class = Sharing
