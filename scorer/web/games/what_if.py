"""A game's deals read again under other house rules, and who would have won then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.entries import CorrectStart
from scorer.rules.errors import Refused
from scorer.rules.house_rules import has_effect, read_house_rules, write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.access import game_here
from scorer.web.errors import sentence_of
from scorer.web.games.preview import about_the_end, best_sides, sheet_with
from scorer.web.games.sheet_view import game_context
from scorer.web.names import listed
from scorer.web.rules.house_rules import house_rules, read_chosen, wrong_rules

what_if = Blueprint("what_if", __name__)


@dataclass(frozen=True)
class Answer:
    """Another value of a rule, which changes the "winner", the "scores", "nothing" or "unknown"."""

    sentence: str
    rule: str
    value: str
    changes: str


@what_if.get("/games/<id:game>/what-if")
def show(game: str) -> ResponseReturnValue:
    """Every single rule otherwise, and any rules one likes to try; 404 without any deals noted."""
    read = game_here(game)
    if read.sheet.only_totals:
        raise NotFound
    variant, now = read.sheet.start.variant, read.sheet.start.rules
    context = game_context(read)
    names = context["sheet"].side_names
    errors, chosen, then = dict[str, str](), write_house_rules(now), None
    if any(key.startswith("rule-") for key in request.args):
        chosen = _chosen(variant, now)
        errors = wrong_rules(variant, chosen)
        if not errors:
            try:
                written = write_house_rules(read_house_rules(variant.rules, chosen))
                then = sheet_with(read, CorrectStart(house_rules=written))
            except Refused as fault:
                errors["form"] = _fault(fault)
    page = render_template(
        "games/what-if.html",
        form={"errors": errors},
        then=then,
        best=best_sides(read.sheet),
        best_then=best_sides(then) if then else (),
        sentence=_outcome(read.sheet, then, names) if then else "",
        about_end=" ".join(about_the_end(read.sheet, then)) if then else "",
        answers=_answers(read, names),
        fields=[
            rule
            for rule in house_rules(variant, chosen, players=len(read.sheet.start.order))
            if rule.matters and rule.key in _rules_to_try(variant)
        ],
        **context,
    )
    return page, 422 if errors else 200


def _rules_to_try(variant: Variant) -> list[str]:
    """The house rules under which the same deals can be read again."""
    return [rule.name for rule in fields(variant.rules) if not rule.metadata["other_game"]]


def _chosen(variant: Variant, now: Any) -> dict[str, Any]:
    """The rules to try; one that was not chosen, or cannot be tried, stays as it was played."""
    chosen, tried = read_chosen(variant, request.args), _rules_to_try(variant)
    return {
        rule.name: chosen.get(rule.name, rule.default)
        if rule.name in tried and any(key.startswith(f"rule-{rule.name}") for key in request.args)
        else getattr(now, rule.name)
        for rule in fields(variant.rules)
    }


def _answers(read: GameRead, names: Sequence[str]) -> list[Answer]:
    """The game under each other value of a rule; those that change the winner first."""
    answers = [_answer(read, rule, value, names) for rule, value in _alternatives(read.sheet.start)]
    return sorted(answers, key=lambda answer: answer.changes != "winner")


def _alternatives(start: ResolvedStart) -> Iterator[tuple[str, Any]]:
    """Each other value of a house rule that has an effect and makes a game with the others."""
    for rule in fields(start.variant.rules):
        options = rule.metadata["options"]
        if rule.metadata["other_game"] or not isinstance(options, tuple):
            continue
        for value in options if has_effect(rule.name, start.rules, len(start.order)) else ():
            tried = replace(start.rules, **{rule.name: value})
            if tried != start.rules and not start.variant.at_odds(tried):
                yield rule.name, value


def _answer(read: GameRead, rule: str, value: Any, names: Sequence[str]) -> Answer:
    """The answer to the question of one other value; deals may need what was not noted."""
    now, written = read.sheet, str(value)
    condition = WORDS["variants"][read.variant]["house_rules"][rule]["if"][written]
    tried = {**write_house_rules(now.start.rules), rule: value}
    try:
        then = sheet_with(read, CorrectStart(house_rules=tried))
    except Refused as fault:
        return Answer(f"{condition}: no result. {_fault(fault)}", rule, written, "unknown")
    if best_sides(then) == best_sides(now) and then.standing == now.standing:
        return Answer(f"{condition[:1].lower()}{condition[1:]}", rule, written, "nothing")
    changes = "scores" if best_sides(then) == best_sides(now) else "winner"
    sentences = [f"{condition}, {_outcome(now, then, names)}", *about_the_end(now, then)]
    return Answer(" ".join(sentences), rule, written, changes)


def _fault(fault: Refused) -> str:
    return f"{'' if fault.deal is None else f'Deal {fault.deal}: '}{sentence_of(fault)}"


def _outcome(now: Sheet, then: Sheet, names: Sequence[str]) -> str:
    """The result of the game under the other rules."""
    best, still = best_sides(then), " still" if best_sides(then) == best_sides(now) else ""
    who, several = listed([names[side] for side in best]) or "nobody", len(best) > 1
    if then.over:
        return f"{who} would{still} have won{' together' if several else ''}."
    return f"{who} would{still} be {'level ' if several else ''}in front."
