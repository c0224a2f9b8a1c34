"""Games: started, read, listed. What a page needs of them, under one name."""

from __future__ import annotations

from scorer.services.games.reading import GameRead, read_book, read_game, read_game_and_book
from scorer.services.games.starting import next_dealer, same_again, start_game
from scorer.services.nights.front import Front, front, last_variant
from scorer.services.nights.lines import GameLine, SeatLine, Wins
from scorer.services.nights.listing import (
    NightLine,
    NightRead,
    NightsPage,
    list_nights,
    nights_near,
    read_night,
)

__all__ = [
    "Front",
    "GameLine",
    "GameRead",
    "NightLine",
    "NightRead",
    "NightsPage",
    "SeatLine",
    "Wins",
    "front",
    "last_variant",
    "list_nights",
    "next_dealer",
    "nights_near",
    "read_book",
    "read_game",
    "read_game_and_book",
    "read_night",
    "same_again",
    "start_game",
]
