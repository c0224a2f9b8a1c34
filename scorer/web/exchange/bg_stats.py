"""A finished game as a link that hands it to the app BG Stats; nothing is sent by us."""

import json
from datetime import UTC, datetime, time, timedelta
from typing import Any
from urllib.parse import quote

from scorer.rules.counter_value import nets_of
from scorer.rules.kinds import kind_of
from scorer.rules.words import counted
from scorer.services.games.read import GameRead
from scorer.services.nights.night_list import read_head
from scorer.web.access import database
from scorer.web.formats import was_dated_back, zone_here
from scorer.web.names import shown_names

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorer"
# Twelve names of emoji make a link of some 8,000 letters, which is as long as one may be.
MAX_NAME_LENGTH = 30
LONGEST_PLAY = timedelta(hours=12)


def bg_stats_link(game: GameRead) -> str | None:
    """The link that hands over a finished game; None where it has nothing to say.

    The format asks for the end of the play, in UTC. Nobody knows it of totals alone, or of a
    night that was dated back: then it is noon of the night's day in the club's zone, and no
    duration. Counters are what was won or lost. Somebody who played under two names, or came in
    from a file, has one id all the same: that of the person.
    """
    sheet, kind = game.sheet, kind_of(game.sheet.start)
    if not sheet.winners:
        return None
    night = read_head(database(), game.club, game.night)
    hours_known = not (sheet.only_totals or was_dated_back(night))
    ended = game.last_at if hours_known else datetime.combine(game.day, time(12), zone_here())
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": game.id,
        "playDate": f"{ended.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": kind.title,
            "sourceGameId": kind.key,
            "highestWins": sheet.start.unit != "penalties",
            "noPoints": False,
        },
        "players": _players(game),
    }
    lasted = game.last_at - game.started_at
    if hours_known and lasted < LONGEST_PLAY:
        play["durationMin"] = round(lasted.total_seconds() / 60)
    if sheet.played:
        play["comments"] = counted(sheet.played, "deal")
    if night.place:
        play["location"] = night.place
    # Letters as they are: written as \u1234 they would take more room still.
    play_json = json.dumps(play, separators=(",", ":"), ensure_ascii=False)
    return f"{ADDRESS}{quote(play_json, safe='')}"


def _players(game: GameRead) -> list[dict[str, Any]]:
    sheet = game.sheet
    known = sheet.deals and sheet.start.variant.eldest_leads
    leads = sheet.deals[0].table.eldest if known else None
    scores = nets_of(sheet) or sheet.totals
    people, names = [], shown_names(sheet.sitters, game.names)
    for seat in sheet.table.order:
        side, sitter = sheet.side(seat), sheet.sitters[seat]
        player = {
            "name": names[seat][:MAX_NAME_LENGTH],
            "sourcePlayerId": game.persons.get(sitter.player, sitter.player),
            "startPlayer": seat == leads,
            "rank": sheet.standing.places[side],
            "score": scores[side],
            "winner": sheet.won(seat),
        }
        people.append(player | ({"team": str(side + 1)} if sheet.table.by_sides else {}))
    return people
