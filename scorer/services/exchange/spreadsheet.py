"""Games for a spreadsheet: CSV with one line for each seat and deal.

Whatever the games of a table ask has a column of its own, called as its key in a record.
UTF-8 with a byte order mark, without which Excel garbles every name that is not English.
"""

import csv
import io
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, Any

from sqlalchemy import select

from scorer.rules.answers import AnswerWords, is_answered
from scorer.rules.asks import Ask, Hand, Hands, Seat, Side
from scorer.rules.cards import write_hand
from scorer.rules.entries import Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.kinds import parse_kind
from scorer.rules.sheet import Sheet
from scorer.rules.types import SheetDeal
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, counted, say
from scorer.services.exchange.export import IN_MEMORY, INCOMPLETE, Export, select_games
from scorer.services.exchange.people import ClubPeople
from scorer.services.rows import load_night_row
from scorer.storage.database import Database
from scorer.storage.games import read_game_rows
from scorer.storage.schema import games

OF_GAME = ("date", "night", "place", "game", "game id")
OF_SEAT = ("deal", "void", "after the end", "seat", "side", "player", "dealer")
OF_SCORE = ("score", "total")
# How many there were in a hand, next to the column of the hands.
RED_NINES = "red nines"
# What a spreadsheet takes for the beginning of a formula. In full width and small form as well: a
# spreadsheet set to Japanese reads them as the others.
SIGNS = "=+@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-"
# Letters by the book, of which nothing is seen.
BLANKS = "\u115f\u1160\u3164\uffa0"
# Where people write 2,5, a semicolon parts the cells, whatever the file was written with and
# whatever is put in quotation marks.
FORMULA = re.compile(f"(?:^|(?<=;))(?=[\\W{BLANKS}]*?[{SIGNS}])")


def write_table(
    database: Database, club: str, *, night: str | None = None, game: str | None = None
) -> Export:
    """A table of a club, a night or a game, broken books named; raises NotFound, InTheBin."""
    left_out = False
    with database.reading() as connection:
        name, ids = select_games(connection, club, night=night, game=game)
    file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    with database.reading() as connection:
        here = [games.c.club == club, games.c.deleted_at.is_(None)]
        here += [games.c.night == night] if night else [games.c.id == game] if game else []
        variants = connection.scalars(select(games.c.variant).where(*here).distinct())
        people = ClubPeople(connection, club).rows
        names = {player: row.name for player, row in people.items()}
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", errors="replace")
        columns = (*OF_GAME, *OF_SEAT, *columns_of(variants), *OF_SCORE)
        lines = csv.DictWriter(text, columns, restval="")
        lines.writeheader()
        for played in read_game_rows(connection, club, ids):
            of_night = load_night_row(connection, club, played.row.night)
            title = parse_kind(played.row.kind, played.row.title).title
            texts = (of_night.day.isoformat(), of_night.name, of_night.place, title, played.row.id)
            try:
                rows = list(_rows(read_sheet(played.start, played.entries), names))
            except ValueError:  # `check` names it
                left_out, rows = True, [{"deal": say(WORDS["left_out"]["row"], {})}]
            for row in rows:
                cells = {**dict(zip(OF_GAME, texts, strict=True)), **row}
                lines.writerow({column: _cell(value) for column, value in cells.items()})
        text.flush()
        text.detach()
    file.seek(0)
    return Export(f"{name}{INCOMPLETE if left_out else ''}.csv", file)


def escape_formula(text: str) -> str:
    """The text as a cell that is no formula: an apostrophe before its beginning (OWASP)."""
    return FORMULA.sub("'", text)


def columns_of(variants: Iterable[str]) -> list[str]:
    """The columns of what these games ask, in the order of their words."""
    columns: dict[str, None] = {}
    for key in sorted(variants):
        variant = newest_variants()[key]
        usual = variant.asks(variant.players[0], variant.rules())
        hands = {ask.key for ask in usual if isinstance(ask, Hands)}
        for ask in WORDS["variants"][key]["asks"]:
            columns[column_of(key, ask)] = None
            if ask in hands:
                columns[RED_NINES] = None
    return list(columns)


