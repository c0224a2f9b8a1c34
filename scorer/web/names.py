"""The names of the people at a table, as the screen shows them."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile

from markupsafe import Markup, escape

from scorer.rules.entries import Sitter
from scorer.rules.words import list_names
from scorer.services.people.players import fold_name
from scorer.web.text_width import pieces_of, shortened, wide

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def shown_names(
    sitters: Sequence[Sitter], called_now: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """One name a seat; people of the same name are told apart: "Ann", "Ann (2)"."""
    called_now = called_now or {}
    return tell_apart(called_now.get(sitter.player, sitter.name) for sitter in sitters)


def tell_apart(names: Iterable[str]) -> tuple[str, ...]:
    """The names, with a number behind each that stood there before."""
    names = tuple(names)
    taken = {fold_name(name) for name in names}
    seen: Counter[str] = Counter()
    shown = []
    for name in names:
        key = fold_name(name)
        seen[key] += 1
        number = seen[key]
        numbered = name
        while number > 1 and fold_name(numbered := f"{name} ({number})") in taken:
            number += 1
        taken.add(fold_name(numbered))
        seen[key] = number
        shown.append(numbered)
    return tuple(shown)


def in_a_sentence(name: str) -> str:
    """The name, kept from turning a sentence round where it is written right to left."""
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def listed(names: Sequence[str], last: str = "and") -> str:
    """The names as a sentence lists them: "Ann, Ben and Cat", or with "or"."""
    return list_names([in_a_sentence(name) for name in names], last)


# A phone may write wider letters than are reckoned with: names that begin alike for
# this part of the room are told apart.
SURE = 0.7
DOTS, NUMBER = "…", " (99)"


def short_names(names: Iterable[str], ems: float) -> tuple[str, ...]:
    """The names; those that would look alike, cut to so many ems, are cut in their middle.

    All others stay as they are, to be cut at their end by whoever writes them.
    """
    shown = list(names)
    groups: dict[str, list[int]] = defaultdict(list)
    for at, name in enumerate(shown):
        groups[fold_name(shortened(name, ems * SURE).removesuffix(DOTS))].append(at)
    for seats in groups.values():
        group = [shown[at] for at in seats]
        if len(group) > 1 and any(wide(name) > ems for name in group):
            for at, short in zip(seats, _shortened(group, ems), strict=True):
                shown[at] = short
    return tuple(shown)


def short_in_html(names: Iterable[str], ems: float) -> list[Markup]:
    """The same for a page, where whoever listens hears the whole name."""
    names = tuple(names)
    return [
        escape(name) if short == name else SHORT.format(short, name)
        for name, short in zip(names, short_names(names, ems), strict=True)
    ]


SHORT = Markup('<span aria-hidden="true">{}</span><span class="hidden">{}</span>')


def _shortened(names: Sequence[str], ems: float) -> Sequence[str]:
    """Names that begin alike: by their ends, by where they begin to differ, or by numbers."""
    same = len(_common([pieces_of(name) for name in names]))
    ways: tuple[Callable[[str], str], ...] = (
        lambda name: _by_its_end(name, ems),
        lambda name: _from_where_it_differs(name, same, ems),
    )
    for way in ways:
        short = [name if wide(name) <= ems else way(name) for name in names]
        if len({fold_name(name) for name in short if name.strip(DOTS)}) == len(names):
            return short
    return tell_apart(shortened(name, ems - wide(NUMBER)) for name in names)


def _by_its_end(name: str, ems: float) -> str:
    room = ems - wide(DOTS)
    end = _fitting(pieces_of(name)[::-1], room / 2)[::-1]
    head = _fitting(pieces_of(name), room - wide("".join(end)))
    return f"{''.join(head).rstrip()}{DOTS}{''.join(end).lstrip()}"


def _from_where_it_differs(name: str, same: int, ems: float) -> str:
    pieces = pieces_of(name)
    head = "".join(_fitting(pieces, ems / 4)).rstrip() + DOTS
    return head + shortened("".join(pieces[same:]), ems - wide(head))


def _fitting(pieces: Sequence[str], room: float) -> list[str]:
    fitting: list[str] = []
    for piece in pieces:
        room -= wide(piece)
        if room < 0:
            break
        fitting.append(piece)
    return fitting


def _common(names: Sequence[Sequence[str]]) -> list[str]:
    """What all names begin with."""
    columns = takewhile(
        lambda column: len(set(map(fold_name, column))) == 1, zip(*names, strict=False)
    )
    return [column[0] for column in columns]
