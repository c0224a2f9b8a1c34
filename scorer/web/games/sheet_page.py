"""The sheet of a game: the context of its template, and news of it for phones with an old one."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app, g, json, render_template, request
from markupsafe import Markup

from scorer.rules.answer_words import is_answered, template_of
from scorer.rules.entries import (
    MAX_ADJUSTED,
    MAX_REASON_LENGTH,
    ChangeTable,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    TakeSeat,
    Withdraw,
)
from scorer.rules.in_play import OF_DEAL, asks_to_correct, calls_of, own_asks
from scorer.rules.seating import Seating
from scorer.rules.types import SheetDeal
from scorer.rules.words import WORDS, fill
from scorer.services import clock
from scorer.services.club.devices import NEWCOMERS, list_devices
from scorer.services.club.invitations import is_way_back_due
from scorer.services.games.news import GameState, seats_in
from scorer.services.games.read import GameRead, game_that_goes_on, next_game
from scorer.services.games.seats_held import held_by
from scorer.services.games.start import PLACEHOLDER_ID, own_scoring, preview_next_game
from scorer.storage.book import STILL_PLAYING
from scorer.web.access import club_here, database, device_here, game_here, may, state_here
from scorer.web.compression import packed, takes_gzip, unpacked
from scorer.web.drawing.plot import MAX_LINES
from scorer.web.formats import upper_first
from scorer.web.fresh import poll_seconds
from scorer.web.games.book_view import EntrySentences, doubts_in_words, sheet_at
from scorer.web.games.deals_table import deals_table
from scorer.web.games.game_words import game_words
from scorer.web.games.own_answers import OwnAnswers, own_answers_of, replaced_in
from scorer.web.games.phone_data import game_data
from scorer.web.games.sheet_cache import (
    ELSEWHERE,
    STATE,
    Sheets,
    hashes_of,
    seat_here,
    standing_cookie,
    tag_of_page,
    tag_of_phone,
    tag_sent,
)
from scorer.web.games.sheet_view import (
    SheetView,
    game_context,
    notes_of_deal,
    rows_of_deal,
    stand_ins_of,
)
from scorer.web.names import listed
from scorer.web.sharing.links import game_to_send

news = Blueprint("news", __name__)
# Once nobody has played a game that is over for so long.
LATER_POLL_SECONDS = 30
LATER = timedelta(hours=1)
# A notice has two lines on a small phone: what is longer stands in the rows anyway.
MAX_IN_NOTICE = 58
# A sheet is sent to a few phones once: half the work of the usual level for one byte in fifteen
# more.
GZIP_LEVEL = 4
# Whose the news of who is in are.
ALL = "all"
# The entries whose sentences compare the sheet with that before them.
COMPARED = (ChangeTable, CorrectDeal, CorrectStart, TakeSeat, Withdraw)


def sheet_page(
    game: GameRead, in_play: OwnAnswers | None, *, just_written: bool = False
) -> dict[str, Any]:
    """The context of the sheet's template, the same for all phones of one right."""
    context = _sheet_context(game)
    view: SheetView = context["sheet"]
    is_recent = clock.now() - game.last_at <= STILL_PLAYING
    lets_in = is_recent and state_here().newcomers and may("score")
    # Right after a write nothing was begun since.
    is_left = view.over or game.followed_by or (state_here().held and not just_written)
    return {
        **context,
        "notice": notice_of(view) if just_written or is_recent or not view.over else None,
        "send": game_to_send(view) if view.over else None,
        "next_game": next_game(database(), game) if view.over else None,
        "own_scoring": own_scoring(database(), game) if view.over else None,
        "begin_next": partial(next_sheet, game) if view.over else None,
        "way_back_due": view.over and may("manage") and is_way_back_due(database(), game.club),
        "newcomers": list_devices(database(), game.club, NEWCOMERS, game.night) if lets_in else [],
        "in_play": in_play,
        "noting": noting_of(view, in_play) if view.words.during else None,
        "last_deal": last_deal_of(view),
        "own_words": view.words.of_phone,
        "data": {
            "tag": tag_of_page(game, in_play),
            **game_data(view, device_here().right, in_play),
            **(_goes_on(game) if is_left else {}),
        },
    }


def _goes_on(game: GameRead) -> dict[str, Any]:
    """The game that phones go on to from here, `all` of them or those in its seats, by device."""
    found = game_that_goes_on(database(), game)
    if found is None:
        return {}
    id, follows = found
    seats = {device: seat for seat, device in held_by(database(), game.club, id).items()}
    # While this one is not over, other people may play another at the same time, and those who
    # play here are not led out of a deal: a line leads there.
    if not (game.sheet.over or follows):
        if seats.keys().isdisjoint(held_by(database(), game.club, game.id).values()):
            return {}
        seats = {}
    return {"goes_on": {"game": id, "all": follows, "seats": seats}}


