"""A game as data, for the modules of a phone."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scorer.rules.entries import CorrectDeal, End, Entry, Withdraw
from scorer.rules.fold import withdrawn
from scorer.rules.table import Table
from scorer.rules.types import Line, Next, SheetDeal
from scorer.services.games.read import GameRead
from scorer.services.games.start import preview_next_game
from scorer.web.access import device_here
from scorer.web.formats import upper_first
from scorer.web.games.own_answers import OwnAnswers
from scorer.web.games.sheet_view import SheetView, awards_of, stand_ins_of, void_in_words


def game_data(view: SheetView, right: str, in_play: OwnAnswers | None) -> dict[str, Any]:
    """The data of a game and its deals."""
    game, sheet, start = view.game, view.sheet, view.start
    gone = withdrawn(game.entries)
    data: dict[str, Any] = {
        "game": game.id,
        "variant": start.variant.key,
        "edition": start.variant.edition,
        "version": game.version,
        "answers_version": game.answers_version,
        "over": sheet.over,
        "right": right,
        "rules": asdict(start.rules),
        "seats": _seats(view.names),
        "order": view.table.order,
        "first_dealer": start.first_dealer,
        "has_void_deals": start.variant.has_void_deals,
        "unit": start.unit,
        "sides": view.table.sides,
        "pool_names": view.words.variant.get("pools", {}),
        "start": vars(start.carry),
        "totals": sheet.carry.totals,
        "pools": sheet.carry.pools,
        "bought": sheet.carry.bought,
        "to_play": sheet.to_play,
        "played": sheet.played,
        "ends": sum(isinstance(it.body, End) and it.id not in gone for it in game.entries),
        "next": None,
        **asked_at(view.table),
        "undo": _undo(view),
        "redo": _redo(game, game.redo) if game.redo else None,
        "deals": [_deal(deal, view) for deal in sheet.deals],
        "behind_the_end": [_deal(deal, view) for deal in sheet.behind_the_end],
        "moves": _moves(view),
    }
    if start.variant.asks_by_deal:
        # What each deal's own asks are made of.
        data["usual_asks"] = asked_at(start.usual_table(view.table))["asks"]
    if view.tables:
        # The table before the first deal, and what is asked at those of other numbers of people.
        first = {"first_order": start.order}
        others = {many: asked_at(table) for many, table in view.tables.items()}
        data |= first | {"tables": others}
    if game.book.start.carried is not None or view.tables:
        data["usual_start"] = vars(preview_next_game(game).sheet.start.carry)
    if start.unit == "counters":
        data["loans"] = [vars(loan) for loan in sheet.loans]
    if opening := sheet.opening:
        data["next"] = {
            "number": opening.number,
            "dealer": opening.table.dealer,
            "eldest": opening.table.eldest,
            "after": sheet.after,
            "totals": opening.carry.totals,
            "pools": opening.carry.pools,
            "noted": opening.noted,
        }
        if opening.table.resting:
            data["next"]["resting"] = opening.table.resting
        follows = sheet.follows
        if isinstance(follows, Next) and follows.trump is not None:
            data["next"]["trump"] = follows.trump
        if follows.part is not None:
            data["next"]["part"] = vars(follows.part)
        scoring = right in ("score", "manage")
        data["next"] |= in_play.data(scoring=scoring) if in_play else {"in": [], "answered": {}}
    return data


def asked_at(table: Table) -> dict[str, Any]:
    """What a deal asks of those at a table, and its pack."""
    asks = [ask.as_data() for ask in table.asks if ask.asked]
    return {"asks": asks, "pack": None if table.pack is None else vars(table.pack)}


def _undo(view: SheetView) -> dict[str, Any] | None:
    game, undo = view.game, view.undo
    is_fresh = not (game.version or game.answers_version)
    if game.follows and is_fresh and game.row.device == device_here().id:
        return {"entry": game.id, "kind": "start"}
    if undo is None:
        return None
    data: dict[str, Any] = {"entry": undo.id, "kind": undo.body.kind}
    if isinstance(undo.body, CorrectDeal) and undo.id not in view.sheet.faults:
        versions = game.book.versions[undo.body.deal]
        data |= {"deal": undo.body.deal, "facts": dict(versions[-2][1])}
    return data


def _redo(game: GameRead, redo: Entry) -> dict[str, Any]:
    data: dict[str, Any] = {"entry": redo.id, "kind": redo.body.kind}
    back = game.find(redo.body.entry) if isinstance(redo.body, Withdraw) else None
    if back is not None:
        data["restores"] = {"id": back.id, "kind": back.body.kind, "content": back.body.content()}
    return data


def _seats(names: Sequence[str]) -> list[dict[str, Any]]:
    return [{"seat": seat, "name": name} for seat, name in enumerate(names)]


def _deal(deal: SheetDeal, view: SheetView) -> dict[str, Any]:
    words = view.words_at(deal)
    data = {
        "id": deal.id,
        "number": deal.number,
        "dealer": deal.table.dealer,
        "facts": deal.record,
        "scores": deal.scores_of_play,
        "lines": _lines(deal.lines),
    }
    if fault := view.faults.get(deal.id):
        data |= {"fault": fault[1], "unread": deal.facts.unread or None}
    # Only where others sit there now.
    if deal.sitters != view.sheet.sitters[: len(deal.sitters)]:
        data["seats"] = _seats(view.names_at(deal))
    if view.words.has_stand_ins and (stand_ins := stand_ins_of(deal, words)):
        data["stand_ins"] = stand_ins
    # What is said of each side besides its lines.
    notes = awards_of(deal, words)
    if deal.facts.void:
        notes = [f"{upper_first(void_in_words(deal, view.start))}."] * len(notes)
    if any(notes):
        data["notes"] = notes
    return data


def _lines(lines: Sequence[Line]) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in vars(line).items() if value is not None} for line in lines
    ]


def _moves(view: SheetView) -> list[dict[str, Any]]:
    sheet, after, moves = view.sheet, None, list[dict[str, Any]]()
    contents = {entry.id: entry.body for entry in view.game.entries}
    deals = [(deal.id, deal.movements) for deal in (*sheet.deals, *sheet.behind_the_end)]
    for deal, movements in (*deals, (None, (*sheet.since, *sheet.since_behind_the_end))):
        for moved in movements:
            lines = {"kind": moved.kind, "entry": moved.id, "lines": _lines(moved.lines)}
            moves.append({**contents[moved.id].content(), **lines, "after": after})
        after = deal
    return moves
