"""The sentences the phone's modules say by themselves: of each game only what it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scorer.rules.asks import HandsAsk
from scorer.rules.book import to_redo, to_undo
from scorer.rules.entries import Entry, Sitter
from scorer.rules.house_rules import write_house_rules
from scorer.rules.sheet import DealRead
from scorer.rules.variant import Carry, Line, Variant
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.names import shown_names

# What the pad can run into; everything else is told by the server.
SAID_BY_THE_PAD = (
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


def words_for_the_phone(variant: Variant) -> dict[str, Any]:
    """What the pad and the why dialog say about a game of this variant."""
    reasons = {
        key: words
        for key, words in WORDS["reasons"].items()
        if (key in REASONS_FOR_POINTS) == variant.lowest_wins
    }
    tables = TABLES if variant.lowest_wins else (*TABLES, "cards", "nines_among", "in_play")
    told = {key: WORDS[key] for key in tables}
    errors = {code: WORDS["errors"][code] for code in SAID_BY_THE_PAD if code in WORDS["errors"]}
    return {**told, "reasons": reasons, "remarks": WORDS["remarks"], "errors": errors}


def game_data(game: GameRead, right: str, *, with_words: bool = False) -> dict[str, Any]:
    """The data of a game; the words only for a page's first block, since they never change."""
    sheet, start = game.sheet, game.sheet.start
    variant, rules = start.variant, start.rules
    words = WORDS["variants"][variant.key]
    pack = variant.pack(len(start.order), rules)
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
        "seats": _seats(sheet.sitters, game),
        "order": list(start.order),
        "first_dealer": start.first_dealer,
        "asks": asks_of(variant, rules),
        "has_void_deals": variant.has_void_deals,
        "lowest_wins": variant.lowest_wins,
        "unit": words["unit"],
        "pool_names": words.get("pools", {}),
        "start": _carry(start.carry),
        "totals": list(sheet.totals),
        "pools": dict(sheet.carry.pools),
        "to_play": sheet.to_play,
        "played": sheet.played,
        "deals": [_deal(deal, game) for deal in sheet.deals],
        "moves": moves_of(game),
        "next": _next(game),
        "pack": {"copies": dict(pack.copies), "hand": pack.hand, "table": pack.table},
        "undo": entry_shown(to_undo(game.entries)),
        "redo": entry_shown(to_redo(game.entries)),
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


def entry_shown(entry: Entry | None) -> dict[str, str] | None:
    """An entry that can be taken back, or the withdrawal that can be."""
    if entry is None:
        return None
    return {"entry": entry.name, "kind": entry.body.kind}


def _carry(carry: Carry) -> dict[str, Any]:
    return {
        "totals": list(carry.totals),
        "pools": dict(carry.pools),
        "bought": list(carry.bought),
        "marks": dict(carry.marks),
    }


def _seats(sitters: Sequence[Sitter], game: GameRead) -> list[dict[str, Any]]:
    names = shown_names(sitters, game.names)
    return [
        {"seat": seat, "player": sitter.player, "name": names[seat]}
        for seat, sitter in enumerate(sitters)
    ]


def _deal(deal: DealRead, game: GameRead) -> dict[str, Any]:
    shown = {
        "id": deal.id,
        "number": deal.number,
        "dealer": deal.table.dealer,
        "eldest": deal.table.eldest,
        "facts": dict(deal.told),
        "scores": list(deal.scores),
        "totals": list(deal.carry.totals),
        "void": deal.facts.void,
        "pools": dict(deal.carry.pools),
        "bought": list(deal.carry.bought),
        "lines": [_line(line) for line in deal.lines],
    }
    # Told only where others sit there now.
    if deal.sitters != game.sheet.sitters:
        shown["seats"] = _seats(deal.sitters, game)
    return shown


def _line(line: Line) -> dict[str, Any]:
    numbers = dict(line.numbers)
    shown = {"seat": line.seat, "points": line.points, "key": line.key, "numbers": numbers}
    if line.pool is not None:
        shown["pool"] = line.pool
    return shown


def moves_of(game: GameRead) -> list[dict[str, Any]]:
    """The counters bought and lent, by the deal they follow, in the order they are read."""
    deals = game.sheet.deals
    after = [None, *(deal.id for deal in deals)]
    moved = [*(deal.moved for deal in deals), game.sheet.since]
    return [
        {"after": deal, "lines": [_line(line) for line in one.lines]}
        for deal, before_the_next in zip(after, moved, strict=True)
        for one in before_the_next
    ]


def _next(game: GameRead) -> dict[str, Any] | None:
    opening = game.sheet.opening
    if opening is None:
        return None
    return {
        "number": opening.number,
        "dealer": opening.table.dealer,
        "eldest": opening.table.eldest,
        "after": game.sheet.last_deal,
        "lines": [_line(line) for line in opening.lines],
        "totals": list(opening.carry.totals),
        "pools": dict(opening.carry.pools),
        "noted": dict(opening.noted),
    }
