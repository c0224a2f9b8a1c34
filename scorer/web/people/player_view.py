"""A person's page, in plain words: whole numbers, and what each of them rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scorer.rules.types import Unit
from scorer.rules.words import counted, list_names, say
from scorer.services.statistics.feats import FeatDefinition, Texts, feats_of_variant
from scorer.services.statistics.luck import ENOUGH_DEALS, is_better_by_more_than_luck
from scorer.services.statistics.person import FeatSum, PersonRead, Tally
from scorer.storage.sheet_results import THOUSAND, Pair
from scorer.web.formats import in_units, in_words, ordinal
from scorer.web.names import isolate_rtl, listed, titles_of

MAX_OPPONENTS = 12
# So many stand in the table; the rest stands below it.
MAX_IN_TABLE = 5
# Whose feats are dearest is asked of those who did them so often, and of two at least.
ENOUGH_FEATS = 10
ENOUGH_PEOPLE = 2


@dataclass(frozen=True)
class CountsView:
    """A line of a table: games, wins and deals, and below them the feats that there can be."""

    title: str
    counts: tuple[int, ...]
    feats: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, title: str, tally: Tally, meanings: Iterable[FeatDefinition]) -> CountsView:
        """The line of what was done in games of these feats."""
        feats = [
            (meaning.person["label"], _number_of(tally.feat(meaning.key), meaning))
            for meaning in meanings
            if "label" in meaning.person
        ]
        return cls(title, (tally.games, tally.wins, tally.deals), tuple(feats))


def person_view(person: PersonRead) -> dict[str, Any]:
    """All that the page of a person shows."""
    name, titles = isolate_rtl(person.name), titles_of(person.kinds.values())
    opponents = person.companions[:MAX_OPPONENTS]
    compared = sum(other.together.deals >= ENOUGH_DEALS for other in opponents)
    beyond_luck = [
        other.person for other in opponents if is_more_than_luck(other.together, compared)
    ]
    return {
        "person": person,
        "whole": person.whole,
        "sentences": [
            *_compared_sentences(person, name, titles),
            *_streak_sentences(person),
            *_feat_sentences(person),
            *_sentences_of_kinds(person, titles),
        ],
        "by_game": [
            CountsView.of(titles[key], tally, feats_of_variant(person.kinds[key].variant))
            for key, tally in person.by_kind.items()
        ],
        "by_year": [
            CountsView.of(str(year), tally, person.feats) for year, tally in person.by_year.items()
        ],
        "opponents": opponents,
        "in_table": [other for other in opponents if other.together.deals][:MAX_IN_TABLE],
        "beyond_luck": beyond_luck,
        "luck": luck_explained(bool(beyond_luck), compared),
        "left_out": len(person.companions[MAX_OPPONENTS:]),
        "against": list(_against(person, name, titles)),
        "form": person.form[::-1],
        "ordinal": ordinal,
    }


def _deals(number: int) -> str:
    return counted(number, "deal", f"{number:,}")


def _games(number: int) -> str:
    return counted(number, "game", f"{number:,}")


def whole_number(number: int, parts: int) -> int:
    """A quotient rounded to a whole number, halves away from zero."""
    rounded = (2 * abs(number) + parts) // (2 * parts)
    return rounded if number >= 0 else -rounded


def is_more_than_luck(pair: Pair, compared: int = 1) -> bool:
    """Whether who was better at a table was so by more than luck; one of so many compared."""
    if pair.deals < ENOUGH_DEALS:
        return False
    return is_better_by_more_than_luck(pair.better, pair.worse, compared)


def luck_explained(beyond_luck: bool, compared: int) -> str:
    """A sentence about luck, once for all comparisons."""
    if beyond_luck:
        if compared == 1:
            return "More than luck: by luck alone, less than once in 100 times."
        return (
            "More than luck: by luck alone, less than once in 100 times, even with "
            f"{in_words(compared)} to compare."
        )
    if compared:
        return "Too close to call so far."
    return f"Fewer than {ENOUGH_DEALS} deals together are mostly luck."


def _number_of(feat: FeatSum, meaning: FeatDefinition) -> int:
    return feat.count if meaning.summed == "count" else feat.number


def _compared_sentences(person: PersonRead, name: str, titles: Mapping[str, str]) -> Iterator[str]:
    """Sentences about the cost of a deal against the others at the same table."""
    for key, tally in person.by_kind.items():
        unit, deals = person.kinds[key].unit, _deals(tally.deals)
        verb = "costs" if unit == "penalties" else "brings"
        if tally.deals >= ENOUGH_DEALS:
            apart = whole_number(tally.apart, tally.deals * THOUSAND)
            amount = f"{_units(unit, abs(apart))} {'more than' if apart > 0 else 'less than'}"
            compared = amount if apart else "about as much as"
            yield (
                f"{titles[key]}: a deal {verb} {name} {compared} the others at the table,"
                f" over {deals}."
            )
        elif tally.deals:
            too_few = f"{deals} {'is' if tally.deals == 1 else 'are'} too few"
            yield f"{titles[key]}: {too_few} to say what one {verb} {name}."


def _streak_sentences(person: PersonRead) -> Iterator[str]:
    """Games won in a row: now, and at most ever."""
    now = person.streak
    if now > 1:
        yield f"Has won the last {now} games in a row."
    if person.longest > max(now, 1):
        games = _games(person.whole.games)
        yield f"Longest run: won {person.longest} of {games} in a row."


def _feat_sentences(person: PersonRead) -> Iterator[str]:
    """Sentences about each feat, parts behind the whole."""
    whole = person.whole
    for meaning in person.feats:
        if "says" not in meaning.person:
            continue
        deals = person.deals_with(meaning)
        rests_on = whole.feat(meaning.of).count if meaning.of else deals
        if not rests_on:
            continue
        feat = whole.feat(meaning.key)
        parts = [
            say(part.person["part"], _numbers(whole.feat(part.key)))
            for part in person.feats
            if part.of == meaning.key and "part" in part.person and whole.feat(part.key).count
        ]
        yield say(
            meaning.person["says"],
            {
                **_numbers(feat),
                "deals": _deals(deals),
                "games": _games(whole.games),
                "of": _deals(rests_on),
                "parts": "".join(parts),
            },
        )


def _sentences_of_kinds(person: PersonRead, titles: Mapping[str, str]) -> Iterator[str]:
    """Sentences about each kind of games by itself, since its numbers are of that kind."""
    for key, tally in person.by_kind.items():
        kind = person.kinds[key]
        for meaning in feats_of_variant(kind.variant):
            feat = tally.feat(meaning.key)
            if "each" in meaning.person and feat.count:
                numbers = {"title": titles[key], "amount": in_units(feat.number, kind.unit)}
                yield say(meaning.person["each"], {**_numbers(feat), **numbers})


def _numbers(feat: FeatSum) -> dict[str, str]:
    """The numbers of a feat for a sentence."""
    numbers = {name: f"{number:,}" for name, number in vars(feat).items()}
    return {**numbers, "times": _times(feat.count)}


def _times(number: int) -> str:
    if number <= 2:
        return "once" if number == 1 else "twice"
    return counted(number, "time", f"{number:,}")


def _against(
    person: PersonRead, name: str, titles: Mapping[str, str]
) -> Iterator[tuple[str, list[str]]]:
    """Sentences about the cost of the others, under one title for all games of the same words."""
    sections: dict[str, list[str]] = {}
    nobody: dict[str, str] = {}
    for key, kind in person.kinds.items():
        against = (feat.against for feat in feats_of_variant(kind.variant) if feat.against)
        if texts := next(against, None):
            nobody[texts["title"]] = texts["nobody"]
            dearest = _dearest_sentences(person, name, key, titles[key], texts)
            sections.setdefault(texts["title"], []).extend(dearest)
    for title, sentences in sections.items():
        yield title, sentences or [nobody[title]]


def _dearest_sentences(
    person: PersonRead, name: str, key: str, title: str, texts: Texts
) -> Iterator[str]:
    """Whose feats cost most on the average: in whole points, since nobody feels less."""
    costs = [
        (whole_number(pair.cost, pair.feats), other.name, pair.feats)
        for other in person.companions
        for pair in [other.by_kind.get(key)]
        if pair is not None and pair.feats >= ENOUGH_FEATS
    ]
    if len(costs) < ENOUGH_PEOPLE or max(costs)[0] <= 0:
        return
    most = max(costs)[0]
    dearest = [(other, times) for cost, other, times in costs if cost == most]
    about = f"about {_units(person.kinds[key].unit, most)} a time"
    numbers = {"title": title, "name": name, "about": about}
    if len(dearest) == len(costs):
        yield say(texts["all"], numbers)
        return
    names = listed([other for other, _ in dearest], "or")
    times = list_names([f"{times:,}" for _, times in dearest])
    yield say(texts["most"], {**numbers, "names": names, "times": times})


def _units(unit: Unit, number: int) -> str:
    """So many points or counters."""
    return in_units(number, unit, f"{number:,}")
