"""A game on the table: what everybody sees from where they sit, or across the room."""

from collections.abc import Collection, Iterator, Sequence
from math import sqrt
from typing import Any, Literal, get_args

from flask import Blueprint, render_template, request, session, url_for

from scorer.services.games.read import GameRead, next_game
from scorer.web.access import database, game_here
from scorer.web.formats import estimate_width, points, signed
from scorer.web.games.own_answers import own_answers_of
from scorer.web.games.sheet_cache import seat_here, tag_of_page, tag_of_phone
from scorer.web.games.sheet_view import SheetView, game_context

table_view = Blueprint("table_view", __name__)

# Flat, and read from all sides, or standing, and read across the room.
Way = Literal["standing", "flat"]
WAYS: tuple[Way, ...] = get_args(Way)
# So many of two players, of three and so on lie along the left edge of a screen, and as many along
# the right one.
AT_EACH_SIDE = {
    "tall": (0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4),
    "broad": (0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2),
}
# How far a seat at the left or right reaches into the middle, in twelfths, and how it is turned.
DEPTHS = {"tall": 3, "broad": 2}
TURNS = {"bottom": 0, "left": 90, "top": 180, "right": -90}
# A name of fewer ems has no larger letters.
SHORTEST_NAME = 5
# Room for a mark before a name, and for each sign after it: the crown, who deals, who leads.
MARK, SIGN = 1.2, 1.3
# A word that is wider than this may be broken, where a name has two lines or three.
LONGEST_WORDS = {2: 12.0, 3: 8.0}
APART = 0.7
# More ems than any place has room for.
UNFIT = 99.0
MISFIT = "This cannot all be right. Look again on a phone."
# What is lost where lines end between words.
FOLD_LOSS = 1.2


@table_view.get("/games/<id:game>/table")
def show(game: str) -> str:
    """The game for all who sit round it; the way it is shown is remembered on this phone."""
    read = game_here(game)
    asked = request.args.get("way")
    if asked in WAYS and session.get("way") != asked:
        session["way"] = asked
    way: Way = session["way"] if session.get("way") in WAYS else "standing"
    return render_template("games/table.html", **table_context(read, way))


def table_context(game: GameRead, way: Way) -> dict[str, Any]:
    """The context of the template of the table view."""
    context = game_context(game)
    sheet: SheetView = context["sheet"]
    # The seats whose own answers are still to come, and what all look for now, larger than how it
    # stands; or what was answered before the play, and what comes after it.
    missing: list[int] = []
    now: list[str] = []
    summary = sheet.summary
    if in_play := own_answers_of(game):
        missing = [it["seat"] for it in in_play.marks if it["seat"] in in_play.waiting_seats]
        out = f"{in_play.out_sentence}." if in_play.out_sentence else ""
        waits = MISFIT if in_play.misfit else in_play.waits if missing else ""
        now = list(filter(None, (out, waits)))
        summary = in_play.all_answered or summary
    following = next_game(database(), game) if sheet.over else None
    follower = url_for("table_view.show", game=following) if following else None
    return {
        **context,
        "way": way,
        "places": list(_places(sheet, way, missing)),
        "middle_style": _middle_style(sheet, summary, now),
        # Whether nobody sits at the left and at the right.
        "sides_are_empty": way == "flat" and not seats_along("tall", len(sheet.members))["left"],
        "summary": summary,
        "now": now,
        "follower": follower,
        # What the script that follows the game compares.
        "data": {
            "game": game.id,
            "tag": tag_of_phone(tag_of_page(game, in_play), seat_here()),
            "version": game.version,
            "next": follower,
        },
    }


def seats_along(screen: str, players: int) -> dict[str, int]:
    """How many seats lie along each edge of such a screen, clockwise from the lower one."""
    side = AT_EACH_SIDE[screen][players - 2]
    at_ends = players - 2 * side
    bottom = at_ends // 2
    return {"bottom": bottom, "left": side, "top": at_ends - bottom, "right": side}


def _places(sheet: SheetView, way: Way, missing: Collection[int]) -> Iterator[dict[str, Any]]:
    if way == "standing":
        for row in sheet.result if sheet.over else sheet.rows:
            yield _place(sheet, row, row["members"], missing)
        return
    rows = {member["seat"]: row for row in sheet.rows for member in row["members"]}
    members = sheet.members
    tall, broad = (_edges(screen, len(members)) for screen in AT_EACH_SIDE)
    for member, on_tall, on_broad in zip(members, tall, broad, strict=True):
        yield _place(sheet, rows[member["seat"]], (member,), missing, on_tall + on_broad)


