"""Correcting the start of a game: the seats, the people, the first dealer, the house rules."""

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.entries import Body, CorrectStart, parse_body
from scorer.rules.errors import Refused
from scorer.rules.house_rules import read_house_rules, write_house_rules
from scorer.rules.kinds import comparison_key
from scorer.rules.numbers import parse_sent_number
from scorer.services.games.read import GameRead
from scorer.services.people import players as people
from scorer.web.access import database, game_here, players_to_seat
from scorer.web.errors import sentence_of
from scorer.web.forms import sent_id, sent_seen
from scorer.web.games.entries import back_to, write_sent
from scorer.web.games.preview import changes_by
from scorer.web.games.start_form import Chair, StartForm, read_start
from scorer.web.rules.house_rules import house_rules

start = Blueprint("start", __name__)
CHANGE_PLACES = "To swap two people, swap their names."
OTHER_ANSWERS = (
    "These rules do not fit the deals played so far. Keep the old rules, or start a new game."
)


@start.route("/games/<id:game>/start", methods=["GET", "POST"])
def correct(game: str) -> ResponseReturnValue:
    """Change the setup; rows are seats, moved up and down until they are clockwise."""
    read = game_here(game, "score")
    if request.method == "GET":
        return _page(read, _as_it_is(read))
    form = _sent_form(read)
    if move := request.form.get("move"):
        _move(form, move)
        return _page(read, form)
    content = _content(read, form)
    if form.wrong:
        return _page(read, form, status=422)
    try:
        if request.form.get("look"):
            return _page(read, form, changes=changes_by(read, _body(content)))
        if content:
            write_sent(game, CorrectStart.kind, content)
        return back_to(game)
    except Refused as fault:
        form.errors["form"] = _fault(read, content, fault)
    return _page(read, form, status=422)


def _as_it_is(read: GameRead) -> StartForm:
    now = read.sheet.start
    chairs = [Chair(seat, read.name_of(now.sitters[seat])) for seat in now.order]
    return StartForm(now.variant, chairs, str(now.first_dealer), write_house_rules(now.rules))


def _sent_form(read: GameRead) -> StartForm:
    now = read.sheet.start
    form = read_start(now.variant, request.form, rows=len(now.order))
    if {chair.row for chair in form.chairs} != set(now.order):
        for chair, seat in zip(form.chairs, now.order, strict=True):
            chair.row = seat
    for chair in form.chairs:
        if not chair.name:
            chair.error = "Every seat needs a name."
    form.check_rules()
    return form


def _move(form: StartForm, move: str) -> None:
    """Move a row: `up-3` changes places with the row above it."""
    direction, _, number = move.partition("-")
    row, chairs = parse_sent_number(number, len(form.chairs) - 1), form.chairs
    other = -1 if row is None else row - 1 if direction == "up" else row + 1
    if row is not None and 0 <= other < len(chairs):
        chairs[row], chairs[other] = chairs[other], chairs[row]


def _content(read: GameRead, form: StartForm) -> dict[str, Any]:
    now, rules = read.sheet.start, form.house_rules
    content: dict[str, Any] = {}
    # Partners sit down anew as long as nothing was played or noted.
    order = list(now.order) if _can_sit_anew(read) else [chair.row for chair in form.chairs]
    if order != list(now.order):
        content["order"] = order
    dealer = form.dealer()
    if dealer is None:
        form.errors.setdefault("first_dealer", "Say who dealt first.")
    elif order[dealer] != now.first_dealer:
        content["first_dealer"] = order[dealer]
    if rules != now.rules:
        content["house_rules"] = write_house_rules(rules)
    if not form.wrong:
        by_seat = dict(zip(order, _players(read, form), strict=True))
        players = [by_seat[seat] for seat in range(len(order))]
        if [player["id"] for player in players] != [sitter.player for sitter in now.sitters]:
            content["players"] = players
    return content


def _can_sit_anew(read: GameRead) -> bool:
    sheet = read.sheet
    noted = sheet.opening is None or read.answers
    moved = sheet.since or sheet.sitters != sheet.start.sitters
    return sheet.start.by_sides and not (sheet.deals or noted or moved)


def _players(read: GameRead, form: StartForm) -> list[dict[str, Any]]:
    for chair in form.chairs:
        sitter = read.sheet.start.sitters[chair.row]
        same = comparison_key(chair.name) == comparison_key(read.name_of(sitter))
        chair.player = sitter.player if same else ""
    return form.players(people.known_players(database(), read.club))


def _fault(read: GameRead, content: dict[str, Any], fault: Refused) -> str:
    if fault.code == "partners_apart":
        return f"{sentence_of(fault)} {CHANGE_PLACES}"
    if fault.deal is None:
        return sentence_of(fault)
    now = read.sheet.start
    if "house_rules" in content:
        players, rules = len(now.order), read_house_rules(now.variant.rules, content["house_rules"])
        sides, asks = now.variant.sides(players, rules), now.variant.asks(players, rules)
        if (sides, asks) != (now.sides, now.asks):
            return OTHER_ANSWERS
    return f"Deal {fault.deal}: {sentence_of(fault)}"


def _body(content: dict[str, Any]) -> Body:
    people = enumerate(content.get("players", ()))
    players = [{**person, "id": person["id"] or f"new-{at}"} for at, person in people]
    return parse_body(CorrectStart.kind, {**content, "players": players or None})


def _hint(read: GameRead) -> str:
    if _can_sit_anew(read):
        return "Nothing was played yet: players opposite each other are partners."
    if read.sheet.start.by_sides:
        return f"Each deal stays with its seat, and partners stay partners. {CHANGE_PLACES}"
    return "Each deal stays with its seat: moving a seat moves its scores along."


def _page(
    read: GameRead, form: StartForm, *, status: int = 200, changes: dict[str, Any] | None = None
) -> ResponseReturnValue:
    page = render_template(
        "games/start.html",
        game=read,
        form=form,
        changes=changes,
        hint=_hint(read),
        rules=house_rules(form.variant, form.rules),
        known=players_to_seat(),
        id=sent_id(),
        seen=sent_seen() if request.method == "POST" else read.version,
    )
    return page, status
