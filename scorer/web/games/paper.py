"""Score sheets on paper: everything about a game on one page, with nothing to tap."""

from itertools import chain
from math import ceil
from typing import Any

from flask import Blueprint, render_template

from scorer.services.games.read import GameRead
from scorer.services.nights.night_list import read_head
from scorer.web.access import database, game_here
from scorer.web.formats import estimate_width
from scorer.web.games.deals_table import deals_table
from scorer.web.games.sheet_view import SheetView, game_context

paper = Blueprint("paper", __name__)
# How many deals stand below each other before they are set closer, and next to each other.
ROOMY, CLOSE, MOST = 18, 42, 60
# How many letters ("m" = 1) go next to each other on a page, by how close it is set, and how many
# a turned name has room for: in two lines, but for the closest.
ACROSS = {"": 44.0, "paper-close": 66.0, "paper-tiny": 92.0}
UPWARD = {"": 22.0, "paper-close": 28.0, "paper-tiny": 10.0}
# Bold letters are wider, and between columns nothing is written.
BOLD, APART, NARROWEST = 1.15, 0.8, 2.0


@paper.get("/games/<id:game>/paper")
def of_game(game: str) -> str:
    """The sheet of a game, to be printed."""
    return render_template("games/paper.html", **paper_context(game_here(game)))


def paper_context(game: GameRead) -> dict[str, Any]:
    """The context of the templates of a printed sheet."""
    context = game_context(game)
    sheet: SheetView = context["sheet"]
    table = deals_table(sheet)
    deals = table["by_deal"]
    count = max(1, ceil(len(deals) / MOST))
    deep = max(1, ceil(len(deals) / count))
    starts = range(0, len(deals), deep) or (0,)
    blocks = [list(chain(*deals[first : first + deep])) for first in starts]
    blocks[0] = [*table["first"], *blocks[0]]
    blocks[-1] += table["last"]
    # What was bought and lent has a row of its own.
    lines = [*chain(*deals), *table["since"]]
    rows = sum(line["kind"] in ("deal", "brought") for line in lines)
    density = "" if rows <= ROOMY else "paper-close" if rows <= CLOSE else "paper-tiny"
    heads = [row["name"] for row in sheet.columns]
    heads += [pool["title"] for pool in sheet.pooled["pools"]] if sheet.pooled else []
    # Over its column a head is folded once where it has a place for it.
    across = sum(
        APART
        + max(
            NARROWEST,
            BOLD * estimate_width(head) / 2,
            *(BOLD * estimate_width(word) for word in head.replace("-", "- ").split()),
        )
        for head in heads
    )
    upright = across * count <= ACROSS[density]
    return {
        **context,
        "deals_table": table,
        "paper": {
            "head": read_head(database(), game.club, game.night),
            "blocks": blocks,
            "density": density,
            "upright": upright,
            # For how many letters a name has room.
            "room": (ACROSS if upright else UPWARD)[density],
        },
    }
