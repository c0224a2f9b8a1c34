"""The names of people, games and clubs, as the screen shows them."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter, itemgetter

from markupsafe import Markup, escape

from scorer.rules.entries import Sitter
from scorer.rules.kinds import Kind, comparison_key, number_duplicates
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, list_names
from scorer.web.access import clubs_inside, device_here, numbered_names_here, phones_here
from scorer.web.formats import LETTER, day, estimate_width, shorten

RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def name_of(player: str, name: str) -> str:
    """The name of a person of this club, numbered as on all its pages (`numbered_names`)."""
    return numbered_names_here().get(player, name)


def shown_names(sitters: Sequence[Sitter], called_now: Mapping[str, str]) -> tuple[str, ...]:
    """One name a seat, numbered like that: "Ann", "Ann (2)"."""
    numbered = numbered_names_here()
    return tuple(numbered.get(it.player) or called_now.get(it.player, it.name) for it in sitters)


def isolate_rtl(name: str) -> str:
    """The name, kept from turning a sentence round where it is written right to left."""
    if not name.isascii() and any(
        unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name
    ):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def listed(names: Sequence[str], last: str = "and") -> str:
    """The names as a sentence lists them: "Ann, Ben and Cat", or with "or"."""
    return list_names([isolate_rtl(name) for name in names], last)


# A phone may write wider letters than are reckoned with: so much of the room is certain.
CERTAIN_PART = 0.7
# The room for a number behind a name, in ems.
NUMBER = len(" (2)") * LETTER


def short_names(names: Iterable[str], ems: float) -> tuple[str, ...]:
    """The names; those that would look alike once they are cut to so many ems are numbered."""
    names = tuple(names)
    cut = [comparison_key(shorten(name, ems * CERTAIN_PART)) for name in names]
    if len(set(cut)) == len(names):
        return names
    fitting = (
        shorten(name, ems - NUMBER) if cut.count(short) > 1 and estimate_width(name) > ems else name
        for name, short in zip(names, cut, strict=True)
    )
    return number_duplicates(fitting)


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
    same = Counter(comparison_key(kind.title) for kind in every.values())
    return {
        key: f"{kind.title} ({WORDS['units'][kind.unit]['won_by']})"
        if same[comparison_key(kind.title)] > 1
        else kind.title
        for key, kind in every.items()
    }


def clubs_here() -> dict[str, str]:
    """The names by id of the clubs that the phone which asks is in, where these are several.

    Those of the same name say since when there is each, and have a number where that is the same.
    """
    clubs = sorted((phones_here()[it].club for it in clubs_inside()), key=attrgetter("made_at"))
    same = Counter(comparison_key(club.name) for club in clubs)
    names = number_duplicates(
        f"{club.name}, since {day(club.made_at)}"
        if same[comparison_key(club.name)] > 1
        else club.name
        for club in clubs
    )
    by_id = dict(zip((club.id for club in clubs), names, strict=True))
    return dict(sorted(by_id.items(), key=itemgetter(1))) if len(names) > 1 else {}


def in_club(title: str) -> str:
    """The title of a game, with its club where the phone that asks is in several."""
    names = clubs_here()
    return f"{title} ({names[device_here().club]})" if names else title


def titles_in_order() -> dict[str, str]:
    """The title of each game by its key: in the order their words give, then by their titles."""
    words = {key: WORDS["variants"][key] for key in newest_variants()}
    last = len(words)
    order = sorted(words, key=lambda key: (words[key].get("order", last), words[key]["title"]))
    return {key: words[key]["title"] for key in order}
