"""A table of totals as an import: what a family kept on paper, typed into any spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import Any

from scorer.rules.errors import BadEntry
from scorer.rules.record import FORMAT
from scorer.services import clock
from scorer.services.exchange.faults import BadFile, Fault, Faults, bad_file, located
from scorer.services.exchange.import_file import ImportFile, file_of_games
from scorer.services.exchange.paper_kinds import PaperKind, read_kind, seat_sides
from scorer.services.exchange.records import FIRST_YEAR, parse_game
from scorer.services.exchange.spreadsheet import unescape_formula
from scorer.services.ids import id_from
from scorer.services.people.players import fold_name, parse_name

MOST_LINES = 50_000
SEPARATORS = (",", ";", "\t")
# So Excel says what parts the cells.
SAYS_SEPARATOR = re.compile(r"\"?sep=([,;|\t])\"?\r?\n?", re.IGNORECASE)
IN_QUOTES = re.compile(r'"[^"]*("|$)')
YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})")
EITHER_WAY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
COLUMNS = ("date", "game", "player", "total")
IN_THE_EVENING = time(20)
BETWEEN_GAMES = timedelta(minutes=1)
WHOLE = re.compile(r"[+-]?\d+")
MOST_DIGITS = 7


@dataclass
class PaperGame:
    """A game of a table, as its lines are read one after the other.

    `lines` says where each person stands, partners on one line. `names` are spelled as in the first
    line of each person, `written` as in this game. Where a name that came twice parts it from the
    game before or after, `twice` says so; where that name was spelled otherwise, `doubt` says what
    is wrong, unless everybody came again.
    """

    day: date
    kind: PaperKind
    lines: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    totals: list[int | None] = field(default_factory=list)
    twice: str = ""
    doubt: Fault | None = None

    @property
    def where(self) -> str:
        """Its lines in the file."""
        first, last = self.lines[0], self.lines[-1]
        if first == last:
            return _line(first)
        return f"Lines {first} to {last}"

    @property
    def players(self) -> int:
        """How many play in it."""
        return len(self.names)

    def record(self) -> dict[str, Any]:
        """The game as a record; raises BadFile where the totals do not say who played with whom."""
        by_line = len(set(self.lines)) if len(set(self.lines)) < self.players else None
        kind, of_seat = self.kind.played_by(self.players, by_line)
        seated = seat_sides(of_seat, self.lines, self.totals)
        if seated is None or by_line not in (None, len(set(of_seat))):
            raise bad_file(self.where, self._no_sides(of_seat))
        order, totals = seated
        if kind.unit == "counters" and sum(totals) == 0 and self.players in kind.variant.players:
            # What was won and lost is told, and not what everybody holds.
            brought = kind.variant.start(self.players, kind.rules).totals
            totals = [had + won for had, won in zip(brought, totals, strict=True)]
        return {
            "format": FORMAT,
            "variant": kind.variant.key,
            "house_rules": kind.house_rules,
            "players": [self.names[at] for at in order],
            "totals": totals,
        }

    def _no_sides(self, of_seat: Sequence[int]) -> str:
        if len(set(of_seat)) == self.players and None in self.totals:
            name = self.written[self.totals.index(None)]
            return f"{name} has no total."
        return (
            "it is not clear who played with whom. Write one line for each player, with the "
            "same total for partners, or one line for each side, such as “Ann & Cat”."
        )


def _line(number: int) -> str:
    return f"Line {number}"


def paper_id(day: date, kind: str, totals: Sequence[int], number: int) -> str:
    """The id of the game of a paper book that is the `number`th of that day with these totals."""
    return id_from("paper book", day.isoformat(), kind, *sorted(totals), "number", number)


def parse_table(data: bytes, zone: tzinfo) -> ImportFile:
    """What a table of totals holds; raises BadFile with the lines that are wrong."""
    faults = Faults()
    now = clock.now()
    games = _read_games(read_cells(_decode(data)), now.astimezone(zone).date(), faults)
    faults.stop()
    if not games:
        raise bad_file(
            "The file",
            "there is no line with a date, a game, a player and a total.",
        )
    parsed, nights = [], {}
    of_day: Counter[date] = Counter()
    alike_before: Counter[str] = Counter()
    twice_told: set[str] = set()
    # Where this evening is written down before eight, its games have been played by now.
    latest = now - BETWEEN_GAMES * len(games)
    for paper in games:
        begun = min(datetime.combine(paper.day, IN_THE_EVENING, zone).astimezone(UTC), latest)
        try:
            at = begun + BETWEEN_GAMES * of_day[paper.day]
            game = parse_game(paper.record(), paper.where, by_default=at)
        except BadFile as bad:
            # What makes a game too short is told once for both games.
            twice = "" if paper.players in paper.kind.variant.players else paper.twice
            if not twice or twice not in twice_told:
                faults.add(*(replace(fault, says=fault.says + twice) for fault in bad.faults))
            twice_told.add(twice)
        else:
            kind = game.results.kind.key
            like = paper_id(paper.day, kind, game.totals, 0)
            alike_before[like] += 1
            identity = paper_id(paper.day, kind, game.totals, alike_before[like])
            night = id_from("paper book", paper.day.isoformat())
            nights[night] = {"id": night, "opened_at": begun, "day": paper.day}
            parsed.append(replace(game, id=identity, night=night))
        of_day[paper.day] += 1
    faults.stop()
    # The days may stand in any order, and an import adds whole nights.
    parsed.sort(key=lambda game: game.night)
    return file_of_games(parsed, nights.values(), paper=True)


def _decode(data: bytes) -> str:
    """The text of a file; raises BadFile."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codings = ["utf-16"]
    elif b"\x00" in data:
        says = (
            "this cannot be opened. You can import a zip or JSON file from this app, or a "
            "table saved as CSV."
        )
        raise bad_file("The file", says)
    else:
        codings = ["utf-8-sig", "cp1252"]
    for coding in codings:
        with suppress(UnicodeDecodeError):
            return data.decode(coding)
    raise bad_file("The file", "its letters cannot be read: save it as CSV, in UTF-8.")