def column_of(variant: str, ask: str) -> str:
    """The heading of an ask’s column: its words where its name stands above another one."""
    name = ask.replace("_", " ")
    taken = name in (*OF_GAME, *OF_SEAT, *OF_SCORE)
    return str(WORDS["variants"][variant]["asks"][ask]["what"]) if taken else name


def _cell(value: object) -> object:
    return escape_formula(value) if isinstance(value, str) else value


def _rows(sheet: Sheet, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The lines of one game from the deal on; a game of totals alone has one line a seat."""

    def seated(sitters: Sequence[Sitter]) -> Iterator[tuple[int, int, dict[str, Any]]]:
        for seat, sitter in enumerate(sitters):
            side, name = sheet.side(seat), names.get(sitter.player, sitter.name)
            number = side + 1 if sheet.start.by_sides else ""
            yield seat, side, {"seat": seat + 1, "side": number, "player": name}

    if sheet.only_totals:
        for _, side, who in seated(sheet.sitters):
            yield {**who, "total": sheet.totals[side]}
        return

    def played(deal: SheetDeal, *, counts: bool) -> Iterator[dict[str, Any]]:
        called = [names.get(sitter.player, sitter.name) for sitter in deal.sitters]
        words = AnswerWords(sheet.start, called)
        of_deal = {"deal": deal.number, "after the end": "" if counts else "yes"}
        for seat, side, who in seated(deal.sitters):
            yield {
                **who,
                **of_deal,
                **_answers(words, deal, seat),
                "void": "yes" if deal.facts.void else "",
                "dealer": "yes" if deal.table.dealer == seat else "",
                "score": deal.scores[side] if counts else "",
                "total": deal.carry.totals[side] if counts else "",
            }
        stand_ins = max((ask.stand_ins for ask in sheet.start.asks if ask.of == "seat"), default=0)
        for at in range(len(called), len(called) + stand_ins):
            yield {"player": words.whose("seat", at), **of_deal, **_answers(words, deal, at)}

    for deal in sheet.deals:
        yield from played(deal, counts=True)
    # What moved after the last deal, by a loan or at the end, so that scores add up to totals.
    held = sheet.held
    before = sheet.deals[-1].carry.totals if sheet.deals else sheet.start.carry.totals
    for _, side, who in seated(sheet.sitters if held != before else ()):
        yield {**who, "deal": "after", "score": held[side] - before[side], "total": held[side]}
    for deal in sheet.behind_the_end:
        yield from played(deal, counts=False)


def _answers(words: AnswerWords, deal: SheetDeal, seat: int) -> dict[str, Any]:
    """The answers of a seat in a deal and those about it; of one that stands in, its own."""
    cells: dict[str, Any] = {}
    for ask in words.start.asks:
        column = column_of(words.start.variant.key, ask.key)
        answer: Any = deal.facts.answers.get(ask.key)
        if not is_answered(ask, answer):
            continue
        if ask.of == "seat":
            own = answer[seat] if seat < len(answer) else None
            if not isinstance(own, Hand):
                cells[column] = _value(words, ask, own)
            elif not own.empty:
                cells[column], cells[RED_NINES] = _hand(own), own.red_nines
        elif seat >= len(words.names):
            continue
        elif ask.of == "side":
            cells[column] = _value(words, ask, answer[words.start.sides[seat]])
        elif isinstance(ask, Seat | Side):
            at = seat if isinstance(ask, Seat) else words.start.sides[seat]
            cells[column] = "yes" if answer == at else ""
        elif words.subject_of(ask, deal.facts) in (None, seat):
            cells[column] = _value(words, ask, answer)
    return cells


def _value(words: AnswerWords, ask: Ask[Any], answer: Any) -> Any:
    """An answer in a cell: a number as a number, all others in words, and nothing for none."""
    if not is_answered(ask, answer):
        return ""
    return answer if type(answer) is int else words.answer(ask, answer)


def _hand(hand: Hand) -> str:
    """A hand as people write it."""
    if hand.cards is not None:
        return write_hand(hand.cards)
    if hand.points is None:
        return counted(hand.count or 0, "card")
    return counted(hand.points, "point")
