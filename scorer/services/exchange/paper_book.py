"""The cells of a table that was saved as text, by whatever program on whatever machine."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import pairwise

from scorer.rules.errors import BadEntry, BadRecord
from scorer.rules.record import FORMAT, MOST_BYTES
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.exchange.errors import BadFile, Fault, Faults, bad, told
from scorer.services.exchange.formulas import as_it_was
from scorer.services.exchange.match import paper_id, totals_of
from scorer.services.exchange.parse import (
    FIRST_YEAR,
    ImportedGame,
    ImportedNight,
    ImportFile,
    file_of_games,
    parse_game,
)
from scorer.services.ids import id_from
from scorer.services.people.players import alike, typed_name

MOST_LINES = 50_000
SEPARATORS = (",", ";", "\t")
# So Excel says what parts the cells.
SAYS_SEPARATOR = re.compile(r"\"?sep=([,;|\t])\"?\r?\n?", re.IGNORECASE)


def text_of(data: bytes) -> str:
    """The text of a file; raises BadFile."""
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


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with their numbers, cell by cell; an empty line has none. Raises BadFile."""
    begun = text.lstrip("\r\n").split("\n", 1)[0]
    said = SAYS_SEPARATOR.fullmatch(begun)
    separator = said[1] if said else max(SEPARATORS, key=begun.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if reader.line_num > MOST_LINES:
                raise bad("The file", f"more than {MOST_LINES:,} lines are in it.")
            if said and SAYS_SEPARATOR.fullmatch(separator.join(cells)):
                said = None
                continue
            kept = [as_it_was(one.strip()) for one in cells]
            yield reader.line_num, kept if any(kept) else []
    except csv.Error as fault:
        raise bad(f"Line {reader.line_num}", f"this line cannot be read: {fault}.") from None


YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})")
EITHER_WAY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")


def day_of(where: str, said: str, today: date) -> date:
    """The day that is written here; `today` is the last there has been. Raises BadFile."""
    parts = YEAR_FIRST.fullmatch(said)
    year, month, day = parts.groups() if parts else ("", "", "")
    if not parts:
        parts = DAY_FIRST.fullmatch(said)
        day, month, year = parts.groups() if parts else ("", "", "")
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        if parts:
            raise bad(where, f"there is no such day as {said}.") from None
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


COLUMNS = ("date", "game", "player", "total")
IN_THE_EVENING = time(20)
BETWEEN_GAMES = timedelta(minutes=1)
WHOLE = re.compile(r"[+-]?\d+")
MOST_DIGITS = 7


@dataclass
class Game:
    """A game as it is being read, line after line.

    `names` are spelled as in the first line of each person, `written` as in this game. It began
    because somebody came `again`, where that is what parts it from the one before; where he was
    written otherwise, `doubt` says what is wrong unless all of them came again.
    """

    day: date
    variant: str
    lines: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    again: bool = False
    doubt: Fault | None = None

    @property
    def where(self) -> str:
        """Its lines in the file."""
        first, last = self.lines[0], self.lines[-1]
        return f"Line {first}" if first == last else f"Lines {first} to {last}"


def paper_book(data: bytes, zone: tzinfo) -> ImportFile:
    """The bundle of a table of totals; raises BadFile with the lines that are wrong."""
    faults = Faults()
    now = clock.now()
    games = _games(rows_of(text_of(data)), now.astimezone(zone).date(), faults)
    faults.stop()
    if not games:
        raise bad("The file", "there is no line with a date, a game, a player and a total.")
    arrived, evenings, days = [], {}, {}
    played: Counter[str] = Counter()
    of_day: dict[date, int] = {}
    told_of: set[str] = set()
    # Where this evening is written down before eight, its games have been played by now.
    latest = now - BETWEEN_GAMES * len(games)
    for before, game, after in zip([None, *games], games, [*games[1:], None], strict=False):
        of_day[game.day] = of_day.get(game.day, 0) + 1
        begun = min(datetime.combine(game.day, IN_THE_EVENING, zone).astimezone(UTC), latest)
        night = ImportedNight(id_from("paper book", game.day.isoformat()), begun, game.day)
        try:
            at = begun + BETWEEN_GAMES * (of_day[game.day] - 1)
            made = _arriving(game, at)
            like = paper_id(game.day, game.variant, totals_of(made), 0)
            played[like] += 1
            identity = paper_id(game.day, game.variant, totals_of(made), played[like])
            arrived.append(replace(made, id=identity))
            evenings[identity], days[identity] = night, game.day
        except BadFile as fault:
            twice = _twice(game, before, after)
            if not twice or twice not in told_of:
                faults.add(*(replace(one, says=one.says + twice) for one in fault.faults))
            told_of.add(twice)
    faults.stop()
    return file_of_games(arrived, evenings, days)


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
        if game is None or (game.day, game.variant) != (day, variant):
            game = Game(day, variant)
            games.append(game)
        elif name in game.written:
            game = Game(day, variant, again=True)
            games.append(game)
        like = [one for one in game.written if alike(one) == alike(name)]
        if like:
            says = f"{like[0]} and {name} in the same game: are they two people?"
            doubt = Fault(f"Line {line}", f"{says} Write their names differently.")
            if len(game.written) not in newest_variants()[variant].players:
                faults.add(doubt)
                continue
            game = Game(day, variant, doubt=doubt)
            games.append(game)
        game.lines.append(line)
        game.written.append(name)
        # However a name is written further down, it is the person of its first line.
        game.names.append(spelled.setdefault(alike(name), name))
        game.totals.append(total)
    for before, after in pairwise(games):
        if after.doubt is not None and set(after.names) != set(before.names):
            faults.add(after.doubt)
    return games


def _twice(game: Game, before: Game | None, after: Game | None) -> str:
    """Who comes twice, where that is what makes a game too short; nothing where nobody does."""
    if len(game.names) in newest_variants()[game.variant].players:
        return ""
    first, again = (before, game) if before and game.again else (game, after)
    if first is None or again is None or not again.again:
        return ""
    name, line = again.written[0], again.lines[0]
    stood = first.lines[first.written.index(name)]
    return f" {name} comes twice, in line {stood} and in line {line}, where another game begins."


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
    return day_of(where, day, today), variant, name, scored


def _plain(said: str) -> str:
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", said).casefold()).strip("-")


def _variant(where: str, said: str) -> str:
    for key in newest_variants():
        if _plain(said) in (key, _plain(WORDS["variants"][key]["title"])):
            return key
    known = ", ".join(WORDS["variants"][key]["title"] for key in newest_variants())
    raise bad(where, f"there is no game called “{said[:40]}”, only {known}.")


def _total(where: str, said: str) -> int:
    plain = "".join(said.split()).replace("\N{MINUS SIGN}", "-")
    if not WHOLE.fullmatch(plain):
        raise bad(where, f"“{said[:40]}” is not a whole number.")
    if len(plain.lstrip("+-")) > MOST_DIGITS:
        raise bad(where, f"“{said[:40]}” is too large: nobody has as much as that.")
    return int(plain)


def _arriving(game: Game, at: datetime) -> ImportedGame:
    variant, totals = newest_variants()[game.variant], list(game.totals)
    if not variant.lowest_wins and sum(totals) == 0 and len(totals) in variant.players:
        brought = variant.start(len(totals), variant.rules()).totals
        totals = [had + won for had, won in zip(brought, totals, strict=True)]
    record = {
        "format": FORMAT,
        "variant": game.variant,
        "players": game.names,
        "totals": totals,
    }
    return parse_game(record, game.where, by_default=at)
