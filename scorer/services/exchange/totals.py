"""A table of totals, a line for each game: games of which only the end was noted."""

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache
from typing import Any, TypeAlias

from scorer.rules.house_rules import read_house_rules
from scorer.rules.kinds import comparison_key, variant_titled
from scorer.rules.record import FORMAT, read_record
from scorer.rules.start import resolve_start
from scorer.rules.variants import newest_variants, usual_unit
from scorer.rules.variants.points import LETTERS, Points
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.exchange.days import days_of, first_in
from scorer.services.exchange.faults import BadFile, Fault, bad_file, located
from scorer.services.exchange.import_file import ImportedGame, ImportFile, night_row
from scorer.services.exchange.people import ClubPeople
from scorer.services.exchange.records import parse_game
from scorer.services.ids import id_from
from scorer.services.nights.edit import read_day
from scorer.services.people.players import parse_name
from scorer.storage.results import Row

MAX_LINES = 50_000
SEPARATORS = ",;\t"
FIXED = dict.fromkeys(("date", "datum", "tag"), "date")
FIXED |= dict.fromkeys(("game", "spiel", "jeu", "partie"), "game")
# Columns of other tables, in which nobody's totals stand.
NO_PLAYERS = {
    *"player total score points winner spieler punkte summe gesamt gewinner joueur gagnant".split()
}
HEADINGS = "the first line has to name the columns: Date, Game and a column for each player."
NOT_READ = "this cannot be read: import a zip or a record of this app, or a CSV table."
WINS = {"points": "highest", "penalties": "lowest"}
# In the place of a total: this person did not play.
DASHES = ("-", "–", "—")
IN_QUOTES = re.compile(r'"[^"]*("|$)')
# Thousands may be parted, and what a spreadsheet puts behind the point is left out.
NUMBER = re.compile(r"([+-]?)(\d{1,3}(?:[,.'’\s]\d{3}){1,3}|\d{1,9})(?:[.,]0{1,2})?")
ONLY = f" ({WORDS['variants'][Points.key]['only']})"
IN_SIDES = (
    "this game is played in sides, and a table does not say who played with whom: write "
    f"“{{title}}{ONLY}”."
)
IN_THE_EVENING = time(20)
BETWEEN_GAMES = timedelta(minutes=1)

# The variant of a game, and the house rules by which it is known.
Kind: TypeAlias = tuple[str, dict[str, Any]]


def parse_table(data: bytes, zone: tzinfo, club: ClubPeople, first: str = "") -> ImportFile:
    """The games and nights of a CSV table, or what it asks and `first` answers; raises BadFile."""
    now, lines = clock.now(), _read_lines(data)
    today = now.astimezone(zone).date()
    column = {text: days_of(text) for text in (cells["date"] for _, cells in lines)}
    first = first_in(column.values()) or first
    games: list[ImportedGame] = []
    faults: list[Fault] = []
    nights: dict[str, Row] = {}
    of_day: Counter[date] = Counter()
    alike: Counter[str] = Counter()
    # Where this evening is written down before eight, its games have been played by now.
    latest = now - BETWEEN_GAMES * len(lines)
    for line, cells in lines:
        with located(f"Line {line}", noted=faults):
            days = column[cells["date"]]
            found = days.get(first) if first else min(days.values(), default=None)
            if found is None:
                raise bad_file(f"“{cells['date'][:40]}” is not a day such as 2024-05-03.")
            day = read_day(found.isoformat(), today)
            totals = {
                parse_name(name): _read_total(total)
                for name, total in cells.items()
                if total and name and name not in FIXED
            }
            kind = _read_kind(cells["game"])
            if not totals:
                continue
            opened_at = min(datetime.combine(day, IN_THE_EVENING, zone).astimezone(UTC), latest)
            night = id_from("paper book", day.isoformat())
            nights[night] = night_row(night, opened_at, day)
            began = opened_at + BETWEEN_GAMES * of_day[day]
            of_day[day] += 1
            # The same whenever this table is imported, whatever somebody is called by then.
            played = repr((day, kind, sorted(totals.values())))
            alike[played] += 1
            game = id_from("totals", played, alike[played])
            record = _write_record(game, kind, totals, club)
            games.append(parse_game(record, club, began=began, night=night))
    if faults:
        raise BadFile(*faults)
    if not games:
        raise bad_file("there is no line with a day, a game and totals.")
    if not first:
        unclear = (asks for asks in column.items() if len({*asks[1].values()}) > 1)
        return ImportFile(asks=next(unclear))
    return ImportFile(games, nights)


def _write_record(
    game: str, kind: Kind, totals: Mapping[str, int], club: ClubPeople
) -> dict[str, Any]:
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
        raise bad_file(IN_SIDES.format(title=WORDS["variants"][variant]["title"]))
    if start.unit == "counters" and sum(held) == 0:
        # What was won and lost, and not what everybody holds.
        held = [had + won for had, won in zip(start.carry.totals, held, strict=True)]
    return {**record, "totals": held}


def _read_lines(data: bytes) -> list[tuple[int, dict[str, str]]]:
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
            # Excel's own first line says only how the others are parted: sep=;
            if not any(cells) or cells[0].casefold() == "sep=":
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
    headings = [FIXED.get(heading.casefold(), heading) for heading in headings]
    named = [heading.casefold() for heading in headings if heading]
    if {"deal", "score"} <= set(named):
        raise bad_file("this is a table of deals: import the zip instead.")
    others = [f" “{heading}” names nobody." for heading in named if heading in NO_PLAYERS]
    if others or not set(FIXED.values()) < set(named):
        raise bad_file("".join([HEADINGS, *others]))
    if len(set(named)) < len(named):
        raise bad_file("two columns have the same name: give each its own.")
    return headings


def _read_kind(title: str) -> Kind:
    if not title:
        raise bad_file("there is no game.")
    bare, unit = title, ""
    for key, words in WORDS["units"].items():
        if title.endswith(ending := f" ({words['won_by']})"):
            bare, unit = title.removesuffix(ending), key
    known = _known_games().get(comparison_key(bare))
    # By the other unit it is a game of the table's own.
    if known and (known[0] == Points.key or unit in ("", usual_unit(known[0]))):
        return known
    if bare.endswith(ONLY):
        bare = bare.removesuffix(ONLY)
        other = variant_titled(bare, other_than=Points.key)
        unit = unit or (usual_unit(other) if other else "")
    if unit not in WINS:
        endings = " or ".join(f"“{bare[:40]} ({WORDS['units'][unit]['won_by']})”" for unit in WINS)
        raise bad_file(f"“{bare[:40]}” is not known here: write {endings}.")
    if len(bare) > LETTERS:
        raise bad_file(f"“{bare[:60]}” is too long for the name of a game.")
    return Points.key, {"title": bare, "wins": WINS[unit]}


@cache
def _known_games() -> dict[str, Kind]:
    known: dict[str, Kind] = {}
    for key, variant in newest_variants().items():
        words = WORDS["variants"][key]
        for name in (key, words["title"]):
            known[comparison_key(name)] = key, {}
        for preset in words.get("presets", ()):
            title, rules = preset["title"], read_house_rules(variant.rules, preset["house_rules"])
            known[comparison_key(title)] = key, {"title": title, "wins": rules.wins}
    return known


def _read_total(text: str) -> int:
    number = NUMBER.fullmatch(text.replace("\N{MINUS SIGN}", "-"))
    if number is None:
        why = "too large" if re.fullmatch(r"[+-]?\d+", text) else "not a whole number"
        raise bad_file(f"“{text[:40]}” is {why}.")
    return int(number[1] + re.sub(r"\D", "", number[2]))
