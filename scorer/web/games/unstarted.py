"""Pages of games that nobody has started, for a phone that begins one without signal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, render_template, request

from scorer.rules.entries import MOST_SEATS, Sitter
from scorer.rules.errors import Refused
from scorer.rules.house_rules import read_house_rules, write_house_rules
from scorer.rules.numbers import parse_sent_number
from scorer.rules.start import Start
from scorer.rules.variant import Variant
from scorer.rules.variants import newest_variants
from scorer.services.errors import NotFound
from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead
from scorer.services.games.unstarted import UNSTARTED, by_dealer, same_again
from scorer.web.access import device_here, game_here, stand_in
from scorer.web.assets import asset
from scorer.web.games.game_page import game_page
from scorer.web.games.patterns import answer_with, patterns_of
from scorer.web.phone_words import words_of_game
from scorer.web.rules.house_rules import read_chosen
from scorer.web.security import leave_tokens_out

unstarted = Blueprint("unstarted", __name__)
# What the pad of any game asks for. All else that a page fetches by itself comes with the worker.
OF_PAD = ("js/pad/pad.js", "large.css")
FILES = re.compile(r"/static/[0-9a-f]+/[\w/-]+\.(?:css|js)")
# Stands for the name of the first who sits there; those of the others follow it. In no alphabet.
FIRST_NAME = "\ue010"


@unstarted.get("/games/<id:game>/next-sheet")
def next_sheet(game: str) -> Response:
    """What the game that "Same again" would begin shows, by who deals first.

    Each dealer has what is otherwise than with the first one. The phone paints the sheet by the
    patterns of the old game; they come with it where they would be others.
    """
    leave_tokens_out()
    old = game_here(game, "score")
    reads = same_again(old)
    pages = list(map(_page, reads))
    first, *others = map(_data, pages)
    changes = [{key: one[key] for key in one if one[key] != first[key]} for one in others]
    told = {"title": _title(pages[0]), "data": first, "dealers": [{}, *changes]}
    now, new = old.sheet.start, reads[0].sheet.start
    if now.carry != new.carry or now.order != new.order:
        told["patterns"] = patterns_of(reads[0])
    return _answer(**told)


@unstarted.get("/games/new/page")
def new_page() -> Response:
    """The page of a new game as the form of setting up says it, for so many players."""
    club = device_here("score").club
    variant = newest_variants().get(request.args.get("variant", ""))
    players = parse_sent_number(request.args.get("players", ""), MOST_SEATS)
    if variant is None or players is None or players not in variant.players:
        raise NotFound
    names = [chr(ord(FIRST_NAME) + seat) for seat in range(players)]
    try:
        rules = read_house_rules(variant.rules, read_chosen(variant, request.args))
        start = Start(
            variant=variant.key,
            sitters=tuple(Sitter(name, name) for name in names),
            house_rules=write_house_rules(rules),
        )
        reads = by_dealer(club, start)
    except Refused as fault:
        raise NotFound from fault
    leave_tokens_out()
    words = words_of_game(reads[0].sheet.start, with_pad=True)
    page = render_template(
        "games/game.html", phone_words=words, new_name=lambda: UNSTARTED, **_page(reads[0])
    )
    # Who deals first is only known when it begins.
    sheets = list(map(_sheet, reads))
    more = {"files": _files(variant, page), "patterns": patterns_of(reads[0])}
    return _answer(page=page, sheets=sheets, **more)


def _files(variant: Variant, page: str) -> list[str]:
    """What such a page is made of, but for what that imports: also what only the pad asks for."""
    folder: Path = current_app.extensions["static"]
    edition = f"-{variant.edition}" if variant.edition > 1 else ""
    files = [f"js/rules/{variant.key}{edition}.js", *OF_PAD]
    widgets = (folder / "js" / "pad" / "widgets").glob("*.js")
    files += [file.relative_to(folder).as_posix() for file in sorted(widgets)]
    return [*dict.fromkeys(FILES.findall(page)), *map(asset, files)]


def _answer(**told: Any) -> Response:
    """What is told of games that all stand under one made-up id."""
    release = current_app.extensions["release"]
    return answer_with({"id": UNSTARTED, "release": release, **told})


def _sheet(read: GameRead) -> dict[str, Any]:
    page = _page(read)
    return {
        "title": _title(page),
        "html": render_template("games/_sheet.html", new_name=lambda: UNSTARTED, **page),
        "data": page["data"],
    }


def _title(page: dict[str, Any]) -> str:
    return render_template("games/_title.html", **page)


def _data(page: dict[str, Any]) -> dict[str, Any]:
    """What the phone is told, with what it cannot say by itself."""
    data: dict[str, Any] = page["data"]
    if pooled := page["sheet"].pooled:
        data["next"]["put"] = pooled.opening
    return data


def _page(read: GameRead) -> dict[str, Any]:
    """What the page shows when this game begins, no phone having a seat at it."""
    state = GameState(
        night=read.night,
        game=read.id,
        version=0,
        last_at=read.last_at,
        over=False,
        deleted=False,
        held=0,
        silent=0,
    )
    stand_in(state)
    page = game_page(read)
    # Whatever the server tells of the game once it is there is newer.
    page["data"]["tag"] = ""
    return page
