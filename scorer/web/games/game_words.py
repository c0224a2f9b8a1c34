"""What a game says by its variant, edition and house rules, whoever plays it."""

from typing import Any

from scorer.rules.answer_words import MARKS, template_of, words_of
from scorer.rules.asks import Seat
from scorer.rules.kinds import kind_of
from scorer.rules.start import ResolvedStart
from scorer.rules.words import WORDS
from scorer.web.formats import money, upper_first
from scorer.web.phone_words import words_of_own
from scorer.web.rules.house_rules import house_rules
from scorer.web.rules.pack_recipe import recipe

MAX_KEPT = 500
_kept: dict[Any, "GameWords"] = {}


def game_words(start: ResolvedStart, players: int, currency: str = "") -> "GameWords":
    """The words of such a game for so many, worked out once; money is in this currency."""
    key = (start.variant, repr(start.rules), players, currency)
    if key not in _kept:
        if len(_kept) >= MAX_KEPT:
            _kept.clear()
        _kept[key] = GameWords(start, players, currency)
    return _kept[key]


class GameWords:
    """The words of a game for all its pages.

    `asks` has the words of each ask by its key. `during` are the asks that can be answered while
    the cards are being played: those that the `named` people answer by a tap, such as who swept,
    and all others, such as a trump, which have no `row`; the notice asks again for those that are
    `late`. A `choice` that is all there is to note is answered on the sheet. `first_prompt` is the
    ask that a tap on a row answers. `before` and `alone` are buttons, by their asks: for what can
    be typed before the play, "Type the bids", and for what is a whole deal, "All passed".
    """

    def __init__(self, start: ResolvedStart, players: int, currency: str) -> None:
        self.kind = kind_of(start)
        self.variant = {**WORDS["variants"][start.variant.key], "title": self.kind.title}
        self.recipe = recipe(start.variant, players, start.rules)
        rules = house_rules(
            start.variant,
            vars(start.rules),
            lambda amount: money(amount, currency),
            players,
        )
        self.are_usual = all(rule.usual for rule in rules)
        # The heading has the title already.
        self.rules = [rule for rule in rules if rule.matters and not rule.names_game]

        every = start.variant.asks(players, start.rules)
        asks = [ask for ask in every if ask.asked]
        self.asks = {ask.key: words_of(start, ask) for ask in every}
        in_play = {key: words.get("in_play", {}) for key, words in self.asks.items()}
        self.during = [ask for ask in asks if ask.during]
        self.named = [
            ask
            for ask in self.during
            if isinstance(ask, Seat) and ask.of == "deal" and "asks" in in_play[ask.key]
        ]
        self.without_row = [ask for ask in self.during if ask not in self.named]
        is_choice = [(ask.kind, ask.of) for ask in self.without_row] == [("choice", "deal")]
        self.choice = self.without_row[0] if is_choice else None
        self.late = [ask for ask in self.during if "late" in in_play[ask.key]]
        self.has_stand_ins = any(ask.stand_ins for ask in start.asks if ask.of != "deal")
        # Who was named stands with the answers.
        self.noted_before = [
            ask
            for ask in asks
            if ask.when == "before" and ask.of == "deal" and ask.kind not in ("seat", "side")
        ]
        notes = [*self.noted_before, *(ask for ask in self.without_row if ask.of == "deal")]
        # A note that does not go on with the one before it has a line of its own.
        apart = [ask for ask in notes if template_of(start, ask)[:1] in tuple(MARKS)]
        lines = [[ask for ask in notes if ask not in apart], *([ask] for ask in apart)]
        self.note_lines = [line for line in lines if line]
        places = [ask for ask in asks if ask.of == "deal" and ask.kind in ("seat", "side")]
        prompted = (ask for ask in places if "prompt" in self.asks[ask.key])
        self.first_prompt = next(prompted, None)
        self.before = {
            ask.key: self.asks[ask.key]["before"] for ask in asks if "before" in self.asks[ask.key]
        }
        needed = [ask for ask in asks if ask.required]
        self.alone = {
            ask.key: self.asks[ask.key].get("chip") or upper_first(self.asks[ask.key]["what"])
            for ask in every
            if ask.kind == "flag" and ask.of == "deal"
            if needed and all(ask.key in other.unless for other in needed)
        }
        self.of_phone = words_of_own(start)
        # By how many it can go on once somebody joins or leaves, and why by no more.
        self.changes_to = start.changes_to
        unfit = start.variant.fits(max(self.changes_to, default=0) + 1, start.rules)
        hand = unfit.params.get("hand") if unfit else None
        self.why_no_more = f" with {hand} cards each" if hand else ""
