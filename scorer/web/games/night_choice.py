"""The notice which night a new game belongs to."""

from scorer.services.games.find_night import games_going_on
from scorer.services.games.read import GameRead
from scorer.services.nights.night_list import read_head
from scorer.web.access import database, is_guest, may
from scorer.web.formats import day as day_in_words
from scorer.web.names import isolate_rtl


def night_choice(game: GameRead) -> str:
    """The sentence which night a game belongs to where another one can be chosen, else ""."""
    if game.version or game.follows is not None or not may("score") or is_guest():
        return ""
    going_on = games_going_on(database(), game.club)
    others = [night for other, night in going_on.items() if other != game.id]
    if not others:
        return ""
    if game.night not in others:
        return "This game has a night of its own."
    name = read_head(database(), game.club, game.night).name
    return f"Belongs to {isolate_rtl(name) if name else f'{day_in_words(game.day)}’s game night'}."
