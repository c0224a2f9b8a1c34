"""Finds words of a template that no translator is given: in its text, its attributes, its strings.

All that a template can say is read once, in the order in which it is written, whatever its
conditions; what it computes stands in that text as a placeholder until we know where it goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from jinja2 import Environment, nodes

MARKED = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
# Attributes that are read or heard; those of our scripts are, if they look like it.
READ = {
    *("alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext"),
    *("label", "placeholder", "summary", "title"),
}
# What a `content` of a page's head is read for.
READ_IN_HEAD = {"description", "og:title", "og:description", "apple-mobile-web-app-title"}
# Variables, parameters, blocks and macros that hold nothing people read.
TECHNICAL = {
    *("action", "address", "anchor", "attrs", "bar_more", "class", "classes", "direction"),
    *("fields", "fill", "form_class", "heading", "id", "labelledby", "module", "name", "nobody"),
    *("page", "part", "type", "value", "written", "wrong"),
}
# What a variable may hold: a piece of an address, of a file's name or of a class.
PIECE = re.compile(r"\s*[a-z0-9]*[-/_?#][-/_?a-z0-9]*\s*|[a-z]+\.[a-z]+")
# A short code, as on an invitation.
CODE = re.compile(r"[A-Z]{4}-[A-Z]{4}")
PLACEHOLDER = re.compile(r"xqz(\d+)zqx")
ATTRIBUTES = re.compile(r"\s*[a-z][a-z-]*=[\"']")


class Unmarked(NamedTuple):
    """Words that nobody can translate, and where they are."""

    line: int
    words: str


def parameters_of(environment: Environment, sources: list[str]) -> dict[str, list[str]]:
    """What the parameters of each macro are called; under the names it is imported by, too."""
    parsed = [environment.parse(source) for source in sources]
    known = {
        macro.name: [argument.name for argument in macro.args]
        for template in parsed
        for macro in template.find_all(nodes.Macro)
    }
    for template in parsed:
        for imported in template.find_all(nodes.FromImport):
            for name in imported.names:
                if isinstance(name, tuple) and name[0] in known:
                    known[name[1]] = known[name[0]]
    return known


def unmarked(
    environment: Environment, source: str, parameters: dict[str, list[str]]
) -> list[Unmarked]:
    """All words of this template that are not marked."""
    reader = _Reader(parameters)
    reader.read_alone(environment.parse(source).body)
    return sorted(set(reader.found))


class _Reader:
    """Goes through a template; `found` are the words that were not marked."""

    def __init__(self, parameters: dict[str, list[str]]) -> None:
        self.parameters = parameters
        self.found: list[Unmarked] = []
        self.computed: list[nodes.Node] = []
        self.text = ""
        self.lines: list[int] = []  # of each character

    def read_alone(self, body: list[nodes.Node]) -> None:
        """Read what stands by itself, such as a template or a macro."""
        text, lines = self.text, self.lines
        self.text, self.lines = "", []
        self._read(body)
        if ATTRIBUTES.match(self.text):
            self.text, self.lines = f"<x {self.text}>", [0, 0, 0, *self.lines, 0]
        page = _Page(self)
        page.feed(self.text)
        page.close()
        self.text, self.lines = text, lines

    def _read(self, body: list[nodes.Node]) -> None:
        for node in body:
            self._read_one(node)

    def _read_one(self, node: nodes.Node) -> None:
        match node:
            case nodes.Output():
                for part in node.nodes:
                    if isinstance(part, nodes.TemplateData):
                        self._say(part.data, part.lineno)
                    else:
                        self._compute(part)
            case nodes.If():
                self._read(node.body)
                self._read(list(node.elif_))
                self._read(node.else_)
            case nodes.For():
                self.value(node.iter, node.target)
                self._read(node.body)
                self._read(node.else_)
            case nodes.Assign():
                self.value(node.node, node.target)
            case nodes.With():
                for target, value in zip(node.targets, node.values, strict=True):
                    self.value(value, target)
                self._read(node.body)
            case nodes.AssignBlock():
                self.read_alone(node.body)
            case nodes.Macro():
                for argument, default in zip(
                    node.args[len(node.args) - len(node.defaults) :], node.defaults, strict=True
                ):
                    self.value(default, argument)
                if node.name not in TECHNICAL:
                    self.read_alone(node.body)
            case nodes.CallBlock():
                self._compute(node.call)
                self._read(node.body)
            case nodes.Block():
                if node.name not in TECHNICAL:
                    self._read(node.body)
            case nodes.Scope() | nodes.FilterBlock() | nodes.ScopedEvalContextModifier():
                self._read(node.body)
            case nodes.Extends() | nodes.Include() | nodes.Import() | nodes.FromImport():
                pass
            case _:
                raise NotImplementedError(f"What does {node!r} say?")

    def _say(self, text: str, line: int) -> None:
        for character in text:
            self.text += character
            self.lines.append(line)
            line += character == "\n"

    def _compute(self, expression: nodes.Node) -> None:
        placeholder = f"xqz{len(self.computed)}zqx"
        self.computed.append(expression)
        self._say(placeholder, expression.lineno)

    def value(self, value: nodes.Node, target: nodes.Node | None = None) -> None:
        """Look at what is said, or kept in a variable; a tuple is kept in several."""
        if isinstance(target, nodes.Name) and target.name in TECHNICAL:
            return
        match value:
            case nodes.Const(value=str() as words) if has_letters(words):
                if not (CODE.fullmatch(words) or (target and PIECE.fullmatch(words))):
                    self.found.append(Unmarked(value.lineno, words.strip()))
            case nodes.CondExpr():
                self.value(value.expr1, target)
                if value.expr2:
                    self.value(value.expr2, target)
            case nodes.Or() | nodes.And() | nodes.Add():
                self.value(value.left, target)
                self.value(value.right, target)
            case nodes.Concat():
                for part in value.nodes:
                    self.value(part, target)
            case nodes.Filter(node=nodes.Expr() as filtered):
                self.value(filtered, target)
                if value.name in ("d", "default"):
                    self.value(value.args[0], target)
            case nodes.Tuple() | nodes.List():
                self._values(value.items, target)
            case nodes.Dict():
                for pair in value.items:
                    if isinstance(pair.key, nodes.Const):
                        self._attribute(pair.value, str(pair.key.value))
            case nodes.Call():
                self._call(value)

    def _values(self, values: list[nodes.Expr], target: nodes.Node | None) -> None:
        """Several values, each for a name of its own, or several such rows."""
        targets = target.items if isinstance(target, nodes.Tuple) else []
        rows = all(isinstance(value, nodes.Tuple | nodes.List) for value in values)
        for at, value in enumerate(values):
            one = targets[at] if targets and not rows and at < len(targets) else target
            self.value(value, one)

    def _call(self, call: nodes.Call) -> None:
        if not isinstance(call.node, nodes.Name):
            return
        if call.node.name in MARKED:
            forms = 2 if call.node.name.startswith("n") or "np" in call.node.name else 1
            for message in call.args[:forms]:
                if not isinstance(message, nodes.Const):
                    self.found.append(Unmarked(call.lineno, "a message that is put together"))
            for place in call.kwargs:
                self.value(place.value)
        elif call.node.name in self.parameters:
            names = self.parameters[call.node.name]
            for name, argument in zip(names, call.args, strict=False):
                if name not in TECHNICAL:
                    self.value(argument)
            for keyword in call.kwargs:
                if keyword.key not in names:
                    self._attribute(keyword.value, keyword.key)
                elif keyword.key not in TECHNICAL:
                    self.value(keyword.value)

    def _attribute(self, value: nodes.Expr, name: str) -> None:
        if name in READ:
            self.value(value)


class _Page(HTMLParser):
    """Reads all that a template may write, and says what of it is not marked."""

    def __init__(self, reader: _Reader) -> None:
        super().__init__(convert_charrefs=True)
        self.reader = reader
        self.unread = ""  # inside a script or a style

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {value for name, value in attrs if name in ("name", "property")}
        for name, value in attrs:
            read = name in READ or (name == "content" and about & READ_IN_HEAD)
            ours = name.startswith("data-")
            if value is None or not (read or ours):
                continue
            self._computed(value, always=not ours)
            if has_letters(without(value)) and (read or looks_like_words(without(value))):
                self._find(without(value), self.get_starttag_text() or "", value)
        self.unread = tag if tag in ("script", "style") else ""

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self.unread = ""

    def handle_data(self, data: str) -> None:
        if self.unread:
            return
        self._computed(data)
        if has_letters(without(data)):
            self._find(without(data), data, data.strip())

    def _computed(self, text: str, always: bool = True) -> None:
        """Look at what is computed here, `always` or only where it looks like words."""
        others = list(self.reader.found)
        for index in PLACEHOLDER.findall(text):
            self.reader.value(self.reader.computed[int(index)])
        found = self.reader.found[len(others) :]
        self.reader.found = others + [one for one in found if always or looks_like_words(one.words)]

    def _find(self, words: str, within: str, near: str) -> None:
        row, column = self.getpos()
        start = sum(map(len, self.reader.text.splitlines(keepends=True)[: row - 1])) + column
        at = start + max(within.find(near), 0)
        self.reader.found.append(Unmarked(self.reader.lines[at], " ".join(words.split())))


def without(text: str) -> str:
    """This text without what is computed in it."""
    return PLACEHOLDER.sub(" ", text)


def has_letters(text: str) -> bool:
    return any(character.isalpha() for character in text)


def looks_like_words(text: str) -> bool:
    """Whether this is for people: it begins like a sentence, or has several words."""
    return bool(re.match(r"\s*[A-Z]", text) or re.search(r"[a-z] +[a-z]", text))


def all_found(environment: Environment, sources: dict[str, str]) -> Iterator[tuple[str, Unmarked]]:
    """What is not marked in any of these templates."""
    parameters = parameters_of(environment, list(sources.values()))
    for name, source in sources.items():
        for one in unmarked(environment, source, parameters):
            yield name, one
