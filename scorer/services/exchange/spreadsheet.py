"""Games for a spreadsheet: CSV with one line for each seat and deal.

UTF-8 with a byte order mark, without which Excel garbles every name that is not English.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from scorer.rules.entries import Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.sheet import Sheet
from scorer.rules.words import WORDS, say
from scorer.services.exchange.export import INCOMPLETE, Export, players_of, temporary_file
from scorer.services.rows import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.games import GameRows, ids_of_games, read_game_rows
from scorer.storage.schema import nights, players

COLUMNS = (
    *("date", "night", "place", "game", "game id", "deal", "seat", "player", "dealer", "out"),
    *("on red nine", "hand", "red nines", "score", "total"),
)
# What a spreadsheet takes for the beginning of a formula. In full width and small form as well: a
# spreadsheet set to Japanese reads them as the others.
SIGNS = "=+@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-"
# Nothing is seen of these, or nothing is left of them when a cell is read.
UNSEEN = (
    "\\s\"'\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
)
# Where people write 2,5, a semicolon parts the cells, whatever the file was written with and
# whatever is put in quotation marks.
BEGINNING = "(?:^|(?<=;))"
FORMULA = re.compile(f"{BEGINNING}(?=[{UNSEEN}]*[{SIGNS}])")
ESCAPED = re.compile(f"{BEGINNING}'(?=[{UNSEEN}]*[{SIGNS}])")


def table_of_club(database: Database, club: str) -> Export:
    """All games of a club."""
    with database.reading() as connection:
        ids = ids_of_games(connection, club)
        return _table(connection, club, ids, "games")


def table_of_night(database: Database, club: str, night: str) -> Export:
    """All games of a night; raises NotFound, InTheBin."""
    with database.reading() as connection:
        row = load_night_row(connection, club, night)
        ids = ids_of_games(connection, club, night)
        return _table(connection, club, ids, f"night-{row.day.isoformat()}", of_night=night)


def table_of_game(database: Database, club: str, game: str) -> Export:
    """One game; raises NotFound, InTheBin."""
    with database.reading() as connection:
        row = load_game_row(connection, club, game)
        day = load_night_row(connection, club, row.night).day
        name = f"{row.variant}-{day.isoformat()}"
        return _table(connection, club, [game], name, of_night=row.night)


def escape_formula(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula.

    An apostrophe is put before whatever would begin one, as OWASP recommends ("CSV Injection").
    """
    return FORMULA.sub("'", text)


def unescape_formula(cell: str) -> str:
    """The text that was escaped."""
    return ESCAPED.sub("", cell)


def _table(
    connection: Connection, club: str, ids: list[str], name: str, *, of_night: str | None = None
) -> Export:
    """A table; of one night's games only that night and those people are read.

    A game whose book cannot be read has a line that says so, as has the name of the file.
    """
    played: Iterable[GameRows] = read_game_rows(connection, club, ids)
    some_people = select(players.c.id, players.c.name).where(players.c.club == club)
    some_nights = select(nights).where(nights.c.club == club)
    if of_night is not None:
        played = list(played)
        ids_of_people = sorted(set().union(*map(players_of, played)))
        some_people = some_people.where(players.c.id.in_(ids_of_people))
        some_nights = some_nights.where(nights.c.id == of_night)
    names = {row.id: row.name for row in connection.execute(some_people)}
    night_rows = {row.id: row for row in connection.execute(some_nights)}
    left_out = False
    with temporary_file() as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", errors="replace")
        lines = csv.writer(text)
        lines.writerow(COLUMNS)
        for game in played:
            night = night_rows[game.row.night]
            texts = escape_formula(night.name), escape_formula(night.place)
            title = WORDS["variants"][game.row.variant]["title"]
            try:
                rows = list(_rows(read_sheet(game.start, game.entries), names))
            except ValueError:  # `check` names it
                left_out, rows = True, [(say(WORDS["left_out"]["row"], {}),)]
            for row in rows:
                lines.writerow((night.day.isoformat(), *texts, title, game.row.id, *row))
        text.flush()
        text.detach()
    return Export(f"{name}{INCOMPLETE if left_out else ''}.csv", file)


def _rows(sheet: Sheet, names: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """The lines of one game from the deal on; a game of totals alone has one line a seat."""

    def seated(sitters: Sequence[Sitter]) -> Iterator[tuple[int, int, str]]:
        for seat, sitter in enumerate(sitters):
            yield seat, seat + 1, escape_formula(names.get(sitter.player, sitter.name))

    if sheet.only_totals:
        for seat, number, name in seated(sheet.sitters):
            yield ("", number, name, "", "", "", "", "", "", sheet.totals[seat])
        return
    for deal in sheet.deals:
        out = deal.facts.answers.get("out")
        on_red_nine = deal.facts.answers.get("on_red_nine")
        hands = deal.record.get("hands")
        for seat, number, name in seated(deal.sitters):
            yield (
                deal.number,
                number,
                name,
                "yes" if deal.table.dealer == seat else "",
                "void" if deal.facts.void else "yes" if out == seat else "",
                "yes" if out == seat and on_red_nine else "",
                *_hand(hands and hands[seat]),
                deal.scores[seat],
                deal.carry.totals[seat],
            )
    # What moved after the last deal, by a loan or at the end, so that scores add up to totals.
    held = sheet.settled or sheet.totals
    before = sheet.deals[-1].carry.totals if sheet.deals else sheet.start.carry.totals
    for seat, number, name in seated(sheet.sitters if held != before else ()):
        yield ("after", number, name, "", "", "", "", "", held[seat] - before[seat], held[seat])


def _hand(hand: Any) -> tuple[str, int | str]:
    """A hand as people write it, and how many red nines are in it."""
    if not hand:
        return "", ""
    if not isinstance(hand, dict):
        return " ".join(hand), hand.count("9r")
    what = "point" if "points" in hand else "card"
    number = hand[f"{what}s"]
    return f"{number} {what}{'' if number == 1 else 's'}", hand.get("red_nines", 0)
