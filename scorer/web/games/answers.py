"""Answers to the deal in play, as the phone's modules write them, and what a phone wrote itself."""

from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from scorer.services.errors import AnswerReplaces, DealIsThere, InTheBin
from scorer.services.games.answers import set_answers
from scorer.services.ids import is_id
from scorer.web.access import database, device_here, game_here, state_here
from scorer.web.errors import answer
from scorer.web.games.conflicts import answer_replaces, deal_is_there
from scorer.web.games.entries import NotAnEntry, conflict_answer, parse_body, sheet_answer
from scorer.web.games.in_play_view import own_answers
from scorer.web.security import refuse_foreign_media

answers = Blueprint("answers", __name__)
# More answers than any deal asks.
MOST_SENT = 200


@answers.post("/games/<id:game>/answers")
def write(game: str) -> ResponseReturnValue:
    """Set and clear answers of the deal in play, and answer with the sheet as it is then."""
    device = device_here("play")
    if state_here().deleted:
        raise InTheBin("game", game)
    refuse_foreign_media(request)
    try:
        sent = read_answers(parse_body(request.get_data()))
    except NotAnEntry as fault:
        return answer(400, str(fault), code="not_an_entry")
    try:
        saved = set_answers(
            database(),
            device,
            game,
            deal=sent["deal"],
            id=sent["id"],
            answers=[tuple(answer) for answer in sent["set"]],
            clear=[tuple(place) for place in sent["clear"]],
            replace=sent["replace"],
        )
    except AnswerReplaces as fault:
        read = game_here(game)
        conflict = answer_replaces(read, fault, sent)
        return conflict_answer(read, conflict) if conflict else answer(409)
    except DealIsThere as fault:
        read = game_here(game)
        return conflict_answer(read, deal_is_there(read, fault, sent))
    return sheet_answer(saved.game_read)


def read_answers(sent: Any) -> dict[str, Any]:
    """The answers of a body; raises NotAnEntry where they have not their shape."""
    keys = {"deal", "id", "set", "clear", "replace"}
    if not isinstance(sent, dict) or set(sent) != keys or not is_id(sent["id"]):
        raise NotAnEntry("Answers have a deal, an id, what is set, cleared and replaced.")
    if type(sent["deal"]) is not int or type(sent["replace"]) is not bool:
        raise NotAnEntry("Answers are of the number of a deal, and replace others or not.")
    for name, size in (("set", 3), ("clear", 2)):
        places = sent[name]
        if not isinstance(places, list) or len(places) > MOST_SENT:
            raise NotAnEntry("What is set and cleared are lists.")
        for place in places:
            is_place = isinstance(place, list) and len(place) == size
            if not is_place or not isinstance(place[0], str) or type(place[1]) is not int:
                raise NotAnEntry("An answer has the key of an ask and a place.")
    return sent


@answers.get("/games/<id:game>/own")
def own(game: str) -> ResponseReturnValue:
    """The answers of the deal in play that this phone wrote, hidden ones too."""
    device, read = device_here("play"), game_here(game, "play")
    response = jsonify({} if read.in_play is None else own_answers(read.in_play, device.id))
    response.headers["Cache-Control"] = "no-store"
    return response