def _sheet_context(game: GameRead) -> dict[str, Any]:
    context = game_context(game)
    view: SheetView = context["sheet"]
    words, ask = view.words, view.words.first_prompt
    noted = view.sheet.opening.noted if view.sheet.opening else {}
    during = {it.key for it in words.during if it.key in noted}
    against = {key for it in view.table.asks if noted.get(it.key) is not None for key in it.unless}
    is_answered = any(ask and it.ask == ask.key and it.place == OF_DEAL for it in game.answers)
    cookie = standing_cookie(view.sheet.sitters)
    return {
        **context,
        "deals_table": deals_table(view),
        "tables": view.tables,
        "most_lines": MAX_LINES,
        # The ask that a tap on a row answers, and its question as long as nobody has answered it.
        "first_prompt": ask,
        "prompt": words.asks[ask.key]["prompt"] if ask and not is_answered else "",
        # By their asks, what is a whole deal and what can be typed before the play.
        "alone": {key: label for key, label in words.alone.items() if key not in against},
        "asks_before_play": {it: label for it, label in words.before.items() if it not in during},
        "most_adjusted": MAX_ADJUSTED,
        "longest_reason": MAX_REASON_LENGTH,
        "standing_cookie": cookie,
        "by_standing": cookie in request.cookies,
    }


def noting_of(view: SheetView, own: OwnAnswers | None) -> dict[str, Any] | None:
    """What can be noted while the cards are being played, and what a single tap notes.

    `questions` are those that a name answers, and `marks` the answers, by seat; `choice` is there
    until it is answered. All else is noted on the pad, from `ask` on: `what` it is in words,
    whether all `is_noted`, and the `last` ask where no other is open, such as the trump of a bid.
    Calls are made on the phones of seats, if any is held.
    """
    sheet, words, opening = view.sheet, view.words, view.game.sheet.opening
    if not (opening and sheet.opening):
        return None
    noted, questions = sheet.opening.noted, dict[str, Mapping[str, str]]()
    marks: dict[int, list[dict[str, str]]] = {}
    for ask in words.named:
        of_ask = words.asks[ask.key]["in_play"]
        if (seat := noted.get(ask.key)) is not None:
            marks.setdefault(seat, []).append({"ask": ask.key, "mark": of_ask["mark"]})
            continue
        answer = {ask.key: opening.table.order[0]}
        table, method = opening.table, view.start.variant.in_play
        moved = Seating(table).play(method, answer, table, opening.carry)
        # Not where it would bring nothing.
        if not moved or any(line.points for line in moved):
            questions[ask.key] = of_ask
    calls = calls_of(view.table) if own and own.state.held else ()
    choice = words.choice if may("score") else None
    asks = [ask for ask in words.without_row if ask not in calls and ask is not choice]
    still_open = [ask for ask in asks if ask.of != "deal" or ask.key not in noted]
    is_last = len(still_open) == 1 and still_open[0].of == "deal"
    return {
        "questions": questions,
        "marks": marks,
        "choice": choice if choice and choice.key not in noted else None,
        "ask": asks[0].key if asks else "",
        "what": listed([words.asks[ask.key]["what"] for ask in asks]),
        "is_noted": not still_open,
        "last": still_open[0].key if is_last else "",
    }


def next_sheet(last: GameRead) -> Markup:
    """The sheet of the game that "Same again" begins, for a phone without signal."""
    of_newer = "notice in_play noting last_deal send next_game begin_next".split()
    html = render_template(
        "games/_sheet.html",
        **_sheet_context(preview_next_game(last)),
        **dict.fromkeys(of_newer),
        newcomers=(),
        new_id=lambda: PLACEHOLDER_ID,
        data={},
    )
    return Markup(html)  # noqa: S704 - what a template made is safe


