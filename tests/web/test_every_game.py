"""Every page of every game, with deals as people play them: each game of the made-up club."""

import json
import random
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile

import pytest

from scorer.commands.score import print_sheets
from scorer.rules.entries import Deal, Entry, TakeSeat
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.house_rules import read_house_rules
from scorer.rules.kinds import kind_of
from scorer.rules.sheet_json import sheet_as_json
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services import clock, projections
from scorer.services.club import clubs
from scorer.services.demo import RECIPES, Recipe
from scorer.services.demo_deals import deal
from scorer.services.rows import load_game_row
from scorer.settings import DATABASE_FILE
from scorer.storage.book import add_entries, entry_row
from scorer.storage.database import open_database
from scorer.web.names import isolate_rtl
from tests.examples import SOAKING
from tests.services.imports import export, import_file, second_club
from tests.tables import NAMES, Table, begin, new_id

# So many deals make a game of which much can be told, should it go on for long.
LONG = 12
PAGES = ("", "/table", "/book", "/chart", "/paper", "/export", "/share", "/what-if")
OF_NIGHT = ("", "/share", "/edit")


def seats_of(recipe):
    """How many play by this recipe."""
    variant = newest_variants()[recipe.variant]
    rules = read_house_rules(variant.rules, recipe.rules)
    fitting = [n for n in variant.players if variant.fits(n, rules) is None]
    return recipe.seats or max(n for n in fitting if n <= 6)


THREE_SIDES = Recipe("nine-five", 1, {"sides": "three"}, 6)
# The first of each game; in the long run all.
FIRST_OF_EACH = {recipe.variant: recipe for recipe in reversed(RECIPES)}.values()
EVERY_GAME = [
    pytest.param(
        recipe,
        marks=pytest.mark.soak,
        id=f"{recipe.variant}-{seats_of(recipe)}-{'-'.join(map(str, recipe.rules.values()))}",
    )
    for recipe in (*(RECIPES if SOAKING else FIRST_OF_EACH), THREE_SIDES)
]


# What is marked as no fit is painted by the kind of the sheet: one game of each in the short run.
KINDS = ("red-nines", "ninety-nine", "points", "nine-five")
EVERY_KIND = [param for param in EVERY_GAME if SOAKING or param.values[0].variant in KINDS]
every_kind = pytest.mark.parametrize("played", EVERY_KIND, indirect=True, scope="module")


@dataclass(frozen=True)
class Played:
    """A game that was played once: the database after its first deal, and once it is over."""

    begun: Path
    over: Path
    id: str
    deals: list[str]

    def at(self, database):
        """The same game, in a copy of one of them."""
        table = Table(database, clubs.first_club(database), self.id, deals=list(self.deals))
        table.seen = len(table.read().entries)
        return table


@pytest.fixture(scope="module", params=EVERY_GAME)
def played(request, tmp_path_factory, prepared_file):
    """A game of one deal, which was corrected, and then of all its deals."""
    recipe = request.param
    names, rules = NAMES[: seats_of(recipe)], dict(recipe.rules)
    folder, dice = tmp_path_factory.mktemp("played"), random.Random(99)
    begun, over = folder / "begun.sqlite", folder / "over.sqlite"
    copyfile(prepared_file, begun)
    with closing(open_database(f"sqlite:///{begun}")) as database:
        club = clubs.first_club(database)
        table = begin(database, club, *names, variant=recipe.variant, house_rules=rules)
        sheet = play(table, 1, dice)
        table.write("correct", {"deal": table.deals[0], "set": next_deal(sheet, dice)})
    made = Played(begun, over, table.id, table.deals)
    copyfile(begun, over)
    with closing(open_database(f"sqlite:///{over}")) as database:
        table = made.at(database)
        if not play(table, LONG, dice).over:
            table.write("end", {"why": "it got late"})
    return made


@pytest.fixture
def app(app, tmp_path, played, request):
    """The app with that game in its database."""
    file = played.over if "over" in request.fixturenames else played.begun
    copyfile(file, tmp_path / DATABASE_FILE)
    return app


@pytest.fixture
def game(played, database):
    """A game of one deal so far, which was corrected."""
    return played.at(database)


@pytest.fixture
def over(played, database):
    """The same game once it is over."""
    return played.at(database)


@pytest.fixture
def dice():
    return random.Random(7)


def next_deal(sheet, dice):
    facts = deal(sheet, [1] * len(sheet.sitters), dice)
    assert facts is not None
    return facts


def play(table, deals, dice):
    """Play so many deals, or fewer if the game is over before; the sheet then."""
    sheet = table.read().sheet
    for _ in range(deals):
        if sheet.over:
            break
        content = {"after": sheet.last_deal, "facts": next_deal(sheet, dice)}
        sheet = table.write("deal", content).game_read.sheet
    return sheet


def winners_of(table):
    sheet = table.read().sheet
    return [sheet.sitters[seat].name for seat in sheet.start.order if sheet.won(seat)]


def test_each_page_of_a_game_that_goes_on_is_there(phone, game):
    sheet = game.read().sheet
    text = phone.read(f"/games/{game.id}")
    assert all(sitter.name in text for sitter in sheet.sitters)
    for page in (*PAGES, f"/deals/{game.deals[0]}", "/end", "/start"):
        assert phone.get(f"/games/{game.id}{page}").status_code == 200, page
        assert "None" not in phone.page.text, page
    assert phone.get(f"/games/{game.id}/chart.svg").mimetype == "image/svg+xml"


