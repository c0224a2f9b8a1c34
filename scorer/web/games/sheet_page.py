"""The sheet of a game: the context of its template, and the data of the phone's modules."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from hashlib import blake2s
from typing import Any

from flask import Response, current_app, render_template, request
from markupsafe import Markup

from scorer.rules.answers import words_of
from scorer.rules.entries import (
    MAX_ADJUSTED,
    MAX_REASON_LENGTH,
    CorrectDeal,
    End,
    Entry,
    Sitter,
    Withdraw,
)
from scorer.rules.fold import withdrawn
from scorer.rules.in_play import OF_DEAL
from scorer.rules.types import Line, Next, SheetDeal
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.club.devices import Device
from scorer.services.games.find_night import games_going_on
from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead, next_game
from scorer.services.games.start import PLACEHOLDER_ID, preview_next_game
from scorer.services.nights.night_list import read_head
from scorer.storage.book import STILL_PLAYING
from scorer.web.access import club_here, database, device_here, is_guest, may, state_here
from scorer.web.formats import day as day_in_words
from scorer.web.forms import USUAL_WHYS
from scorer.web.games.deals_table import DealsTable
from scorer.web.games.in_play import InPlayView, in_play_of
from scorer.web.games.last_deal import last_deal_of
from scorer.web.games.notice import notice_of
from scorer.web.games.sheet_view import SheetView, game_context
from scorer.web.games.sheet_words import first_prompt, offered_before, stands_alone_now
from scorer.web.names import isolate_rtl
from scorer.web.phone_words import words_of_own
from scorer.web.rules.pack_recipe import recipe
from scorer.web.sharing.links import game_to_send

# Before the key of a table.
STANDING_COOKIE = "by-standing-"


def sheet_page(game: GameRead, *, just_written: bool = False) -> dict[str, Any]:
    """The context of the sheet's template, the same for all phones of one right."""
    context = _sheet_context(game)
    view: SheetView = context["sheet"]
    in_play = in_play_of(view)
    lately = not view.over or clock.now() - game.last_at <= STILL_PLAYING
    return {
        **context,
        "notice": notice_of(view) if just_written or lately else None,
        "send": game_to_send(view) if view.over else None,
        "next_game": next_game(database(), game) if view.over else None,
        "begin_next": partial(next_sheet, game) if view.over else None,
        "night_choice": night_choice(game),
        "in_play": in_play,
        "last_deal": last_deal_of(view),
        "own_words": words_of_own(game.sheet.start),
        "data": {"tag": tag_of_page(game), **game_data(view, device_here().right, in_play)},
    }


def _sheet_context(game: GameRead) -> dict[str, Any]:
    context = game_context(game)
    view: SheetView = context["sheet"]
    start, ask, in_play = view.start, first_prompt(view.start), game.in_play
    cookie = standing_cookie(view.sheet.sitters)
    is_answered = ask and in_play and (ask.key, OF_DEAL) in in_play.values
    return {
        **context,
        "deals_table": DealsTable(view),
        "recipe": recipe(start.variant, len(start.order), start.rules),
        # The ask that a tap on a row answers, and its question as long as nobody has answered it.
        "first_prompt": ask,
        "prompt": words_of(start, ask)["prompt"] if ask and not is_answered else "",
        # By their asks, what is a whole deal and what can be typed before the play.
        "alone": stands_alone_now(view.sheet),
        "asks_before_play": offered_before(view.sheet),
        "usual_why": USUAL_WHYS[0],
        "most_adjusted": MAX_ADJUSTED,
        "longest_reason": MAX_REASON_LENGTH,
        "standing_cookie": cookie,
        "by_standing": cookie in request.cookies,
    }


def standing_cookie(sitters: Sequence[Sitter]) -> str:
    """The cookie of a phone that shows the games of these players sorted by standing."""
    players = sorted(sitter.player for sitter in sitters)
    return STANDING_COOKIE + blake2s(repr(players).encode(), digest_size=6).hexdigest()


