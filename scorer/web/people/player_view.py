"""A person's page, in plain words: whole numbers, and what each of them rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from scorer.rules.luck import ENOUGH_DEALS, MOST_AMONG, is_beyond_luck
from scorer.rules.results import THOUSAND, Pair
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services.statistics.person import PersonRead, Tally
from scorer.web.formats import ordinal
from scorer.web.names import in_a_sentence, listed

MOST_BESIDE = MOST_AMONG
MORE_THAN_LUCK = "That is more than luck."
STILL_LUCK = "That may still be luck."
# Whose going out is dearest is asked of those who went out so often, and of two at least.
ENOUGH_OUTS = 10
ENOUGH_PEOPLE = 2


@dataclass(frozen=True)
class OtherView:
    """Somebody else at the same table."""

    id: str
    name: str
    together: Pair
    verdict: str


@dataclass(frozen=True)
class FormView:
    """A finished game in a line of the form."""

    game: str
    title: str
    day: date
    place: str
    won: bool


def person_view(person: PersonRead) -> dict[str, Any]:
    """All that the page of a person shows."""
    name = in_a_sentence(person.name)
    shown = person.companions[:MOST_BESIDE]
    compared = sum(other.together.deals >= ENOUGH_DEALS for other in shown)
    beside = [
        OtherView(other.person, other.name, other.together, verdict_of(other.together, compared))
        for other in shown
    ]
    return {
        "person": person,
        "whole": person.whole,
        "sentences": [
            *_compared_sentences(person, name),
            *_streak_sentences(person),
            *_nines_sentences(person.whole),
        ],
        "by_game": [(_title(key), tally) for key, tally in person.by_variant.items()],
        "by_year": person.by_year.items(),
        "beside": beside,
        "compared": compared if any(other.verdict == MORE_THAN_LUCK for other in beside) else 0,
        "enough_deals": ENOUGH_DEALS,
        "left_out": len(person.companions[MOST_BESIDE:]),
        "dearest": list(_dearest_sentences(person, name)),
        "form": [
            FormView(
                result.game,
                _title(result.variant),
                result.day,
                f"{ordinal(result.place)} of {result.players}",
                result.won,
            )
            for result in reversed(person.form)
        ],
    }


def many(number: int, word: str) -> str:
    """So many of something: "1 deal", "2 deals"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def whole_number(number: int, parts: int) -> int:
    """A quotient rounded to a whole number, halves away from zero."""
    rounded = (2 * abs(number) + parts) // (2 * parts)
    return rounded if number >= 0 else -rounded


def verdict_of(pair: Pair, compared: int = 1) -> str:
    """Whether who was better at a table was so by more than luck; one of so many compared."""
    if pair.deals < ENOUGH_DEALS:
        return f"After {many(pair.deals, 'deal')} this is mostly luck."
    if is_beyond_luck(pair.better, pair.worse, compared):
        return MORE_THAN_LUCK
    return STILL_LUCK


def _title(variant: str) -> str:
    return str(WORDS["variants"][variant]["title"])


def _units(variant: str, number: int) -> str:
    """So many points or counters."""
    return many(number, str(WORDS["variants"][variant]["unit"]).removesuffix("s"))


def _compared_sentences(person: PersonRead, name: str) -> Iterator[str]:
    """What a deal costs or brings, beside the others at the same table."""
    for variant, tally in person.by_variant.items():
        title, deals = _title(variant), many(tally.deals, "deal")
        costs = newest_variants()[variant].lowest_wins
        verb = "costs" if costs else "brings"
        if tally.deals < ENOUGH_DEALS:
            if tally.deals:
                yield f"{title}: {deals} are too few to say what one {verb} {name}."
            continue
        apart = whole_number(tally.apart, tally.deals * THOUSAND)
        if apart == 0:
            than = "about as much as"
        else:
            than = f"{_units(variant, abs(apart))} {'more' if apart > 0 else 'less'} than"
        yield f"{title}: a deal {verb} {name} {than} the others at the table, over {deals}."


def _streak_sentences(person: PersonRead) -> Iterator[str]:
    """Games won in a row: now, and at most ever."""
    now = person.streak
    if now > 1:
        yield f"Has won the last {now} games in a row."
    if person.longest > max(now, 1):
        games = many(person.whole.games, "game")
        yield f"Once won {person.longest} games in a row; that is the most in {games}."


def _nines_sentences(whole: Tally) -> Iterator[str]:
    """Going out, and what somebody was caught with."""
    if whole.deals:
        red = f", {_times(whole.red_outs)} on a red nine" if whole.red_outs else ""
        yield f"Went out in {whole.outs:,} of {many(whole.deals, 'deal')}{red}."
    if whole.noted:
        several = f", {_times(whole.red_nines)} with two or more" if whole.red_nines else ""
        caught = many(whole.noted, "deal")
        yield (
            f"Was caught with a red nine in {whole.red_nine:,} of the {caught} that somebody "
            f"else won{several}."
        )


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")


def _dearest_sentences(person: PersonRead, name: str) -> Iterator[str]:
    """Whose going out costs most on the average: in whole points, since nobody feels less."""
    for variant in person.by_variant:
        costs = [
            (whole_number(pair.cost, pair.outs), other.name, pair.outs)
            for other in person.companions
            for pair in [other.by_variant.get(variant)]
            if pair is not None and pair.outs >= ENOUGH_OUTS
        ]
        if len(costs) < ENOUGH_PEOPLE or max(costs)[0] <= 0:
            continue
        most = max(costs)[0]
        dearest = [(other, outs) for cost, other, outs in costs if cost == most]
        title, about = _title(variant), f"about {_units(variant, most)} a time"
        if len(dearest) == len(costs):
            yield f"{title}: it costs {name} {about}, whoever goes out."
            continue
        names = listed([other for other, _ in dearest], "or")
        times = " and ".join(f"{outs:,}" for _, outs in dearest)
        least = min(outs for _, outs in dearest)
        # How little so many times say; how far one of them is from another is not known.
        luck = f"After {least:,} times this is mostly luck." if least < ENOUGH_DEALS else STILL_LUCK
        yield (
            f"{title}: it costs {name} most when {names} goes out, {about}, {times} times so far. "
            f"{luck}"
        )
