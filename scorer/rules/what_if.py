"""What if: the same deals read again under other house rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.entries import CorrectStart, Entry
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.house_rules import has_effect, rule_fields, write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start
from scorer.rules.variant import Variant

NOT_WRITTEN = "not-written-yet"


@dataclass(frozen=True)
class Alternative:
    """The game under another value of one house rule.

    `sheet` is None where the deals cannot be read under it; `fault` tells why then.
    """

    rule: str
    value: Any
    sheet: Sheet | None
    fault: Refused | None = None


def rules_to_try(variant: Variant) -> list[str]:
    """The house rules under which the same deals can be read again."""
    return [rule.name for rule in rule_fields(variant.rules) if not rule.metadata["other_game"]]


def read_with_rules(
    start: Start, entries: Sequence[Entry], house_rules: Mapping[str, Any]
) -> Sheet:
    """The sheet of these entries under other house rules (only what differs from the default).

    Raises Refused where a deal cannot be read under them: other card values need the cards.
    """
    body = CorrectStart(house_rules=house_rules)
    entry = Entry(len(entries) + 1, NOT_WRITTEN, body)
    return read_sheet(start, [*entries, entry])


def alternatives(sheet: Sheet, start: Start, entries: Sequence[Entry]) -> Iterator[Alternative]:
    """The game under each other value of every house rule that has a few, and an effect here.

    A value that makes no game beside the other rules is left out.
    """
    variant, rules = sheet.start.variant, sheet.start.rules
    players = len(sheet.start.order)
    now = write_house_rules(rules)
    for rule in rule_fields(variant.rules):
        options = rule.metadata["options"]
        if rule.metadata["other_game"] or not isinstance(options, tuple):
            continue
        if not has_effect(rule.name, rules, players):
            continue
        for value in options:
            tried = replace(rules, **{rule.name: value})
            if tried == rules or variant.at_odds(tried):
                continue
            try:
                read = read_with_rules(start, entries, {**now, rule.name: value})
                yield Alternative(rule.name, value, read)
            except Refused as fault:
                yield Alternative(rule.name, value, None, fault)
