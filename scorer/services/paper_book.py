"""Games out of a paper book: a table with the date, the game, the player and the total.

One line for each player of a game. A game ends where another date or another game begins,
where a player comes again, or at an empty line. Counters are given as they were held at the
end, or as what was won and lost, which adds up to nothing.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from scorer.rules.errors import BadEntry, BadRecord
from scorer.rules.parsing import MOST_BYTES
from scorer.rules.record import FORMAT
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.arriving import FIRST_YEAR, Arriving, arriving
from scorer.services.bundle import Bundle, Evening, of_games
from scorer.services.faults import BadFile, Faults, bad, told
from scorer.services.ids import id_from
from scorer.services.people import alike, typed_name

COLUMNS = ("date", "game", "player", "total")
MOST_LINES = 50_000
SEPARATORS = (",", ";", "\t")
IN_THE_EVENING = time(20)
BETWEEN_GAMES = timedelta(minutes=1)
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})")
EITHER_WAY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
WHOLE = re.compile(r"[+-]?\d{1,7}")


@dataclass
class Game:
    """A game as it is being read, line after line."""

    day: date
    variant: str
    lines: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)

    @property
    def where(self) -> str:
        """Its lines in the file."""
        first, last = self.lines[0], self.lines[-1]
        return f"Line {first}" if first == last else f"Lines {first} to {last}"


def paper_book(data: bytes, zone: tzinfo) -> Bundle:
    """The bundle of a table of totals; raises BadFile with the lines that are wrong."""
    faults = Faults()
    now = clock.now()
    games = _games(_rows(_text(data)), now.astimezone(zone).date(), faults)
    faults.stop()
    if not games:
        raise bad("The file", "there is no line with a date, a game, a player and a total.")
    arrived, evenings = [], {}
    played: dict[tuple[date, str], int] = {}
    of_day: dict[date, int] = {}
    # Where this evening is written down before eight, its games have been played by now.
    latest = now - BETWEEN_GAMES * len(games)
    for game in games:
        key = (game.day, game.variant)
        number = played[key] = played.get(key, 0) + 1
        of_day[game.day] = of_day.get(game.day, 0) + 1
        begun = min(datetime.combine(game.day, IN_THE_EVENING, zone).astimezone(UTC), latest)
        identity = id_from("paper book", game.day.isoformat(), game.variant, number)
        night = Evening(id_from("paper book", game.day.isoformat()), begun, game.day)
        try:
            at = begun + BETWEEN_GAMES * (of_day[game.day] - 1)
            arrived.append(_arriving(game, identity, at))
            evenings[identity] = night
        except BadFile as fault:
            faults.add(*fault.faults)
    faults.stop()
    return of_games(arrived, evenings)


def _text(data: bytes) -> str:
    """The text of a file, whatever program on whatever machine has written it."""
    if len(data) > MOST_BYTES:
        raise bad("The file", "this is too large for a table of totals.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codings = ["utf-16"]
    elif b"\x00" in data:
        raise bad("The file", "this is no table in text: save it as CSV, in UTF-8.")
    else:
        codings = ["utf-8-sig", "cp1252"]
    for coding in codings:
        try:
            return data.decode(coding)
        except UnicodeDecodeError:
            continue
    raise bad("The file", "its letters cannot be read: save it as CSV, in UTF-8.")


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with their numbers, cell by cell; an empty line has none."""
    begun = text.lstrip("\r\n").split("\n", 1)[0]
    separator = max(SEPARATORS, key=begun.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if reader.line_num > MOST_LINES:
                raise bad("The file", f"more than {MOST_LINES:,} lines are in it.")
            kept = [_cell(one) for one in cells]
            yield reader.line_num, kept if any(kept) else []
    except csv.Error as fault:
        raise bad(f"Line {reader.line_num}", f"this line cannot be read: {fault}.") from None


def _cell(raw: str) -> str:
    cell = raw.strip()
    # So a formula was made harmless on the way out.
    return cell[1:] if cell[:1] == "'" and cell[1:2] in ("=", "+", "-", "@") else cell


def _games(rows: Iterator[tuple[int, list[str]]], today: date, faults: Faults) -> list[Game]:
    order: Sequence[int] | None = None
    games: list[Game] = []
    game: Game | None = None
    spelled: dict[str, str] = {}
    for line, cells in rows:
        if not cells:
            game = None
            continue
        if order is None:
            order, is_head = _order(line, cells)
            if is_head:
                continue
        try:
            day, variant, name, total = _line(line, cells, order, today)
        except BadFile as fault:
            faults.add(*fault.faults)
            continue
        # However a name is written further down, it is the person of its first line.
        name = spelled.setdefault(alike(name), name)
        if game is None or (game.day, game.variant) != (day, variant) or name in game.names:
            game = Game(day, variant)
            games.append(game)
        game.lines.append(line)
        game.names.append(name)
        game.totals.append(total)
    return games


def _order(line: int, cells: list[str]) -> tuple[Sequence[int], bool]:
    """Where each column stands, and whether this line says so."""
    names = [cell.casefold() for cell in cells]
    if "deal" in names and "score" in names:
        says = "this is a table of deals for a spreadsheet: bring in the zip with the records."
        raise bad(f"Line {line}", says)
    if not set(names) & set(COLUMNS):
        return range(len(COLUMNS)), False
    missing = [one for one in COLUMNS if one not in names]
    if missing:
        raise bad(f"Line {line}", f"there is no column called “{missing[0]}”.")
    return [names.index(one) for one in COLUMNS], True


def _line(
    line: int, cells: list[str], order: Sequence[int], today: date
) -> tuple[date, str, str, int]:
    where = f"Line {line}"
    if len(cells) <= max(order):
        raise bad(where, "a line needs a date, a game, a player and a total.")
    day, game, player, total = (cells[at] for at in order)
    try:
        name = typed_name(player)
    except BadRecord as fault:
        raise BadFile(told(where, fault)) from None
    variant, scored = _variant(where, game), _total(where, total)
    if scored < 0 and newest_variants()[variant].lowest_wins:
        raise BadFile(told(where, BadEntry("totals_below_zero")))
    return _day(where, day, today), variant, name, scored


def _day(where: str, said: str, today: date) -> date:
    parts = YEAR_FIRST.fullmatch(said)
    year, month, day = parts.groups() if parts else ("", "", "")
    if not parts:
        parts = DAY_FIRST.fullmatch(said)
        day, month, year = parts.groups() if parts else ("", "", "")
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        says = f"“{said[:40]}” is not a date that can be read only one way: {_instead(said)}."
        raise bad(where, says) from None
    if found > today:
        raise bad(where, f"{found.isoformat()} is still to come.")
    if found.year < FIRST_YEAR:
        raise bad(where, f"nobody has played in the year {found.year}.")
    return found


def _instead(said: str) -> str:
    """How to write such a date: never as another one that only looks like it."""
    parts = EITHER_WAY.fullmatch(said)
    readings = []
    for day, month in ((0, 1), (1, 0)) if parts else ():
        numbers = [int(one) for one in parts.groups()] if parts else []
        with suppress(ValueError):
            readings.append(date(numbers[2], numbers[month], numbers[day]).isoformat())
    if len(set(readings)) == 2:
        return f"write {readings[0]} or {readings[1]}, whichever it was"
    return f"write {readings[0]}" if readings else "write the year, the month and the day"


def _plain(said: str) -> str:
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", said).casefold()).strip("-")


def _variant(where: str, said: str) -> str:
    for key in newest_variants():
        if _plain(said) in (key, _plain(WORDS["variants"][key]["title"])):
            return key
    known = ", ".join(WORDS["variants"][key]["title"] for key in newest_variants())
    raise bad(where, f"there is no game called “{said[:40]}”, only {known}.")


def _total(where: str, said: str) -> int:
    plain = unicodedata.normalize("NFKC", said).replace("\N{MINUS SIGN}", "-").replace(" ", "")
    if not WHOLE.fullmatch(plain):
        raise bad(where, f"“{said[:40]}” is not a whole number.")
    return int(plain)


def _arriving(game: Game, identity: str, at: datetime) -> Arriving:
    variant, totals = newest_variants()[game.variant], list(game.totals)
    if not variant.lowest_wins and sum(totals) == 0 and len(totals) in variant.players:
        brought = variant.start(len(totals), variant.rules()).totals
        totals = [had + won for had, won in zip(brought, totals, strict=True)]
    record = {
        "format": FORMAT,
        "id": identity,
        "variant": game.variant,
        "players": game.names,
        "totals": totals,
    }
    return arriving(record, game.where, by_default=at)
