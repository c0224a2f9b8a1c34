"""The notice which night a new game belongs to, and the other nights it could belong to."""

from dataclasses import dataclass
from datetime import date

from scorer.services.games.find_night import OWN, night_of_game
from scorer.services.games.read import GameRead
from scorer.web.access import database, is_guest, may
from scorer.web.formats import day as day_in_words
from scorer.web.names import isolate_rtl, listed, number_duplicates


@dataclass(frozen=True)
class NightChoice:
    """The sentence of the notice, and the nights that can be chosen instead, by their values."""

    sentence: str
    others: dict[str, str]


def night_choice(game: GameRead) -> NightChoice | None:
    """The night of a game where another one can be chosen; a guest knows of no other one."""
    if game.version or not may("score") or is_guest():
        return None
    night = night_of_game(database(), game.club, game.id)
    if night is None:
        return None
    others = {
        other.id: f"{called(other.day, other.name)}, with {listed(number_duplicates(other.names))}"
        for other in night.others
    }
    if night.alone:
        return NightChoice("This game has a night of its own.", others)
    sentence = f"Belongs to {called(night.day, night.name)}."
    return NightChoice(sentence, {**others, OWN: "A night of its own"})


def called(when: date, name: str) -> str:
    """A night as people call it: by its name, or "today’s game night"."""
    if name:
        return isolate_rtl(name)
    return f"{day_in_words(when)}’s game night"
