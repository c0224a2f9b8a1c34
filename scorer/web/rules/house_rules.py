"""House rules as the screen asks for them, shows them and explains them."""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any

from scorer.rules.house_rules import Only, has_effect, option_key, rule_in_words, value_of
from scorer.rules.kinds import variant_titled
from scorer.rules.numbers import parse_sum
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, fill

LONGEST_NUMBER = 40
RATE_FIELDS = ("counters", "pays")


@dataclass(frozen=True)
class Option:
    """One value of a house rule; `ours` where only the usual one is in a source."""

    value: str
    says: str
    usual: bool
    ours: bool = False

    @property
    def label(self) -> str:
        """The value as a form offers it."""
        return f"{self.says} (house rule)" if self.ours else self.says


class HouseRule:
    """One house rule with its value; `options` are the values that have words of their own.

    `takes` are all values it may have, by its `kind`: "choice", "whole", "wholes", "text", "texts"
    or "rate". It `matters` where it has an effect, by the values of the others and the number of
    players, which `only` names for a form; `begins` are the values it has there by those of another
    rule, where it is not changed. `names_game`: it is what the table calls its game. A line about a
    game has `in_line`, "" where anybody could guess it.
    """

    def __init__(
        self,
        variant: Variant,
        rule: Field[Any],
        values: Mapping[str, Any],
        says: str,
        *,
        matters: bool,
    ) -> None:
        value = values[rule.name]
        words = WORDS["variants"][variant.key]["house_rules"][rule.name]
        self.key = rule.name
        self.kind: str = rule.metadata["kind"]
        self.takes = rule.metadata["options"]
        self.title: str = words["title"]
        self.source: str = words["source"]
        self.stated = self.source != "house"
        self.unit: str = words.get("unit", "")
        self.hint: str = words.get("hint", "")
        self.value, self.chosen, self.says = value, _written(value), says
        self.matters = matters
        self.usual = self.chosen == _written(rule.default) and not (matters and _is_brought(rule))
        self.in_line = ""
        if not self.usual or words.get("mentioned"):
            self.in_line = _in_line(words, {**values, "value": value}, says)
        self.only = _only_in_a_form(rule)
        self.begins = {f"rule-{it}": by for it, by in words.get("begins", {}).items()}
        self.names_game = names_the_game(variant, rule)
        self.options = [
            Option(
                value=_written(option),
                says=words["options"][option_key(option)],
                usual=option == rule.default,
                ours=option_key(option) in words.get("ours", ()),
            )
            for option in (self.takes if self.kind == "choice" else (rule.default,))
            if option_key(option) in words.get("options", {})
        ]
        # Whether the chosen value is marked by itself, the rule being stated in a source.
        self.chosen_is_ours = any(it.ours for it in self.options if it.value == self.chosen)

    @property
    def when_empty(self) -> str:
        """The meaning of an empty field, where it may be empty."""
        return next((option.says for option in self.options if not option.value), "")


def house_rules(
    variant: Variant,
    chosen: Mapping[str, Any],
    coins: Callable[[int], str] = str,
    players: int | None = None,
) -> list[HouseRule]:
    """The house rules of a game with chosen values; `coins` writes money, `players` if known."""
    values = {
        rule.name: value_of(rule, chosen.get(rule.name, rule.default))
        for rule in fields(variant.rules)
    }
    shown = []
    for rule in fields(variant.rules):
        says = rule_in_words(variant.key, rule.name, values[rule.name], coins)
        matters = has_effect(variant.rules, rule.name, values, players)
        shown.append(HouseRule(variant, rule, values, says, matters=matters))
    # "Until 200 points" says that it is played to a target, too.
    for rule, brought in zip(fields(variant.rules), shown, strict=True):
        if brought.matters and _is_brought(rule):
            for other in shown:
                if other.key in rule.metadata["only"].rules:
                    other.in_line = ""
    return shown


def _in_line(words: Mapping[str, Any], values: Mapping[str, Any], says: str) -> str:
    value = values["value"]
    if "in_line" in words:
        written = option_key(value) if isinstance(value, tuple) else value
        return fill(words["in_line"], {**values, "value": written})
    is_option = option_key(value) in words.get("options", {})
    if not is_option and words.get("says", "{value}") != "{value}":
        return says
    return f"{words['title']}: {says}"


def _is_brought(rule: Field[Any]) -> bool:
    """Whether the value of another rule asks for this number, which is shown then, usual or not."""
    return bool(rule.metadata["only"].rules) and type(rule.default) is int


