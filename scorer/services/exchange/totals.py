"""A table of totals, a line a person or a line a game: games of which only the end was noted."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Any, TypeAlias

from dateutil import parser

from scorer.rules.house_rules import Text, read_house_rules
from scorer.rules.kinds import comparison_key
from scorer.rules.record import FORMAT, read_record
from scorer.rules.start import resolve_start
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.exchange.import_file import (
    Faults,
    ImportedGame,
    ImportFile,
    bad_file,
    located,
)
from scorer.services.exchange.people import ClubPeople
from scorer.services.exchange.records import FIRST_YEAR, parse_game
from scorer.services.ids import id_from
from scorer.services.people.players import parse_name
from scorer.storage.results import Row
from scorer.storage.search import night_words

MAX_LINES = 50_000
SEPARATORS = ",;\t"
FIXED = ("date", "game")
A_LINE_EACH = (*FIXED, "player", "total")
HEADINGS = (
    "the first line has to name the columns: Date, Game, Player, Total, or Date, Game and a column "
    "for each player."
)
NOT_READ = "this cannot be read: import a zip or a record of this app, or a CSV table."
WINS = ("points", "penalties")
# In the place of a total: this person did not play.
DASHES = ("-", "–", "—")
IN_QUOTES = re.compile(r'"[^"]*("|$)')
# 3/5/2024: the day or the month comes first; with full stops it is the day.
SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-]\d{4}")
FULL_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
MAX_DAY_LENGTH = 40
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
# The lines of a table by number, each by its headings; a line without cells is empty.
Lines: TypeAlias = Sequence[tuple[int, Mapping[str, str]]]


@dataclass
class TotalsGame:
    """A game of a table, as its lines are read; `people` may have no total: they did not play."""

    line: int
    day: date
    kind: Kind
    totals: dict[str, tuple[str, int]] = field(default_factory=dict)
    people: set[str] = field(default_factory=set)

    @property
    def played(self) -> str:
        """All but the names, as a text."""
        return repr((self.day, self.kind, sorted(total for _, total in self.totals.values())))

    def record(self, game: str, where: str, club: ClubPeople) -> dict[str, Any]:
        """The record of the game with this id; raises BadFile."""
        variant, house_rules = self.kind
        record: dict[str, Any] = {
            "format": FORMAT,
            "id": game,
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


def parse_table(data: bytes, zone: tzinfo, club: ClubPeople) -> ImportFile:
    """The games and nights of a CSV table; raises BadFile."""
    lines = _read_lines(data)
    faults = Faults()
    now = clock.now()
    games = list(_read_games(lines, now.astimezone(zone).date(), faults))
    faults.stop()
    if not games:
        raise bad_file("The file", "there is no line with a day, a game and totals.")
    parsed: list[ImportedGame] = []
    nights: dict[str, Row] = {}
    of_day: Counter[date] = Counter()
    alike: Counter[str] = Counter()
    # Where this evening is written down before eight, its games have been played by now.
    latest = now - BETWEEN_GAMES * len(games)
    for game in games:
        opened_at = min(datetime.combine(game.day, IN_THE_EVENING, zone).astimezone(UTC), latest)
        night = id_from("paper book", game.day.isoformat())
        words = night_words(game.day)
        nights[night] = {"id": night, "opened_at": opened_at, "day": game.day, "words": words}
        began = opened_at + BETWEEN_GAMES * of_day[game.day]
        of_day[game.day] += 1
        alike[game.played] += 1
        with faults.collected():
            where = f"Line {game.line}"
            # The same whenever this table is imported, and no name can be tried by it.
            own_id = id_from("totals", game.played, alike[game.played])
            record = game.record(own_id, where, club)
            parsed.append(parse_game(record, where, club, began=began, night=night))
    faults.stop()
    return ImportFile(parsed, nights, {})


def _read_lines(data: bytes) -> Lines:
    """The lines of a CSV table below its headings; raises BadFile."""
    text = _decode(data)
    first = IN_QUOTES.sub("", text.lstrip().split("\n", 1)[0])
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    headings: list[str] = []
    lines: list[tuple[int, dict[str, str]]] = []
    try:
        for raw in reader:
            cells = [" ".join(cell.split()) for cell in raw]
            cells = ["" if cell in DASHES else cell for cell in cells]
            if headings:
                padded = [*cells, *[""] * len(headings)] if any(cells) else []
                lines.append((reader.line_num, dict(zip(headings, padded, strict=False))))
            elif any(cells):
                headings = _check_headings(cells)
            if reader.line_num > MAX_LINES:
                raise bad_file("The file", f"more than {MAX_LINES:,} lines are in it.")
    except csv.Error as fault:
        says = f"this line cannot be read: {fault}."
        raise bad_file(f"Line {reader.line_num}", says) from None
    if not lines:
        raise bad_file("The file", "there are no lines of a table in it.")
    return lines


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # As Excel writes it on Windows.
        text = data.decode("cp1252", errors="replace")
    if "\x00" in text:
        raise bad_file("The file", NOT_READ)
    return text


def _check_headings(headings: Sequence[str]) -> list[str]:
    """The headings, in small letters but for names; raises BadFile where no line can be read."""
    named = [heading.casefold() for heading in headings if heading]
    if {"deal", "score"} <= set(named):
        raise bad_file("The file", "this is a table of deals: import the zip instead.")
    by_line = set(A_LINE_EACH) & set(named)
    if not set(FIXED) < set(named) or len(by_line) not in (len(FIXED), len(A_LINE_EACH)):
        raise bad_file("The file", HEADINGS)
    if len(set(named)) < len(named):
        raise bad_file("The file", "two columns have the same name: give each its own.")
    return [name if (name := it.casefold()) in A_LINE_EACH else it for it in headings]


def _read_games(lines: Lines, today: date, faults: Faults) -> Iterator[TotalsGame]:
    """The games: another of the day begins after an empty line, or where a person comes again."""
    day_first = _is_day_first(cells["date"] for _, cells in lines if cells)
    open_games: dict[tuple[date, str], TotalsGame] = {}
    for line, cells in lines:
        if not cells:
            open_games.clear()
            continue
        where = f"Line {line}"
        with faults.collected(), located(where):
            title = cells["game"]
            day = _read_day(where, cells["date"], day_first, today)
            game = TotalsGame(line, day, _read_kind(where, title))
            scores = [(name, cells[name]) for name in cells if name and name not in FIXED]
            if "player" in cells:
                scores = [(cells["player"], cells["total"])]
                begun = open_games.get((day, comparison_key(title)))
                if begun is not None and comparison_key(cells["player"]) not in begun.people:
                    game = begun
                open_games[day, comparison_key(title)] = game
            if not game.totals and any(total for _, total in scores):
                yield game
            for name, total in scores:
                person = parse_name(name)
                game.people.add(comparison_key(name))
                if total:
                    game.totals[comparison_key(name)] = person, _read_total(where, total)


def _read_kind(where: str, title: str) -> Kind:
    """The game of this title, also as "Whist (lowest wins)"; raises BadFile."""
    if not title:
        raise bad_file(where, "there is no game.")
    bare, unit = title, ""
    for key, words in WORDS["units"].items():
        if title.endswith(ending := f" ({words['won_by']})"):
            bare, unit = title.removesuffix(ending), key
    known = _known_games().get(comparison_key(bare))
    if known:
        return known
    if not unit:
        endings = " or ".join(f"“{bare[:40]} ({WORDS['units'][unit]['won_by']})”" for unit in WINS)
        raise bad_file(where, f"“{bare[:40]}” is not known here: write {endings}.")
    titled = _titled_game(bare, unit)
    if titled is None:
        raise bad_file(where, f"“{bare[:60]}” is too long for the name of a game.")
    return titled


@cache
def _known_games() -> dict[str, Kind]:
    """The games that are known here, by their keys and titles as they are compared."""
    known: dict[str, Kind] = {}
    for key, variant in newest_variants().items():
        words = WORDS["variants"][key]
        for name in (key, words["title"]):
            known[comparison_key(name)] = key, {}
        for preset in words.get("presets", ()):
            title, house_rules = preset["title"], preset["house_rules"]
            unit = variant.unit(read_house_rules(variant.rules, house_rules))
            if titled := _titled_game(title, unit):
                known[comparison_key(title)] = titled
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


def _is_day_first(texts: Iterable[str]) -> bool:
    """Whether days such as 3/5/2024 begin with the day; raises BadFile where no line says it."""
    numbers = [
        (text, int(found[1]), int(found[2])) for text in texts if (found := SLASHED.match(text))
    ]
    if any(first > 12 for _, first, _ in numbers):
        return True
    if any(second > 12 for _, _, second in numbers):
        return False
    for text, first, second in numbers:
        if first != second:
            says = f"“{text[:40]}” may be one day or another: write days as 2024-05-03."
            raise bad_file("The file", says)
    return True


def _read_day(where: str, text: str, day_first: bool, today: date) -> date:
    """The day that is written here; `today` is the last there has been. Raises BadFile."""
    day = _parse_day(text, day_first)
    if day is None:
        raise bad_file(where, f"“{text[:40]}” is not a day such as 2024-05-03.")
    if day > today:
        raise bad_file(where, f"“{text}” is in the future.")
    if day.year < FIRST_YEAR:
        raise bad_file(where, f"“{text}” is too early.")
    return day


def _parse_day(text: str, day_first: bool) -> date | None:
    """The day that a text says whole; None for any other text."""
    if len(text) > MAX_DAY_LENGTH or not FULL_YEAR.search(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        pass
    day_first = day_first or not SLASHED.match(text)
    try:
        days = {parser.parse(text, dayfirst=day_first, default=at).date() for at in DEFAULTS}
    except (ValueError, OverflowError):
        return None
    return days.pop() if len(days) == 1 else None


def _read_total(where: str, text: str) -> int:
    number = NUMBER.fullmatch(text)
    if number is None:
        raise bad_file(where, f"“{text[:40]}” is not a whole number.")
    total = int(re.sub(r"\D", "", number[2]))
    return -total if number[1] in MINUS else total
