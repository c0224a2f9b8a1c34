"""What a phone needs to show on its sheet what is not in the book yet: pieces and words.

A game has the same pieces from its first deal to its last one, so they are fetched once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, current_app, render_template

from scorer.rules.answers import template_of, words_of
from scorer.rules.cards import write_card
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.access import game_here
from scorer.web.drawing.looks import looks_of
from scorer.web.formats import ordinal
from scorer.web.games.book_view import THE_END, VOID
from scorer.web.games.counters_view import LEFT_OVER, MARKS, REPAID, REPAID_TOO
from scorer.web.games.notes_view import asks_in_play, asks_without_row
from scorer.web.games.notice import REDONE, SAVED, SAVED_DEAL, UNDONE
from scorer.web.games.pattern_view import PatternView, as_it_began, notice_with_all
from scorer.web.games.sheet_view import (
    END_TOTAL,
    HOLDS,
    OUT_OF,
    PLAYED_OUT_OF,
    SO_FAR,
    TOTAL,
    SheetView,
    context_of,
    deals_due,
    deals_played,
)
from scorer.web.games.summary import (
    ALL_SHARE,
    NOBODY,
    SHARE,
    WON,
)
from scorer.web.names import listed
from scorer.web.security import leave_tokens_out
from scorer.web.sharing.pictures import numbers_of

patterns = Blueprint("patterns", __name__)
# Between tags nothing is read.
# The scripts of the sheet know these better.
FIELDS = re.compile(r'<input type="hidden" name="(?:after|name|seen)"[^>]*>')
# Every sheet has it already; and what leads to pages that need a signal.
EMBLEM = re.compile(r'(<svg class="emblem".*?>).*?(?=</svg>)', re.DOTALL)
ELSEWHERE = re.compile(r'<details class="(?:needs|take-over)">.*?</details>', re.DOTALL)
# The table of all deals is a piece of its own.
TABLE = re.compile(r'<section class="block" aria-labelledby="all-deals">.*?</section>', re.DOTALL)
CLOSING = (LEFT_OVER, REPAID_TOO, REPAID)
BETWEEN = re.compile(r"\s+")


@patterns.get("/games/<id:game>/patterns")
def of_game(game: str) -> Response:
    """The sheet as it goes on and as it ends, with one of everything, and what is said on it."""
    leave_tokens_out()
    return answer_with(patterns_of(game_here(game, "score")))


def patterns_of(read: GameRead) -> dict[str, Any]:
    """The pieces and words of a game; tokens are left out before."""
    on, over = (as_it_began(read, over=over) for over in (False, True))
    begun, view = SheetView(on), PatternView(on, now=SheetView(read))
    marks: Any = current_app.jinja_env.get_template("_macros/marks.html").module
    given = {"at": f"/games/{read.id}", "scoring": True}
    return {
        "on": _sheet(view),
        "over": _sheet(PatternView(over)),
        "table": _painted("games/_deals.html", **context_of(view), **given),
        "begun": _painted("games/_not_begun.html", **context_of(begun), **given),
        "waits": str(marks.not_in_book()),
        "words": _words(read.sheet.start, begun),
    }


def answer_with(told: dict[str, Any]) -> Response:
    """JSON in which slots are single letters as they are; escaped they would be six."""
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return Response(text, mimetype="application/json")


def _sheet(view: PatternView) -> str:
    numbers = numbers_of(view.game)
    html = _painted(
        "games/_sheet.html",
        **context_of(view),
        notice=notice_with_all(),
        looks=looks_of(numbers.get(who.player, 0) for who in view.game.sheet.sitters),
        data={},
        send=None,
        asking=(),
    )
    return TABLE.sub("", html)


def _painted(name: str, **context: Any) -> str:
    html = render_template(name, **context)
    for spared, stays in ((FIELDS, ""), (EMBLEM, r"\1"), (ELSEWHERE, ""), (BETWEEN, " ")):
        html = spared.sub(stays, html)
    return html


def _words(start: ResolvedStart, begun: SheetView) -> dict[str, Any]:
    """What is said on the sheet, as templates of the word files are written."""
    own = WORDS["variants"][start.variant.key]
    shows = own.get("shows", {})
    asks, in_play = list(_asks(begun.game.sheet)), asks_in_play(begun.game.sheet)
    reasons = {key: _told(one, "in_row", "of_score") for key, one in own["reasons"].items()}
    return {
        "count": WORDS["count"] if "|count}" in str(shows) else {},
        "begun": begun.summary,
        "of": OUT_OF,
        "of_played": PLAYED_OUT_OF,
        "played": {
            "by": "played",
            "one": deals_played(1, None),
            "other": deals_played(_place("played"), None),
        },
        "played_of": deals_played(_place("played"), _place("deals")),
        "holds": HOLDS,
        "marks": MARKS,
        "share": SHARE,
        "won": WON.format(name="{names}"),
        "all_share": ALL_SHARE,
        "nobody": NOBODY,
        "saved_deal": SAVED_DEAL,
        "void": VOID,
        "saved": SAVED,
        "undone": UNDONE,
        "redone": REDONE,
        "deal": "deal {number}",
        "correct_deal": "the correction of deal {number}",
        "end": THE_END,
        "undo": "Undo",
        "total": TOTAL,
        "ended": END_TOTAL,
        "laid": own.get("laid_before") or SO_FAR,
        "places": [ordinal(at + 1) for at in range(start.number_of_sides)],
        "due": deals_due(start),
        "pools": list(begun.game.sheet.now.pools),
        "trumps": WORDS["trumps"] if begun.shows or _names_trump(asks) else {},
        "shows": shows,
        "reasons": {key: one for key, one in reasons.items() if one},
        "asks": asks,
        **(_words_in_play(begun) if in_play else {}),
        **({"closing": [str(says) for says in CLOSING]} if begun.pooled else {}),
    }


def _words_in_play(begun: SheetView) -> dict[str, Any]:
    """What is said of a deal once something is noted of it."""
    asks = asks_in_play(begun.game.sheet)
    return {
        "answer": listed([words_of(ask)["what"] for ask in asks]),
        "so_far": SO_FAR,
        "tap": begun.to_tap,
    }


def _names_trump(asks: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a trump can be noted."""
    options = {says for ask in asks for says in ask.get("options", {}).values()}
    return bool(options & WORDS["trumps"].keys())


def _asks(sheet: Sheet) -> Iterator[dict[str, Any]]:
    """What is said of answers in the line of a deal, and above the rows while it is played."""
    above = asks_without_row(sheet)
    for ask in sheet.start.asks:
        words = words_of(ask)
        told = {
            **_told(words, "mark"),
            **(_told(words, "in_row", "options") if "in_row" in words else {}),
            **(_told(words, "red_nine", "says") if "red_nine" in words else {}),
        }
        if ask in above and ask.of == "deal":
            offers = getattr(ask, "offers", ())
            options = {value: write_card(value) for value in offers} | words.get("options", {})
            told |= {"noted": template_of(ask), **({"options": options} if options else {})}
        if told:
            yield {"key": ask.key, "kind": ask.kind, **told}


def _place(name: str) -> Any:
    return f"{{{name}}}"


def _told(words: Any, *keys: str) -> dict[str, Any]:
    return {key: words[key] for key in keys if key in words}