def next_sheet(last: GameRead) -> Markup:
    """The sheet of the game that "Same again" begins, for a phone without signal."""
    html = render_template(
        "games/_sheet.html",
        **_sheet_context(preview_next_game(last)),
        new_id=lambda: PLACEHOLDER_ID,
        **dict.fromkeys(("notice", "in_play", "last_deal", "send", "next_game", "begin_next")),
        data={},
    )
    return Markup(html)  # noqa: S704 - what a template made is safe


def night_choice(game: GameRead) -> str:
    """The sentence which night a game belongs to where another one can be chosen, else ""."""
    if game.version or game.follows is not None or not may("score") or is_guest():
        return ""
    going_on = games_going_on(database(), game.club)
    others = [night for other, night in going_on.items() if other != game.id]
    if not others:
        return ""
    if game.night not in others:
        return "This game has a night of its own."
    name = read_head(database(), game.club, game.night).name
    return f"Belongs to {isolate_rtl(name) if name else f'{day_in_words(game.day)}’s game night'}."


def tag_of_page(game: GameRead) -> str:
    """The tag of a page that shows a game as it was read; it is never newer than its page."""
    return tag_of(
        replace(
            state_here(),
            version=game.version,
            answers_version=game.answers_version,
            last_at=game.last_at,
            over=game.sheet.over,
        )
    )


def tag_of(state: GameState) -> str:
    """The tag of all that the sheet of a game depends on, for all phones of the right of this one.

    A book that was put back from a backup may have the same version again, but not this moment.
    A guest is shown no link to what it may not see. Silent phones count while a game goes on.
    Which tables this phone sorts by standing counts whole: who sits here is in the book.
    """
    release, device = current_app.extensions["release"], device_here()
    state = replace(state, silent=0 if state.over else state.silent)
    sorted_tables = sorted(name for name in request.cookies if name.startswith(STANDING_COOKIE))
    depends_on = (release, device.right, device.guest, club_here().changes, state, sorted_tables)
    return blake2s(repr(depends_on).encode(), digest_size=6).hexdigest()


def tag_of_phone(tag: str) -> str:
    """The tag of a sheet for the phone that asks: that of another seat is not the same."""
    return "-".join(filter(None, (tag, seat_of(device_here()))))


def name_seat(response: Response) -> None:
    """Say in the head of an answer which seat the phone holds, since the sheet does not."""
    response.headers["Seat"] = seat_of(device_here())


def seat_of(device: Device) -> str:
    """The number of the seat that a phone holds; "" where it holds none."""
    return "" if device.seat is None else str(device.seat)


def game_data(view: SheetView, right: str, in_play: InPlayView | None) -> dict[str, Any]:
    """The data of a game and its deals."""
    game, sheet, start = view.game, view.sheet, view.sheet.start
    variant, rules, opening = start.variant, start.rules, sheet.opening
    words = WORDS["variants"][variant.key]
    data: dict[str, Any] = {
        "game": game.id,
        "variant": variant.key,
        "edition": variant.edition,
        "version": game.version,
        "answers_version": game.answers_version,
        "over": sheet.over,
        "right": right,
        "rules": asdict(rules),
        "seats": _seats(sheet.sitters, view),
        "order": start.order,
        "first_dealer": start.first_dealer,
        "asks": [ask.as_data() for ask in start.asks if ask.asked],
        "has_void_deals": variant.has_void_deals,
        "unit": start.unit,
        "sides": start.sides,
        "pool_names": words.get("pools", {}),
        "start": vars(start.carry),
        "totals": sheet.totals,
        "pools": sheet.carry.pools,
        "bought": sheet.carry.bought,
        "to_play": sheet.to_play,
        "played": sheet.played,
        "ends": _count_ends(game),
        "next": None,
        "pack": None if start.pack is None else vars(start.pack),
        "undo": _undo(view),
        "redo": _redo(game),
        "deals": [_deal(deal, view) for deal in sheet.deals],
        "behind_the_end": [_deal(deal, view) for deal in sheet.behind_the_end],
        "moves": _moves(view),
    }
    if game.start.carried is not None:
        data["usual_start"] = vars(preview_next_game(game).sheet.start.carry)
    if start.unit == "counters":
        data["loans"] = [vars(loan) for loan in sheet.loans]
    if opening is not None:
        data["next"] = {
            "number": opening.number,
            "dealer": opening.table.dealer,
            "eldest": opening.table.eldest,
            "after": sheet.last_deal,
            "totals": opening.carry.totals,
            "pools": opening.carry.pools,
            "noted": opening.noted,
        }
        follows = sheet.follows
        if isinstance(follows, Next) and follows.trump is not None:
            data["next"]["trump"] = follows.trump
        if follows.part is not None:
            data["next"]["part"] = vars(follows.part)
        if in_play is not None:
            data["next"] |= in_play.data(scoring=right in ("score", "manage"))
    return data


