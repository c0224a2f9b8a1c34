"""A paper book as a table, and the games that it becomes."""

from scorer.services.nights.front import GameLine
from scorer.storage.database import Database
from tests.tables import all_games

BOOK = """Date,Game,Player,Total
2024-05-03,Red Nines,Ann,40
2024-05-03,Red Nines,Ben,12
2024-05-03,Red Nines,Cat,71
2024-05-03,Red Nines,Dan,12
2024-05-03,red-nines,Ann,4
2024-05-03,red-nines,Ben,5
2024-05-03,red-nines,Cat,6
2024-05-03,red-nines,Dan,7
2024-12-26,Pink Nines,Ann,-3
2024-12-26,Pink Nines,Zoë,3
"""


def lines(database: Database, club: str) -> list[GameLine]:
    return list(reversed(all_games(database, club)))
