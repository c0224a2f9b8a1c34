"""House rules: values on a game, frozen when it starts and printed with its result.

They are the fields of a frozen dataclass, made with `choice`, `whole`, `wholes`, `text`, `texts`
and `rate`.
A rule that has an effect `only` with some values of others, or with some numbers of `players`, says
so: `only={"how_long": ("to_target",)}`. It is asked and shown just then; any value stays valid.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any

from scorer.rules.errors import BadRecord
from scorer.rules.numbers import write_number
from scorer.rules.words import WORDS, say

MAX_VALUE_LENGTH = 40


@dataclass(frozen=True)
class Span:
    """The whole numbers a house rule may take; None too where `or_none` is set."""

    least: int
    most: int
    or_none: bool = False

    def __contains__(self, value: object) -> bool:
        if value is None:
            return self.or_none
        return type(value) is int and self.least <= value <= self.most


@dataclass(frozen=True)
class Rate:
    """The worth of counters: so many `counters` pay so many of the smallest coin; or None."""

    most: int = 1_000_000

    def __contains__(self, value: object) -> bool:
        if value is None:
            return True
        if not isinstance(value, Mapping) or set(value) != {"counters", "pays"}:
            return False
        return all(type(number) is int and 1 <= number <= self.most for number in value.values())


@dataclass(frozen=True)
class Text:
    """A short text of at most so many letters."""

    most: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= self.most


@dataclass(frozen=True)
class Texts:
    """A list of at most so many short texts, each of which says something."""

    most: int
    letters: int

    def __contains__(self, value: object) -> bool:
        return (
            isinstance(value, list | tuple)
            and len(value) <= self.most
            and all(isinstance(it, str) and it.strip() and len(it) <= self.letters for it in value)
        )


@dataclass(frozen=True)
class Wholes:
    """A list of at most so many whole numbers, each up to a limit above or below zero.

    Records of 0.5 have a number, or null for none.
    """

    most: int
    limit: int

    def __contains__(self, value: object) -> bool:
        numbers = value if isinstance(value, list | tuple) else [value] if value is not None else []
        span = Span(-self.limit, self.limit)
        return len(numbers) <= self.most and all(number in span for number in numbers)


@dataclass(frozen=True)
class Only:
    """When a house rule has an effect: with these values of each of the others, for so many."""

    rules: Mapping[str, tuple[Any, ...]]
    players: tuple[int, ...] | None


def choice(default: Any, *alternatives: Any, **named: Any) -> Any:
    """A house rule that takes one of a few values, the default first; `named` are as for `rule`."""
    return rule("choice", default, (default, *alternatives), **named)


def whole(default: int | None, *, least: int, most: int, **named: Any) -> Any:
    """A house rule that takes a whole number, or none where that is its default."""
    return rule("whole", default, Span(least, most, default is None), **named)


def text(*, most: int) -> Any:
    """A house rule that takes a short text, empty by default."""
    return rule("text", "", Text(most), other_game=True)


def texts(*, most: int, letters: int) -> Any:
    """A house rule that takes a list of short texts, empty by default."""
    return rule("texts", (), Texts(most, letters), other_game=True)


def wholes(*, most: int, limit: int, **named: Any) -> Any:
    """A house rule that takes a list of whole numbers, empty by default."""
    return rule("wholes", (), Wholes(most, limit), **named)


def rate() -> Any:
    """A house rule for what counters are worth in money: nothing unless agreed."""
    return rule("rate", None, Rate(), other_game=True)


def rule(
    kind: str,
    default: Any,
    options: Any,
    *,
    other_game: bool = False,
    only: Mapping[str, tuple[Any, ...]] | None = None,
    players: tuple[int, ...] | None = None,
) -> Any:
    """A field of the house rules of a game; `kind` is how its value is asked for and written.

    `other_game` says that the same deals would be another game under another value: it has more of
    them, or other hands. `only` and `players` say when the rule has an effect.
    """
    metadata = {
        "kind": kind,
        "options": options,
        "other_game": other_game,
        "only": Only(only or {}, players),
    }
    return field(default=default, metadata=metadata)


def has_effect(rules: type[Any], name: str, values: Mapping[str, Any], players: int | None) -> bool:
    """Whether a house rule has an effect; `players` are None where nobody has sat down yet.

    One that has none itself decides about no other.
    """
    only: Only = next(rule.metadata["only"] for rule in fields(rules) if rule.name == name)
    return (players is None or only.players is None or players in only.players) and all(
        values[other] in having or not has_effect(rules, other, values, players)
        for other, having in only.rules.items()
    )


def rate_of(rules: Any) -> Mapping[str, int] | None:
    """The worth of counters by these rules, as {"counters": 2, "pays": 1}; None for nothing."""
    rates = [rule.name for rule in fields(rules) if rule.metadata["kind"] == "rate"]
    return getattr(rules, rates[0]) if rates else None


def _allows(options: Any, value: Any) -> bool:
    if not isinstance(options, tuple):
        return value in options
    # True == 1 in Python, but a record that says `true` for a number is wrong.
    return any(type(value) is type(option) and value == option for option in options)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)[:MAX_VALUE_LENGTH]


def _takes(rule: Field[Any]) -> str:
    kind, options = rule.metadata["kind"], rule.metadata["options"]
    if kind == "choice":
        numbers = {"these": WORDS["in_records"]["or"].join(map(_json, options))}
    else:
        numbers = vars(options)
    sentence = say(WORDS["rule_takes"][kind], numbers)
    return f"{sentence[:1].lower()}{sentence[1:]}"


def rule_in_words(variant: str, rule: str, value: Any, coins: Callable[[int], str] = str) -> str:
    """The meaning of a value of a house rule, in words; `coins` writes an amount of money."""
    words, key = WORDS["variants"][variant]["house_rules"][rule], option_key(value)
    if key in words.get("options", {}):
        return str(words["options"][key])
    if isinstance(value, Mapping):
        pays = value["pays"]
        numbers = {**value, "pays": coins(pays) if type(pays) is int else pays}
        return say(words["one" if value["counters"] == 1 else "says"], numbers)
    if "says" in words:
        return say(words["says"], {"value": value if type(value) is int else key})
    return "" if value is None else str(value)


def option_key(value: Any) -> str:
    """The key of a value in the words file."""
    if isinstance(value, list | tuple):
        texts = [write_number(item) if type(item) is int else str(item) for item in value]
        return (" or " if value and type(value[0]) is int else ", ").join(texts)
    return "null" if value is None else str(value)


def read_house_rules(rules: type[Any], raw: Any) -> Any:
    """The house rules a record names, with defaults for the rest; raises BadRecord."""
    if not isinstance(raw, Mapping):
        raise BadRecord("house_rules_not_a_list_of_rules")
    known = {rule.name: rule for rule in fields(rules)}
    for key, value in raw.items():
        if key not in known:
            raise BadRecord("unknown_house_rule", rule=str(key)[:40])
        if not _allows(known[key].metadata["options"], value):
            takes = _takes(known[key])
            raise BadRecord("house_rule_value", rule=key, value=_json(value), takes=takes)
    return rules(**{key: value_of(known[key], value) for key, value in raw.items()})


def value_of(rule: Field[Any], raw: Any) -> Any:
    """The value of a house rule that a record gives: lists are tuples, which never change."""
    if rule.metadata["kind"] == "wholes" and not isinstance(raw, list | tuple):
        return () if raw is None else (raw,)
    return tuple(raw) if isinstance(raw, list) else raw


def write_house_rules(rules: Any) -> dict[str, Any]:
    """Only what differs from the default, as a record keeps it."""
    return {
        rule.name: _as_json(getattr(rules, rule.name))
        for rule in fields(rules)
        if rule.default is MISSING or getattr(rules, rule.name) != rule.default
    }


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
