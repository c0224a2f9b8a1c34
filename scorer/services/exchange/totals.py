"""A table of totals, a line a person or a line a game: games of which only the end was noted."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache, partial
from typing import Any, TypeAlias

from dateutil import parser

from scorer.rules.house_rules import Text, read_house_rules
from scorer.rules.kinds import compared
from scorer.rules.record import FORMAT, read_record
from scorer.rules.start import resolve_start
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.exchange.import_file import (
    BadFile,
    Choices,
    Faults,
    ImportedGame,
    ImportFile,
    Questions,
    bad_file,
    located,
)
from scorer.services.exchange.people import ClubPeople
from scorer.services.exchange.records import FIRST_YEAR, parse_game
from scorer.services.ids import id_from, new_id
from scorer.services.people.players import parse_name
from scorer.storage.results import Row

MOST_LINES = 50_000
MOST_COLUMNS = 100
SHOWN_ROWS = 6
SEPARATORS = ",;\t"
# In the place of a total: this person did not play.
DASHES = ("-", "–", "—")
IN_QUOTES = re.compile(r'"[^"]*("|$)')
# What a column holds; of one with PERSON the heading is the name, and with LEFT_OUT it is not read.
DAY, GAME, NAME, TOTAL, PERSON, LEFT_OUT = "day", "game", "name", "total", "person", "none"
# In English, German and French. Of a heading with words of several kinds the upper kind holds.
HEADINGS = {
    LEFT_OUT: "no nr # number nummer round runde place platz rank rang winner sieger",
    TOTAL: "total totals points score scores punkte punktzahl pts sum summe gesamt gesamtpunkte "
    "gesamtsumme somme grand final ergebnis résultat général \N{GREEK SMALL LETTER SIGMA}",
    DAY: "date day datum tag jour",
    GAME: "game spiel jeu partie",
    NAME: "player name person spieler spielerin joueur joueuse nom",
}
FIRST_LINE = (
    "the first line has to name the columns, such as Date, Game, Player, Total, and no title may "
    "stand above it."
)
ORDERS = DAY_FIRST, MONTH_FIRST, YEAR_FIRST = "day_first", "month_first", "year_first"
# 3.5.2024, 03/05/24: with full stops the day comes first.
NUMBERS = re.compile(r"\D*(\d{1,2})([^\w]+)(\d{1,2})[^\w]+\d")
# 24-05-03: so the year may come first, with as many digits as a day.
SHORT_YEAR = re.compile(r"\D*\d\d-\d\d?-\d\d?(?!\d)")
# Before 7 mai 2024 or 7/5/2024 it is a Tuesday, and no month.
MARDI = re.compile(r"^mar\.? (?=\d+( [^\W\d]|[/.-]\d))", re.IGNORECASE)
LONGEST_DAY = 40
# A day is only one that says all three: else it would be another one by another default.
DEFAULTS = (datetime(2000, 1, 1), datetime(2001, 2, 2))
MINUS = ("-", "\N{MINUS SIGN}")
# Thousands may be parted, and what a spreadsheet puts behind the point is left out.
NUMBER = re.compile(r"([+\N{MINUS SIGN}-]?)(\d{1,3}(?:[,.'’\s]\d{3}){1,3}|\d{1,9})(?:[.,]0{1,2})?")
IN_SIDES = (
    "this game is played in sides, and a table does not say who played with whom: give it another "
    "title."
)
IN_THE_EVENING = time(20)
BETWEEN_GAMES = timedelta(minutes=1)

# The variant of a game, and the house rules by which it is known.
Kind: TypeAlias = tuple[str, dict[str, Any]]


class DayNames(parser.parserinfo):
    """The names of months and of days of the week in English, German and French."""

    MONTHS: list[Any] = [  # noqa: RUF012
        ("jan", "january", "januar", "jänner", "janvier", "janv"),
        ("feb", "february", "februar", "février", "févr"),
        ("mar", "march", "märz", "mär", "mars"),
        ("apr", "april", "avril", "avr"),
        ("may", "mai"),
        ("jun", "june", "juni", "juin"),
        ("jul", "july", "juli", "juillet", "juil"),
        ("aug", "august", "août"),
        ("sep", "sept", "september", "septembre"),
        ("oct", "october", "oktober", "okt", "octobre"),
        ("nov", "november", "novembre"),
        ("dec", "december", "dezember", "dez", "décembre", "déc"),
    ]
    # The days of the week are read over, and the "er" of "1er mai".
    JUMP: list[str] = [  # noqa: RUF012
        *parser.parserinfo.JUMP,
        *"montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sonnabend sa".split(),
        *"sonntag so lundi mardi mercredi jeudi vendredi samedi dimanche".split(),
        *"lun mer jeu ven sam dim le er den".split(),
    ]


DAY_NAMES = DayNames()


@dataclass(frozen=True)
class Table:
    """The lines of a table with their numbers; a line without cells is empty."""

    headings: Sequence[str]
    lines: Sequence[tuple[int, Sequence[str]]]

    def column(self, at: int) -> list[str]:
        """The cells of a column that are not empty."""
        return [cells[at] for _, cells in self.lines if cells and cells[at]]


@dataclass
class TotalsGame:
    """A game of a table, as its lines are read; `people` may have no total: they did not play."""

    line: int
    day: date
    kind: Kind
    totals: dict[str, tuple[str, int]] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)

    def record(self, where: str, club: ClubPeople) -> dict[str, Any]:
        """The game as a record; raises BadFile."""
        variant, house_rules = self.kind
        record: dict[str, Any] = {
            "format": FORMAT,
            "id": new_id(),
            "variant": variant,
            "house_rules": house_rules,
            "players": [{"id": club.id_of(name), "name": name} for name, _ in self.totals.values()],
        }
        totals = [total for _, total in self.totals.values()]
        with located(where):
            start = resolve_start(read_record(record).start)
        if start.number_of_sides < len(totals):
            raise bad_file(where, IN_SIDES)
        if start.unit == "counters" and sum(totals) == 0:
            # What was won and lost, and not what everybody holds.
            totals = [had + won for had, won in zip(start.carry.totals, totals, strict=True)]
        return {**record, "totals": totals}


def _read_table(data: bytes) -> Table:
    """The cells of a CSV table; raises BadFile."""
    text = _decode(data)
    first = IN_QUOTES.sub("", text.lstrip().split("\n", 1)[0])
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines: list[tuple[int, list[str]]] = []
    try:
        for cells in reader:
            plain = [" ".join(cell.split()) for cell in cells]
            lines.append((reader.line_num, ["" if cell in DASHES else cell for cell in plain]))
            if reader.line_num > MOST_LINES:
                raise bad_file("The file", f"more than {MOST_LINES:,} lines are in it.")
    except csv.Error as fault:
        says = f"this line cannot be read: {fault}."
        raise bad_file(f"Line {reader.line_num}", says) from None
    # Excel names the separator in a line of its own: it is the one counted there.
    while lines and (not any(lines[0][1]) or lines[0][1][0].casefold() == "sep="):
        lines.pop(0)
    if len(lines) < 2:
        raise bad_file("The file", "there are no lines of a table in it.")
    headings = lines.pop(0)[1]
    if any(NUMBER.fullmatch(cell) or _is_day(cell) for cell in headings):
        raise bad_file("The file", FIRST_LINE)
    if {"deal", "score"} <= {cell.casefold() for cell in headings}:
        raise bad_file("The file", "this is a table of deals: import the zip instead.")
    if len(headings) > MOST_COLUMNS:
        raise bad_file("The file", f"more than {MOST_COLUMNS} columns are in it.")
    width = len(headings)
    padded = [(at, [*cells, *[""] * width][:width] if any(cells) else []) for at, cells in lines]
    return Table(headings, padded)


def _decode(data: bytes) -> str:
    is_utf_16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for coding in ("utf-16",) if is_utf_16 else ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            text = data.decode(coding)
            if "\x00" not in text:
                return text
    says = "this cannot be read: import a zip or a record of this app, or a CSV table."
    raise bad_file("The file", says)


def _ask_questions(table: Table, choices: Choices) -> Questions:
    """The choices, columns guessed where none were sent, and those that the table leaves open."""
    if len(choices.columns) != len(table.headings):
        choices = replace(choices, columns=_guess_columns(table))
    columns = choices.columns
    days = table.column(columns.index(DAY)) if DAY in columns else []
    titles = table.column(columns.index(GAME)) if GAME in columns else []
    every = [choices.game, *titles]
    return Questions(
        headings=table.headings,
        rows=[cells for _, cells in table.lines if cells][:SHOWN_ROWS],
        choices=choices,
        day=next(filter(NUMBERS.match, days), ""),
        orders=_orders_of(days),
        asks_game=len(titles) < sum(bool(cells) for _, cells in table.lines),
        asks_wins=any(title and not _kind_of(title, "") for title in set(every)),
    )


def _guess_columns(table: Table) -> tuple[str, ...]:
    """The likely contents of each column: by its heading, else by its cells."""
    columns = [LEFT_OUT] * len(table.headings)
    for at, heading in enumerate(table.headings):
        holds = _holds(heading)
        if holds and holds not in columns:
            columns[at] = holds
    for at in range(len(columns)):
        cells = table.column(at)
        if DAY not in columns and columns[at] == LEFT_OUT and cells and all(map(_is_day, cells)):
            columns[at] = DAY
    if NAME in columns and TOTAL in columns:
        return tuple(columns)
    # Each person has a column; a sum of them is not read.
    columns = [LEFT_OUT if holds in (NAME, TOTAL) else holds for holds in columns]
    for at, heading in enumerate(table.headings):
        cells = table.column(at)
        # A slip of the pen in one line is a fault of that line.
        is_counted = sum(bool(NUMBER.match(cell)) for cell in cells) * 2 > len(cells)
        if columns[at] == LEFT_OUT and is_counted and heading and not _holds(heading):
            columns[at] = PERSON
    return tuple(columns)


def _holds(heading: str) -> str | None:
    """The contents of a column with this heading; None where a word of it may be a name."""
    words = re.findall(r"\w+|#", heading.casefold())
    known = {word: holds for holds, known in HEADINGS.items() for word in known.split()}
    if not all(word in known for word in words):
        return None
    return min((known[word] for word in words), key=list(HEADINGS).index, default=None)


def parse_table(data: bytes, choices: Choices, zone: tzinfo, club: ClubPeople) -> ImportFile:
    """The games of a CSV table, or what is wrong by these choices; raises BadFile."""
    table = _read_table(data)
    questions = _ask_questions(table, choices)
    try:
        games, nights = _parse_games(table, questions.choices, zone, club)
    except BadFile as bad:
        return ImportFile([], {}, {}, questions=questions, faults=bad.faults)
    return ImportFile(games, nights, {}, questions=questions)


def _parse_games(
    table: Table, choices: Choices, zone: tzinfo, club: ClubPeople
) -> tuple[list[ImportedGame], dict[str, Row]]:
    """The games and nights of a table; raises BadFile."""
    faults = Faults()
    now = clock.now()
    games = list(_read_games(table, choices, now.astimezone(zone).date(), faults))
    faults.stop()
    if not games:
        raise bad_file("The file", "there is no line with a day, a game and totals.")
    parsed: list[ImportedGame] = []
    nights: dict[str, Row] = {}
    of_day: Counter[date] = Counter()
    # Where this evening is written down before eight, its games have been played by now.
    latest = now - BETWEEN_GAMES * len(games)
    for game in games:
        opened_at = min(datetime.combine(game.day, IN_THE_EVENING, zone).astimezone(UTC), latest)
        night = id_from("paper book", game.day.isoformat())
        nights[night] = {"id": night, "opened_at": opened_at, "day": game.day}
        began = opened_at + BETWEEN_GAMES * of_day[game.day]
        of_day[game.day] += 1
        with faults.collected():
            where = f"Line {game.line}"
            record = game.record(where, club)
            parsed.append(parse_game(record, where, club, began=began, night=night))
    faults.stop()
    return parsed, nights


def _read_games(
    table: Table, choices: Choices, today: date, faults: Faults
) -> Iterator[TotalsGame]:
    """The games: another of the day begins after an empty line, or where a person comes again."""
    columns = choices.columns
    order = _check_columns(table, choices)
    people = [at for at, holds in enumerate(columns) if holds == PERSON]
    open_games: dict[tuple[date, str], TotalsGame] = {}
    for line, cells in table.lines:
        if not cells:
            open_games.clear()
            continue
        where = f"Line {line}"
        with faults.collected(), located(where):
            day = _read_day(where, cells[columns.index(DAY)], order, today)
            title = (cells[columns.index(GAME)] if GAME in columns else "") or choices.game
            begun = TotalsGame(line, day, _read_kind(where, title, choices.wins))
            if people:
                scores = [(table.headings[at], cells[at]) for at in people]
            else:
                scores = [(cells[columns.index(NAME)], cells[columns.index(TOTAL)])]
                begun = open_games.setdefault((day, compared(title)), begun)
                if compared(scores[0][0]) in begun.people:
                    begun = TotalsGame(line, day, begun.kind)
                    open_games[day, compared(title)] = begun
            if not begun.totals and any(total for _, total in scores):
                yield begun
            for name, total in scores:
                person = parse_name(name)
                begun.people.add(compared(name))
                if total:
                    begun.totals[compared(name)] = person, _read_total(where, total)


def _check_columns(table: Table, choices: Choices) -> str:
    """The order of day, month and year; raises BadFile where the choices make no table."""
    columns = choices.columns
    number = {holds: columns.count(holds) for holds in (DAY, GAME, NAME, TOTAL, PERSON)}
    if not number[DAY]:
        raise bad_file("Columns", f"choose one for the day; {FIRST_LINE}")
    if number[DAY] > 1 or number[GAME] > 1:
        raise bad_file("Columns", "choose one for the day, and one at most for the game.")
    if (number[NAME], number[TOTAL]) != ((0, 0) if number[PERSON] else (1, 1)):
        says = "choose one for the name and one for the total, or one for each person."
        raise bad_file("Columns", says)
    people = [table.headings[at] for at in range(len(columns)) if columns[at] == PERSON]
    if len(set(map(compared, people))) < len(people):
        raise bad_file("Columns", "two of them have the same name: give each its own.")
    orders = _orders_of(table.column(columns.index(DAY)))
    if len(orders) > 1 and choices.order not in orders:
        raise bad_file("Columns", "choose what comes first in a day.")
    return choices.order if len(orders) > 1 else orders[0]


def _read_kind(where: str, title: str, wins: str) -> Kind:
    """The game of this title; raises BadFile."""
    if not title:
        raise bad_file(where, "there is no game: say below which one it is.")
    kind = _kind_of(title, wins)
    if kind is None and not wins:
        raise bad_file(where, f"“{title[:40]}” is not known here: say below who wins it.")
    if kind is None:
        raise bad_file(where, f"“{title[:60]}” is too long for the name of a game.")
    return kind


def _kind_of(title: str, wins: str) -> Kind | None:
    """The game of a title, also as "Whist (lowest wins)"; else one of points with this unit."""
    for unit, words in WORDS["units"].items():
        if title.endswith(ending := f" ({words['won_by']})"):
            title, wins = title.removesuffix(ending), unit
    known = _known_games().get(compared(title))
    return known[1] if known else _titled_game(title, wins)


def known_titles() -> list[str]:
    """The titles of the games that are known here."""
    return sorted({title for title, _ in _known_games().values()})


@cache
def _known_games() -> dict[str, tuple[str, Kind]]:
    """The games that are known here with their titles, by their titles as they are compared."""
    known: dict[str, tuple[str, Kind]] = {}
    for key, variant in newest_variants().items():
        words = WORDS["variants"][key]
        for name in (key, words["title"]):
            known[compared(name)] = words["title"], (key, {})
        for preset in words.get("presets", ()):
            title, house_rules = preset["title"], preset["house_rules"]
            unit = variant.unit(read_house_rules(variant.rules, house_rules))
            if titled := _titled_game(title, unit):
                known[compared(title)] = title, titled
    return known


def _titled_game(title: str, unit: str) -> Kind | None:
    """A game of which only the title and the unit are known; None where there is no such."""
    for key, variant in newest_variants().items():
        options = {rule.name: rule.metadata["options"] for rule in fields(variant.rules)}
        names = [name for name, text in options.items() if isinstance(text, Text)]
        if "any" not in WORDS["variants"][key] or title not in options[names[0]]:
            continue
        for name, values in options.items():
            for value in values if isinstance(values, tuple) else ():
                if variant.unit(replace(variant.rules(), **{name: value})) == unit:
                    return key, {names[0]: title, name: value}
    return None


def _orders_of(days: Iterable[str]) -> list[str]:
    """The orders of day, month and year that fit most of these days, where they differ."""
    texts = {text for text in days if NUMBERS.match(text)}
    orders: dict[tuple[date | None, ...], str] = {}
    for order in ORDERS:
        orders.setdefault(tuple(_day(text, order) for text in texts), order)
    # A slip of the pen in one line is a fault of that line.
    fit = max(sum(map(bool, read)) for read in orders)
    return [order for read, order in orders.items() if sum(map(bool, read)) == fit]


def _is_day(text: str) -> bool:
    return any(_day(text, order) for order in ORDERS)


@lru_cache(maxsize=10_000)
def _day(text: str, order: str) -> date | None:
    """The day that a text says whole; None for any other text."""
    text = MARDI.sub("", text)
    numbers = NUMBERS.match(text)
    if len(text) > LONGEST_DAY:
        return None
    if numbers and ("." in numbers[2] or (order == YEAR_FIRST and not SHORT_YEAR.match(text))):
        order = DAY_FIRST
    day_first, year_first = (bool(numbers) and order == it for it in (DAY_FIRST, YEAR_FIRST))
    read = partial(parser.parse, parserinfo=DAY_NAMES, dayfirst=day_first, yearfirst=year_first)
    try:
        days = {read(text, ignoretz=True, default=default).date() for default in DEFAULTS}
    except (ValueError, OverflowError):
        return None
    # The library takes a month above twelve for the day.
    month = int(numbers[1 if order == MONTH_FIRST else 3]) if numbers else None
    day = days.pop()
    return None if days or month not in (None, day.month) else day


def _read_day(where: str, text: str, order: str, today: date) -> date:
    """The day that is written here; `today` is the last there has been. Raises BadFile."""
    day = _day(text, order)
    if day is None:
        raise bad_file(where, f"“{text[:40]}” is not a day: leave the line out, or correct it.")
    if day > today:
        raise bad_file(where, f"“{text}” is in the future.")
    if day.year < FIRST_YEAR:
        raise bad_file(where, f"“{text}” is too early.")
    return day


def _read_total(where: str, text: str) -> int:
    number = NUMBER.fullmatch(text)
    if number is None:
        raise bad_file(where, f"“{text[:40]}” is not a whole number.")
    total = int(re.sub(r"\D", "", number[2]))
    return -total if number[1] in MINUS else total
