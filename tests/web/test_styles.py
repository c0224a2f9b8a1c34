"""Classes: what a page or a script says is styled, and what is styled is said by one of them."""

import re
from itertools import chain
from pathlib import Path

from scorer.settings import ROOT

STYLES = ROOT / "static" / "css"
SCRIPTS = ROOT / "static" / "js"
WEB = ROOT / "scorer" / "web"
# An attribute, in which what stands between braces may hold other quotation marks.
ATTRIBUTE = re.compile(r'(?<=[ "])class="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"')
BRACES = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
# What is in quotation marks and is the answer, not what is compared with.
ANSWER = re.compile(r"""(?<![=!]= )(?:"([^"]*)"|'([^']*)')""")
# The classes of the pad for counters are put together from their last parts.
PUT_TOGETHER = SCRIPTS / "counters" / "pad.js"


def texts(folder: Path, ending: str) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(folder.rglob(f"*{ending}"))]


def styled() -> set[str]:
    """Every class that a style sheet names."""
    plain = (re.sub(r"(?s)/\*.*?\*/", "", text) for text in texts(STYLES, ".css"))
    return {one for text in plain for one in re.findall(r"\.([a-z][a-z0-9-]*)", text)}


def classes_of(value: str) -> set[str]:
    """The classes that an attribute can come to."""
    answers = chain.from_iterable(ANSWER.findall(part) for part in BRACES.findall(value))
    said = [BRACES.sub(" ", value), *chain.from_iterable(answers)]
    return set(" ".join(said).split())


def on_pages() -> set[str]:
    """Every class that a template says."""
    values = (
        value for text in texts(ROOT / "templates", ".html") for value in ATTRIBUTE.findall(text)
    )
    return set().union(*map(classes_of, values))


def from_code() -> set[str]:
    """Every class that a script sets, or that Python writes into a drawing or hands to a page."""
    script, python = "\n".join(texts(SCRIPTS, ".js")), "\n".join(texts(WEB, ".py"))
    set_there = re.findall(r'(?:className = |\bclass: )"([^"]+)"', script)
    drawn = re.findall(r'<[^>]*\bclass="([^"]+)"', python) + re.findall(r'"(paper-\w+)"', python)
    return set(" ".join([*set_there, *drawn]).split())


def is_put_together(name: str) -> bool:
    text = PUT_TOGETHER.read_text(encoding="utf-8")
    head, *parts = name.split("-")
    return head == "pad" and all(re.search(rf'["`]{part}["-]', text) for part in parts)


def test_every_class_in_a_template_is_styled_and_every_style_is_used() -> None:
    there, said = styled(), on_pages()
    assert {"pad-title", "line-won", "pip-on", "rows-five"} <= said
    assert said - there == set(), "said by a template, and styled nowhere"
    left = there - said - from_code()
    assert {one for one in left if not is_put_together(one)} == set(), "styled, and said nowhere"


def test_every_class_that_a_script_sets_is_styled() -> None:
    assert {"why", "setup-known", "qr-ink", "paper-tiny"} <= from_code()
    assert from_code() - styled() == set()


def test_red_is_used_for_red_nines_only() -> None:
    allowed = {"tokens.css": 99, "page.css": 2, "club.css": 1, "pools.css": 1}
    allowed |= {"pad.css": 2, "pad-keys.css": 5}
    for file in STYLES.rglob("*.css"):
        uses = file.read_text().count("var(--red)")
        assert uses <= allowed.get(file.name, 0), file.name
