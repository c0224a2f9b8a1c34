"""A table of totals, a line for each game: games of which only the end was noted."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
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
from scorer.services.exchange.import_file import Faults, ImportedGame, ImportFile, bad_file, located
from scorer.services.exchange.people import ClubPeople
from scorer.services.exchange.records import parse_game
from scorer.services.ids import id_from
from scorer.services.nights.edit import read_day
from scorer.services.people.players import parse_name
from scorer.storage.results import Row
from scorer.storage.search import night_words

MAX_LINES = 50_000
SEPARATORS = ",;\t"
FIXED = ("date", "game")
# Columns of other tables, in which nobody's totals stand.
NO_PLAYERS = {"player", "total", "score"}
HEADINGS = "the first line has to name the columns: Date, Game and a column for each player."
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
# The lines of a table by number, each by its headings.
Lines: TypeAlias = Sequence[tuple[int, Mapping[str, str]]]


def parse_table(data: bytes, zone: tzinfo, club: ClubPeople) -> ImportFile:
    """The games and nights of a CSV table; raises BadFile."""
    now, lines, faults = clock.now(), _read_lines(data), Faults()
    today = now.astimezone(zone).date()
    day_first = _is_day_first(cells["date"] for _, cells in lines)
    games: list[ImportedGame] = []
    nights: dict[str, Row] = {}
    of_day: Counter[date] = Counter()
    alike: Counter[str] = Counter()
    # Where this evening is written down before eight, its games have been played by now.
    latest = now - BETWEEN_GAMES * len(lines)
    for line, cells in lines:
        with faults.collected(f"Line {line}"):
            day = read_day(_parse_day(cells["date"], day_first).isoformat(), today)
            totals = {
                parse_name(name): _read_total(total)
                for name, total in cells.items()
                if total and name and name not in FIXED
            }
            kind = _read_kind(cells["game"])
            if not totals:
                continue
            opened_at = min(datetime.combine(day, IN_THE_EVENING, zone).astimezone(UTC), latest)
            night, words = id_from("paper book", day.isoformat()), night_words(day)
            nights[night] = {"id": night, "opened_at": opened_at, "day": day, "words": words}
            began = opened_at + BETWEEN_GAMES * of_day[day]
            of_day[day] += 1
            # The same whenever this table is imported, whatever somebody is called by then.
            played = repr((day, kind, sorted(totals.values())))
            alike[played] += 1
            game = id_from("totals", played, alike[played])
            record = _write_record(game, kind, totals, club)
            games.append(parse_game(record, club, began=began, night=night))
    faults.stop()
    if not games:
        raise bad_file("there is no line with a day, a game and totals.")
    return ImportFile(games, nights, {})


def _write_record(
    game: str, kind: Kind, totals: Mapping[str, int], club: ClubPeople
) -> dict[str, Any]:
    """The record of a game with this id and these totals by name; raises Refused, BadFile."""
    variant, house_rules = kind
    record: dict[str, Any] = {
        "format": FORMAT,
        "id": game,
        "variant": variant,
        "house_rules": house_rules,
        "players": [{"id": club.id_of(name), "name": name} for name in totals],
    }
    held = list(totals.values())
    start = resolve_start(read_record(record).start)
    if start.number_of_sides < len(held):
        raise bad_file(IN_SIDES)
    if start.unit == "counters" and sum(held) == 0:
        # What was won and lost, and not what everybody holds.
        held = [had + won for had, won in zip(start.carry.totals, held, strict=True)]
    return {**record, "totals": held}


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
            if not any(cells):
                continue
            if headings:
                padded = [*cells, *[""] * len(headings)]
                lines.append((reader.line_num, dict(zip(headings, padded, strict=False))))
            else:
                headings = _check_headings(cells)
            if reader.line_num > MAX_LINES:
                raise bad_file(f"more than {MAX_LINES:,} lines are in it.")
    except csv.Error as fault:
        with located(f"Line {reader.line_num}"):
            raise bad_file(f"this line cannot be read: {fault}.") from None
    if not lines:
        raise bad_file("there are no lines of a table in it.")
    return lines


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # As Excel writes it on Windows.
        text = data.decode("cp1252", errors="replace")
    if "\x00" in text:
        raise bad_file(NOT_READ)
    return text


def _check_headings(headings: Sequence[str]) -> list[str]:
    """The headings, in small letters but for names; raises BadFile where no line can be read."""
    named = [heading.casefold() for heading in headings if heading]
    if {"deal", "score"} <= set(named):
        raise bad_file("this is a table of deals: import the zip instead.")
    if not set(FIXED) < set(named) or NO_PLAYERS & set(named):
        raise bad_file(HEADINGS)
    if len(set(named)) < len(named):
        raise bad_file("two columns have the same name: give each its own.")
    return [name if (name := heading.casefold()) in FIXED else heading for heading in headings]


def _read_kind(title: str) -> Kind:
    """The game of this title, also as "Whist (lowest wins)"; raises BadFile."""
    if not title:
        raise bad_file("there is no game.")
    bare, unit = title, ""
    for key, words in WORDS["units"].items():
        if title.endswith(ending := f" ({words['won_by']})"):
            bare, unit = title.removesuffix(ending), key
    known = _known_games().get(comparison_key(bare))
    if known:
        return known
    if not unit:
        endings = " or ".join(f"“{bare[:40]} ({WORDS['units'][unit]['won_by']})”" for unit in WINS)
        raise bad_file(f"“{bare[:40]}” is not known here: write {endings}.")
    titled = _titled_game(bare, unit)
    if titled is None:
        raise bad_file(f"“{bare[:60]}” is too long for the name of a game.")
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
    slashed = [(int(found[1]), int(found[2])) for found in map(SLASHED.match, texts) if found]
    day_first = any(first > 12 for first, _ in slashed)
    month_first = any(second > 12 for _, second in slashed)
    if not day_first and not month_first and any(first != second for first, second in slashed):
        says = "days such as 3/5/2024 may be one day or another: write them as 2024-05-03."
        raise bad_file(says)
    return not month_first


def _parse_day(text: str, day_first: bool) -> date:
    """The day that a text says whole; raises BadFile for any other text."""
    if len(text) <= MAX_DAY_LENGTH and FULL_YEAR.search(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
        day_first = day_first or not SLASHED.match(text)
        with suppress(ValueError, OverflowError):
            days = {parser.parse(text, dayfirst=day_first, default=at).date() for at in DEFAULTS}
            if len(days) == 1:
                return days.pop()
    raise bad_file(f"“{text[:40]}” is not a day such as 2024-05-03.")


def _read_total(text: str) -> int:
    number = NUMBER.fullmatch(text)
    if number is None:
        raise bad_file(f"“{text[:40]}” is not a whole number.")
    total = int(re.sub(r"\D", "", number[2]))
    return -total if number[1] in MINUS else total
