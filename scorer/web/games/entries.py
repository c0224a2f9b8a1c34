"""Writing entries, from plain forms and as JSON, and answers to the deal in play, as JSON."""

from collections.abc import Mapping
from typing import Any, get_args

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from scorer.rules.errors import BadRecord, GameIsOver
from scorer.rules.record import parse
from scorer.services.errors import Conflict, InTheBin
from scorer.services.games.answers import Finish, set_answers
from scorer.services.games.read import GameRead
from scorer.services.games.write import MAX_SEEN, Saved, write_entry
from scorer.services.ids import is_id
from scorer.web.access import database, device_here, game_here, note_changes, state_here
from scorer.web.errors import answer, wants_json
from scorer.web.forms import sent_id, sent_seen
from scorer.web.games.conflict_view import (
    ConflictOfAnswers,
    ConflictOfEntry,
    ConflictView,
    stopped_game,
)
from scorer.web.games.own_answers import answers_as_data
from scorer.web.games.sheet_cache import tag_sent
from scorer.web.games.sheet_page import paint_sheet, sheet_response

entries = Blueprint("entries", __name__)
DEEPEST = 8
FINISHES = (None, *get_args(Finish))
# More answers than any deal asks.
MAX_SENT = 200
MAX_TURN = 2**63 - 1
# What a phone says that sends more behind this: the sheet comes with the last of it.
MORE_FOLLOWS = "return=minimal"


@entries.post("/games/<id:game>/entries")
def write(game: str) -> ResponseReturnValue:
    """Write one entry, or those of a button under a conflict, and answer with the sheet."""
    device_here("play")
    if "entries" in request.form:
        several = parse_json(request.form["entries"].encode())
        for entry in several if isinstance(several, list) else [several]:
            write_or_ask(game, read_entry(entry))
        return back_to(game)
    sent = read_entry(sent_json(game))
    saved = write_or_ask(game, sent)
    read = saved.game_read
    # Where another phone has written the same, the entry is theirs.
    about = {"entry": read.entries[saved.number - 1].id, "number": saved.number}
    if request.headers.get("Prefer") == MORE_FOLLOWS:
        return jsonify(game=game, version=read.version, **about)
    if saved.changes is not None:
        note_changes(saved.changes)
    more: dict[str, Any] = {"version": read.version, "repeated": saved.repeated, **about}
    return sheet_response(*paint_sheet(read, just_written=True, **more))


def write_sent(game: str, kind: str, content: dict[str, Any]) -> Saved:
    """Write an entry that a plain form sent; raises Refused, NotFound, NotAllowed."""
    sent = {"id": sent_id(), "seen": sent_seen(), "kind": kind, "content": content}
    return write_or_ask(game, sent)


def write_or_ask(game: str, sent: Mapping[str, Any]) -> Saved:
    """Write an entry; where something is in the way, answer with what is there and buttons."""
    try:
        return write_entry(database(), device_here("play"), game, **sent)
    except Conflict as fault:
        read = game_here(game)
        abort(conflict_answer(read, ConflictOfEntry(read, fault, sent).view()))
    except GameIsOver as fault:
        read = game_here(game)
        offer = stopped_game(read, fault, sent)
        if offer is None:
            raise
        abort(conflict_answer(read, offer, 422))


def conflict_answer(read: GameRead, conflict: ConflictView, status: int = 409) -> Response:
    """The conflict: a page, or for the phone's modules the part of it that they show."""
    if wants_json():
        html = render_template("games/_conflict.html", game=read, conflict=conflict)
        about = {"code": conflict.code, "deal": conflict.deal}
        return answer(status, conflict.sentence, html=html, **about)
    page = render_template("games/conflict.html", game=read, conflict=conflict)
    return make_response(page, status)


def back_to(game: str) -> ResponseReturnValue:
    """Back to the sheet, so that loading the page again writes nothing."""
    return redirect(url_for("games.show", game=game), 303)


def sent_json(game: str) -> Any:
    """The JSON that a phone sent for a game; raises BadRequest, InTheBin, UnsupportedMediaType."""
    if state_here().deleted:
        raise InTheBin("game", game)
    if not request.is_json:
        raise UnsupportedMediaType
    return parse_json(request.get_data())


def parse_json(body: bytes) -> Any:
    """The JSON of a body; raises BadRequest where it is none, or nested too deeply."""
    try:
        return parse(body, deepest=DEEPEST)
    except BadRecord:
        raise BadRequest from None


def read_entry(entry: Any) -> dict[str, Any]:
    """What an entry says, and what its phone had seen; raises BadRequest where it is none."""
    keys = {"id", "seen", "kind", "content"}
    if not isinstance(entry, dict) or set(entry) - {"answers_seen"} != keys:
        raise BadRequest
    seen = [entry["seen"], entry.get("answers_seen", 0)]
    is_seen = all(type(number) is int and 0 <= number <= MAX_SEEN for number in seen)
    is_body = isinstance(entry["kind"], str) and isinstance(entry["content"], dict)
    if not (is_id(entry["id"]) and is_seen and is_body):
        raise BadRequest
    return entry


@entries.post("/games/<id:game>/answers")
def write_answers(game: str) -> ResponseReturnValue:
    """Set and clear answers of the deal in play, or finish it; answer with the sheet then.

    A phone says which one it has: where nothing but who is in is new on it, only that is sent.
    """
    device = device_here("play")
    sent = read_answers(sent_json(game))
    named = {"answers" if key == "set" else key: value for key, value in sent.items()}
    try:
        read = set_answers(database(), device, game, **named).game_read
    except Conflict as fault:
        read = game_here(game)
        return conflict_answer(read, ConflictOfAnswers(read, fault, sent).view())
    if request.headers.get("Prefer") == MORE_FOLLOWS:
        return jsonify(game=game, version=read.answers_version)
    version = read.answers_version
    return sheet_response(*paint_sheet(read, tag_sent()[0], just_written=True, version=version))


def read_answers(sent: Any) -> dict[str, Any]:
    """The answers of a body; raises BadRequest where they have not their shape."""
    keys = {"id", "turn", "after", "set", "clear", "replace", "finish"}
    if not isinstance(sent, dict) or set(sent) != keys:
        raise BadRequest
    if not is_id(sent["id"]) or not (sent["after"] is None or is_id(sent["after"])):
        raise BadRequest
    if type(sent["turn"]) is not int or not 0 < sent["turn"] <= MAX_TURN:
        raise BadRequest
    is_list = isinstance(sent["replace"], list) and len(sent["replace"]) <= MAX_SENT
    if not is_list or sent["finish"] not in FINISHES:
        raise BadRequest
    for places, size in ((sent["set"], 3), (sent["clear"], 2)):
        if not isinstance(places, list) or len(places) > MAX_SENT:
            raise BadRequest
        for place in places:
            is_place = isinstance(place, list) and len(place) == size
            if not is_place or not isinstance(place[0], str) or type(place[1]) is not int:
                raise BadRequest
    return sent


@entries.get("/games/<id:game>/own")
def own(game: str) -> ResponseReturnValue:
    """The answers of the deal in play that this phone wrote, hidden ones too."""
    device, deal = device_here("play").id, game_here(game, "play").in_play
    mine = [answer for answer in deal.answers.values() if answer.device == device] if deal else ()
    return jsonify(answers_as_data(deal, mine) if deal else {})
