"""One game: its sheet, its book, the same again, a seat that is taken, the end."""

from datetime import timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.entries import MAX_ENTRIES
from scorer.rules.errors import Refused
from scorer.rules.numbers import parse_sent_number
from scorer.rules.words import WORDS
from scorer.services.errors import Conflict, NotFound
from scorer.services.games import start
from scorer.services.games.find_night import OWN
from scorer.services.games.read import read_game_and_book
from scorer.services.nights.edit import move_game
from scorer.services.nights.night_list import nights_near, read_night
from scorer.services.people import players as people
from scorer.web.access import database, device_here, game_here, guests_night, may, players_to_seat
from scorer.web.errors import wants_json
from scorer.web.exchange.bg_stats import bg_stats_link
from scorer.web.forms import EndForm, MoveForm, SeatForm, sent_id
from scorer.web.games.book_view import entry_views
from scorer.web.games.conflict_view import conflict_of_start
from scorer.web.games.entries import back_to, conflict_answer, write_sent
from scorer.web.games.own_answers import name_phones, own_answers_of
from scorer.web.games.phones import lost_seat
from scorer.web.games.preview import endings, ways_to_end
from scorer.web.games.sheet_page import sheet_page
from scorer.web.games.sheet_view import game_context
from scorer.web.names import name_of
from scorer.web.nights.lines import night_lines
from scorer.web.phone_words import words_of_game
from scorer.web.settle_up import debts_by_person

games = Blueprint("games", __name__)
# So many entries of the book stand on one page.
PAGE_SIZE = 30
# In seconds: how long ago a phone may have begun a game; its own clock is not asked for the time.
LONGEST_AGO = int(start.LONGEST_AGO.total_seconds())
# So many nights before and after its own can be chosen for a game.
NIGHTS_NEAR = 5


@games.get("/games/<id:game>")
def show(game: str) -> str:
    """The sheet, with the pad on it."""
    read = game_here(game)
    page = sheet_page(read, own_answers_of(read))
    return render_template(
        "games/game.html",
        my_seat=device_here().seat,
        my_turn=max(
            (row.turn for row in read.answer_rows if row.device == device_here().id), default=0
        ),
        lost=lost_seat(read),
        phone_words=words_of_game(read.sheet.start, with_pad=may("play")),
        **page,
    )


@games.route("/games/<id:game>/night", methods=["GET", "POST"])
def night(game: str) -> ResponseReturnValue:
    """Move a game to another night, or to one of its own."""
    read, form = game_here(game, "score"), MoveForm()
    if form.validate_on_submit():
        try:
            move_game(database(), read.club, game, form.night.data or "")
            night = game_here(game).night
            return redirect(url_for("nights.show", night=night, moved=game), 303)
        except NotFound:
            form.refuse("night", "That night is gone. Choose another one.")
    here = read_night(database(), read.club, read.night)
    near = nights_near(database(), read.club, read.night, NIGHTS_NEAR)
    page = render_template(
        "games/move.html",
        game=read,
        nights=night_lines(near),
        own=OWN if len(here.games) > 1 else "",
        move=form,
    )
    return page, form.status


@games.post("/games/<id:game>/again")
def again(game: str) -> ResponseReturnValue:
    """The same people, seats and rules once more, the deal passed on.

    Where it only counted points and is a game of its own by now, a page asks which it is to be.
    """
    device, id = device_here("score"), sent_id("game")
    if not wants_json() and "points" not in request.form:
        read = game_here(game)
        if known := start.own_scoring(database(), read):
            title = WORDS["variants"][known]["title"]
            return render_template("games/own-scoring.html", game=read, known=known, title=title)
    try:
        made = start.same_again(
            database(),
            device.club,
            game,
            device=device.id,
            game_id=id,
            night=guests_night(),
            ago=timedelta(seconds=parse_sent_number(request.form.get("ago", ""), LONGEST_AGO) or 0),
            apart="apart" in request.form,
        )
        return lead_to(made)
    except Conflict as fault:
        if fault.code != "other_game":
            raise
        read = game_here(game)
        return conflict_answer(read, conflict_of_start(read, fault, id))