def _place(
    sheet: SheetView,
    row: dict[str, Any],
    members: Sequence[dict[str, Any]],
    missing: Collection[int],
    edges: str = "",
) -> dict[str, Any]:
    """A seat at the table, or a side where all is upright; it `waits` for its hand or bid."""
    nets = sheet.nets if sheet.over and sheet.counters else ()
    # While hands come in, all look for who is missing, and not for how they stand.
    waits = "to come" if any(member["seat"] in missing for member in members) else ""
    last = signed(row["last"][-1]) if row["last"] and not (sheet.over or waits) else ""
    words = list(row["marks"])
    if nets:
        words = [sheet.won[row["side"]]]
    elif row["place"] and not (row["in_front"] or row["won"] or sheet.counters or waits):
        words.append(row["place"])
    words += row["words"]
    total = points(row["total"])
    if row["in_part"] is not None:
        words.append(f"{total} in all")
        total = points(row["in_part"])
    if nets:
        total = signed(nets[row["side"]])
    more = sum(estimate_width(text) + APART for text in (waits, last, *words))
    more += sum(pips["count"] + APART for pips in row["pips"])
    one, two, three = _name_widths(members, SIGN * (row["in_front"] or row["won"]))
    return {
        "row": row,
        "members": [(member, sheet.looks[member["seat"]]) for member in members],
        "total": total,
        "last": last,
        "words": words,
        "waits": waits,
        # Where it lies, and how wide its words are in ems.
        "style": edges
        + _variables(
            one=max(one, SHORTEST_NAME),
            two=max(two, SHORTEST_NAME),
            three=max(three, SHORTEST_NAME),
            sum=max(len(total), 2),
            more=max(more, SHORTEST_NAME),
        ),
    }


def _name_widths(members: Sequence[dict[str, Any]], crown: float) -> tuple[float, ...]:
    """How wide the names are in one line, in two and in three; each has a line of its own."""
    longest = max(
        estimate_width(member["name"]) + MARK + SIGN * (member["deals"] + member["leads"]) + crown
        for member in members
    )
    if len(members) > 1:
        return UNFIT, longest if len(members) == 2 else UNFIT, longest
    name = members[0]["name"]
    widest = max(map(estimate_width, name.replace("-", "- ").split()), default=0.0)
    folded = []
    for lines, most in LONGEST_WORDS.items():
        word = widest if widest <= most else max(most, widest * FOLD_LOSS / lines)
        folded.append(max(longest * FOLD_LOSS / lines, MARK + word))
    return longest, *folded


def _middle_style(sheet: SheetView, summary: str, now: Sequence[str]) -> str:
    if sheet.over:
        letters = 4 * len(sheet.headline) + len(sheet.story or sheet.outcome) + 20
        lines = 4.0
    else:
        letters = 50 + sum(
            2 * len(it["text"]) + len(it.get("why", "")) + 12 for it in sheet.sentences
        )
        lines = 2 + 2 * len(sheet.sentences) + (2.2 * len(now) or 3)
        if sheet.pooled:
            letters += sum(len(pool["title"]) + 24 for pool in sheet.pooled["pools"])
            lines += 3.5
        if now:
            letters += sum(2 * len(sentence) + 6 for sentence in now)
        else:
            letters += len(summary) + len(sheet.dealer) + len(sheet.eldest)
    words = " ".join((sheet.headline,) if sheet.over else now).replace("-", "- ").split()
    word = max(map(estimate_width, words), default=0)
    # The root of the letters goes with how wide and high they are together.
    return _variables(reads=sqrt(letters) + 1, lines=lines, word=max(word, SHORTEST_NAME))


def _variables(**numbers: float) -> str:
    return "".join(f"--{name}: {number:.1f};" for name, number in numbers.items())


def _edges(screen: str, players: int) -> Iterator[str]:
    """The place of each seat on such a screen, clockwise from the lower edge."""
    for edge, count in seats_along(screen, players).items():
        # Clockwise is from right to left along the lower edge, and upwards along the left one.
        numbers = range(count, 0, -1) if edge in ("bottom", "left") else range(1, count + 1)
        for number in numbers:
            share = 12 // count
            at = (number - 1) * share + 1
            area = {
                "bottom": f"-2 / {at} / auto / span {share}",
                "top": f"1 / {at} / auto / span {share}",
                "left": f"{at + 1} / 1 / span {share} / span {DEPTHS[screen]}",
                "right": f"{at + 1} / span {DEPTHS[screen]} / span {share} / -1",
            }[edge]
            is_side = edge in ("left", "right")
            across = f"--{screen}-long: 100cqh;--{screen}-deep: 100cqw;" if is_side else ""
            yield f"--{screen}: {area};--{screen}-turn: {TURNS[edge]}deg;{across}"
