"""Games for a spreadsheet: CSV with one line for each seat and deal.

UTF-8 with a byte order mark, without which Excel garbles every name that is not English.
"""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from sqlalchemy import Connection, select

from scorer.rules.fold import read_sheet
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.words import WORDS, say
from scorer.services.exchange.export import INCOMPLETE, people_in
from scorer.services.exchange.formulas import harmless
from scorer.services.exchange.zips import IN_MEMORY, Export
from scorer.services.load import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.games import GameRows, ids_of_games, read_game_rows
from scorer.storage.schema import nights, players
from scorer.storage.stored_json import load_json

COLUMNS = (
    *("date", "night", "place", "game", "game id", "deal", "seat", "player", "dealer", "out"),
    *("on red nine", "hand", "red nines", "score", "total"),
)


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


def _table(
    connection: Connection, club: str, ids: list[str], name: str, *, of_night: str | None = None
) -> Export:
    """A table; nights and people are asked for by name where one night is.

    A game whose book cannot be read has a line that says so, as has the name of the file.
    """
    played: Iterable[GameRows] = read_game_rows(connection, club, ids)
    wanted = select(players.c.id, players.c.name).where(players.c.club == club)
    of_nights = select(nights).where(nights.c.club == club)
    if of_night is not None:
        played = list(played)
        wanted = wanted.where(players.c.id.in_(sorted(set().union(*map(_named_in, played)))))
        of_nights = of_nights.where(nights.c.id == of_night)
    names = {row.id: row.name for row in connection.execute(wanted)}
    evenings = {row.id: row for row in connection.execute(of_nights)}
    left_out = 0
    made: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    try:
        text = io.TextIOWrapper(made, encoding="utf-8-sig", newline="", errors="replace")
        lines = csv.writer(text)
        lines.writerow(COLUMNS)
        for whole in played:
            night = evenings[whole.row.night]
            title = WORDS["variants"][whole.row.variant]["title"]
            head = (night.day.isoformat(), harmless(night.name), harmless(night.place), title)
            try:
                rows = list(_rows(whole, names))
            except ValueError:  # `check` names it
                left_out, rows = left_out + 1, [(say(WORDS["left_out"]["row"], {}),)]
            for row in rows:
                lines.writerow((*head, whole.row.id, *row))
        text.flush()
        text.detach()
        made.seek(0)
    except BaseException:
        made.close()
        raise
    return Export(f"{name}{INCOMPLETE if left_out else ''}.csv", made)


def _named_in(whole: GameRows) -> set[str]:
    """Everybody who ever sat in a game, by id; of a damaged book only who sits there now."""
    sitting = {seat.player for seat in whole.seats}
    try:
        told = [one for row in whole.book for one in people_in(load_json(row.content))]
    except ValueError:
        return sitting
    return sitting | {one["id"] for one in told}


def _rows(whole: GameRows, names: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """The lines of one game from the deal on; a game of totals alone has one line a seat."""
    sheet = read_sheet(whole.start, whole.entries)
    if sheet.only_totals:
        for seat, sitter in enumerate(sheet.sitters):
            name = harmless(names.get(sitter.player, sitter.name))
            yield ("", seat + 1, name, "", "", "", "", "", "", sheet.totals[seat])
        return
    for deal in sheet.deals:
        yield from _deal_rows(deal, names)
    yield from _rows_after(sheet, names)


def _deal_rows(deal: DealRead, names: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    out = deal.facts.answers.get("out")
    on_red_nine = bool(deal.facts.answers.get("on_red_nine"))
    hands = deal.told.get("hands")
    for seat, sitter in enumerate(deal.sitters):
        hand, red_nines = _hand(hands[seat]) if hands else ("", "")
        yield (
            deal.number,
            seat + 1,
            harmless(names.get(sitter.player, sitter.name)),
            "yes" if deal.table.dealer == seat else "",
            "void" if deal.facts.void else "yes" if out == seat else "",
            "yes" if out == seat and on_red_nine else "",
            hand,
            red_nines,
            deal.scores[seat],
            deal.carry.totals[seat],
        )


def _rows_after(sheet: Sheet, names: Mapping[str, str]) -> Iterator[tuple[Any, ...]]:
    """What moved after the last deal, by a loan or at the end, so that scores add up to totals."""
    held = sheet.settled or sheet.totals
    before = sheet.deals[-1].carry.totals if sheet.deals else sheet.start.carry.totals
    if held == before:
        return
    for seat, sitter in enumerate(sheet.sitters):
        name = harmless(names.get(sitter.player, sitter.name))
        change = held[seat] - before[seat]
        yield ("after", seat + 1, name, "", "", "", "", "", change, held[seat])


def _hand(hand: Any) -> tuple[str, int | str]:
    """A hand as people write it, and how many red nines are in it."""
    if not hand:
        return "", ""
    if isinstance(hand, dict):
        if "points" in hand:
            return _some(hand["points"], "point"), hand.get("red_nines", 0)
        return _some(hand["cards"], "card"), hand.get("red_nines", 0)
    return " ".join(hand), hand.count("9r")


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
