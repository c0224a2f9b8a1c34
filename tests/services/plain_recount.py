"""The statistics counted once more, plainly: from what `score --json` prints of every game.

Written without looking at `scorer.rules.results`: fractions and loops, and no clever sums.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sqlalchemy import select

from scorer.rules.sheet import Sheet
from scorer.rules.text import sheet_as_json
from scorer.services.games.read import load_game
from scorer.services.projections import check
from scorer.services.statistics.club import read_leading
from scorer.services.statistics.person import read_person
from scorer.storage.database import Database
from scorer.storage.schema import games, nights, players

NOT_PLAYED = {"buys", "buys_in", "lends", "is_lent"}
Sums = Counter[tuple[Any, ...]]


def rounded(number: Fraction) -> int:
    """To the nearest whole number, halves upwards."""
    return int((number * 2 + 1) // 2)


def scores_of(deal: Mapping[str, Any], players: int) -> list[int]:
    lines = [line for line in deal["lines"] if line["key"] not in NOT_PLAYED]
    return [sum(one["points"] for one in lines if one["seat"] == seat) for seat in range(players)]


def recount_game(sheet: Sheet, variant: str, year: int, sums: Sums) -> None:
    printed, lowest = sheet_as_json(sheet), variant == "red-nines"
    many = len(sheet.sitters)
    for deal, printed_deal in zip(sheet.deals, printed["deals"], strict=True):
        told = deal.record
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
            sheet = load_game(connection, club, game).sheet
            recount_game(sheet, variant, day.year, sums)
            if sheet.over and sheet.winners:
                for seat, sitter in enumerate(sheet.sitters):
                    one = person[sitter.player]
                    sofar[one] = sofar[one] + 1 if seat in sheet.winners else 0
                    streaks[game, one] = sofar[one]
    return Counter({key: number for key, number in sums.items() if number}), streaks


def read(database: Database, club: str) -> tuple[Sums, dict[tuple[str, str], Any]]:
    """What people's pages say, told as the plain recount tells it, by person."""
    sums: Sums = Counter()
    streaks: dict[tuple[str, str], Any] = {}
    with database.reading() as connection:
        mine = select(players.c.id).where(players.c.club == club, players.c.person == players.c.id)
        people = list(connection.scalars(mine))
        for leading in read_leading(connection, club):
            sums["lead", leading.variant, "deals"] += leading.deals
    for one in people:
        person = read_person(database, club, one)
        for variant, tally in person.by_variant.items():
            add(sums, ("tally", one, variant), tally)
        for year, tally in person.by_year.items():
            add(sums, ("year", one, year), tally)
        for other in person.companions:
            for variant, pair in other.by_variant.items():
                add(sums, ("pair", one, other.person, variant), pair)
        streaks["longest", one] = person.longest
        streaks["now", one] = person.streak
        for game in person.form:
            streaks[game.game, one] = game.won
    return sums, streaks


def add(sums: Sums, key: tuple[Any, ...], told: Any) -> None:
    """Add all numbers of a tally or pair that are not zero."""
    sums.update({(*key, name): number for name, number in vars(told).items() if number})


def by_person(database: Database, club: str) -> tuple[Sums, dict[tuple[str, str], Any]]:
    """The plain recount, summed up by person as pages tell it."""
    counted, streaks = recount(database, club)
    with database.reading() as connection:
        mine = select(players).where(players.c.club == club)
        person = {row.id: row.person for row in connection.execute(mine)}
    sums: Sums = Counter()
    for (kind, *key), number in counted.items():
        if kind == "tally":
            player, variant, year, name = key
            sums["tally", person[player], variant, name] += number
            sums["year", person[player], year, name] += number
        elif kind == "pair":
            player, other, variant, name = key
            if person[player] != person[other]:
                sums["pair", person[player], person[other], variant, name] += number
        elif key[-1] == "deals":
            sums["lead", key[0], "deals"] += number
    told: dict[tuple[str, str], Any] = {}
    for one in set(person.values()):
        theirs = [streak for (_, who), streak in streaks.items() if who == one]
        longest = max(theirs, default=0)
        told["longest", one] = longest if longest > 1 else 0
        told["now", one] = theirs[-1] if theirs else 0
        for game, who in [key for key in streaks if key[1] == one][-30:]:
            told[game, who] = streaks[game, who] > 0
    return Counter({key: number for key, number in sums.items() if number}), told


def agree(database: Database, club: str) -> None:
    """What pages say is what a plain recount says, and every copy is what the books say."""
    assert read(database, club) == by_person(database, club)
    assert check(database) == []
