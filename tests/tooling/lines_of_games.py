"""What each game is made of, in lines: `python3 tests/tooling/lines_of_games.py` writes it down.

The table stands in README.md. Only the standard library is needed.
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
WORDS = ROOT / "scorer" / "rules" / "words"
EXAMPLES = ROOT / "tests" / "rules" / "worked_examples"
HEAD = ["| game | Python | twin | words | worked examples |", "|---|--:|--:|--:|--:|"]
TABLE = re.compile(r"(?<=<!-- lines of games -->\n).*?(?=<!-- /lines of games -->)", re.DOTALL)

Lines = tuple[int, ...]


def lines_of(path: Path) -> int:
    """How many lines a file has."""
    return len(path.read_text(encoding="utf-8").splitlines())


def count_games() -> dict[str, Lines]:
    """For each game by its title the lines of its three files, and how many examples it has."""
    keys = sorted(path.stem for path in WORDS.glob("*.json") if path.stem != "shared")
    examples = [path.name for path in EXAMPLES.glob("*.json") if ".expects" not in path.name]
    counted = {}
    for key in keys:
        # Another game's key may begin with this one.
        longer = tuple(f"{other}-" for other in keys if other.startswith(f"{key}-"))
        own = [n for n in examples if n.startswith(f"{key}-") and not n.startswith(longer or "/")]
        counted[json.loads((WORDS / f"{key}.json").read_text(encoding="utf-8"))["title"]] = (
            lines_of(ROOT / "scorer" / "rules" / "variants" / f"{key.replace('-', '_')}.py"),
            lines_of(ROOT / "static" / "js" / "rules" / f"{key}.js"),
            lines_of(WORDS / f"{key}.json"),
            len(own),
        )
    return counted


def read_table(readme: str) -> dict[str, Lines]:
    """What the table says, by the title of the game."""
    found = TABLE.search(readme)
    assert found, "README.md has no table of lines"
    rows = [row.strip("| ").split(" | ") for row in found[0].splitlines()[len(HEAD) :]]
    return {title: tuple(map(int, numbers)) for title, *numbers in rows}


def write_table() -> None:
    """Count, and write the table anew."""
    rows = [f"| {title} | {' | '.join(map(str, row))} |" for title, row in count_games().items()]
    table = "".join(f"{line}\n" for line in [*HEAD, *rows])
    README.write_text(TABLE.sub(lambda _: table, README.read_text(encoding="utf-8")), "utf-8")


if __name__ == "__main__":
    write_table()
