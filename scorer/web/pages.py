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
from scorer.web.games.setup import setup
from scorer.web.games.table_view import table_view
from scorer.web.games.what_if import what_if
from scorer.web.names import short_in_html
from scorer.web.nights.bin import bin_pages, deleted_sentence
from scorer.web.nights.nights import nights
from scorer.web.offline import manifest, outbox, this_phone, worker
from scorer.web.people.players import players
from scorer.web.rules.rules import rules
from scorer.web.settle_up import settle_up
from scorer.web.sharing.links import links
from scorer.web.sharing.pictures import fit, pictures
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
    outbox,
    what_if,
    paper,
    phones,
    pictures,
    players,
    rules,
    settle_up,
    shared,
    links,
    manifest,
    start,
    table_view,
    this_phone,
    worker,
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
    app.add_template_global(access.may)
    app.add_template_global(access.is_guest)
    app.add_template_global(new_id)
    app.add_template_global(counted)
    app.add_template_filter(clock_time)
    app.add_template_filter(look_of)
    app.add_template_filter(looks_of)
    app.add_template_filter(day)
    app.add_template_filter(whole_day)
    app.add_template_filter(deleted_sentence)
    app.add_template_filter(write_number, "number")
    app.add_template_filter(points)
    app.add_template_filter(signed)
    app.add_template_filter(fit)
    app.add_template_filter(in_words)
    app.add_template_filter(short_in_html)
    app.add_template_filter(upper_first)
    app.add_template_filter(write_card, "card")
