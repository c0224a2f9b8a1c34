"""Nothing is kept that nobody uses: what modules of the phone export, and tables of words."""

import re
from pathlib import Path

from scorer.rules.words import WORDS, WORDS_FILE
from scorer.settings import ROOT

SCRIPTS = {path: path.read_text(encoding="utf-8") for path in (ROOT / "static/js").rglob("*.js")}
PYTHON = [path.read_text(encoding="utf-8") for path in (ROOT / "scorer").rglob("*.py")]
TEMPLATES = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
DECLARED = re.compile(
    r"^export (?:async )?(?:const|let|function|class) (\w+)|^export \{([^}]*)\}", re.MULTILINE
)
IMPORTED = re.compile(r'import \{([^}]*)\} from "([^"]+)"|export \{([^}]*)\} from "([^"]+)"')


def names_in(braces: str, side: int) -> list[str]:
    """The names in the braces of an import or export: 0 before its `as`, -1 behind it."""
    return [one.split(" as ")[side].strip() for one in braces.split(",") if one.strip()]


def exported(text: str) -> set[str]:
    """What a module exports."""
    return {
        name
        for single, several in DECLARED.findall(text)
        for name in ([single] if single else names_in(several, -1))
    }


def imported() -> set[tuple[Path, str]]:
    """Which name of which module is imported by another one."""
    found = set()
    for path, text in SCRIPTS.items():
        for names, source, passed, through in IMPORTED.findall(text):
            module = (path.parent / (source or through)).resolve()
            found |= {(module, name) for name in names_in(names or passed, 0)}
    return found


def is_taken_from_a_whole_module(path: Path, name: str) -> bool:
    """Whether the name is used of a module that is loaded as a whole, or by a form's data."""
    data = "data-" + re.sub("([A-Z])", lambda capital: f"-{capital[1].lower()}", name)
    taken = re.compile(rf"\.{name}\b|\(.*\{{ {name} \}}.*\) =>")
    others = [text for other, text in SCRIPTS.items() if other != path]
    by_form = path.parts[-2:] == ("counters", "sheet.js")
    return any(taken.search(text) for text in others) or (
        by_form and any(re.search(rf"\b{data}\b", text) for text in TEMPLATES)
    )


def test_every_export_is_used_by_another_module() -> None:
    used = imported()
    unused = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in SCRIPTS.items()
        for name in sorted(exported(text))
        if (path, name) not in used and not is_taken_from_a_whole_module(path, name)
    ]
    assert exported(SCRIPTS[ROOT / "static/js/rules/table.js"]) >= {"RED_NINE", "foldDeals"}
    assert not unused


def test_every_table_of_words_is_read() -> None:
    text = WORDS_FILE.read_text(encoding="utf-8")
    readers = "\n".join([*PYTHON, *TEMPLATES, *SCRIPTS.values()])

    def is_read(table: str) -> bool:
        in_a_sentence = f"|{table}}}" in text
        by_name = re.search(rf'WORDS\["{table}"\]|"{table}"|\bwords\.{table}\b', readers)
        return in_a_sentence or by_name is not None

    assert [table for table in WORDS if not is_read(table)] == []
