"""No name is a formula to any spreadsheet, and each comes in again as it was."""

import csv
import io
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorer.services.exchange import spreadsheet
from scorer.services.exchange.paper_book import read_cells
from scorer.services.exchange.spreadsheet import escape_formula, unescape_formula
from scorer.storage.database import Database
from tests.services.imports import import_file
from tests.services.paper_book import BOOK, lines
from tests.tables import begin

SIGNS = "=+-@＝＋－＠﹦﹢﹣﹫−"
UNSEEN = (
    "",
    " ",
    "\t",
    "\r",
    "\n",
    "\u00a0",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u2060",
    '"',
    "\u3000",
)
# Letters that are worth putting together in every way.
LETTERS = st.text(alphabet=[*SIGNS, *UNSEEN[1:], ";", ",", "'", "a", "É", "1"], max_size=12)


def parts(text: str) -> list[str]:
    """The cells of a line of our table where semicolons part them, quotation marks or not."""
    written = io.StringIO()
    csv.writer(written).writerow(["2025-05-03", text, ""])
    line = " ".join(written.getvalue().split("\r"))
    return line.split(";")[1:] + next(csv.reader([" ".join(line.split("\n"))], delimiter=";"))


def is_formula(cell: str) -> bool:
    """Whether a cell begins with a sign, once all that is not seen is taken away."""
    return cell.lstrip("".join(UNSEEN))[:1] in set(SIGNS)


@pytest.mark.parametrize("before", ["", "Ann;", "Ann; ", "a;b;", '"', '";', 'Ann";'])
@pytest.mark.parametrize("unseen", UNSEEN)
def test_every_sign_is_made_harmless_wherever_a_cell_may_begin(before: str, unseen: str) -> None:
    for sign in SIGNS:
        text = f"{before}{unseen}{sign}cmd|' /C calc'!A0"
        cell = escape_formula(text)
        assert not is_formula(cell)
        assert not any(is_formula(part) for part in parts(cell)), cell
        assert unescape_formula(cell) == text


@pytest.mark.parametrize(
    "text",
    ["Ann", "", "Ann-Marie", "a=b", "Ann; Ben", "O'Neil", "'quoted'", "C + D", "e@f.example"],
)
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert escape_formula(text) == text
    assert unescape_formula(text) == text


@given(LETTERS)
def test_whatever_is_made_harmless_comes_back(text: str) -> None:
    cell = escape_formula(text)
    assert unescape_formula(cell) == text
    assert not is_formula(cell)
    assert not any(is_formula(part) for part in parts(cell))


@given(LETTERS)
@example(";;;;")
@example(",;;;")
@example('";;;;\n')
def test_whatever_was_written_as_a_table_is_read_again(text: str) -> None:
    name = f"{text.strip()}x"
    written = io.StringIO()
    csv.writer(written).writerow(["2025-05-03", "Red Nines", escape_formula(name), "9"])
    ((_, cells),) = read_cells(f"date,game,player,total\n{written.getvalue()}".split("\n", 1)[1])
    assert cells == ["2025-05-03", "Red Nines", name.strip(), "9"]


@pytest.mark.parametrize("name", ["＝Ann", "－1", "Ann;=1+1", "'=Ann", "''+Ann", "Ann; '＠x"])
def test_a_name_goes_out_and_comes_in_as_it_is(database: Database, club: str, name: str) -> None:
    table = begin(database, club, name, "Ben", "Cat", "Dan")
    for _ in range(4):
        table.deal()
    out = spreadsheet.table_of_game(database, club, table.id).whole().decode("utf-8-sig")
    cell = next(csv.DictReader(io.StringIO(out)))["player"]
    assert cell == escape_formula(name) != name
    written = io.StringIO()
    csv.writer(written).writerow([cell])
    import_file(database, club, BOOK.replace("Ann", written.getvalue().strip()).encode())
    brought = [line for line in lines(database, club) if line.id != table.id]
    assert brought[0].seats[0].name == name


@pytest.mark.parametrize("text", [";'" * 200_000, "'" * 400_000, "\t'" * 200_000, ';"' * 200_000])
def test_long_nonsense_is_read_in_no_time(text: str) -> None:
    begun = time.perf_counter()
    assert unescape_formula(text) == text == escape_formula(text)
    assert time.perf_counter() - begun < 20