def _only_in_a_form(rule: Field[Any]) -> dict[str, Any]:
    only: Only = rule.metadata["only"]
    shown: dict[str, Any] = {}
    if only.rules:
        shown["rules"] = {
            f"rule-{other}": [_written(value) for value in values]
            for other, values in only.rules.items()
        }
    if only.players is not None:
        shown |= {"players": only.players, "usual": _written(rule.default)}
    return shown


def names_the_game(variant: Variant, rule: Field[Any]) -> bool:
    """Whether this house rule is what the table calls its game."""
    return rule.metadata["kind"] == "text" and bool(
        variant.kind(variant.rules(**{rule.name: rule.name}))
    )


def read_chosen(variant: Variant, form: Mapping[str, str]) -> dict[str, Any]:
    """The values in a form's `rule-…` fields that are not the usual; wrong ones as they are."""
    rules = fields(variant.rules)
    chosen = {rule.name: _read_value(rule, form) for rule in rules}
    return {it.name: chosen[it.name] for it in rules if chosen[it.name] != it.default}


def _read_value(rule: Field[Any], form: Mapping[str, str]) -> Any:
    name, kind, takes = f"rule-{rule.name}", rule.metadata["kind"], rule.metadata["options"]
    if kind == "rate":
        typed = {key: form.get(f"{name}-{key}", "").strip() for key in RATE_FIELDS}
        return {key: _whole(it) for key, it in typed.items()} if any(typed.values()) else None
    if name not in form:
        return rule.default
    written = form[name].strip()
    if kind == "whole":
        return _whole(written) if written else None
    if kind == "text":
        return " ".join(written.split())
    if kind == "texts":
        lines = (" ".join(line.split()) for line in written.splitlines())
        return tuple(line for line in lines if line)
    if kind == "wholes":
        return tuple(_whole(number) for number in written.replace(",", " ").split())
    return next((option for option in takes if _written(option) == written), written)


def wrong_rules(variant: Variant, chosen: Mapping[str, Any]) -> dict[str, str]:
    """A sentence for each value that a house rule does not take, by its field."""
    wrong = {}
    for rule in fields(variant.rules):
        if rule.name not in chosen:
            continue
        value, takes, kind = chosen[rule.name], rule.metadata["options"], rule.metadata["kind"]
        words = {"title": WORDS["variants"][variant.key]["house_rules"][rule.name]["title"]}
        if value not in takes:
            words |= {} if kind == "choice" else vars(takes)
            wrong[f"rule-{rule.name}"] = fill(WORDS["rule_typed"][kind], words)
        elif names_the_game(variant, rule) and (known := variant_titled(value, variant.key)):
            words["known"] = WORDS["variants"][known]["title"]
            wrong[f"rule-{rule.name}"] = fill(WORDS["rule_typed"]["taken"], words)
    return wrong


def at_odds(variant: Variant, rules: Any, players: int) -> dict[str, str]:
    """A sentence for each house rule that does not go with the others, or with so many people."""
    faults = dict(variant.at_odds(rules))
    if players in variant.players and (unfit := variant.fits(players, rules)):
        for rule in fields(variant.rules):
            usual = replace(rules, **{rule.name: rule.default})
            if variant.fits(players, usual) is None:
                faults.setdefault(rule.name, unfit)
                break
    titles = WORDS["variants"][variant.key]["house_rules"]
    for fault in faults.values():
        fault.game = variant.key
    return {f"rule-{it}": f"{titles[it]['title']}: {faults[it].message}." for it in faults}


def unfit_choices(variant: Variant) -> dict[str, dict[str, dict[int, str]]]:
    """By the field of a form and what is chosen there: why so many people cannot play so."""
    unfit: dict[str, dict[str, dict[int, str]]] = {}
    usual = variant.rules()
    for rule in fields(variant.rules):
        values = rule.metadata["options"]
        for value in values if isinstance(values, tuple) else ():
            rules = replace(usual, **{rule.name: value})
            for players in variant.players:
                if (fault := variant.fits(players, rules)) is not None:
                    fault.game = variant.key
                    of_rule = unfit.setdefault(f"rule-{rule.name}", {})
                    of_rule.setdefault(_written(value), {})[players] = f"{fault.message}."
    return unfit


def _whole(written: str) -> Any:
    """The whole number that was written, in the digits of any script; else what was written."""
    number = parse_sum(written[:LONGEST_NUMBER])
    return written if number is None else number


def _written(value: Any) -> str:
    if isinstance(value, list | tuple):
        return (", " if any(type(item) is int for item in value) else "\n").join(map(str, value))
    return "" if value is None else str(value)
