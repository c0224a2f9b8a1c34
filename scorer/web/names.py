"""The names of the people at a table, as the screen shows them."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from markupsafe import Markup, escape

from scorer.rules.entries import Sitter
from scorer.rules.kinds import Kind, compared
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, list_names
from scorer.services.people.players import fold_name
from scorer.web.formats import LETTER, estimate_width, shorten

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def shown_names(
    sitters: Sequence[Sitter], called_now: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """One name a seat; people of the same name differ: "Ann", "Ann (2)"."""
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
# this part of the room are made to differ.
CERTAIN_PART = 0.7


def short_names(names: Iterable[str], ems: float) -> tuple[str, ...]:
    """The names; those that would look alike, cut to so many ems, are cut in their middle."""
    shown = list(names)
    groups: dict[str, list[int]] = defaultdict(list)
    for at, name in enumerate(shown):
        groups[fold_name(shorten(name, ems * CERTAIN_PART).removesuffix("…"))].append(at)
    for seats in groups.values():
        group = [shown[at] for at in seats]
        if len(group) > 1 and any(estimate_width(name) > ems for name in group):
            for at, short in zip(seats, _cut_in_the_middle(group, ems), strict=True):
                shown[at] = short
    return tuple(shown)


def _cut_in_the_middle(names: Sequence[str], ems: float) -> Sequence[str]:
    """Names that begin alike: by their ends, by where they begin to differ, or by numbers."""
    letters = int(ems / LETTER) - len("…")
    half = letters // 2
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*names, strict=False))
    same = len(list(alike))
    by_end = [f"{name[: letters - half]}…{name[-half:]}" for name in names]
    by_difference = [f"{name[: half // 2]}…{name[same:]}" for name in names]
    for cut in (by_end, by_difference):
        short = [
            name if estimate_width(name) <= ems else shorten(other, ems)
            for name, other in zip(names, cut, strict=True)
        ]
        if len(set(map(fold_name, short))) == len(names):
            return short
    return tell_apart(shorten(name, ems - len(" (99)") * LETTER) for name in names)


def short_in_html(names: Iterable[str], ems: float) -> list[Markup]:
    """The same for a page, where whoever listens hears the whole name."""
    names = tuple(names)
    return [
        escape(name) if short == name else SHORTENED.format(short, name)
        for name, short in zip(names, short_names(names, ems), strict=True)
    ]


SHORTENED = Markup('<span aria-hidden="true">{}</span><span class="hidden">{}</span>')


def titles_of(kinds: Iterable[Kind]) -> dict[str, str]:
    """The title of each kind by its key; those of the same title say how they are won."""
    every = {kind.key: kind for kind in kinds}
    same = Counter(compared(kind.title) for kind in every.values())
    return {
        key: f"{kind.title} ({WORDS['units'][kind.unit]['won_by']})"
        if same[compared(kind.title)] > 1
        else kind.title
        for key, kind in every.items()
    }


def titles_in_order() -> dict[str, str]:
    """The title of each game by its key: in the order their words give, then by their titles."""
    words = {key: WORDS["variants"][key] for key in newest_variants()}
    last = len(words)
    order = sorted(words, key=lambda key: (words[key].get("order", last), words[key]["title"]))
    return {key: words[key]["title"] for key in order}