def test_each_page_of_a_finished_game_names_who_won(phone, over):
    read = over.read()
    won = winners_of(over)
    for page in PAGES:
        assert phone.get(f"/games/{over.id}{page}").status_code == 200, page
        assert "None" not in phone.page.text, page
        if page in ("", "/table", "/paper", "/share"):
            assert all(isolate_rtl(name) in phone.page.html for name in won), page
    for page in OF_NIGHT:
        assert phone.get(f"/nights/{read.night}{page}").status_code == 200, page
    for picture in (f"/games/{over.id}/picture.svg", f"/nights/{read.night}/picture.svg"):
        assert phone.get(picture).mimetype == "image/svg+xml"
    phone.get(f"/nights/{read.night}")
    charts = [said["src"] or "" for tag, said in phone.page.tags if tag == "img"]
    assert any("chart.svg" in chart for chart in charts)
    for chart in (f"/games/{over.id}/chart.svg", *charts):
        assert phone.get(chart).mimetype == "image/svg+xml"


def as_told(sheet):
    return json.loads(json.dumps(sheet_as_json(sheet)))


def test_the_command_scores_a_record_as_the_sheet_does(phone, game, tmp_path, capsys):
    sheet = game.read().sheet
    path = tmp_path / "game.json"
    path.write_bytes(phone.get(f"/games/{game.id}/record.json").data)
    assert print_sheets([str(path)], as_json=True) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == as_told(sheet)
    assert ("sides" in answer) == (len(set(sheet.start.sides)) < len(sheet.sitters))
    assert print_sheets([str(path)], as_json=False) == 0
    printed = capsys.readouterr().out
    kind = kind_of(sheet.start)
    assert (kind.name or kind.title) in printed
    assert all(sitter.name in printed for sitter in sheet.sitters)
    assert "None" not in printed


@pytest.fixture
def outdated(game, dice, monkeypatch):
    """The game with what no version writes today: a deal refused since, one not read, a seat."""
    begin(game.database, game.club)
    refused = play(game, 1, dice).deals[-1]
    start = game.read().sheet.start

    def check(self, facts, table, carry):
        if facts.answers == refused.facts.answers:
            raise ImpossibleDeal("missing", seat=0, what=start.asks[0].key)

    monkeypatch.setattr(type(start.variant), "check", check)
    for body in (Deal({"frobnicated": [1]}, refused.id), TakeSeat(11, refused.sitters[0])):
        number = len(game.read().entries) + 1
        with game.database.writing() as connection:
            row = load_game_row(connection, game.club, game.id, lock=True)
            entry = Entry(number, new_id(), body)
            add_entries(connection, row, [entry_row(entry, clock.now())])
    game.seen, game.deals = number, [*game.deals, game.read().sheet.last_deal]
    projections.rebuild(game.database)
    return game


@every_kind
def test_deals_that_do_not_fit_are_marked_on_every_page(manager, outdated):
    for page in ("/", "/players/", "/nights/", f"/nights/{outdated.night}"):
        assert manager.get(page).status_code == 200, page
    deals = [f"/deals/{id}{page}" for id in outdated.deals for page in ("", "/correct")]
    for page in (*PAGES, *deals, "/end", "/start", "/news", "/record.json", "/table.csv"):
        assert manager.get(f"/games/{outdated.id}{page}").status_code in (200, 204), page
    for page in ("", "/paper", *(f"/deals/{id}" for id in outdated.deals[1:])):
        text = manager.read(f"/games/{outdated.id}{page}")
        assert "! Deal" in text and "does not fit the rules: " in text, page
    assert "does not fit" not in manager.read(f"/games/{outdated.id}/deals/{outdated.deals[0]}")
    assert "Entry 5 of the book counts for nothing" in manager.read(f"/games/{outdated.id}")


@every_kind
def test_deals_that_do_not_fit_are_corrected_and_undone(outdated, dice):
    first, refused, unread = outdated.read().sheet.deals
    assert [deal.id for deal in (refused, unread)] == list(outdated.read().sheet.faults)[:2]
    assert (refused.fault.deal, unread.fault.deal, first.fault) == (2, 3, None)
    assert refused.lines and not unread.lines and unread.carry == unread.before
    assert outdated.read().sheet.played == 3
    with pytest.raises(ImpossibleDeal) as fault:
        outdated.correct(first.id, refused.record)
    assert fault.value.deal == 1
    with pytest.raises(ImpossibleDeal):
        outdated.write("deal", {"after": unread.id, "facts": {"frobnicated": 2}})
    for wrong in (refused, unread, first):
        outdated.correct(wrong.id, next_deal(outdated.read().sheet, dice))
    outdated.undo()
    outdated.undo()
    assert len(outdated.undo().game_read.sheet.faults) == 3
    assert len(outdated.redo().game_read.sheet.faults) == 2
    assert play(outdated, 1, dice).deals[-1].fault is None
    assert projections.check(outdated.database) == []


@every_kind
def test_a_game_that_does_not_fit_goes_out_and_comes_in_whole(
    manager, outdated, database, tmp_path, capsys
):
    data, other = export(database, outdated.club), second_club(database)
    plan = import_file(database, other, data)
    title = f"{WORDS['variants'][outdated.read().variant]['title']} · "
    assert [fault.where.startswith(title) for fault in plan.faults] == [True] * 3
    assert [fault.where.split(", ")[1:2] for fault in plan.faults[1:]] == [["deal 3"], []]
    again = Table(database, other, outdated.id).read().sheet
    assert as_told(again) == as_told(outdated.read().sheet)
    assert (projections.rebuild(database), projections.check(database)) == (4, [])
    path = tmp_path / "game.json"
    path.write_bytes(manager.get(f"/games/{outdated.id}/record.json").data)
    assert print_sheets([str(path)], as_json=True) == 2
    assert json.loads(capsys.readouterr().out)["error"]["deal"] == 2
