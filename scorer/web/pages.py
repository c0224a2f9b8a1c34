"""All pages, and what every template knows."""

from flask import Blueprint, Flask, g
from werkzeug.utils import find_modules, import_string

from scorer.rules.cards import write_card
from scorer.rules.numbers import write_number
from scorer.rules.words import counted
from scorer.services.ids import new_id
from scorer.web import access
from scorer.web.drawing.looks import look_of, looks_in_game
from scorer.web.formats import (
    clock_time,
    day,
    estimate_width,
    in_words,
    points,
    shorten,
    signed,
    upper_first,
    whole_day,
)
from scorer.web.games import sheet_cache
from scorer.web.names import clubs_here, in_club, name_of, short_in_html
from scorer.web.nights.bin import deleted_sentence
from scorer.web.rules.rules import rules_text
from scorer.web.sharing.pictures import fit, fit_names, wrap


def init_app(app: Flask) -> None:
    """Put all pages behind the door: the blueprints of the modules in this folder."""
    access.init_app(app)
    sheet_cache.init_app(app)
    for name in find_modules("scorer.web", recursive=True):
        for value in vars(import_string(name)).values():
            if isinstance(value, Blueprint) and value.import_name == name:
                app.register_blueprint(value)
    app.context_processor(lambda: {"device": g.get("device"), "turned_to": g.get("turned_to")})
    # Known to macros too, which a context processor is not.
    app.add_template_global(lambda: access.guests_night() is not None, "is_guest")
    for known in (
        access.may,
        access.club_in_forms,
        access.club_at_home,
        clubs_here,
        name_of,
        new_id,
        counted,
    ):
        app.add_template_global(known)
    for shown in (
        *(clock_time, day, whole_day, deleted_sentence),
        *(points, signed, in_words, upper_first),
        *(
            look_of,
            looks_in_game,
            estimate_width,
            shorten,
            fit,
            fit_names,
            wrap,
            rules_text,
            short_in_html,
        ),
    ):
        app.add_template_filter(shown)
    app.add_template_filter(in_club)
    app.add_template_filter(write_number, "number")
    app.add_template_filter(write_card, "card")
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}  # fewer bytes
    # Macros are known to all templates, without being imported.
    for name in app.jinja_env.list_templates(filter_func=lambda name: name.startswith("_macros/")):
        module = app.jinja_env.get_template(name).module
        macros = {key: value for key, value in vars(module).items() if key[0] != "_"}
        app.jinja_env.globals.update(macros)
