"""The statistics counted once more, plainly: from what `score --json` prints of every game.

Written without looking at `scorer.rules.tallies`: fractions and loops, and no clever sums.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from sqlalchemy import select

from scorer.rules.house_rules import write_house_rules
from scorer.rules.sheet_json import sheet_as_json
from scorer.services.games.read import load_game
from scorer.services.projections import check
from scorer.services.ratings import Finish, Rating, rate_due, rate_game
from scorer.services.statistics.person import read_person
from scorer.storage.schema import games, nights, players, ratings, results

NOT_PLAYED = {"buys", "buys_in", "lends", "is_lent"}


def rounded(number):
    """To the nearest whole number, halves upwards."""
    return int((number * 2 + 1) // 2)


def kind_of_game(told):
    """What a game is counted under, and whether the lowest total wins."""
    rules = told["house_rules"]
    if told["variant"] == "qovi-brumt":
        unit = rules.get("gleb", "points")
        return ("qovi-brumt" if unit == "points" else f"qovi-brumt/{unit}/"), unit == "penalties"
    if told["variant"] != "points":
        return told["variant"], told["variant"] == "red-nines"
    lowest, title = rules.get("wins", "lowest") == "lowest", rules.get("title", "")
    name = "".join(title.split()).lower()
    if lowest and not name:
        return "points", True
    return f"points/{'penalties' if lowest else 'points'}/{name}", lowest


def sides_of(printed, players):
    """The seats of each side, which is told where somebody has partners."""
    alone = [[seat] for seat in range(players)]
    return [list(seats) for seats in printed.get("sides", alone)]


def score_of(deal, side):
    """What a deal brought a side, which the lines name as a seat where it is one."""
    lines = [line for line in deal["lines"] if line["key"] not in NOT_PLAYED]
    return sum(line["points"] for line in lines if line.get("side", line.get("seat")) == side)


def feats_of_deal(told, deal, scores, lowest):
    """What pages tell of each seat that has a score, read from what was entered and printed."""
    if "out" not in told:
        return {}
    out, feats = told["out"], {seat: {} for seat in scores}
    feats[out]["went_out"] = len(scores)
    if told.get("on_red_nine"):
        feats[out]["out_on_red_nine"] = sum(scores.values()) if lowest else won(deal, out)
    for seat, hand in enumerate(told.get("hands") or []):
        if seat == out or seat not in scores:
            continue
        nines = hand["red_nines"] if isinstance(hand, Mapping) else hand.count("9r")
        feats[seat]["caught"] = scores[seat] if lowest else paid(deal, seat)
        if nines:
            feats[seat]["red_nines_held"] = nines
        if nines > 1:
            feats[seat]["several_red_nines_held"] = nines
    return feats


def feats_of_points(score, scores, lowest):
    """What pages tell of a score that the table counted itself."""
    feats = {}
    if len(set(scores)) > 1 and score == (min(scores) if lowest else max(scores)):
        feats["best_of_deal"] = 0
    if score:
        feats["most_in_deal" if score > 0 else "least_in_deal"] = score
    return feats


def furthest(sums, key, number):
    """Keep the number that is further from zero."""
    sums[key] = max(sums[key], number, key=abs)


def is_counted(sheet):
    """Whether a game was won; stopped before each had a deal it was not, if it ends otherwise."""
    played = sum(not deal.record.get("void") for deal in sheet.deals)
    is_open = getattr(sheet.start.rules, "length", "") == "open"
    is_whole = sheet.ended is None or is_open or played >= len(sheet.table.order)
    return bool(sheet.over and sheet.winners) and is_whole


def recount_game(sheet, person, year, sums):
    """Add up what a game says of each person, and of each two."""
    told = {
        "variant": sheet.start.variant.key,
        "house_rules": write_house_rules(sheet.start.rules),
    }
    printed, (kind, lowest) = sheet_as_json(sheet), kind_of_game(told)
    sides = sides_of(printed, len(sheet.sitters))
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    for deal, printed_deal in zip(sheet.deals, printed["deals"], strict=True):
        entered = deal.record
        if entered.get("void"):
            continue
        there = [side for side, score in enumerate(printed_deal["scores"]) if score is not None]
        who = {seat: person[deal.sitters[seat].player] for side in there for seat in sides[side]}
        scores = {side: score_of(printed_deal, side) for side in there}
        feats = feats_of_deal(entered, printed_deal, scores, lowest)
        for seat, somebody in who.items():
            score = scores[side_of[seat]]
            others = [other for side, other in scores.items() if side != side_of[seat]]
            for mine in (("tally", somebody, kind), ("year", somebody, year)):
                sums[*mine, "deals"] += 1
                apart = score - Fraction(sum(others), len(others))
                sums[*mine, "apart"] += rounded(apart * 1000)
            of_kind = ("tally", somebody, kind)
            for key in feats.get(seat, ()):
                sums[*of_kind, key, "count"] += 1
            if told["variant"] == "points":
                for key, number in feats_of_points(score, scores.values(), lowest).items():
                    sums[*of_kind, key, "count"] += 1
                    furthest(sums, (*of_kind, key, "number"), number)
            for at, other in who.items():
                if side_of[at] == side_of[seat]:
                    continue
                pair, theirs = ("pair", somebody, other, kind), scores[side_of[at]]
                sums[*pair, "deals"] += 1
                sums[*pair, "better"] += score < theirs if lowest else score > theirs
                sums[*pair, "worse"] += score > theirs if lowest else score < theirs
                if feats and at == entered["out"]:
                    sums[*pair, "feats"] += 1
                    sums[*pair, "cost"] += score if lowest else paid(printed_deal, seat)
    if not is_counted(sheet):
        return
    held = printed.get("settled", printed["totals"])
    bought = printed.get("bought", [0] * len(held))
    worth = [(-1 if lowest else 1) * (has - put) for has, put in zip(held, bought, strict=True)]
    who = {seat: person[sheet.sitters[seat].player] for seat in sheet.table.order}
    for seat, somebody in who.items():
        side, has_won = side_of[seat], side_of[seat] in printed["winners"]
        for mine in (("tally", somebody, kind), ("year", somebody, year)):
            sums[*mine, "games"] += 1
            sums[*mine, "wins"] += has_won
        for at, other in who.items():
            pair = ("pair", somebody, other, kind)
            if other == somebody:
                continue
            if side_of[at] == side:
                sums[*pair, "games_with"] += 1
                sums[*pair, "won_with"] += has_won
                continue
            sums[*pair, "games"] += 1
            sums[*pair, "ahead"] += worth[side] > worth[side_of[at]]
            sums[*pair, "behind"] += worth[side] < worth[side_of[at]]


def paid(deal, seat):
    """What a seat paid by the card."""
    return -sum(
        line["points"]
        for line in deal["lines"]
        if line["seat"] == seat and line["key"].startswith("pays_by_the_card")
    )


def won(deal, seat):
    """What a seat got of others and of pools, without what it bought or was lent."""
    return sum(
        line["points"]
        for line in deal["lines"]
        if line["seat"] == seat and line["points"] > 0 and line["key"] not in NOT_PLAYED
    )


def recount(database, club):
    """All sums that are not zero, and of every person the streaks and the last games, if won."""
    sums, finished = Counter(), {}
    with database.reading() as connection:
        mine = select(players.c.id, players.c.person).where(players.c.club == club)
        person = dict(tuple(row) for row in connection.execute(mine))
        wanted = (
            select(games.c.id, nights.c.day)
            .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
            .where(
                games.c.club == club, games.c.deleted_at.is_(None), nights.c.deleted_at.is_(None)
            )
            .order_by(games.c.started_at, games.c.id)
        )
        for game, day in connection.execute(wanted).all():
            sheet = load_game(connection, club, game).sheet
            recount_game(sheet, person, day.year, sums)
            sides = sides_of(sheet_as_json(sheet), len(sheet.sitters))
            for seat in sorted(sheet.table.order) if is_counted(sheet) else ():
                has_won = any(seat in sides[side] for side in sheet.winners)
                somebody = person[sheet.sitters[seat].player]
                finished.setdefault(somebody, []).append((game, has_won))
    streaks = {}
    for somebody in set(person.values()):
        theirs = finished.get(somebody, [])
        now = longest = 0
        for _, has_won in theirs:
            now = now + 1 if has_won else 0
            longest = max(longest, now)
        streaks["now", somebody] = now
        streaks["longest", somebody] = longest if longest > 1 else 0
        streaks |= {(game, somebody): has_won for game, has_won in theirs[-30:]}
    return Counter({key: number for key, number in sums.items() if number}), streaks


def read(database, club):
    """What people's pages say, told as the plain recount tells it."""
    sums = Counter()
    streaks = {}
    with database.reading() as connection:
        mine = select(players.c.id).where(players.c.club == club, players.c.person == players.c.id)
        people = list(connection.scalars(mine))
    for one in people:
        person = read_person(database, club, one)
        for kind, tally in person.by_kind.items():
            add_tally(sums, ("tally", one, kind), tally)
        for year, tally in person.by_year.items():
            add_tally(sums, ("year", one, year), tally)
        for other in person.companions:
            for kind, pair in other.by_kind.items():
                add(sums, ("pair", one, other.person, kind), vars(pair))
        streaks["longest", one] = person.longest
        streaks["now", one] = person.streak
        for game in person.form:
            streaks[game.game, one] = game.won
    return sums, streaks


