"""What people read is marked for a translator in Python too, or stands in the word files.

The rules have all their words there, so nothing in them is marked. `run.py` is left out: it runs
before anything is installed that could look a word up, and speaks to whoever installs the app.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCORER = ROOT / "scorer"
MIGRATIONS = SCORER / "storage" / "migrations"  # they speak to databases only
SOURCES = sorted(path for path in SCORER.rglob("*.py") if not path.is_relative_to(MIGRATIONS))
RULES = [path for path in SOURCES if path.is_relative_to(SCORER / "rules")]

MARKS = {"gettext", "ngettext", "lazy"}
# What only programmers read: faults of ours, the log, SQL, types, names of ids and locks.
OURS = {"AssertionError", "KeyError", "LookupError", "RuntimeError", "TypeError", "ValueError"}
LOGS = {"log", "logger"}
TOLD_TO_MACHINES = {"cast", "exec_driver_sql", "id_from", "lock_name", "text", "TypeVar"}
# Two words side by side, or one that begins like a sentence; an f-string may hold a single one.
PHRASE = re.compile(r"[^\W\d_]{2,}[,;:.!?…”’)]* +[“(]*[^\W\d_]|^[^\W\d_] [^\W\d_]{2,}")
BEGINS = re.compile(r"^[A-Z][a-z]{2,}[.:!?…]?$")
PIECE = re.compile(r"(?:^|[\s(“])[^\W\d_]{2,}(?:$|[\s,;:.!?)”’])")
# SQL, what is all capitals, tags, and what headers of HTTP hold.
CODE = re.compile(
    r"^\s*(?:BEGIN|INSERT|LOCK|PRAGMA|READ|REPEATABLE|SELECT|SET|UPDATE|WITH)\s|\bIS NOT NULL$"
    r"|^[^a-z]*$|<[a-z/]|^(?:private|Accept-\w+|no-\w+|[a-z]+-src|[a-z]+-[a-z]+ '\w+'$)|[a-z]="
)

# What reads like words and is not: what is kept or sent as it stands, in every language.
NOT_SAID = {
    "scorer/app.py": {"Lax"},  # of cookies
    "scorer/commands/errors.py": {"sudo chown -R "},
    "scorer/services/clock.py": {"Factory"},  # no time zone, though listed as one
    "scorer/services/demo.py": {  # people, and games that have these names everywhere
        "Ann Ben Cat Dan Eve Fay Gus Hal Ida Joe Kim Leo",
        *("Hearts", "Canasta", "Rummy"),
    },
    # The columns of a file, by which it is known again.
    "scorer/services/exchange/spreadsheet.py": {"game id", "after the end", "red nines"},
    "scorer/services/people/players.py": {"Anon "},  # a name, and nobody else may have one like it
    # What browsers call themselves, and what is called by its maker.
    "scorer/web/club/join.py": {
        *("Android", "Chromebook", "Linux", "Mac", "Macintosh", "Windows"),
    },
    "scorer/web/drawing/fonts.py": {  # names of fonts
        *("Noto Color Emoji", "Noto Emoji", "Noto Sans", "Noto Sans CJK JP", "Noto Sans Symbols"),
    },
    "scorer/web/games/bg_stats.py": {"Scorer"},
    "scorer/web/games/entries.py": {"Known"},  # the name of a header
    "scorer/web/modules.py": {  # scripts, and what is told to whoever writes them
        *(
            "export const ",
            " as ",
            "const ",
            'new URL("',
            " exports in a way that cannot be joined: ",
        ),
        " puts an address together, out of the folder of ",
    },
    "scorer/web/offline/manifest.py": {"Scorer"},
    "scorer/web/offline/worker.py": {"const APP = "},
    "scorer/web/sharing/shared.py": {"noindex, nofollow"},
}


def reads_like_words(text: str, *, in_pieces: bool) -> bool:
    """Whether somebody could read it; a piece of a sentence may be a single word."""
    if CODE.search(text):
        return False
    return bool(
        PHRASE.search(text)
        or BEGINS.search(text)
        or (in_pieces and " " in text and PIECE.search(text))
    )


def unmarked(source: str) -> Iterator[tuple[int, str]]:
    """The words in a source that are not marked, with their lines."""
    yield from _unmarked_in(ast.parse(source), in_pieces=False)


def _name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_for_machines(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute) and _name_of(function.value) in LOGS | {"re"}:
        return True
    return _name_of(function) in OURS | TOLD_TO_MACHINES


def _unmarked_in(node: ast.AST, *, in_pieces: bool) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Constant(value=str(text)):
            if reads_like_words(text, in_pieces=in_pieces):
                yield node.lineno, text
            return
        case ast.Expr(value=ast.Constant()):
            return  # a docstring
        case ast.Call(func=func) if _is_for_machines(func):
            return
        case ast.Call(func=func) if _name_of(func) in MARKS:
            # The message itself is marked, not what fills its places.
            inside: list[ast.AST] = [word.value for word in node.keywords]
        case ast.Subscript(value=value):
            inside = [value]  # an index is a key, or a type
        case ast.Compare():
            inside = []
        case ast.Dict(values=values):
            inside = list(values)
        case ast.AnnAssign(value=value):
            inside = [value] if value else []
        case ast.FunctionDef(body=body, args=args):
            inside = [*body, *args.defaults, *filter(None, args.kw_defaults)]
        case ast.JoinedStr(values=values):
            inside, in_pieces = list(values), True
        case ast.FormattedValue(value=value):
            inside, in_pieces = [value], True
        case _:
            inside = list(ast.iter_child_nodes(node))
    for each in inside:
        yield from _unmarked_in(each, in_pieces=in_pieces)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(SCORER).as_posix())
def test_everything_that_people_read_is_marked(path: Path) -> None:
    name = path.relative_to(ROOT).as_posix()
    known = NOT_SAID.get(name, set())
    found = list(unmarked(path.read_text("utf-8")))
    wrong = [f"{name}:{line}: {text!r}" for line, text in found if text not in known]
    assert not wrong, "\n".join(wrong)
    assert known <= {text for _, text in found}, f"{name} holds fewer exceptions than are listed"


@pytest.mark.parametrize(
    "line",
    [
        'print("Nothing was changed.")',
        'title = "Name"',
        'says = f"{name} sat down"',
        'says = f"{number} of {all} "',
        'says = f"deal {number}"',
        'form.refuse("other", "this is missing")',
        'return {"title": "Lowest total wins"}',
        'raise BadBackup("this file is damaged")',
        'raise BadBackup(f"row {row}")',
        'gettext("%(name)s sat down", name=name or "Somebody else")',
        'gettext("%(name)s sat down", name=f"seat {seat}")',
        'def say(why="it got late"): ...',
        'WHY: str = "it got late"',
        'end = "" if number == 1 else "some deals"',
        'parser.error("Which club?")',
    ],
)
def test_words_that_are_not_marked_are_found(line: str) -> None:
    assert [at for at, _ in unmarked(f'"""A module."""\n{line}')] == [2]


@pytest.mark.parametrize(
    "line",
    [
        'gettext("Nothing was changed.")',
        'ngettext("%(num)s game", "%(num)s games", number)',
        'LABEL = lazy("Which one?")',
        'raise ValueError("there is no such right")',
        'log.warning("The database was updated: %s", copy)',
        'connection.execute(text("SELECT version_num FROM alembic_version"))',
        'response.headers["Cache-Control"] = "private, no-store"',
        'address = f"{base}/games/{game}"',
        'kind: Literal["A game"] = kind_of(game)',
    ],
)
def test_what_is_marked_or_is_for_machines_is_left_alone(line: str) -> None:
    assert not list(unmarked(line))


def messages_in(path: Path) -> Iterator[tuple[int, ast.Call]]:
    """The calls in a source that mark a message."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            yield node.lineno, node


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.relative_to(SCORER).as_posix())
def test_the_rules_have_their_words_in_the_word_files(path: Path) -> None:
    assert not list(messages_in(path))


PLACE = re.compile(r"%(?:\((\w+)\)s|%)")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(SCORER).as_posix())
def test_every_message_is_a_whole_text_whose_places_have_names_and_are_filled(path: Path) -> None:
    for line, call in messages_in(path):
        forms = call.args[: 2 if call.func.id == "ngettext" else 1]
        where = f"{path.relative_to(ROOT)}:{line}"
        for form in forms:
            assert isinstance(form, ast.Constant), f"{where}: no extraction can read this message"
            assert "%" not in PLACE.sub("", form.value), f"{where}: a place without a name"
        if call.func.id == "lazy" or any(word.arg is None for word in call.keywords):
            continue
        named = {name for form in forms for name in PLACE.findall(form.value) if name}
        given = {word.arg for word in call.keywords}
        counted = {"num"} if call.func.id == "ngettext" else set()
        assert given <= named <= given | counted, f"{where}: {named ^ given}"
