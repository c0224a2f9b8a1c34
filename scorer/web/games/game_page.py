"""The page of a game: what its template writes, and what the phone's modules get."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from scorer.rules.asks import HandsAsk
from scorer.rules.entries import Entry, Sitter
from scorer.rules.house_rules import write_house_rules
from scorer.rules.sheet import SheetDeal
from scorer.rules.variant import Line, Variant
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.games.read import GameRead
from scorer.storage.book import STILL_PLAYING
from scorer.web.access import device_here
from scorer.web.games.sheet_view import SheetView, game_context
from scorer.web.settle_up import paying_of_game

# What the pad can run into; everything else is told by the server.
PAD_ERRORS = (
    *("missing", "missing_hand", "winner_has_cards", "no_cards", "too_many_cards"),
    *("more_red_nines_than_cards", "too_many_red_nines", "too_many_red_nines_after_out"),
    *("too_many_black_nines", "too_many_of_rank", "rank_not_in_pack", "one_point"),
    *("one_point_beside_red_nines", "less_than_its_red_nine", "less_than_its_red_nines"),
    *("dearer_than_any_hand", "dearer_than_the_pack", "sums_not_in_pack", "game_is_over"),
    *("swept_and_held_too_many", "aces_swept_and_held", "no_counters_here"),
)
# The reasons of games that count points; all others are about counters.
REASONS_FOR_POINTS = frozenset(
    {
        *("went_out", "went_out_on_red_nine", "caught", "caught_with_red_nine"),
        *("caught_with_red_nines", "caught_with_only_red_nine", "caught_with_only_red_nines"),
        *("red_nine_doubles", "red_nines_multiply", "out_on_red_nine_doubles"),
    }
)
TABLES = ("count", "nines", "ranks", "what", "keys", "chips")


def game_page(
    game: GameRead, *, just_written: bool = False, with_words: bool = False
) -> dict[str, Any]:
    """What the template of the sheet is given; `data` is for the phone's modules.

    A game of the past has a notice only for whoever has `just_written` in it, and is settled up
    once it is over. The words never change, so they go `with_words` into a page's first block.
    """
    context = game_context(game)
    view = context["sheet"]
    lately = not view.over or clock.now() - game.last_at <= STILL_PLAYING
    return {
        **context,
        "notice": view.notice if just_written or lately else None,
        "paying": paying_of_game(game) if game.sheet.settled is not None else None,
        "data": game_data(view, device_here().right, with_words=with_words),
    }


def words_for_the_phone(variant: Variant) -> dict[str, Any]:
    """What the pad and the why dialog say about a game of this variant."""
    reasons = {
        key: words
        for key, words in WORDS["reasons"].items()
        if (key in REASONS_FOR_POINTS) == variant.lowest_wins
    }
    tables = TABLES if variant.lowest_wins else (*TABLES, "cards", "nines_among", "in_play")
    errors = {code: WORDS["errors"][code] for code in PAD_ERRORS if code in WORDS["errors"]}
    shared = {key: WORDS[key] for key in tables}
    return {**shared, "reasons": reasons, "remarks": WORDS["remarks"], "errors": errors}


def game_data(view: SheetView, right: str, *, with_words: bool = False) -> dict[str, Any]:
    """The data of a game; the words only for a page's first block, since they never change."""
    game, sheet, start = view.game, view.game.sheet, view.game.sheet.start
    variant, rules, opening = start.variant, start.rules, sheet.opening
    words = WORDS["variants"][variant.key]
    data = {
        "game": game.id,
        "variant": variant.key,
        "edition": variant.edition,
        "version": game.version,
        "over": sheet.over,
        "right": right,
        "rules": asdict(rules),
        "rules_changed": write_house_rules(rules),
        "players": len(start.order),
        "seats": _seats(sheet.sitters, view),
        "order": list(start.order),
        "first_dealer": start.first_dealer,
        "asks": asks_of(variant, rules),
        "has_void_deals": variant.has_void_deals,
        "lowest_wins": variant.lowest_wins,
        "unit": words["unit"],
        "pool_names": words.get("pools", {}),
        "start": {
            "totals": list(start.carry.totals),
            "pools": dict(start.carry.pools),
            "bought": list(start.carry.bought),
            "marks": dict(start.carry.marks),
        },
        "totals": list(sheet.totals),
        "pools": dict(sheet.carry.pools),
        "to_play": sheet.to_play,
        "played": sheet.played,
        "deals": [_deal(deal, view) for deal in sheet.deals],
        "moves": _moves(view),
        "next": None,
        "pack": {
            "copies": dict(view.pack.copies),
            "hand": view.pack.hand,
            "table": view.pack.table,
        },
        "undo": _entry(view.undo),
        "redo": _entry(view.redo),
    }
    if opening is not None:
        data["next"] = {
            "number": opening.number,
            "dealer": opening.table.dealer,
            "eldest": opening.table.eldest,
            "after": sheet.last_deal,
            "lines": [_line(line) for line in opening.lines],
            "totals": list(opening.carry.totals),
            "pools": dict(opening.carry.pools),
            "noted": dict(opening.noted),
        }
    if with_words:
        data["words"] = words_for_the_phone(variant)
    return data


def asks_of(variant: Variant, rules: Any) -> list[dict[str, Any]]:
    """What the pad has to ask under these house rules, in order."""
    asks = []
    for ask in variant.asked(rules):
        shown: dict[str, Any] = {"key": ask.key, "pad": ask.pad}
        if ask.in_play:
            shown["in_play"] = True
        if isinstance(ask, HandsAsk):
            shown["by"] = ask.by
            if not ask.nines_matter(rules):
                shown["plain"] = True
        asks.append(shown)
    return asks


def _entry(entry: Entry | None) -> dict[str, str] | None:
    """An entry that can be taken back, or the withdrawal that can be."""
    return {"entry": entry.name, "kind": entry.body.kind} if entry else None


def _seats(sitters: tuple[Sitter, ...], view: SheetView) -> list[dict[str, Any]]:
    return [
        {"seat": seat, "player": sitter.player, "name": name}
        for seat, (sitter, name) in enumerate(zip(sitters, view.names_of(sitters), strict=True))
    ]


def _deal(deal: SheetDeal, view: SheetView) -> dict[str, Any]:
    shown = {
        "id": deal.id,
        "number": deal.number,
        "dealer": deal.table.dealer,
        "eldest": deal.table.eldest,
        "facts": dict(deal.record),
        "scores": list(deal.scores),
        "totals": list(deal.carry.totals),
        "void": deal.facts.void,
        "pools": dict(deal.carry.pools),
        "bought": list(deal.carry.bought),
        "lines": [_line(line) for line in deal.lines],
    }
    # Only where others sit there now.
    if deal.sitters != view.game.sheet.sitters:
        shown["seats"] = _seats(deal.sitters, view)
    return shown


def _line(line: Line) -> dict[str, Any]:
    numbers = dict(line.numbers)
    shown = {"seat": line.seat, "points": line.points, "key": line.key, "numbers": numbers}
    if line.pool is not None:
        shown["pool"] = line.pool
    return shown


def _moves(view: SheetView) -> list[dict[str, Any]]:
    """The counters bought and lent, by the deal they follow, in the order they are read."""
    deals = view.game.sheet.deals
    after = [None, *(deal.id for deal in deals)]
    moves = [*(deal.transfers for deal in deals), view.game.sheet.since]
    return [
        {"after": deal, "lines": [_line(line) for line in moved.lines]}
        for deal, before_the_next in zip(after, moves, strict=True)
        for moved in before_the_next
    ]
