"""House rules as the screen asks for them, shows them and explains them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.rules.house_rules import Span, each_rule
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS

SOURCES = {"house": "No source says: this is for the table to agree on."}


@dataclass(frozen=True)
class Option:
    """One value of a house rule, and what it means."""

    value: str
    says: str
    usual: bool
    chosen: bool


@dataclass(frozen=True)
class HouseRule:
    """One house rule; `options` is empty where it takes any whole number of a span."""

    key: str
    title: str
    source: str
    options: tuple[Option, ...]
    chosen: str
    usual: bool
    span: Span | None = None

    @property
    def stated(self) -> bool:
        """Whether the usual value is stated in a source."""
        return self.source != "house"

    @property
    def says(self) -> str:
        """What was chosen, in words."""
        return next((one.says for one in self.options if one.chosen), self.chosen or "as usual")


def house_rules(variant: Variant, chosen: Mapping[str, Any]) -> list[HouseRule]:
    """The house rules of a game; `chosen` holds values, or what a form sent for them."""
    words = WORDS["variants"][variant.key]["house_rules"]
    shown = []
    for rule in each_rule(variant.rules):
        now = _written(chosen.get(rule.name, rule.default))
        values = rule.metadata["options"]
        options: tuple[Option, ...] = ()
        if not isinstance(values, Span):
            options = tuple(
                Option(
                    _written(value),
                    words[rule.name]["options"][str(value)],
                    value == rule.default,
                    _written(value) == now,
                )
                for value in values
            )
        span = values if isinstance(values, Span) else None
        usual = now == _written(rule.default)
        title, source = words[rule.name]["title"], words[rule.name]["source"]
        shown.append(HouseRule(rule.name, title, source, options, now, usual, span))
    return shown


def read_chosen(variant: Variant, form: Mapping[str, str]) -> dict[str, Any]:
    """What a form's `rule-…` fields say, only where it differs from the usual.

    A value that no rule takes is handed on as it is, so that the rules can refuse it.
    """
    said: dict[str, Any] = {}
    for rule in each_rule(variant.rules):
        written = form.get(f"rule-{rule.name}")
        if written is None or written == _written(rule.default):
            continue
        said[rule.name] = _meant(written.strip(), rule.metadata["options"])
    return said


def in_force(variant: Variant, rules: Any) -> list[HouseRule]:
    """The house rules a game is played by."""
    return house_rules(
        variant, {one.name: getattr(rules, one.name) for one in each_rule(variant.rules)}
    )


def _meant(written: str, options: Any) -> Any:
    if isinstance(options, Span):
        return int(written) if written.isascii() and written.isdigit() else written or None
    return next((one for one in options if _written(one) == written), written)


def _written(value: Any) -> str:
    return "" if value is None else str(value)