def add_tally(sums, key, tally):
    """Add all numbers of a tally that are not zero, those of its feats too."""
    numbers = dict(vars(tally))
    del numbers["first_seats"], numbers["by_sides"]
    for feat in numbers.pop("feats"):
        told = tally.feat(feat)
        add(sums, (*key, feat), {"count": told.count})
        if feat in ("most_in_deal", "least_in_deal"):
            add(sums, (*key, feat), {"number": told.number})
    add(sums, key, numbers)


def add(sums, key, numbers):
    """Add the numbers that are not zero."""
    sums.update({(*key, name): number for name, number in numbers.items() if number})


def recounted(database, club):
    """Everybody's rating in each kind of game, worked out from the results alone in one go."""
    found = {}
    with database.reading() as connection:
        wanted = select(games).where(
            games.c.club == club, games.c.over.is_(True), games.c.deleted_at.is_(None)
        )
        for game in connection.execute(wanted.order_by(games.c.started_at, games.c.id)):
            rows = connection.execute(
                select(results).where(results.c.game == game.id, results.c.finished)
            )
            places = {row.person: Finish(row.place, row.side) for row in rows}
            if len({finish.side for finish in places.values()}) < 2:
                continue  # a game without a deal has nobody to compare
            people, of_kind = sorted(places), found.setdefault(game.kind, {})
            before = [of_kind.get(one, Rating()) for one in people]
            after = rate_game(before, [places[one] for one in people])
            of_kind.update(zip(people, after, strict=True))
    return {kind: of_kind for kind, of_kind in found.items() if of_kind}


def kept_ratings(database, club):
    """The ratings that are kept, which are those after the newest games."""
    rate_due(database, club)
    found = {}
    with database.reading() as connection:
        in_order = select(ratings).order_by(ratings.c.started_at, ratings.c.game)
        for row in connection.execute(in_order.where(ratings.c.club == club)):
            found.setdefault(row.kind, {})[row.person] = Rating(row.mu, row.sigma)
    return found


def agree(database, club):
    """What pages say is what a plain recount says, and every copy is what the books say."""
    rate_due(database, club)
    assert read(database, club) == recount(database, club)
    assert kept_ratings(database, club) == recounted(database, club)
    assert check(database) == []
