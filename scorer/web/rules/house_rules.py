"""House rules as the screen asks for them, shows them and explains them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.house_rules import (
    Rate,
    Span,
    Text,
    Texts,
    option_key,
    rule_fields,
    rule_in_words,
)
from scorer.rules.numbers import parse_number
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS

LARGEST_NUMBER = 99_999_999
LONGEST_NUMBER = 40
RATE_FIELDS = ("counters", "pays")


@dataclass(frozen=True)
class Option:
    """One value of a house rule, and what it means.

    `ours` marks a value that no source states where a source states the usual one.
    """

    value: str
    says: str
    usual: bool
    chosen: bool
    ours: bool = False


@dataclass(frozen=True)
class HouseRule:
    """One house rule.

    `options` holds the values that have words of their own, and `unit` says what a number
    counts where the title does not; `span` is there where it takes
    any whole number, and `rate` holds both numbers of a rate as they stand in their fields.
    `letters` are the most that a text takes, and `lines` how many texts there may be, 0 where it
    is no list. One `matters` unless it does only with another value of another rule.
    """

    key: str
    title: str
    source: str
    options: tuple[Option, ...]
    chosen: str
    usual: bool
    says: str
    unit: str = ""
    span: Span | None = None
    rate: Mapping[str, str] = field(default_factory=dict)
    letters: int = 0
    lines: int = 0
    matters: bool = True

    @property
    def stated(self) -> bool:
        """Whether the usual value is stated in a source."""
        return self.source != "house"

    @property
    def chosen_is_ours(self) -> bool:
        """Whether the chosen value is marked by itself, the rule being stated in a source."""
        return any(option.chosen and option.ours for option in self.options)

    @property
    def when_empty(self) -> str:
        """What an empty field means, where it may be empty."""
        return next((option.says for option in self.options if not option.value), "")


def house_rules(
    variant: Variant, chosen: Mapping[str, Any], coins: Callable[[int], str] = str
) -> list[HouseRule]:
    """The house rules of a game; `chosen` holds values, or what a form sent for them.

    `coins` writes an amount of money.
    """
    titles = WORDS["variants"][variant.key]["house_rules"]
    defaults = {rule.name: rule.default for rule in rule_fields(variant.rules)}
    shown = []
    for rule in rule_fields(variant.rules):
        values, words = rule.metadata["options"], titles[rule.name]
        now = chosen.get(rule.name, rule.default)
        written, usual = _written(now), _written(rule.default)
        only = rule.metadata["only"]
        matters = only is None or _written(chosen.get(only[0], defaults[only[0]])) == only[1]
        has_words = (rule.default,) if isinstance(values, Span | Rate | Text | Texts) else values
        options = tuple(
            Option(
                value=_written(value),
                says=words["options"][option_key(value)],
                usual=value == rule.default,
                chosen=_written(value) == written,
                ours=option_key(value) in words.get("ours", ()),
            )
            for value in has_words
            if option_key(value) in words.get("options", {})
        )
        shown.append(
            HouseRule(
                key=rule.name,
                title=words["title"],
                source=words["source"],
                options=options,
                chosen=written,
                # What another value brings with it is said though it is the usual number.
                usual=written == usual and (only is None or not matters or now is None),
                says=rule_in_words(variant.key, rule.name, now, coins),
                unit=words.get("unit", ""),
                span=values if isinstance(values, Span) else None,
                rate=_rate_typed(now) if isinstance(values, Rate) else {},
                letters=values.most
                if isinstance(values, Text)
                else values.letters
                if isinstance(values, Texts)
                else 0,
                lines=values.most if isinstance(values, Texts) else 0,
                matters=matters,
            )
        )
    return shown


def read_chosen(variant: Variant, form: Mapping[str, str]) -> dict[str, Any]:
    """What a form's `rule-…` fields say, only where it differs from the usual.

    A value that no rule takes is handed on as it is, so that it can be refused and shown again.
    """
    chosen: dict[str, Any] = {}
    for rule in rule_fields(variant.rules):
        options, name = rule.metadata["options"], f"rule-{rule.name}"
        if isinstance(options, Rate):
            typed = {key: form.get(f"{name}-{key}", "").strip()[:12] for key in RATE_FIELDS}
            if any(typed.values()):
                chosen[rule.name] = {key: _whole(number) for key, number in typed.items()}
            continue
        written = form.get(name)
        if written is None or written.strip() == _written(rule.default):
            continue
        if isinstance(options, Texts):
            lines = (" ".join(line.split()) for line in written.splitlines()[: 2 * options.most])
            chosen[rule.name] = tuple(line for line in lines if line)
            continue
        if isinstance(options, Text):
            chosen[rule.name] = " ".join(written.split())[: 2 * options.most]
            continue
        written = written.strip()[:LONGEST_NUMBER]
        if isinstance(options, Span):
            chosen[rule.name] = _whole(written) if written else None
        else:
            meant = (value for value in options if _written(value) == written)
            chosen[rule.name] = next(meant, written)
    return chosen


def wrong_rules(variant: Variant, chosen: Mapping[str, Any]) -> dict[str, str]:
    """A sentence for each value that a house rule does not take, by its field."""
    wrong = {}
    for rule in rule_fields(variant.rules):
        options = rule.metadata["options"]
        if rule.name not in chosen or chosen[rule.name] in options:
            continue
        title = WORDS["variants"][variant.key]["house_rules"][rule.name]["title"]
        if isinstance(options, Span):
            empty = ", or leave it empty" if options.or_none else ""
            number = f"a whole number from {options.least} to {options.most}{empty}"
            wrong[f"rule-{rule.name}"] = f"{title}: write {number}."
        elif isinstance(options, Rate):
            wrong[f"rule-{rule.name}"] = f"{title}: write two whole numbers, or leave both empty."
        elif isinstance(options, Text):
            wrong[f"rule-{rule.name}"] = f"{title}: write at most {options.most} letters."
        elif isinstance(options, Texts):
            short = f"at most {options.letters} letters each"
            wrong[f"rule-{rule.name}"] = f"{title}: write at most {options.most}, {short}."
    return wrong


def _rate_typed(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        return dict.fromkeys(RATE_FIELDS, "")
    return {key: _written(value.get(key)) for key in RATE_FIELDS}


def _whole(written: str) -> Any:
    """The whole number that was written, in the digits of any script; else what was written."""
    digits = written.removeprefix("−").removeprefix("-")
    number = parse_number(digits, LARGEST_NUMBER)
    if number is None:
        return written
    return number if digits == written else -number


def _written(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    return "" if value is None else str(value)
