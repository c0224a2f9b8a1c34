"""A person's page, in plain words: whole numbers, and what each of them rests on."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorer.rules.feats import FeatDefinition, Texts
from scorer.rules.tallies import THOUSAND
from scorer.rules.words import counted, list_names, say
from scorer.services.statistics.person import FeatSum, PersonRead, PersonTally
from scorer.services.statistics.significance import ENOUGH_DEALS, is_better_by_more_than_luck
from scorer.web.formats import in_units, ordinal
from scorer.web.names import isolate_rtl, listed, name_of, titles_of

MAX_OPPONENTS = 12
# So many stand in the table; the rest stands below it.
MAX_IN_TABLE = 5
# Whose feats are dearest is asked of those who did them so often, and of two at least.
ENOUGH_FEATS = 10
ENOUGH_PEOPLE = 2


def person_view(person: PersonRead) -> dict[str, Any]:
    """All that the page of a person shows."""
    name = isolate_rtl(name_of(person.id, person.name))
    titles = titles_of(person.kinds.values())
    opponents = person.companions[:MAX_OPPONENTS]
    compared = [other for other in opponents if other.together.deals >= ENOUGH_DEALS]
    beyond_luck = [
        other.person
        for other in compared
        if is_better_by_more_than_luck(other.together.better, other.together.worse, len(compared))
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
            _count_row(titles[key], tally, person.feats_by_kind[key])
            for key, tally in person.by_kind.items()
        ],
        "by_year": [_count_row(str(year), tally, ()) for year, tally in person.by_year.items()],
        "opponents": opponents,
        "in_table": [other for other in opponents if other.together.deals][:MAX_IN_TABLE],
        "beyond_luck": beyond_luck,
        "compared": len(compared),
        "enough_deals": ENOUGH_DEALS,
        "left_out": len(person.companions[MAX_OPPONENTS:]),
        "against": list(_against(person, name, titles)),
        "form": person.form[::-1],
        "ordinal": ordinal,
    }


def _count_row(title: str, tally: PersonTally, feats: Iterable[FeatDefinition]) -> dict[str, Any]:
    done = []
    for feat in feats if tally.deals else ():
        if "label" in feat.person:
            total = tally.feat(feat.key)
            number = total.count if feat.summed == "count" else total.number
            done.append((feat.person["label"], number))
    return {
        "title": title,
        "counts": (tally.games, tally.wins),
        "deals": tally.deals,
        "feats": done,
    }


def _compared_sentences(person: PersonRead, name: str, titles: Mapping[str, str]) -> Iterator[str]:
    for key, tally in person.by_kind.items():
        unit, deals = person.kinds[key].unit, _counted(tally.deals, "deal")
        verb = "costs" if unit == "penalties" else "brings"
        if tally.deals >= ENOUGH_DEALS:
            apart = _rounded(tally.apart, tally.deals * THOUSAND)
            compared = "about as much as"
            if apart:
                amount = in_units(abs(apart), unit, f"{abs(apart):,}")
                compared = f"{amount} {'more than' if apart > 0 else 'less than'}"
            yield (
                f"{titles[key]}: a deal {verb} {name} {compared} the others at the table,"
                f" over {deals}."
            )
        elif tally.deals:
            too_few = f"{deals} {'is' if tally.deals == 1 else 'are'} too few"
            yield f"{titles[key]}: {too_few} to say what a deal {verb} {name}."


def _streak_sentences(person: PersonRead) -> Iterator[str]:
    if person.streak > 1:
        yield f"Has won the last {person.streak} games in a row."
    if person.longest > max(person.streak, 1):
        games = _counted(person.whole.games, "game")
        yield f"Longest run: won {person.longest} in a row, of {games}."


def _feat_sentences(person: PersonRead) -> Iterator[str]:
    whole = person.whole
    for feat in person.feats:
        deals = person.deals_with(feat)
        rests_on = whole.feat(feat.of).count if feat.of else deals
        if "says" not in feat.person or not rests_on:
            continue
        parts = [
            say(part.person["part"], _numbers(whole.feat(part.key)))
            for part in person.feats
            if part.of == feat.key and "part" in part.person and whole.feat(part.key).count
        ]
        words = {
            "deals": _counted(deals, "deal"),
            "games": _counted(whole.games, "game"),
            "of": _counted(rests_on, "deal"),
            "parts": "".join(parts),
        }
        yield say(feat.person["says"], _numbers(whole.feat(feat.key)) | words)


def _sentences_of_kinds(person: PersonRead, titles: Mapping[str, str]) -> Iterator[str]:
    for key, tally in person.by_kind.items():
        kind = person.kinds[key]
        for feat in person.feats_by_kind[key]:
            done = tally.feat(feat.key)
            if "each" in feat.person and done.count:
                words = {"title": titles[key], "amount": in_units(done.number, kind.unit)}
                yield say(feat.person["each"], _numbers(done) | words)


def _against(
    person: PersonRead, name: str, titles: Mapping[str, str]
) -> Iterator[tuple[str, list[str]]]:
    for feat in person.feats:
        if feat.against and person.deals_with(feat):
            sentences = [
                sentence
                for key in person.kinds
                if feat in person.feats_by_kind[key]
                and (sentence := _dearest(person, name, key, titles[key], feat.against))
            ]
            yield feat.against["title"], sentences or [feat.against["nobody"]]


def _dearest(person: PersonRead, name: str, key: str, title: str, texts: Texts) -> str:
    costs = [
        (_rounded(pair.cost, pair.feats), name_of(other.person, other.name), pair.feats)
        for other in person.companions
        if (pair := other.by_kind.get(key)) and pair.feats >= ENOUGH_FEATS
    ]
    most = max((cost for cost, _, _ in costs), default=0)
    if len(costs) < ENOUGH_PEOPLE or most <= 0:
        return ""
    dearest = [(other, times) for cost, other, times in costs if cost == most]
    words = {
        "title": title,
        "name": name,
        "about": f"about {in_units(most, person.kinds[key].unit, f'{most:,}')} a time",
        "names": listed([other for other, _ in dearest], "or"),
        "times": list_names([f"{times:,}" for _, times in dearest]),
    }
    return say(texts["all" if len(dearest) == len(costs) else "most"], words)


def _numbers(feat: FeatSum) -> dict[str, str]:
    times = {1: "once", 2: "twice"}.get(feat.count, _counted(feat.count, "time"))
    return {"count": f"{feat.count:,}", "number": f"{feat.number:,}", "times": times}


def _counted(number: int, noun: str) -> str:
    return counted(number, noun, f"{number:,}")


def _rounded(number: int, parts: int) -> int:
    """A quotient rounded to a whole number, halves away from zero."""
    rounded = (2 * abs(number) + parts) // (2 * parts)
    return rounded if number >= 0 else -rounded
