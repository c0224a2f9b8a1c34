"""What people read in scripts comes from the word files, where a translator finds it.

A scanner reads the quoted texts of every module in static/js and knows words by how they look:
letters on both sides of a space, a capital before a small letter, or any letter in what is put
where people read or hear it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "static" / "js"
# A place of a template is a letter here, because "{3} of {4}" has words as well.
PLACE = "ª"
# What looks like words to a scanner and is none, by the reason why.
NO_WORDS = {
    "a key of a keyboard": {
        *("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", "Enter", "Escape"),
    },
    "the name of a fault in a browser": {"AbortError"},
    "what a maker of browsers calls itself": {"Apple"},
    "the cards of a pack, as a record has them": {"A 2 3 4 5 6 7 8 9 9r 10 J Q K"},
    "the markup of a page that was kept": {
        *(f"<!doctype html>{PLACE}", f'<html data-kept="{PLACE}" '),
        f'<p class="as-of"><span>{PLACE}</span></p>',
        f'<p><a class="button button-first" href="{PLACE}">{PLACE}</a></p>',
    },
    "a kind of movement": {f"translate({PLACE}px, {PLACE}px)"},
    "what all cards of a rank are counted by": {f"rank {PLACE}"},
}
EXCEPTIONS = {text for texts in NO_WORDS.values() for text in texts}
# What the code before a text says of it: selectors, media queries and classes, which nobody reads.
FOR_THE_BROWSER = re.compile(
    r"(?:querySelector(?:All)?|closest|matches|matchMedia)\($|\bclass: $|\bclassName = .*$"
)
# And what people read or hear: a text, or what stands third in an element that is made.
FOR_PEOPLE = re.compile(
    r"(?:(?:textContent|ariaLabel|placeholder|title|alt) = "
    r"|\"?(?:aria-label|placeholder|title|alt)\"?: |setAttribute\(\"aria-label\", "
    r"|\b(?:make|button|key)\(.*\}, )$"
)
LETTER = r"[^\W\d_]"
LOOKS_LIKE_WORDS = re.compile(rf"{LETTER}[,.;:!?…”]* “?{LETTER}|^[A-Z][a-z]")
# Behind these a slash begins an expression, and behind anything else it divides.
BEFORE_AN_EXPRESSION = re.compile(r"(?:^|[(,=:?&|!{};]|=>|return)\s*$")
TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*(?s:.*?)\*/)"
    r"|(?P<text>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')"
    r"|(?P<template>`)"
    r"|(?P<slash>/)"
    r"|(?P<open>\{)|(?P<close>\})"
)
EXPRESSION = re.compile(r"/(?:\[(?:[^\]\\\n]|\\.)*\]|[^/\\\n\[]|\\.)+/[a-z]*")
CHUNK = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)


def texts(source: str) -> Iterator[tuple[int, str, str]]:
    """Every quoted text with its line and the code before it; places of templates are PLACE."""
    at, depth = 0, 0
    # Of each template that is open: its depth of braces, where it began, and its text so far.
    templates: list[tuple[int, int, str]] = []

    def told(start: int, text: str) -> tuple[int, str, str]:
        line = source.rfind("\n", 0, start) + 1
        return source.count("\n", 0, start) + 1, text, source[line:start]

    while token := TOKEN.search(source, at):
        at, kind = token.end(), token.lastgroup
        if kind == "text":
            yield told(token.start(), token[0][1:-1])
        elif kind == "slash":
            line = source.rfind("\n", 0, token.start()) + 1
            if BEFORE_AN_EXPRESSION.search(source[line : token.start()]):
                expression = EXPRESSION.match(source, token.start())
                at = expression.end() if expression else at
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        within = kind == "close" and templates and templates[-1][0] == depth
        if kind != "template" and not within:
            continue
        _, start, text = templates.pop() if within else (0, token.start(), "")
        chunk = CHUNK.match(source, at)
        assert chunk
        at, text = chunk.end(), text + (PLACE if within else "") + chunk[0]
        if source.startswith("${", at):
            templates.append((depth, start, text))
            depth, at = depth + 1, at + 2
        else:
            at += 1
            yield told(start, text)


def words(source: str) -> list[tuple[int, str]]:
    """The texts that people would read, with their lines."""
    return [
        (line, text)
        for line, text, before in texts(source)
        if re.search(LETTER, text.replace(PLACE, ""))
        and text not in EXCEPTIONS
        and text[:1] not in {".", "[", "#"}
        and not FOR_THE_BROWSER.search(before)
        and (LOOKS_LIKE_WORDS.search(text) or FOR_PEOPLE.search(before))
    ]


def test_what_scripts_say_stands_in_the_word_files() -> None:
    found = [
        f"{file.relative_to(SCRIPTS.parents[1])}:{line}: {text.replace(PLACE, '{}')}"
        for file in sorted(SCRIPTS.rglob("*.js"))
        for line, text in words(file.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


def test_no_exception_is_left_over() -> None:
    said = {text for file in SCRIPTS.rglob("*.js") for _, text, _ in texts(file.read_text("utf-8"))}
    assert said >= EXCEPTIONS


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('tell("No answer. Try again.");', "No answer. Try again."),
        ("tell(`${cards} of ${all}`);", f"{PLACE} of {PLACE}"),
        ('tell(isLate ? "Late" : "");', "Late"),
        ('close.textContent = "ok";', "ok"),
        ('const mark = make("span", { class: "mark" }, "D");', "D"),
        ('const row = make("div", { role: "group", "aria-label": "cards" });', "cards"),
        ("tell(`${names.map((name) => `${name}, dear ${title}`)}`);", f"{PLACE}, dear {PLACE}"),
        ('const half = all / 2; tell("half of it"); // a / b', "half of it"),
        ('tell(text.replace(/"/g, "and so on"));', "and so on"),
    ],
)
def test_words_in_a_script_are_found(line: str, found: str) -> None:
    assert words(f"// A first line.\n{line}\n") == [(2, found)]


@pytest.mark.parametrize(
    "line",
    [
        'form.querySelector("input, select").focus();',
        'put(find("gain"), sheet.querySelector(`[data-row="${row}"] [data-name]`));',
        "put(name, `${who}: ${text}`);",
        'phrase("no_answer", { name });',
        '// Say "No answer" here.',
        'if (key === "ArrowDown") step(1);',
    ],
)
def test_what_nobody_reads_is_no_word(line: str) -> None:
    assert words(line) == []
