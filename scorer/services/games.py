"""Games: started, read, listed. What a page needs of them, under one name."""

from __future__ import annotations

from scorer.services.past import (
    Front,
    GameLine,
    NightRead,
    SeatLine,
    Wins,
    front,
    list_games,
    read_night,
)
from scorer.services.reading import GameRead, read_book, read_game
from scorer.services.starting import next_dealer, same_again, start_game

__all__ = [
    "Front",
    "GameLine",
    "GameRead",
    "NightRead",
    "SeatLine",
    "Wins",
    "front",
    "list_games",
    "next_dealer",
    "read_book",
    "read_game",
    "read_night",
    "same_again",
    "start_game",
]
