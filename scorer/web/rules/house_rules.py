"""House rules as the screen asks for them, shows them and explains them."""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any

from scorer.rules.house_rules import Only, Rate, Span, Text, Texts, option_key, rule_in_words
from scorer.rules.kinds import title_taken
from scorer.rules.numbers import parse_number, write_number
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, fill

MAX_NUMBER = 99_999_999
LONGEST_NUMBER = 40
RATE_FIELDS = ("counters", "pays")


@dataclass(frozen=True)
class Option:
    """One value of a house rule; `ours` where only the usual one is in a source."""

    value: str
    says: str
    usual: bool
    chosen: bool
    ours: bool = False


@dataclass(frozen=True)
class HouseRule:
    """One house rule; `options` are the values that have words of their own.

    `span` is there where it takes any whole number, and `rate` holds the numbers of a rate as they
    stand in their fields. `letters` are the most that a text takes, and `lines` how many texts
    there may be. It `matters` where it has an effect, by the values of the others and the number of
    players, which `only` names for a form. `names_game`: it is what the table calls its game.
    One that is `mentioned` stands in a line about a game as `in_line`: nobody could guess it.
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
    only: Mapping[str, Any] = field(default_factory=dict)
    hint: str = ""
    names_game: bool = False
    mentioned: bool = False
    in_line: str = ""

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
        """The meaning of an empty field, where it may be empty."""
        return next((option.says for option in self.options if not option.value), "")


def house_rules(
    variant: Variant,
    chosen: Mapping[str, Any],
    coins: Callable[[int], str] = str,
    players: int | None = None,
) -> list[HouseRule]:
    """The house rules of a game with chosen values; `coins` writes money, `players` if known."""
    titles = WORDS["variants"][variant.key]["house_rules"]
    values_now = {rule.name: chosen.get(rule.name, rule.default) for rule in fields(variant.rules)}
    brought = {
        other
        for rule in fields(variant.rules)
        if _is_brought(rule) and rule.metadata["only"].matches(values_now, players)
        for other in rule.metadata["only"].rules
    }
    shown = []
    for rule in fields(variant.rules):
        values, words = rule.metadata["options"], titles[rule.name]
        now = values_now[rule.name]
        written, usual = _written(now), _written(rule.default)
        only: Only = rule.metadata["only"]
        matters = only.matches(values_now, players)
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
        says = rule_in_words(variant.key, rule.name, now, coins)
        usual_here = written == usual and not (matters and _is_brought(rule))
        shown.append(
            HouseRule(
                key=rule.name,
                title=words["title"],
                source=words["source"],
                options=options,
                chosen=written,
                usual=usual_here,
                says=says,
                unit=words.get("unit", ""),
                span=values if isinstance(values, Span) else None,
                rate={key: _written((now or {}).get(key)) for key in RATE_FIELDS}
                if isinstance(values, Rate)
                else {},
                letters=getattr(values, "letters", values.most if isinstance(values, Text) else 0),
                lines=values.most if isinstance(values, Texts) else 0,
                matters=matters,
                only=_only_in_a_form(rule),
                hint=words.get("hint", ""),
                names_game=names_the_game(variant, rule),
                mentioned=bool(not usual_here or words.get("mentioned"))
                and rule.name not in brought,
                in_line=_in_line(words, now, says),
            )
        )
    return shown


def _in_line(words: Mapping[str, Any], value: Any, says: str) -> str:
    """A house rule in a line about a game; a number that has words of its own needs no title."""
    if "in_line" in words:
        return fill(words["in_line"], {"value": value})
    is_option = option_key(value) in words.get("options", {})
    if not is_option and words.get("says", "{value}") != "{value}":
        return says
    return f"{words['title']}: {says}"


def _is_brought(rule: Field[Any]) -> bool:
    """Whether the value of another rule asks for this number, which is shown then, usual or not."""
    return bool(rule.metadata["only"].rules) and type(rule.default) is int


def _only_in_a_form(rule: Field[Any]) -> dict[str, Any]:
    """When a rule has an effect: the values of other fields, and the numbers of players."""
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
    return isinstance(rule.metadata["options"], Text) and bool(
        variant.kind(variant.rules(**{rule.name: rule.name}))
    )


def read_chosen(variant: Variant, form: Mapping[str, str]) -> dict[str, Any]:
    """The values in a form's `rule-…` fields that are not the usual; wrong ones as they are."""
    chosen: dict[str, Any] = {}
    for rule in fields(variant.rules):
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
    for rule in fields(variant.rules):
        options = rule.metadata["options"]
        if rule.name not in chosen:
            continue
        title = WORDS["variants"][variant.key]["house_rules"][rule.name]["title"]
        if chosen[rule.name] in options:
            named = names_the_game(variant, rule)
            if named and (known := title_taken(chosen[rule.name], variant.key)):
                wrong[f"rule-{rule.name}"] = (
                    f"{title}: {known} has its own rules here. Choose it when you start a new "
                    "game, or use another title."
                )
            continue
        if isinstance(options, Span):
            least, most = write_number(options.least), write_number(options.most)
            empty = ", or leave it empty" if options.or_none else ""
            wrong[f"rule-{rule.name}"] = (
                f"{title}: write a whole number from {least} to {most}{empty}."
            )
        elif isinstance(options, Rate):
            wrong[f"rule-{rule.name}"] = f"{title}: write two whole numbers, or leave both empty."
        elif isinstance(options, Text):
            wrong[f"rule-{rule.name}"] = f"{title}: write at most {options.most} letters."
        elif isinstance(options, Texts):
            lengths = [len(line) for line in chosen[rule.name]]
            long = [at for at, length in enumerate(lengths, 1) if length > options.letters]
            if long:
                says = f"{title}, line {long[0]}: write at most {options.letters} letters."
            else:
                says = f"{title}: write at most {options.most} lines."
            wrong[f"rule-{rule.name}"] = says
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
    return {
        f"rule-{rule}": f"{titles[rule]['title']}: {fault.message}."
        for rule, fault in faults.items()
    }


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
    digits = written.removeprefix("−").removeprefix("-")
    number = parse_number(digits, MAX_NUMBER)
    if number is None:
        return written
    return number if digits == written else -number


def _written(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    return "" if value is None else str(value)
