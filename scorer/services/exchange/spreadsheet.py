"""Games for a spreadsheet: CSV with one line for each seat and deal, and why it scored so.

UTF-8 with a byte order mark, without which Excel garbles every name that is not English.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorer.rules.answer_words import side_names
from scorer.rules.entries import Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.kinds import parse_kind
from scorer.rules.sheet import Sheet
from scorer.rules.table import Table
from scorer.rules.types import SheetDeal
from scorer.rules.words import WORDS, reason, say
from scorer.services.exchange.export import Export, name_games
from scorer.services.exchange.people import ClubPeople
from scorer.services.people.players import number_people
from scorer.storage.database import Database
from scorer.storage.games import stream_games

OF_GAME = ("date", "night", "place", "game", "game id")
OF_SEAT = ("deal", "void", "after the end", "seat", "side", "player", "dealer")
COLUMNS = (*OF_GAME, *OF_SEAT, "why", "score", "total")
# What a spreadsheet takes for the beginning of a formula. In full width and small form as well: a
# spreadsheet set to Japanese reads them as the others.
SIGNS = "=+@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-"
# Letters by the book, of which nothing is seen.
BLANKS = "\u115f\u1160\u3164\uffa0"
# Where people write 2,5, a semicolon parts the cells, whatever the file was written with and
# whatever is put in quotation marks.
FORMULA = re.compile(f"(?:^|(?<=;))(?=[\\W{BLANKS}]*?[{SIGNS}])")


def export_table(
    database: Database, club: str, *, night: str | None = None, game: str | None = None
) -> Export:
    """A table of a club, a night or a game, broken books named; raises NotFound, InTheBin."""
    name = name_games(database, club, night=night, game=game)
    return Export(f"{name}.csv", _write_table(database, club, night, game))


def _write_table(
    database: Database, club: str, night: str | None, game: str | None
) -> Iterator[bytes]:
    text = io.StringIO("\ufeff", newline="")
    text.seek(0, io.SEEK_END)
    lines = csv.DictWriter(text, COLUMNS, restval="")
    lines.writeheader()
    yield _take(text)
    with database.reading() as connection:
        people = ClubPeople(connection, club).rows
        names = {player: row.name for player, row in people.items()}
        names |= number_people(people.values())
        for of_night, played in stream_games(connection, club, night=night, game=game):
            title = parse_kind(played.row.kind, played.row.title).title
            at = (of_night.day.isoformat(), of_night.name, of_night.place)
            texts = (*at, title, played.row.id)
            of_game = dict(zip(OF_GAME, texts, strict=True))
            try:
                rows = list(_rows(read_sheet(played.start, played.entries), names))
            except ValueError:  # `check` names it
                rows = [{"deal": say(WORDS["left_out"]["row"], {})}]
            for cells in rows:
                whole = {**of_game, **cells}
                lines.writerow({column: _cell(value) for column, value in whole.items()})
            yield _take(text)


def _take(text: io.StringIO) -> bytes:
    taken = text.getvalue()
    text.seek(0)
    text.truncate()
    return taken.encode(errors="replace")


def escape_formula(text: str) -> str:
    """The text as a cell that is no formula: an apostrophe before its beginning (OWASP)."""
    return FORMULA.sub("'", text)


def _cell(value: object) -> object:
    return escape_formula(value) if isinstance(value, str) else value


def _rows(sheet: Sheet, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The lines of one game from the deal on; a game of totals alone has one line a seat."""

    def seated(
        sitters: Sequence[Sitter], table: Table
    ) -> Iterator[tuple[int, int, dict[str, Any]]]:
        for seat in sorted(table.order):
            side, name = sheet.side(seat), names.get(sitters[seat].player, sitters[seat].name)
            number = side + 1 if table.by_sides else ""
            yield seat, side, {"seat": seat + 1, "side": number, "player": name}

    if sheet.only_totals:
        for _, side, who in seated(sheet.sitters, sheet.table):
            yield {**who, "total": sheet.totals[side]}
        return

    def played(deal: SheetDeal, *, counts: bool) -> Iterator[dict[str, Any]]:
        called = [names.get(sitter.player, sitter.name) for sitter in deal.sitters]
        sides, reasons = side_names(sheet.start, called), sheet.start.words("reasons")
        for seat, side, who in seated(deal.sitters, deal.table):
            yield {
                **who,
                "deal": deal.number,
                "after the end": "" if counts else "yes",
                "void": "yes" if deal.facts.void else "",
                "dealer": "yes" if deal.table.dealer == seat else "",
                "why": ". ".join(
                    reason(reasons, line.key, line.numbers, sides)
                    for line in deal.lines
                    if line.side == side
                ),
                "score": deal.scores[side] if counts else "",
                "total": deal.carry.totals[side] if counts else "",
            }

    for deal in sheet.deals:
        yield from played(deal, counts=True)
    # What moved after the last deal, by a loan or at the end, so that scores add up to totals.
    held = sheet.held
    before = sheet.deals[-1].carry.totals if sheet.deals else ()
    before += sheet.began[len(before) :]
    for _, side, who in seated(sheet.sitters, sheet.table) if held != before else ():
        yield {**who, "deal": "after", "score": held[side] - before[side], "total": held[side]}
    for deal in sheet.behind_the_end:
        yield from played(deal, counts=False)