def _count_ends(game: GameRead) -> int:
    ends = {entry.id for entry in game.entries if isinstance(entry.body, End)}
    return len(ends - withdrawn(game.entries)) if ends else 0


def _entry(entry: Entry | None) -> dict[str, str] | None:
    return {"entry": entry.id, "kind": entry.body.kind} if entry else None


def _undo(view: SheetView) -> dict[str, Any] | None:
    game = view.game
    if game.follows and not (game.version or game.answers_version):
        return {"entry": game.id, "kind": "start"}
    data: dict[str, Any] | None = _entry(view.undo)
    undo = view.undo if view.undo and view.undo.id not in view.sheet.faults else None
    if data and undo and isinstance(undo.body, CorrectDeal):
        deal = undo.body.deal
        versions = game.book.versions[deal]
        data |= {"deal": deal, "facts": dict(versions[-2][1])}
    return data


def _redo(game: GameRead) -> dict[str, Any] | None:
    data, redo = dict[str, Any](_entry(game.redo) or {}), game.redo and game.redo.body
    for back in game.entries:
        if isinstance(redo, Withdraw) and redo.entry == back.id:
            body = back.body
            data["restores"] = {"id": back.id, "kind": body.kind, "content": body.content()}
    return data or None


def _seats(sitters: tuple[Sitter, ...], view: SheetView) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "player": sitter.player, "name": name}
        for seat, (sitter, name) in enumerate(zip(sitters, view.names_of(sitters), strict=True))
    ]


def _deal(deal: SheetDeal, view: SheetView) -> dict[str, Any]:
    data = {
        "id": deal.id,
        "number": deal.number,
        "dealer": deal.table.dealer,
        "facts": deal.record,
        "scores": deal.scores_of_play,
        "lines": _lines(deal.lines),
    }
    if fault := view.fault_of(deal):
        data |= {"fault": fault, "unread": deal.facts.unread or None}
    # Only where others sit there now.
    if deal.sitters != view.game.sheet.sitters:
        data["seats"] = _seats(deal.sitters, view)
    if stand_ins := view.stand_ins_of(deal):
        data["stand_ins"] = stand_ins
    if any(notes := view.notes_of(deal)):
        data["notes"] = notes
    return data


def _lines(lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in vars(line).items() if value is not None} for line in lines
    ]


def _moves(view: SheetView) -> list[dict[str, Any]]:
    sheet, after, moves = view.game.sheet, None, list[dict[str, Any]]()
    contents = {entry.id: entry.body.content() for entry in view.game.entries}
    deals = [(deal.id, deal.movements) for deal in (*sheet.deals, *sheet.behind_the_end)]
    for deal, movements in (*deals, (None, (*sheet.since, *sheet.since_behind_the_end))):
        for moved in movements:
            lines = {"kind": moved.kind, "entry": moved.id, "lines": _lines(moved.lines)}
            moves.append({**contents[moved.id], **lines, "after": after})
        after = deal
    return moves