def paint_sheet(
    read: GameRead, known: str = "", *, just_written: bool = False, **more: Any
) -> tuple[str, bytes]:
    """The tag and the gzipped answer of a sheet, which is kept; `more` is for this phone alone.

    Only of who is in, where nothing else is new to the phone, by the hashes that are `known` to it.
    """
    in_play = own_answers_of(read)
    if known and in_play and in_play.state.held:
        tag = tag_of_page(read, in_play)
        if tag.startswith(f"{known}_"):
            return tag, _paint_who_is_in(read, in_play, tag)
    # Its forms have no token: the page that shows them has its own (`security.token_here`).
    g.csrf_token = ""
    page = sheet_page(read, in_play, just_written=just_written)
    html, data = render_template("games/_sheet.html", **page), page["data"]
    body = _pack(html=html, data=data)
    # The notice of a write to an old game is for the phone that wrote.
    if not just_written or clock.now() - read.last_at <= STILL_PLAYING:
        place = f"{read.club}/{read.id}/{device_here().right}"
        current_app.extensions["sheets"].keep(place, data["tag"], body)
    return data["tag"], _pack(**more, html=html, data=data) if more else body


def _paint_who_is_in(read: GameRead, in_play: OwnAnswers, tag: str) -> bytes:
    """The same of who is in, for all phones."""
    table = in_play.deal.table
    variant = game_words(read.sheet.start, table.players, club_here().currency).variant
    html = render_template("games/_who_is_in.html", in_play=in_play, variant=variant)
    versions = {"version": read.version, "answers_version": read.answers_version}
    data = {**versions, "next": in_play.who_is_in()}
    body = _pack(parts=True, html=html, data=data, version=read.answers_version)
    place = f"{read.club}/{read.id}/{ALL}"
    current_app.extensions["sheets"].keep(place, tag[STATE] + tag[ELSEWHERE], body)
    return body


def _pack(**answer: Any) -> bytes:
    answer["release"] = current_app.extensions["release"]
    return packed(json.dumps(answer).encode(), GZIP_LEVEL)


def sheet_response(tag: str, body: bytes | None) -> Response:
    """The response of such an answer, for phones that take gzip and others; 304 without any."""
    if body is None:
        response = Response(status=304)
    elif takes_gzip():
        response = Response(body, mimetype="application/json")
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = Response(unpacked(body), mimetype="application/json")
    response.headers["Seat"] = seat = seat_here()
    response.headers["ETag"] = f'W/"{tag_of_phone(tag, seat)}"'
    return response


@news.get("/games/<id:game>/news")
def show(game: str) -> Response:
    """The sheet and its data, or who is in; where the phone has them 304, and no book was read."""
    state = state_here()
    response = sheet_response(*_news(game, state))
    is_long_over = state.over and clock.now() - state.last_at > LATER
    seconds = LATER_POLL_SECONDS if is_long_over else poll_seconds()
    response.headers["Ask-Again"] = f"{seconds:.2g}"
    return response


def _news(game: str, state: GameState) -> tuple[str, bytes | None]:
    known, shown, seat = tag_sent()
    now, counter = hashes_of(state), state.answers_version
    if not known.startswith(now) or seat != seat_here() or state.deleted:
        known = ""
    elsewhere, tag = known[ELSEWHERE], f"{known}_{counter}"
    if known and shown == str(counter):
        return tag, None
    sheets: Sheets = current_app.extensions["sheets"]
    place = f"{club_here().id}/{game}"
    if elsewhere and (found := sheets.find(f"{place}/{ALL}", now[STATE] + elsewhere, counter)):
        return tag, found[1]
    found = sheets.find(f"{place}/{device_here().right}", now, counter)
    if found and found[0] != tag:
        return found
    return paint_sheet(game_here(game), known)


# The notice under the seats: what was saved last, and what can be undone or done again.


def notice_of(view: SheetView) -> dict[str, Any] | None:
    """The sentence about the newest entry, and what to undo or redo; None for an empty book.

    `late` offers to correct the deal: what may be forgotten, or is in doubt. `stamps` are feats of
    it, as they are stamped at a name: "Made".
    Once something of the deal in play is noted, the notice is about that; `note` can be undone.
    """
    game = view.game
    if game.is_answered and (noted := _of_notes(view)):
        return noted
    if not game.entries:
        return None
    newest, deal = game.entries[-1], None
    notice: dict[str, Any] = {"undo": view.undo, "redo": game.redo}
    if game.is_answered and view.undo and (last := game.sheet.find_deal(view.undo.id)):
        # Named, since it is not what was written last.
        notice["undo_label"] = f"Undo deal {last.number}"
    sentences = EntrySentences(game)
    if isinstance(newest.body, Deal | CorrectDeal):
        id = newest.body.deal if isinstance(newest.body, CorrectDeal) else newest.id
        deal = game.sheet.find_deal(id)
        remarks, names = (deal.remarks, view.names_at(deal)) if deal else ((), ())
        notice["doubts"] = doubts_in_words(view.start, remarks, names) if remarks else []
    if deal is None or not isinstance(newest.body, Deal):
        return {**notice, "sentence": _sentence(view, newest, sentences)}
    saved = f"Saved: deal {deal.number}"
    # Not once the next deal is played.
    late = _forgotten(view, deal) if view.words.late and not game.answers else {}
    longest = None if deal.facts.void else 0 if late else MAX_IN_NOTICE - len(saved)
    said = sentences.scores(deal, longest, each=False)
    scores = f", {said}." if said else "."
    return {
        **notice,
        "sentence": f"{saved}{scores}" if deal.facts.void else saved,
        "more": "" if deal.facts.void else scores,
        "stamps": _stamps(view, deal, said),
        "deal": deal.id,
        "late": late | ({"": f"Correct deal {deal.number}"} if notice["doubts"] else {}),
    }


