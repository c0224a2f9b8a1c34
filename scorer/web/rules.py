"""The rules of the games, in plain words."""

from __future__ import annotations

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from scorer.rules.house_rules import read_house_rules
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.web.house_rules import house_rules
from scorer.web.names import listed
from scorer.web.pack_recipe import build

rules = Blueprint("rules", __name__)


@rules.get("/rules/")
def index() -> str:
    """The games this knows."""
    every = {key: WORDS["variants"][key] for key in newest_variants()}
    return render_template("rules/index.html", every=every)


@rules.get("/rules/<variant>")
def show(variant: str) -> str:
    """How one game is played and scored."""
    found = newest_variants().get(variant)
    if found is None:
        raise NotFound
    usual = read_house_rules(found.rules, {})
    asked, always = WORDS["asked"], found.asked(usual)
    packs = {players: found.pack(players, usual) for players in found.players}
    return render_template(
        [f"rules/{found.key}.html", "rules/rules.html"],
        variant=found,
        words=WORDS["variants"][found.key],
        packs=[
            {"players": players, "built": build(pack), "pack": pack}
            for players, pack in packs.items()
        ],
        rules=house_rules(found, {}),
        asked=listed([asked[ask.key] for ask in always]),
        also=listed([asked[ask.key] for ask in found.asks if ask not in always]),
    )