def read_cells(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with their numbers, cell by cell; an empty line has none. Raises BadFile."""
    first = text.lstrip("\r\n").split("\n", 1)[0]
    says = SAYS_SEPARATOR.fullmatch(first)
    plain = IN_QUOTES.sub("", first)
    enough = len(COLUMNS) - 1
    separator = (
        says[1]
        if says
        else max(SEPARATORS, key=lambda mark: (plain.count(mark) == enough, plain.count(mark)))
    )
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if reader.line_num > MOST_LINES:
                raise bad_file(
                    "The file",
                    f"more than {MOST_LINES:,} lines are in it.",
                )
            if says and SAYS_SEPARATOR.fullmatch(separator.join(cells)):
                says = None
                continue
            cells = [unescape_formula(cell.strip()) for cell in cells]
            yield reader.line_num, cells if any(cells) else []
    except csv.Error as fault:
        why = f"this line cannot be read: {fault}."
        raise bad_file(_line(reader.line_num), why) from None


def _read_games(
    rows: Iterator[tuple[int, list[str]]], today: date, faults: Faults
) -> list[PaperGame]:
    """The games of a table: another begins after an empty line, or where somebody comes again."""
    order: Sequence[int] | None = None
    games: list[PaperGame] = []
    game: PaperGame | None = None
    spelled: dict[str, str] = {}
    for line, cells in rows:
        if not cells:
            game = None
            continue
        if order is None:
            order, is_head = _column_order(line, cells)
            if is_head:
                continue
        with faults.collected():
            day, kind, together, total = _read_line(_line(line), cells, order, today)
            namesake, name = None, ""
            if game is not None and (game.day, game.kind) == (day, kind):
                had_before = {fold_name(had): had for had in game.written}
                for name in together:
                    if namesake := had_before.get(fold_name(name)):
                        break
            else:
                game = PaperGame(day, kind)
                games.append(game)
            if namesake is not None:
                twice, doubt = "", None
                if name in game.written:
                    twice = " " + (
                        f"{name} comes twice, in line {game.lines[game.written.index(name)]} "
                        f"and in line {line}, where another game begins."
                    )
                    game.twice = game.twice or twice
                else:
                    says = (
                        f"{namesake} and {name} in the same game: are they two people? Write "
                        "their names differently."
                    )
                    doubt = Fault(_line(line), says)
                    if game.players not in kind.variant.players:
                        raise BadFile(doubt)
                game = PaperGame(day, kind, twice=twice, doubt=doubt)
                games.append(game)
            for name in together:
                game.lines.append(line)
                game.written.append(name)
                # However a name is written further down, it is the person of its first line.
                game.names.append(spelled.setdefault(fold_name(name), name))
                game.totals.append(total)
    for before, after in pairwise(games):
        if after.doubt is not None and set(after.names) != set(before.names):
            faults.add(after.doubt)
    return games


def _column_order(line: int, cells: list[str]) -> tuple[Sequence[int], bool]:
    """Where each column stands, and whether this line says so."""
    names = [cell.casefold() for cell in cells]
    if "deal" in names and "score" in names:
        says = "this is a table of deals for a spreadsheet: import the zip instead."
        raise bad_file(_line(line), says)
    if not set(names) & set(COLUMNS):
        return range(len(COLUMNS)), False
    for column in COLUMNS:
        if column not in names:
            why = f"there is no column called “{column}”."
            raise bad_file(_line(line), why)
    return [names.index(column) for column in COLUMNS], True


def _read_line(
    where: str, cells: list[str], order: Sequence[int], today: date
) -> tuple[date, PaperKind, list[str], int | None]:
    """The day, the game, who it is about and the total, None where it is blank; raises BadFile."""
    if len(cells) <= max(order):
        raise bad_file(where, "a line needs a date, a game, a player and a total.")
    day, game, player, total = (cells[at] for at in order)
    faults = Faults()
    with faults.collected():
        played = _read_day(where, day, today)
    kind: PaperKind | None = None
    with faults.collected(), located(where):
        kind = read_kind(where, " ".join(game.split()))
    with faults.collected(), located(where):
        parse_name(player)
        names = [parse_name(name) for name in kind.members(player)] if kind else []
    with faults.collected(), located(where):
        blank = not total.strip() and (kind is None or kind.has_sides)
        points = None if blank else _read_total(where, total)
        if points is not None and points < 0 and kind and kind.unit == "penalties":
            raise BadEntry("totals_below_zero")
    if kind is None or faults.noted:
        raise BadFile(*faults.noted)
    return played, kind, names, points


def _read_day(where: str, text: str, today: date) -> date:
    """The day that is written here; `today` is the last there has been. Raises BadFile."""
    parts = YEAR_FIRST.fullmatch(text)
    numbers: Sequence[str] = parts.groups() if parts else ()
    if not numbers and (parts := DAY_FIRST.fullmatch(text)):
        numbers = parts.groups()[::-1]
    if not numbers:
        says = f"“{text[:40]}” is not a date that can be read only one way: {_instead(text)}."
        raise bad_file(where, says)
    try:
        day = date(*map(int, numbers))
    except ValueError:
        raise bad_file(where, f"there is no such day as {text}.") from None
    if day > today:
        raise bad_file(where, f"{day.isoformat()} is in the future.")
    if day.year < FIRST_YEAR:
        raise bad_file(where, f"the year {day.year} is too early.")
    return day


def _instead(text: str) -> str:
    """How to write such a date: never as another one that only looks like it."""
    readings: list[str] = []
    if parts := EITHER_WAY.fullmatch(text):
        first, second, year = map(int, parts.groups())
        for day, month in ((first, second), (second, first)):
            with suppress(ValueError):
                readings.append(date(year, month, day).isoformat())
    if len(set(readings)) == 2:
        one, other = readings
        return f"write {one} or {other}, whichever it was"
    if readings:
        return f"write {readings[0]}"
    return "write year, month and day"


def _read_total(where: str, text: str) -> int:
    plain = "".join(text.split()).replace("\N{MINUS SIGN}", "-")
    if not WHOLE.fullmatch(plain):
        raise bad_file(where, f"“{text[:40]}” is not a whole number.")
    if len(plain.lstrip("+-")) > MOST_DIGITS:
        raise bad_file(where, f"“{text[:40]}” is too large.")
    return int(plain)
