"""The rules of the games, in plain words."""

import re

from flask import Blueprint, render_template
from markupsafe import Markup, escape
from werkzeug.exceptions import NotFound

from scorer.rules.house_rules import read_house_rules
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, so_many, words_in
from scorer.services.games.find_night import find_going_on
from scorer.web.access import database, guests_night, joined_device
from scorer.web.formats import draw_cards
from scorer.web.names import listed, titles_in_order
from scorer.web.rules.house_rules import house_rules
from scorer.web.rules.pack_recipe import build

rules = Blueprint("rules", __name__)
MARKS = re.compile(r"\*\*(?P<bold>.+?)\*\*|\[(?P<cards>.+?)\]|(?P<nine>\b[Rr]ed nines?\b)")


@rules.get("/rules/")
def index() -> str:
    """The games this knows."""
    every = {key: WORDS["variants"][key] for key in titles_in_order()}
    return render_template("rules/index.html", every=every)


@rules.get("/rules/<variant>")
def show(variant: str) -> str:
    """How one game is played and scored."""
    game = newest_variants().get(variant)
    if game is None:
        raise NotFound
    device = joined_device()
    usual = read_house_rules(game.rules, {})
    asks = game.asks(game.players[0], usual)
    titles = {key: words["asked"] for key, words in WORDS["variants"][variant]["asks"].items()}
    return render_template(
        "rules/rules.html",
        variant=game,
        words=WORDS["variants"][game.key],
        so_many=so_many(game.players),
        names=listed(WORDS["variants"][game.key].get("names", ())),
        packs=[
            {"players": players, "built": build(pack), "pack": pack}
            for players in game.players
            if (pack := game.pack(players, usual))
        ],
        rules=house_rules(game, {}),
        sources=words_in("sources", variant),
        asked=listed([titles[ask.key] for ask in asks if ask.asked]),
        also=listed([titles[ask.key] for ask in asks if not ask.asked]),
        in_play=device and find_going_on(database(), device.club, variant, guests_night()),
    )


def rules_text(text: str) -> Markup:
    """A sentence with **bold** words and [♠A 9r] cards, in which a red nine is red."""
    return Markup(MARKS.sub(_draw, str(escape(text))))  # noqa: S704 - it is escaped first


def _draw(mark: re.Match[str]) -> str:
    if mark["cards"]:
        return draw_cards(mark["cards"])
    if mark["nine"]:
        return f'<span class="nine">{mark["nine"]}</span>'
    return f"<b>{MARKS.sub(_draw, mark['bold'])}</b>"
