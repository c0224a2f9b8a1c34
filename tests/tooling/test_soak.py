"""The long run leaves out nothing that has a long form."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]


def test_whatever_asks_for_a_number_of_examples_is_marked() -> None:
    unmarked = []
    for path in sorted(TESTS.rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        of_all = [node for node in module.body if isinstance(node, ast.Assign)]
        if any("mark.soak" in ast.unparse(node) for node in of_all):
            continue
        for test in module.body:
            said = ast.unparse(test)
            if "examples(" in said and not re.search(r"mark\.soak|soaking", said):
                unmarked.append(f"{path.name}: {said.splitlines()[0]}")
    assert not unmarked