def lead_to(game: str) -> ResponseReturnValue:
    """Lead a page to a game, and the phone's modules to its sheet."""
    return redirect(url_for("news.show", game=game), 303) if wants_json() else back_to(game)


@games.post("/games/<id:game>/undo-start")
def undo_start(game: str) -> ResponseReturnValue:
    """Take back the game that goes on from another, where nothing was written in it."""
    device = device_here("score")
    try:
        return lead_to(start.undo_start(database(), device.club, game, device=device.id))
    except Conflict as fault:
        read = game_here(game)
        return conflict_answer(read, conflict_of_start(read, fault, game))


@games.get("/games/<id:game>/book")
def book(game: str) -> str:
    """The book of a game, a page at a time, the newest entry first."""
    before = parse_sent_number(request.args.get("before", ""), MAX_ENTRIES)
    read, signed = read_game_and_book(
        database(), device_here().club, game, before=before, limit=PAGE_SIZE
    )
    numbers = [entry.entry.number for entry in signed]
    first, last = (numbers[0], numbers[-1]) if numbers else (0, 0)
    return render_template(
        "games/book.html",
        lines=list(zip(entry_views(read, first, last), signed, strict=True)) if numbers else [],
        newest=last == len(read.entries),
        older=first if first > 1 else None,
        phones=name_phones(read),
        **game_context(read),
    )


@games.get("/games/<id:game>/export")
def export(game: str) -> str:
    """A game as a file, and where it belongs."""
    read = game_here(game)
    return render_template("games/export.html", bg_stats=bg_stats_link(read), **game_context(read))


@games.route("/games/<id:game>/end", methods=["GET", "POST"])
def end(game: str) -> ResponseReturnValue:
    """Stop the game after the last scored deal."""
    read = game_here(game, "score")
    form = EndForm(ways_to_end(read))
    if form.validate_on_submit():
        try:
            write_sent(game, "end", form.content())
            return back_to(game)
        except Refused as fault:
            form.refuse("why", fault)
    page = render_template(
        "games/end.html",
        end=form,
        endings=endings(read),
        **game_context(read),
    )
    return page, form.status


@games.route("/games/<id:game>/seats/<seat:seat>", methods=["GET", "POST"])
def seat(game: str, seat: int) -> ResponseReturnValue:
    """Take over a seat; the total stays with the seat."""
    device, read = device_here("score"), game_here(game, "score")
    if seat not in read.sheet.table.order:
        raise NotFound
    known = people.known_players(database(), device.club)
    sitters = [read.sheet.sitters[at] for at in read.sheet.table.order]
    sitting = [read.persons.get(sitter.player, sitter.player) for sitter in sitters]
    others = [player for player in players_to_seat() if player.id not in sitting]
    form = SeatForm()
    tapped = next((player for player in others if player.id == request.form.get("known")), None)
    if tapped is not None:
        form.player.data = tapped.name
    if form.validate_on_submit():
        name = people.clean_name(form.player.data)
        player = tapped or people.match_by_name(name, known, ())
        try:
            content = {
                "seat": seat,
                "player": {"id": player.id if player else None, "name": name},
                "before": form.before.data or None,
            }
            write_sent(game, "take_seat", content)
            return back_to(game)
        except Refused as fault:
            form.refuse("player", fault)
    page = render_template(
        "games/take-seat.html",
        seat=seat,
        debt=debts_by_person().get(sitting[seat]),
        taking=form,
        others=[(player.id, name_of(player.id, player.name)) for player in others],
        id=sent_id(),
        seen=read.version,
        **game_context(read),
    )
    return page, form.status


@games.post("/games/<id:game>/undo")
@games.post("/games/<id:game>/redo", endpoint="redo")
def undo(game: str) -> ResponseReturnValue:
    """Undo the entry that the form names; a redo undoes a withdrawal."""
    device_here("play")
    write_sent(game, "withdraw", {"entry": request.form["entry"]})
    return back_to(game)
