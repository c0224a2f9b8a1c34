"""Modules that a page needs together are sent as one file: few answers, which pack better.

In static/js every module stands on its own, and imports others by their paths. In a joined file
each of its members is a function that runs once, when it is first imported, so that a module which
does something by itself does so no sooner than on its own:

    export const $words=once(()=>{ ... return{fill,say}; });

Whoever imports a member gets it from the joined file. Under its own address a member is sent as
the few words that run it there, so that there is only one of it on a page, however it is asked
for. A joined file may have the address of a member: that one runs as soon as the file is there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath, relpath

# What each joined file is made of, by the files and folders below js/. No module is in two.
MODULES = {
    # What the scripts of all pages of games share.
    "core.js": (
        *("words.js", "keep.js", "page.js", "pad/saving.js", "sides.js"),
        *("motion/count.js", "rules/table.js"),
    ),
    # The pad with what it needs once it is open, and what the rules of all games are made of.
    "pad/pad.js": (
        *(f"pad/{name}.js" for name in ("pad", "view", "asks", "parts", "preview", "speech")),
        *(f"pad/{name}.js" for name in ("begin", "meanwhile", "history", "keyboard")),
        *("pad/widgets/seat.js", "pad/widgets/flag.js"),
        *("pad/large.js", "motion/red-nine.js", "motion/shake.js"),
    ),
    # Hands, on the pad and in the rules of all games that count them.
    "pad/widgets/hands.js": ("pad/widgets/hands.js", "rules/hands.js"),
    # Phones that hold seats, and what they need once a hand is asked of one.
    "own.js": ("own.js", "asked.js"),
    "told.js": ("told.js", "asked-over.js", "pad/own.js"),
    # What any page has that follows others, and that sends what waits on the phone; and the small
    # forms of the sheet, which do not wait for the pad.
    "follow.js": (
        *("news.js", "fresh.js", "awake.js", "offline/register.js", "sheet.js"),
        *(f"outbox/{name}.js" for name in ("ask", "file", "send", "store")),
        *("offline/outbox-page.js", "offline/waits-here.js"),
    ),
    # What a sheet has once it is at rest, and how it moves.
    "rest.js": (*("live.js", "offline/kept-sheet.js", "why.js", "buzz.js", "motion/sheet.js"),),
    # What saves, what waits as the sheet shows it, and what goes on without signal.
    "read-on.js": (
        *("pad/save.js", "outbox/outbox.js", "outbox/line.js"),
        *("book/*.js", "patch/*.js", "start/again.js"),
    ),
}

IMPORT = re.compile(r'^import (?:(\* as \w+|\{[^}]*\}) from )?"([^"]+)";\n', re.MULTILINE)
# One that is put together has no path yet.
IMPORT_LATER = re.compile(r'\bimport\((?:"([^"]+)"\)|(?=`))')
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
EXPORT_OTHERWISE = re.compile(r"^export .*", re.MULTILINE)
HERE = "import.meta.url"
ONCE = "const once=(run,ran)=>()=>ran??=run();\n"

# By a file, what is imported from it.
Needed = defaultdict[str, set[str]]


class CannotJoin(ValueError):
    """A member of a joined file does what only a module of its own can do."""


class Modules:
    """The modules of a folder, by their paths below it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.members = {
            name: [
                file.relative_to(folder).as_posix()
                for part in parts
                for file in sorted(folder.glob(part))
            ]
            for name, parts in MODULES.items()
        }
        self.file_of = {one: name for name, members in self.members.items() for one in members}

    def text(self, name: str) -> str:
        """A module as it is sent, but for its comments; OSError where there is none."""
        if self.members.get(name):
            return self._joined(name)
        needed: Needed = defaultdict(set)
        if name in self.file_of:
            needed[self.file_of[name]].add(variable(name))
            return self._imports(needed, name) + self._run(name)
        body = self._placed(self._read(name), name, name, needed)
        return self._imports(needed, name) + body

    def exports(self, name: str) -> dict[str, str]:
        """What a module exports: what others call it, and what it is called inside."""
        text = self._read(name)
        names = {one: one for one in EXPORT.findall(text)}
        for listed in EXPORT_LIST.findall(text):
            for one in filter(None, (one.strip() for one in listed.split(","))):
                inside, _, outside = one.partition(" as ")
                names[outside or inside] = inside
        return names

    def imports(self, name: str) -> list[str]:
        """The modules that a module imports before it runs."""
        return [_beside(name, where) for _, where in IMPORT.findall(self._read(name))]

    def _read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def _joined(self, name: str) -> str:
        needed: Needed = defaultdict(set)
        parts = [ONCE]
        for member in self.members[name]:
            body = self._placed(self._read(member), member, name, needed)
            body = EXPORT_LIST.sub("", EXPORT.sub("", body))
            if left := EXPORT_OTHERWISE.search(body):
                raise CannotJoin(f"{member} exports in a way that cannot be joined: {left[0]}")
            given = ",".join(_pair(*pair, ":") for pair in self.exports(member).items())
            parts.append(
                f"export const {variable(member)}=once(()=>{{\n{body}\nreturn{{{given}}}}});\n"
            )
        if name in self.file_of:
            parts.append(self._run(name))
        return self._imports(needed, name) + "".join(parts)

    def _imports(self, needed: Needed, at: str) -> str:
        lines = []
        for home, names in needed.items():
            # What is in no joined file has all its exports to itself.
            listed = (
                f"{{{','.join(sorted(names))}}}" if home in self.members else f"*as {min(names)} "
            )
            lines.append(f'import{listed}from"{_address(home, at)}";\n')
        return "".join(lines)

    def _run(self, name: str) -> str:
        """What runs a member and exports what it exports."""
        names = self.exports(name)
        if not names:
            return f"{variable(name)}();\n"
        given = ",".join(f"{one}:_{one}" for one in names)
        listed = ",".join(f"_{one} as {one}" for one in names)
        return f"const{{{given}}}={variable(name)}();\nexport{{{listed}}};\n"

    def _placed(self, text: str, name: str, at: str, needed: Needed) -> str:
        """The text of a module with what it imports found from where it is sent, `at`."""

        def first(found: re.Match[str]) -> str:
            names, where = found.groups()
            target = _beside(name, where)
            home = self.file_of.get(target)
            if not home and name not in self.file_of:
                return found[0]
            one = variable(target)
            if not home:
                needed[target].add(one)
            elif home != at:
                needed[home].add(one)
            run = f"{one}()" if home else one
            if not names:
                return f"{run};\n"
            taken = names.replace("* as", "").replace(" as ", ":")
            return f"const {taken}={run};\n"

        def later(found: re.Match[str]) -> str:
            if not found[1]:
                if dirname(name) != dirname(at):
                    raise CannotJoin(f"{name} puts an address together, out of the folder of {at}")
                return found[0]
            target = _beside(name, found[1])
            home = self.file_of.get(target, target)
            address = f'import("{_address(home, at)}")'
            if home == target:
                return address
            return f"{address}.then((all)=>all.{variable(target)}())"

        text = IMPORT_LATER.sub(later, IMPORT.sub(first, text))
        if dirname(name) != dirname(at):
            text = text.replace(HERE, f'new URL("{_address(name, at)}",{HERE}).href')
        return text


def variable(name: str) -> str:
    """What a member is called in its joined file."""
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


def _pair(outside: str, inside: str, between: str) -> str:
    return outside if outside == inside else f"{outside}{between}{inside}"


def _beside(name: str, where: str) -> str:
    """The path of what a module calls `where`."""
    return normpath(join(dirname(name), where))


def _address(name: str, at: str) -> str:
    """How a module calls another."""
    address = relpath(name, dirname(at) or ".")
    return address if address.startswith(".") else f"./{address}"


@lru_cache(maxsize=4)
def modules_of(folder: Path, release: str) -> Modules:
    """The modules of a release."""
    return Modules(folder)
