"""All pages, and what every template knows."""

from flask import Flask, g

from scorer.rules.cards import write_card
from scorer.rules.numbers import write_number
from scorer.rules.words import counted
from scorer.services.ids import new_id
from scorer.web import access
from scorer.web.club.club import club
from scorer.web.club.join import join
from scorer.web.drawing.charts import charts
from scorer.web.drawing.looks import look_of, looks_of
from scorer.web.exchange.export_games import export_games
from scorer.web.exchange.import_games import import_games
from scorer.web.formats import clock_time, day, in_words, points, signed, upper_first, whole_day
from scorer.web.front import front
from scorer.web.games import sheet_cache
from scorer.web.games.correct_start import start
from scorer.web.games.deals import deals
from scorer.web.games.entries import entries
from scorer.web.games.games import games
from scorer.web.games.news import news
from scorer.web.games.paper import paper
from scorer.web.games.phones import phones
from scorer.web.games.preview import what_if
from scorer.web.games.setup import setup
from scorer.web.games.table_view import table_view
from scorer.web.names import short_in_html
from scorer.web.nights.bin import bin_pages, deleted_sentence
from scorer.web.nights.nights import nights
from scorer.web.offline import offline
from scorer.web.people.players import players
from scorer.web.rules.rules import rules, rules_text
from scorer.web.settle_up import settle_up
from scorer.web.sharing.links import links
from scorer.web.sharing.pictures import fit, pictures, wrap
from scorer.web.sharing.shared import shared

BLUEPRINTS = (
    front,
    join,
    setup,
    bin_pages,
    charts,
    club,
    deals,
    entries,
    games,
    import_games,
    nights,
    news,
    offline,
    what_if,
    paper,
    phones,
    pictures,
    players,
    rules,
    settle_up,
    shared,
    links,
    start,
    table_view,
    export_games,
)


def init_app(app: Flask) -> None:
    """Put all pages behind the door."""
    access.init_app(app)
    sheet_cache.init_app(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    app.context_processor(lambda: {"device": g.get("device")})
    # Known to macros too, which a context processor is not.
    for known in (access.may, access.is_guest, new_id, counted):
        app.add_template_global(known)
    for shown in (
        *(clock_time, day, whole_day, deleted_sentence),
        *(points, signed, in_words, upper_first),
        *(look_of, looks_of, fit, wrap, rules_text, short_in_html),
    ):
        app.add_template_filter(shown)
    app.add_template_filter(write_number, "number")
    app.add_template_filter(write_card, "card")
    # Macros are known to all templates, without being imported.
    for name in app.jinja_env.list_templates(filter_func=lambda name: name.startswith("_macros/")):
        module = app.jinja_env.get_template(name).module
        macros = {key: value for key, value in vars(module).items() if key[0] != "_"}
        app.jinja_env.globals.update(macros)
