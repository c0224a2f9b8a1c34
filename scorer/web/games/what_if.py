"""What if: a game's deals read again under other house rules, and who would have won then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.errors import Refused
from scorer.rules.house_rules import read_house_rules, rule_fields, write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.variant import Variant
from scorer.rules.what_if import Alternative, alternatives, read_with_rules, rules_to_try
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.access import game_here
from scorer.web.errors import sentence_of
from scorer.web.games.preview import about_the_end
from scorer.web.games.sheet_view import game_context
from scorer.web.games.summary import leaders_of
from scorer.web.names import listed
from scorer.web.rules.house_rules import house_rules, read_chosen, wrong_rules

what_if = Blueprint("what_if", __name__)


@dataclass(frozen=True)
class SideThen:
    """A side under the rules that were played by, and under the others."""

    name: str
    now: int
    then: int
    place: int
    place_then: int
    best: bool
    best_then: bool

    @property
    def changed(self) -> bool:
        """Whether it would stand otherwise."""
        return (self.now, self.place) != (self.then, self.place_then)


@dataclass(frozen=True)
class Answer:
    """One other rule: the sentence about it, and what it would have done.

    `does` is "winner" where somebody else would have won, "scores" where only the scores
    would have been others, "nothing", or "unknown" where the deals cannot be read like that.
    """

    says: str
    rule: str
    value: str
    does: str


@dataclass
class RulesForm:
    """What was typed of the house rules, as the fields for them ask for it."""

    errors: dict[str, str]


@what_if.get("/games/<id:game>/what-if")
def show(game: str) -> ResponseReturnValue:
    """Every single rule otherwise, and any rules one likes to try; 404 without any deals noted."""
    read = game_here(game)
    if read.sheet.only_totals:
        raise NotFound
    variant, now = read.sheet.start.variant, read.sheet.start.rules
    context = game_context(read)
    names = context["sheet"].side_names
    form, chosen = RulesForm({}), write_house_rules(now)
    sentence, about_end = "", ""
    sides: tuple[SideThen, ...] = ()
    if any(key.startswith("rule-") for key in request.args):
        chosen = _chosen(variant, now)
        form.errors = wrong_rules(variant, chosen)
        if not form.errors:
            try:
                written = write_house_rules(read_house_rules(variant.rules, chosen))
                then = read_with_rules(read.start, read.entries, written)
                sides, sentence = _sides(read.sheet, then, names), _outcome(read.sheet, then, names)
                about_end = " ".join(about_the_end(read.sheet, then))
            except Refused as fault:
                form.errors["form"] = _fault(fault)
    page = render_template(
        "games/what-if.html",
        form=form,
        sides=sides,
        sentence=sentence,
        about_end=about_end,
        answers=_answers(read, names),
        fields=[
            rule
            for rule in house_rules(variant, chosen, players=len(read.sheet.start.order))
            if rule.matters and rule.key in rules_to_try(variant)
        ],
        **context,
    )
    return page, 422 if form.errors else 200


def _chosen(variant: Variant, now: Any) -> dict[str, Any]:
    """What was asked for; what was not asked, or cannot be tried, stays as it was played."""
    asked, tried = read_chosen(variant, request.args), rules_to_try(variant)
    return {
        rule.name: asked.get(rule.name, rule.default)
        if rule.name in tried and any(key.startswith(f"rule-{rule.name}") for key in request.args)
        else getattr(now, rule.name)
        for rule in rule_fields(variant.rules)
    }


def _answers(read: GameRead, names: Sequence[str]) -> list[Answer]:
    """Every other value of a rule; those that change the winner first."""
    found = [
        _answer(read.sheet, other, names)
        for other in alternatives(read.sheet, read.start, read.entries)
    ]
    return sorted(found, key=lambda answer: answer.does != "winner")


def _answer(now: Sheet, other: Alternative, names: Sequence[str]) -> Answer:
    words = WORDS["variants"][now.start.variant.key]["house_rules"][other.rule]["if"]
    says, value = words[str(other.value)], str(other.value)
    if other.sheet is None:
        why = _fault(other.fault) if other.fault else ""
        return Answer(
            f"{says}: no result. {why}",
            other.rule,
            value,
            "unknown",
        )
    if _best(other.sheet) != _best(now):
        does = "winner"
    elif other.sheet.standing != now.standing:
        does = "scores"
    else:
        return Answer(f"{says[:1].lower()}{says[1:]}", other.rule, value, "nothing")
    sentences = [
        f"{says}, {_outcome(now, other.sheet, names)}",
        *about_the_end(now, other.sheet),
    ]
    return Answer(" ".join(sentences), other.rule, value, does)


def _fault(fault: Refused) -> str:
    if fault.deal is None:
        return sentence_of(fault)
    return f"Deal {fault.deal}: {sentence_of(fault)}"


def _best(sheet: Sheet) -> tuple[int, ...]:
    """Who won, or who is in front of an unfinished game."""
    return sheet.winners if sheet.over else leaders_of(sheet)


def _outcome(now: Sheet, then: Sheet, names: Sequence[str]) -> str:
    """What would have become of the game."""
    best, before = _best(then), _best(now)
    who = listed([names[side] for side in best]) if best else "nobody"
    return OUTCOMES[then.over, best == before, len(best) > 1].format(who=who)


# Whether the game would be over, the same side in front, and several of them.
OUTCOMES = {
    (True, True, True): "{who} would still have won together.",
    (True, True, False): "{who} would still have won.",
    (True, False, True): "{who} would have won together.",
    (True, False, False): "{who} would have won.",
    (False, True, True): "{who} would still be level in front.",
    (False, True, False): "{who} would still be in front.",
    (False, False, True): "{who} would be level in front.",
    (False, False, False): "{who} would be in front.",
}


def _sides(now: Sheet, then: Sheet, names: Sequence[str]) -> tuple[SideThen, ...]:
    return tuple(
        SideThen(
            name=names[side],
            now=now.standing.totals[side],
            then=then.standing.totals[side],
            place=now.standing.places[side],
            place_then=then.standing.places[side],
            best=side in _best(now),
            best_then=side in _best(then),
        )
        for side in now.start.sides_in_order
    )
