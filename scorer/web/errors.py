"""Errors in plain words: a page for people, JSON for the phone's modules."""

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from flask import (
    Flask,
    Response,
    current_app,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
)
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import HTTPException

from scorer.rules.errors import Refused
from scorer.rules.words import WORDS, say
from scorer.services.club.devices import MANAGERS, list_devices, names_of
from scorer.services.errors import Conflict, NotAllowed, NotFound, ServiceError, TooMany, WhichClub
from scorer.storage.unavailable import NoSuchId, Unavailable
from scorer.web.access import database, joined_device
from scorer.web.names import clubs_here, isolate_rtl, listed
from scorer.web.security import NO_STORE


def says(code: str) -> str:
    """The sentence of a fault that has no numbers."""
    return f"{say(WORDS['errors'][code], {})}."


# The heading and the sentence of each page, and the code the phone's modules go by.
ERROR_PAGES = {
    400: ("Something is missing", "Go back, reload the page and try again.", "bad"),
    401: ("Join this table", "This phone has not joined yet, or was removed.", "join"),
    403: ("This phone may not do that", "", "not_allowed"),
    404: ("Not here", says("not_found"), "not_found"),
    405: ("That does not work", "This page cannot be opened like that.", "method"),
    409: ("Look again first", "Look at the sheet as it is now, and try again.", "conflict"),
    413: ("Too long", "That is more than fits here.", "too_large"),
    415: ("That does not work", "This address takes JSON only.", "not_json"),
    422: ("That is not possible", "What you typed is not possible.", "impossible"),
    429: ("Too much at once", "Wait a little, then try again.", "too_many"),
    503: ("Not now", "Try again in a moment.", "unavailable"),
    500: ("Something went wrong", "This is our fault. Nothing saved is lost.", "broken"),
}
# The numbers of a fault that are names of people.
NAMES = ("name", "neighbour")
# So many phones that manage the club are named, those seen last.
MAX_NAMED = 3
# When a save that could not be written is worth another try, in seconds.
RETRY_SECONDS = 5
# The same of every link that leads nowhere, so that nobody learns whether there ever was one.
SHARED = "/shared/"
NOT_SHARED = "This link was withdrawn or is too old. Ask for a new one."
OLD_PAGE = "This page is too old. Go back, reload it and save again."


def init_app(app: Flask) -> None:
    """Answer every fault in plain words."""
    # The module gets a fresh token and tries again.
    app.register_error_handler(
        CSRFError, lambda _: answer(400, OLD_PAGE, code="csrf", token=generate_csrf())
    )
    app.register_error_handler(HTTPException, on_http)
    app.register_error_handler(NotFound, lambda _: answer(404))
    app.register_error_handler(NoSuchId, lambda _: answer(404))
    app.register_error_handler(
        NotAllowed,
        lambda fault: answer(
            403, None if fault.code == NotAllowed.code else sentence_of(fault), code=fault.code
        ),
    )
    app.register_error_handler(TooMany, on_too_many)
    app.register_error_handler(WhichClub, on_several_clubs)
    app.register_error_handler(
        Conflict, lambda fault: answer(409, sentence_of(fault), code=fault.code, **fault.params)
    )
    app.register_error_handler(
        Refused,
        lambda fault: answer(
            422, sentence_of(fault), code=fault.code, deal=fault.deal, seat=fault.seat
        ),
    )
    app.register_error_handler(Unavailable, on_unavailable)
    app.add_template_global(who_can_let)


def wants_json() -> bool:
    """Whether the one who asks is a module and not a person."""
    return request.is_json or request.accept_mimetypes.best == "application/json"


