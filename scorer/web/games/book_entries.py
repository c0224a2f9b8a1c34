"""The entries of a game, for phones that read its sheet on where there is no signal."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from scorer.web.access import device_here, game_here, state_here
from scorer.web.games.game_page import tag_of, tag_of_page

book_entries = Blueprint("book_entries", __name__)


@book_entries.get("/games/<id:game>/entries")
def entries(game: str) -> Response:
    """All entries in the order of the book, for phones that may score; 304 to who has them.

    What is withheld from all phones is left out, even for the phone that has answered it.
    """
    device_here("score")
    state = state_here()
    if request.if_none_match.contains_weak(tag_of(state)) and not state.deleted:
        return Response(status=304)
    read = game_here(game)
    told = [
        {
            "number": entry.number,
            "name": entry.name,
            "kind": entry.body.kind,
            "content": entry.body.content(),
        }
        for entry in read.entries
    ]
    response = jsonify(version=read.version, entries=told)
    response.set_etag(tag_of_page(read), weak=True)
    return response
