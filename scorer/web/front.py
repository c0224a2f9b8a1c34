"""The front page: go on, same again, a new game, tonight, and what was played before."""

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.words import WORDS
from scorer.services.games.game_list import GameLine
from scorer.services.games.read import games_on
from scorer.services.nights.front import PAST_NIGHTS, read_front
from scorer.services.nights.state import state_of_games
from scorer.web.access import club_here, database, device_here, game_here
from scorer.web.fresh import POLL_SECONDS, Fresh
from scorer.web.games.sheet_view import game_context
from scorer.web.names import listed, number_duplicates, titles_in_order
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
    if kept.is_shown:
        return kept.not_modified()
    contents = read_front(database(), club)
    # What was only begun, perhaps by mistake, stands behind what is being played.
    in_progress = sorted(contents.in_progress, key=lambda game: not game.deals)
    open_games, last = game_lines(in_progress), contents.last_finished
    tonight = contents.tonight
    wins, nights = tonight.wins if tonight else (), contents.nights
    if tonight and not wins:
        nights = (tonight, *nights)[:PAST_NIGHTS]
    # Whoever has just finished a game plays it again, whatever else was left lying about; but of
    # totals alone nobody knows who sat where, nor the rules.
    again = (
        last is not None
        and not last.only_totals
        and all(last.last_at > game.last_at for game in open_games)
    )
    return kept.page(
        "front/home.html",
        debts=debts_of(contents.balances),
        every={key: WORDS["variants"][key] for key in titles_in_order()},
        current=game_context(game_here(open_games[0].id)) if open_games else None,
        others=open_games[1:],
        again=last if again else None,
        again_says=same_again(last) if last and again else "",
        wins=wins,
        tonight=tonight.id if tonight else None,
        nights=night_lines(nights),
        deleted=just_deleted(),
    )


def same_again(game: GameLine) -> str:
    """The label of the button: which game again, and with whom."""
    names = number_duplicates(seat.name for seat in game.seats)
    if len(names) > MAX_NAMED:
        left_out = len(names) - MAX_NAMED + 1
        names = (*names[: MAX_NAMED - 1], f"{left_out} more")
    return f"Same again: {game.kind.title} with {listed(names)}"
