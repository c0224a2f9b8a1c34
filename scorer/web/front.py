"""The front page: go on, same again, a new game, tonight, and what was played before."""

from typing import Any

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.errors import Refused
from scorer.rules.words import WORDS
from scorer.services.games.game_list import GameLine
from scorer.services.games.read import games_on
from scorer.services.nights.front import PAST_NIGHTS, leave_open, read_front
from scorer.services.nights.state import state_of_games
from scorer.web.access import club_here, database, device_here, game_here, may
from scorer.web.drawing.looks import looks_of_games
from scorer.web.fresh import POLL_SECONDS, Fresh
from scorer.web.games.sheet_view import game_context
from scorer.web.names import listed, name_of, titles_in_order
from scorer.web.nights.bin import just_deleted
from scorer.web.nights.lines import game_lines, night_lines
from scorer.web.settle_up import debts_of

front = Blueprint("front", __name__)
MAX_NAMED = 6


@front.get("/")
def home() -> ResponseReturnValue:
    """The front page; to a guest the game that is on."""
    device = device_here()
    club = device.club
    if device.guest and device.night is not None:
        on = games_on(database(), club, device.night)
        if not on:
            raise NotFound
        return redirect(url_for("games.show", game=on[0]), 303)
    kept = Fresh(POLL_SECONDS, club_here().changes, state_of_games(database(), club))
    contents = read_front(database(), club)
    open_games, last = game_lines(contents.in_progress), contents.last_finished
    lie_open = game_lines(contents.lie_open) if may("score") else []
    current = _context_of(open_games[0]) if open_games and not lie_open else None
    asked = {game.id for game in lie_open}
    tonight = contents.tonight
    wins, nights = tonight.wins if tonight else (), contents.nights
    if tonight and not wins:
        nights = (tonight, *nights)[:PAST_NIGHTS]
    # Whoever has just finished a game plays it again, whatever else was left lying about; but of
    # totals alone nobody knows who sat where, nor the rules.
    again = (
        last is not None
        and not last.only_totals
        and last.kind.is_here
        and all(last.last_at > game.last_at for game in open_games)
    )
    return kept.page(
        "front/home.html",
        debts=debts_of(contents.balances),
        every={key: WORDS["variants"][key] for key in titles_in_order()},
        current=current,
        lie_open=lie_open,
        others=[game for game in open_games[bool(current) :] if game.id not in asked],
        again=last if again else None,
        again_says=same_again(last) if last and again else "",
        wins=wins,
        looks=looks_of_games(tonight.games) if tonight else {},
        tonight=tonight.id if tonight else None,
        nights=night_lines(nights),
        deleted=just_deleted(),
    )


def _context_of(game: GameLine) -> dict[str, Any] | None:
    """The values of a game's card; None where it can be read no more."""
    try:
        return game_context(game_here(game.id))
    except Refused:
        return None


@front.post("/leave-open")
def leave() -> ResponseReturnValue:
    """Leave the games that lie open for another evening."""
    leave_open(database(), device_here("score").club)
    return redirect(url_for("front.home"), 303)


def same_again(game: GameLine) -> str:
    """The label of the button: which game again, and with whom."""
    names = [name_of(seat.person, seat.name) for seat in game.seats if seat.place]
    if len(names) > MAX_NAMED:
        left_out = len(names) - MAX_NAMED + 1
        names[MAX_NAMED - 1 :] = [f"{left_out} more"]
    return f"Same again: {game.kind.title} with {listed(names)}"
