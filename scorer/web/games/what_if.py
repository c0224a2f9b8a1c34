"""A game's deals read again under other house rules, and who would have won then."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from scorer.rules.entries import CorrectStart
from scorer.rules.errors import Refused
from scorer.rules.house_rules import has_effect, write_house_rules
from scorer.rules.start import ResolvedStart
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.access import game_here
from scorer.web.errors import sentence_of
from scorer.web.games.preview import about_the_end, best_sides, sheet_with
from scorer.web.games.sheet_view import game_context
from scorer.web.names import listed

what_if = Blueprint("what_if", __name__)


@what_if.get("/games/<id:game>/what-if")
def show(game: str) -> str:
    """The game under each other value of a rule, by what that changes; 404 without its deals."""
    read = game_here(game)
    if read.sheet.only_totals:
        raise NotFound
    context = game_context(read)
    answers: dict[str, list[str]] = {"winner": [], "scores": [], "nothing": [], "unknown": []}
    for rule, value in _alternatives(read.sheet.start):
        changes, sentence = _answer(read, rule, value, context["sheet"].side_names)
        answers[changes].append(sentence)
    return render_template("games/what-if.html", answers=answers, **context)


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


def _answer(read: GameRead, rule: str, value: Any, names: Sequence[str]) -> tuple[str, str]:
    """What another value of a rule changes, and its sentence; deals may need what was not noted."""
    now, written = read.sheet, str(value)
    condition = WORDS["variants"][read.variant]["house_rules"][rule]["if"][written]
    tried = {**write_house_rules(now.start.rules), rule: value}
    try:
        then = sheet_with(read, CorrectStart(house_rules=tried))
    except Refused as fault:
        deal = "" if fault.deal is None else f"Deal {fault.deal}: "
        return "unknown", f"{condition}: no result. {deal}{sentence_of(fault)}"
    best, is_same = best_sides(then), best_sides(then) == best_sides(now)
    if is_same and then.standing == now.standing:
        return "nothing", f"{condition[:1].lower()}{condition[1:]}"
    who, several = listed([names[side] for side in best]) or "nobody", len(best) > 1
    would = "would still" if is_same else "would"
    if then.over:
        outcome = f"{who} {would} have won{' together' if several else ''}."
    else:
        outcome = f"{who} {would} be {'level ' if several else ''}in front."
    sentences = [f"{condition}, {outcome}", *about_the_end(now, then)]
    return "scores" if is_same else "winner", " ".join(sentences)
