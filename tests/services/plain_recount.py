"""The statistics counted once more, plainly: from what `score --json` prints of every game.

Written without looking at `scorer.rules.counting`: fractions and loops, and no clever sums.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sqlalchemy import select

from scorer.rules.printing import result_of
from scorer.rules.sheet import Sheet
from scorer.services.games.reading import game_in
from scorer.services.statistics.catching_up import catch_up
from scorer.storage.database import Database
from scorer.storage.models import games, nights, players, results
from scorer.storage.recount import check_statistics
from scorer.storage.tallies import leads, pairs, tallies

NOT_PLAYED = {"buys", "buys_in", "lends", "is_lent"}
TABLES = {"tally": tallies, "pair": pairs, "lead": leads}
Sums = Counter[tuple[Any, ...]]


def rounded(number: Fraction) -> int:
    """To the nearest whole number, halves upwards."""
    return int((number * 2 + 1) // 2)


def scores_of(deal: Mapping[str, Any], players: int) -> list[int]:
    lines = [line for line in deal["lines"] if line["key"] not in NOT_PLAYED]
    return [sum(one["points"] for one in lines if one["seat"] == seat) for seat in range(players)]


def recount_game(sheet: Sheet, variant: str, year: int, sums: Sums) -> None:
    printed, lowest = result_of(sheet), variant == "red-nines"
    many = len(sheet.sitters)
    for deal, printed_deal in zip(sheet.deals, printed["deals"], strict=True):
        told = deal.told
        if told.get("void"):
            continue
        who = [one.player for one in deal.sitters]
        scores, out = scores_of(printed_deal, many), told["out"]
        sums["lead", variant, many, "deals"] += 1
        sums["lead", variant, many, "eldest_out"] += printed_deal["eldest"] == out
        for seat, one in enumerate(who):
            mine = ("tally", one, variant, year)
            others = [score for at, score in enumerate(scores) if at != seat]
            sums[*mine, "deals"] += 1
            sums[*mine, "score"] += scores[seat]
            apart = scores[seat] - Fraction(sum(others), len(others))
            sums[*mine, "apart"] += rounded(apart * 1000)
            hand = (told.get("hands") or [None] * many)[seat]
            if seat == out:
                sums[*mine, "outs"] += 1
                sums[*mine, "red_outs"] += told.get("on_red_nine", False)
            elif hand is not None:
                nines = hand["red_nines"] if isinstance(hand, Mapping) else hand.count("9r")
                sums[*mine, "noted"] += 1
                sums[*mine, "red_nine"] += nines > 0
                sums[*mine, "red_nines"] += nines > 1
            for at, other in enumerate(who):
                if at == seat:
                    continue
                pair = ("pair", one, other, variant)
                more = scores[seat] > scores[at]
                fewer = scores[seat] < scores[at]
                sums[*pair, "deals"] += 1
                sums[*pair, "better"] += fewer if lowest else more
                sums[*pair, "worse"] += more if lowest else fewer
                if at == out:
                    sums[*pair, "outs"] += 1
                    sums[*pair, "cost"] += scores[seat] if lowest else paid(printed_deal, seat)
    if printed["over"] and printed["winners"]:
        held = printed.get("settled", printed["totals"])
        bought = printed.get("bought", [0] * many)
        worth = [(-1 if lowest else 1) * (has - put) for has, put in zip(held, bought, strict=True)]
        for seat, sitter in enumerate(sheet.sitters):
            mine = ("tally", sitter.player, variant, year)
            sums[*mine, "games"] += 1
            sums[*mine, "wins"] += seat in printed["winners"]
            for at, other in enumerate(sheet.sitters):
                if at != seat:
                    pair = ("pair", sitter.player, other.player, variant)
                    sums[*pair, "games"] += 1
                    sums[*pair, "ahead"] += worth[seat] > worth[at]
                    sums[*pair, "behind"] += worth[seat] < worth[at]


def paid(deal: Mapping[str, Any], seat: int) -> int:
    """What a seat paid by the card."""
    return -sum(
        line["points"]
        for line in deal["lines"]
        if line["seat"] == seat and line["key"].startswith("pays_by_the_card")
    )


def recount(database: Database, club: str) -> tuple[Sums, dict[tuple[str, str], int]]:
    """All sums that are not zero, and the streak of every person at every finished game."""
    sums: Sums = Counter()
    streaks: dict[tuple[str, str], int] = {}
    with database.reading() as connection:
        person = dict(
            tuple(row) for row in connection.execute(select(players.c.id, players.c.person))
        )
        wanted = (
            select(games.c.id, games.c.variant, nights.c.day)
            .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
            .where(
                games.c.club == club, games.c.deleted_at.is_(None), nights.c.deleted_at.is_(None)
            )
            .order_by(games.c.started_at, games.c.id)
        )
        sofar: Counter[str] = Counter()
        for game, variant, day in connection.execute(wanted).all():
            sheet = game_in(connection, club, game).sheet
            recount_game(sheet, variant, day.year, sums)
            if sheet.over and sheet.winners:
                for seat, sitter in enumerate(sheet.sitters):
                    one = person[sitter.player]
                    sofar[one] = sofar[one] + 1 if seat in sheet.winners else 0
                    streaks[game, one] = sofar[one]
    return Counter({key: number for key, number in sums.items() if number}), streaks


def kept(database: Database, club: str) -> tuple[Counter[Any], dict[tuple[str, str], int]]:
    """What the tables hold, told as the plain recount tells it."""
    sums: Counter[Any] = Counter()
    with database.reading() as connection:
        for name, table in TABLES.items():
            keys = [one.name for one in table.primary_key][1:]
            for row in connection.execute(select(table).where(table.c.club == club)).mappings():
                numbers = {one: row[one] for one in row if one not in ("club", *keys)}
                assert any(numbers.values()), "a row of nothing"
                key = (name, *(row[one] for one in keys))
                sums.update({(*key, one): number for one, number in numbers.items() if number})
        mine = select(results).where(results.c.club == club, results.c.streak.is_not(None))
        streaks = {(row.game, row.person): row.streak for row in connection.execute(mine)}
    return Counter(dict(sums)), streaks


def agree(database: Database, club: str) -> None:
    while catch_up(database, club, most=3):
        pass
    assert kept(database, club) == recount(database, club)
    assert check_statistics(database) == []
