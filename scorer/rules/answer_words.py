"""The answers of a deal in words, whatever its game asks.

The words of an ask have its answer in words: `says` is its piece of the sentence about a
deal, with `{name}` for a seat or side and `{answer}` for any other value. A piece without a name
goes on with the one before it: "Ann out" and "on a red nine". `options` has a word for each value
of a choice, unless the table has chosen them, `as_named`, and `none` is what an answer that was
left out is called.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.rules.asks import (
    Ask,
    Choice,
    Facts,
    Flag,
    Hand,
    Hands,
    Number,
    Seat,
    Side,
)
from scorer.rules.cards import say_hand, write_card
from scorer.rules.start import ResolvedStart
from scorer.rules.words import WORDS, fill, list_names, word_for

SAYS: Mapping[str, Any] = WORDS["answers"]
# What stands for an answer that nobody gave, where no name would.
NOTHING = "–"
# These go on without a space.
MARKS = ",:;"
NO_ANSWERS: Mapping[str, Any] = {}


def words_of(start: ResolvedStart, ask: Ask[Any]) -> Mapping[str, Any]:
    """The words of an ask; `of_losers` are those where all but the winner of a deal are asked."""
    words: Mapping[str, Any] = start.words("asks")[ask.key]
    return {**words, **words.get("of_losers", {})} if ask.but else words


def template_of(start: ResolvedStart, ask: Ask[Any]) -> str:
    """The template of an answer where it stands alone, as it does in play."""
    words = words_of(start, ask)
    return str(words.get("in_play", {}).get("says") or words.get("says", ""))


def is_answered(ask: Ask[Any], answer: Any) -> bool:
    """Whether there is an answer; no is none to a flag."""
    return answer not in (None, ()) if isinstance(ask, Hands) else ask.is_answered(answer)


def side_names(start: ResolvedStart, names: Sequence[str]) -> tuple[str, ...]:
    """The names of the sides, by their players, clockwise: "Ann and Cat"."""
    if not start.by_sides:
        return tuple(names)
    return tuple(
        list_names([names[seat] for seat in start.seats_of(side)])
        for side in range(start.number_of_sides)
    )


@dataclass(frozen=True)
class Part:
    """A part of the sentence about a deal, of one seat or none; `plain`: only names and flags.

    `asks` are the keys of those that it answers.
    """

    text: str
    seat: int | None
    plain: bool
    asks: tuple[str, ...]


@dataclass(frozen=True)
class AnswerWords:
    """Says in words what was answered; `names` go by seat, `tell_hand` writes cards."""

    start: ResolvedStart
    names: Sequence[str]
    tell_hand: Callable[[Sequence[str]], str] = say_hand

    @cached_property
    def _words(self) -> Mapping[str, Mapping[str, Any]]:
        return {ask.key: words_of(self.start, ask) for ask in self.start.asks}

    def of(self, ask: Ask[Any]) -> Mapping[str, Any]:
        """The words of an ask."""
        return self._words[ask.key]

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return side_names(self.start, self.names)

    def whose(self, of: str, at: int) -> str:
        """Whose answer stands at this place of an ask of each "seat" or "side"."""
        names = self._whose(of)
        if at < len(names):
            return names[at]
        stand_ins = WORDS["variants"][self.start.variant.key].get("stand_ins", [])
        behind = at - len(names)
        return stand_ins[behind] if behind < len(stand_ins) else str(SAYS["stand_in"])

    def _whose(self, of: str) -> Sequence[str]:
        return self.names if of == "seat" else self.sides

    def answer(self, ask: Ask[Any], answer: Any, answers: Mapping[str, Any] = NO_ANSWERS) -> str:
        """The answer of the deal, or of one who gives it; a word may go by other `answers`."""
        match ask, answer:
            case Flag(), _:
                usual = SAYS["yes"] if answer else SAYS["no"]
                return str(self.of(ask).get("options", {}).get(str(answer), usual))
            case _, None:
                usual = SAYS["nobody"] if isinstance(ask, Seat | Side) else NOTHING
                return str(self.of(ask).get("none", usual))
            case Hands(), Hand():
                return self.tell_hand(answer.cards) if answer.cards else hand_in_words(answer, ask)
            case Seat() | Side(), _:
                names = self._whose(ask.kind)
                known = answer < len(names)
                return names[answer] if known else fill(SAYS[ask.kind], {"number": answer + 1})
            case Choice(), _:
                if self.of(ask).get("as_named"):
                    return str(answer)
                word = self.of(ask).get("options", {}).get(answer)
                if isinstance(word, Mapping):
                    word = word.get(answers.get(word["by"]), word["other"])
                return str(word or write_card(answer))
            case Number(), tuple():
                number, cards = ask.number_of(answer), " ".join(map(write_card, answer))
                return cards if number is None else f"{number} ({cards})"
        return str(answer).replace("-", "−")

    def in_play(self, answers: Mapping[str, Any]) -> list[str]:
        """The answers in play, each with its own subject: "Ann bid 10, hearts are trumps"."""
        templates = {
            ask.key: template_of(self.start, ask) or f"{self.of(ask)['what']}: {{name}}"
            for ask in self.start.asks
        }
        parts = self._parts(answers, templates)
        return [*(part.text for part in parts), *self.in_play_of_each(answers)]

    def in_play_of_each(self, answers: Mapping[str, Any]) -> Iterator[str]:
        """The answers of each seat or side in play, and those they open: "Ann declared: bid 4"."""
        for ask in self.start.asks:
            if not ask.during or ask.of == "deal":
                continue
            for at, answer in enumerate(answers.get(ask.key) or ()):
                if answer == ask.nothing:
                    continue
                call = f"{self.whose(ask.of, at)} {self.of_each(ask, answer)}"
                shown = [
                    self.of_each(other, answers[other.key][at])
                    for other in self.start.asks
                    if other.open_with == ask.key and answers.get(other.key)
                    if answers[other.key][at] != other.nothing
                ]
                yield ": ".join([call, *shown])

    def piece(
        self, ask: Ask[Any], answer: Any, template: str, answers: Mapping[str, Any] = NO_ANSWERS
    ) -> str:
        """A piece of a sentence, in which the name is the answer itself."""
        value = self.answer(ask, answer, answers)
        return fill(template, {"name": value, "answer": value})

    def of_each(self, ask: Ask[Any], answer: Any) -> str:
        """The answer of a seat or side, without its name: "bid 3"."""
        template = str(self.of(ask).get("says", ""))
        if "{answer}" not in template:
            return self.answer(ask, answer)
        return fill(template.replace("{name}", "").strip(), {"answer": self.answer(ask, answer)})

    def answers_of_side(self, side: int, facts: Facts) -> str:
        """The answers of a side, and of each seat of it, in a deal: "bid 4, took 4"."""
        # Of a side that is a seat, who joined has none in the start.
        seats = self.start.seats_of(side) if self.start.by_sides else (side,)
        says = [self._answers_at("side", side, facts)]
        for seat in seats:
            own = self._answers_at("seat", seat, facts)
            says.append(f"{self.names[seat]} {own}" if own and len(seats) > 1 else own)
        return ", ".join(filter(None, says))

    def answers_of_stand_ins(self, facts: Facts) -> list[str]:
        """The answers of the stand-ins in a deal: "the dummy bid 4, took 3"."""
        asks = [ask for ask in self.start.asks if ask.of != "deal" and ask.stand_ins]
        places = {
            (ask.of, at): None
            for ask in asks
            for at in range(len(self._whose(ask.of)), len(facts.answers.get(ask.key) or ()))
        }
        names = [(self.whose(of, at), self._answers_at(of, at, facts)) for of, at in places]
        return [f"{name[:1].lower()}{name[1:]} {says}" for name, says in names if says]

    def _answers_at(self, of: str, at: int, facts: Facts) -> str:
        asks = [ask for ask in self.start.asks if ask.of == of and "says" in self.of(ask)]
        answers = [(ask, (facts.answers.get(ask.key) or ())[at : at + 1]) for ask in asks]
        return ", ".join(
            self.of_each(ask, value[0])
            for ask, value in answers
            if value and is_answered(ask, value[0])
        )

    def parts(self, facts: Facts) -> list[Part]:
        """The sentence about a deal without its scores, part by part."""
        templates = {key: words["says"] for key, words in self._words.items() if "says" in words}
        return self._parts(facts.answers, templates)

    def _parts(self, answers: Mapping[str, Any], templates: Mapping[str, str]) -> list[Part]:
        parts: list[Part] = []
        for ask in self.start.asks:
            template, answer = templates.get(ask.key), answers.get(ask.key)
            if template is None or ask.of != "deal" or not is_answered(ask, answer):
                continue
            text, plain = self.piece(ask, answer, template, answers), "{answer}" not in template
            if parts and "{name}" not in template:
                last, space = parts.pop(), "" if text[:1] in MARKS else " "
                text, plain = f"{last.text}{space}{text}", plain and last.plain
                parts.append(Part(text, last.seat, plain, (*last.asks, ask.key)))
            else:
                seat = answer if isinstance(ask, Seat) else None
                parts.append(Part(text.lstrip(f"{MARKS} "), seat, plain, (ask.key,)))
        return parts


def hand_in_words(hand: Hand, ask: Hands) -> str:
    """A hand of which only a number is known: "41, one red nine"."""
    if hand.empty:
        return str(SAYS["no_cards"])
    held = str(hand.points)
    if ask.counted != "points":
        held = word_for({**SAYS["cards"], **WORDS["cards"]}, hand.count)
    if not hand.red_nines:
        return held
    return f"{held}, {word_for({**SAYS['red_nines'], **WORDS['nines']}, hand.red_nines)}"