def _of_notes(view: SheetView) -> dict[str, Any] | None:
    words, opening, start = view.answer_words, view.sheet.opening, view.start
    noted = opening.noted if opening else {}
    notes = notes_of_deal(view, noted)
    for ask in view.words.named:
        if is_answered(ask, noted.get(ask.key)):
            text = words.piece(ask, noted[ask.key], template_of(start, ask))
            return {"sentence": f"Noted: {text}.", "note": ask.key}
    texts = [*(note["text"] for note in notes), *words.in_play_of_each(noted)]
    if not texts:
        return None
    sentence = f"Noted: {' · '.join(texts)}."
    if view.words.choice:
        return {"sentence": sentence, "note": view.words.choice.key}
    # A call before what it opens: it leads to the row of who called.
    asks = sorted(view.words.during, key=lambda ask: ask.open_with is not None)
    noted_asks = [ask.key for ask in asks if is_answered(ask, noted.get(ask.key))]
    deal = view.undo and view.sheet.find_deal(view.undo.id)
    return {
        "sentence": sentence,
        "change": next(iter([*(note["ask"] for note in notes), *noted_asks]), ""),
        # Named, since it is not what was written last.
        "undo": view.undo if deal else None,
        "undo_label": f"Undo deal {deal.number}" if deal else "",
    }


def _forgotten(view: SheetView, deal: SheetDeal) -> dict[str, str]:
    offers, first = {}, deal.table.order[0]
    for ask in view.words.late:
        if not deal.facts.known or is_answered(ask, deal.facts.answers[ask.key]):
            continue
        moved = Seating(deal.table).play(
            view.start.variant.in_play, {ask.key: first}, deal.table, deal.laid
        )
        if any(line.points for line in moved):
            late = view.words.asks[ask.key]["in_play"]["late"]
            offers[ask.key] = fill(late, {"number": deal.number})
    return offers


def _sentence(view: SheetView, newest: Entry, sentences: EntrySentences) -> str:
    game = view.game
    is_compared = isinstance(newest.body, COMPARED)
    before = sheet_at(game, len(game.entries) - 1) if is_compared else game.sheet
    if isinstance(newest.body, Withdraw):
        again, what = sentences.undone(newest.body, before, game.sheet)
        return f"{'Redone' if again else 'Undone'}: {what.removeprefix('that ')}."
    sentence = f"{sentences.sentence(newest, before, game.sheet)}."
    return upper_first(sentence) if isinstance(newest.body, End) else f"Saved: {sentence}"


def _stamps(view: SheetView, deal: SheetDeal, said: str) -> dict[str, list[str]]:
    """The names for each stamp; none where the sentence names just these."""
    names, stamps = view.names_at(deal), dict[str, list[str]]()
    for feat in view.sheet.feats_of(deal) if deal.facts.known else ():
        if stamp := WORDS["feats"][feat.key].get("stamp"):
            stamps.setdefault(stamp, []).append(names[feat.seat])
    named = [name for name in names if name in said]
    return {stamp: [] if of == named else of for stamp, of in stamps.items()}


def last_deal_of(view: SheetView) -> dict[str, Any] | None:
    """The last deal, where phones hold seats and something of it was hidden from them.

    It stands there until the next deal begins. The phones of the seats that `may_correct` have a
    button.
    """
    held = state_here().held
    if not (held and view.sheet.deals) or view.game.answers:
        return None
    if all(ask.shown != "when_complete" for ask in own_asks(view.table)):
        return None
    deal = view.sheet.deals[-1]
    if not deal.facts.known:
        return None
    words, here = view.words_at(deal), [it for it in seats_in(held) if it in deal.table.order]
    return {
        "number": deal.number,
        "rows": rows_of_deal(deal, words),
        "stand_ins": stand_ins_of(deal, words),
        "replaced": replaced_in(view, deal),
        "may_correct": [seat for seat in here if asks_to_correct(deal, seat)],
    }