def answer(status: int, sentence: str | None = None, **more: Any) -> Response:
    """A page, or JSON, for this status."""
    title, usual, code = ERROR_PAGES.get(status, ERROR_PAGES[500 if status >= 500 else 400])
    if status == 404 and request.path.startswith(SHARED):
        usual = NOT_SHARED
    if status == 403 and not sentence:
        usual = who_can_let()
    sentence = str(sentence or usual)
    if wants_json():
        response = jsonify(error={"code": code, "message": sentence, **more})
    else:
        game = (request.view_args or {}).get("game")
        page = render_template(
            "errors/error.html", status=status, title=title, sentence=sentence, game=game
        )
        response = make_response(page)
    response.status_code = status
    return response


def on_http(fault: HTTPException) -> Response:
    """Any fault that has a status of its own."""
    response = answer(fault.code or 500, g.get("too_large") if fault.code == 413 else None)
    for name, value in fault.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def on_several_clubs(fault: WhichClub) -> Response:
    """Send it to the club of the page that it came from, or ask which of a phone's clubs it is."""
    if wants_json():
        return answer(409, sentence_of(fault), code=fault.code)
    [before] = parse_qs(urlsplit(request.referrer or "").query).get("club", [""])[-1:]
    if before in fault.clubs:
        query = urlencode([*request.args.items(multi=True), ("club", before)])
        return make_response(redirect(f"{request.path}?{query}", 307))
    sent = request.args if request.method == "GET" else request.form
    page = render_template(
        "errors/which_club.html",
        clubs={club: name for club, name in clubs_here().items() if club in fault.clubs},
        fields=[field for field in sent.items(multi=True) if field[0] != "csrf_token"],
    )
    return make_response(page, 409)


def on_unavailable(fault: Unavailable) -> Response:
    """The database cannot be written, or not be read: what a form sent can be sent again."""
    current_app.logger.warning("%s %s: %s", request.method, request.path, fault)
    g.setdefault("device", None)  # the page itself must not ask the database
    saving = request.method not in ("GET", "HEAD")
    sentence = say(WORDS["unavailable"]["save" if saving else "read"], {"problem": str(fault)})
    if wants_json() or not saving:
        response = answer(503, sentence, code=fault.code)
    else:
        response = _not_saved(503, sentence)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    response.headers["Cache-Control"] = NO_STORE
    return response


def on_too_many(fault: TooMany) -> Response:
    """It is more than a limit allows: what a form sent can be sent again, and the phone waits."""
    is_form = request.method == "POST" and not wants_json()
    return (_not_saved if is_form else answer)(429, sentence_of(fault))


def _not_saved(status: int, sentence: str) -> Response:
    fields = [it for it in request.form.items(multi=True) if it[0] != "csrf_token"]
    page = render_template(
        "errors/not_saved.html",
        sentence=sentence,
        address=request.full_path if request.query_string else request.path,
        fields=fields,
        files=bool(request.files),
    )
    return make_response(page, status)


def who_can_let() -> str:
    """What this phone may, and who can let it do more; a guest learns nothing of the club."""
    device = joined_device()
    if device is None:
        return "Ask the host."
    clubs = clubs_here()
    where = f" in {isolate_rtl(clubs[device.club])}" if clubs else ""
    right = f"This phone may {WORDS['rights'][device.right]}{where}."
    if device.guest:
        return f"{right} Ask the host."
    if device.right == "manage":
        return f"{right} No phone may do it here."
    called = names_of(database(), device.club)
    names = [called[it.id] for it in list_devices(database(), device.club, MANAGERS)]
    if not names:
        return f"{right} Ask whoever runs Scorer for an invitation."
    return f"{right} To change that, ask {listed(names[:MAX_NAMED], 'or')}."


def sentence_of(fault: Refused | ServiceError) -> str:
    """The sentence about a fault."""
    names = {key: fault.params[key] for key in NAMES if isinstance(fault.params.get(key), str)}
    if not names:
        return f"{fault.message}."
    called = {key: isolate_rtl(name) for key, name in names.items()}
    return f"{say(WORDS['errors'][fault.code], {**fault.params, **called})}."
