"""The people: what they have done."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorer.services.people.merging import merges_of
from scorer.services.statistics.person import read_person
from scorer.web.access import database, device_here
from scorer.web.people.player_view import person_view

players = Blueprint("players", __name__)


@players.get("/players/<id:player>")
def show(player: str) -> ResponseReturnValue:
    """One person; somebody who is the same person under another name is shown there."""
    club = device_here().club
    person = read_person(database(), club, player)
    if person.id != player:
        return redirect(url_for("players.show", player=person.id))
    return render_template(
        "players/player.html",
        merges=merges_of(database(), club, person.id),
        **person_view(person),
    )
