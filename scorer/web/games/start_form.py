"""The start of a game as a form, to set it up and to correct it: who sits where, by which rules.

Each row sends `player` (a name), `player_id` (of a known player, where the name was tapped and
not typed) and `seat` (where the game has begun already).
`first_dealer` is the number of a row, or its seat, or "draw"; each house rule has a `rule-…` field.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from scorer.rules.entries import MAX_NAME_LENGTH, MAX_SEATS
from scorer.rules.errors import Refused
from scorer.rules.house_rules import read_house_rules
from scorer.rules.kinds import comparison_key
from scorer.rules.variant import Variant
from scorer.services.people.players import Player, clean_name, match_by_name
from scorer.web.names import isolate_rtl, listed
from scorer.web.rules.house_rules import at_odds, read_chosen, wrong_rules

DRAW = "draw"
SITS_HERE = "already sits here. If these are two people, change one of the names."
SEATS = frozenset(str(seat) for seat in range(MAX_SEATS))


@dataclass
class Chair:
    """One row of the form; `row` is its seat where the game has begun already."""

    row: int
    name: str = ""
    player: str = ""
    error: str = ""


@dataclass
class StartForm:
    """The rows of the form, what else was chosen, and what is wrong with it."""

    variant: Variant
    chairs: list[Chair]
    first_dealer: str = "0"
    rules: dict[str, Any] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def taken(self) -> list[Chair]:
        """The rows with somebody in them."""
        return [chair for chair in self.chairs if chair.name]

    @property
    def house_rules(self) -> Any:
        """The house rules as they were chosen, the usual one for each that is wrong."""
        wrong = wrong_rules(self.variant, self.rules)
        chosen = {key: value for key, value in self.rules.items() if f"rule-{key}" not in wrong}
        return read_house_rules(self.variant.rules, chosen)

    def check_rules(self) -> None:
        """Note the house rules that no such game has, or not with the others or so many people."""
        self.errors |= wrong_rules(self.variant, self.rules)
        self.errors |= at_odds(self.variant, self.house_rules, len(self.taken))

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each who is here; each is one where these rules do not make any sides."""
        players, rules = len(self.taken), self.house_rules
        if players not in self.variant.players or self.variant.fits(players, rules):
            return tuple(range(players))
        return self.variant.sides(players, rules)

    @property
    def partners(self) -> str:
        """Who plays with whom: "Ann and Cat · Ben and Dan"; empty where nobody does."""
        together: dict[int, list[str]] = {}
        for chair, side in zip(self.taken, self.sides, strict=True):
            together.setdefault(side, []).append(chair.name)
        if len(together) == len(self.taken):
            return ""
        return " · ".join(listed(together[side]) for side in sorted(together))

    @property
    def wrong(self) -> bool:
        """Whether anything is wrong."""
        return bool(self.errors) or any(chair.error for chair in self.chairs)

    @property
    def wrong_rules(self) -> dict[str, str]:
        """The faults of house rules, by their fields."""
        return {key: sentence for key, sentence in self.errors.items() if key.startswith("rule-")}

    @property
    def faults(self) -> list[str]:
        """The other faults; sentences about a row begin with the name in it."""
        rows = [
            f"{isolate_rtl(chair.name or f'Row {number}')}"
            f"{' ' if chair.error[0].islower() else ': '}{chair.error}"
            for number, chair in enumerate(self.chairs, 1)
            if chair.error
        ]
        general = [it for key, it in self.errors.items() if not key.startswith("rule-")]
        return [*general, *rows]

    def players(self, known: Sequence[Player]) -> list[dict[str, str | None]]:
        """The people in order; a typed name that is known means the person who has it."""
        seated = {chair.player for chair in self.taken if chair.player}
        here = {comparison_key(chair.name) for chair in self.taken if chair.player}
        people: list[dict[str, str | None]] = []
        for chair in self.taken:
            player = chair.player or None
            if player is None:
                meant = match_by_name(chair.name, known, seated)
                player = meant.id if meant else None
                if meant is None and comparison_key(chair.name) in here:
                    chair.error = SITS_HERE
                seated.add(player or "")
                here.add(comparison_key(chair.name))
            people.append({"id": player, "name": chair.name})
        return people

    def dealer(self) -> int | None:
        """Who deals first, counted among the rows with somebody in them; None: draw."""
        if self.first_dealer == DRAW:
            return None
        for number, chair in enumerate(self.taken):
            if str(chair.row) == self.first_dealer:
                return number
        self.errors["first_dealer"] = "Nobody sits there. Choose a dealer, or draw one."
        return None


def read_start(variant: Variant, form: MultiDict[str, str], rows: int = MAX_SEATS) -> StartForm:
    """The start a form sent, bad names noted; raises BadRequest where a field did not arrive."""
    if "player" not in form:
        raise BadRequest
    sent = {key: form.getlist(key) for key in ("player", "player_id", "seat")}
    chairs = []
    for row in range(rows):
        sent_row = {key: values[row] if row < len(values) else "" for key, values in sent.items()}
        chair = Chair(
            int(sent_row["seat"]) if sent_row["seat"] in SEATS else row,
            name=" ".join(sent_row["player"].split())[: MAX_NAME_LENGTH * 4],
            player=sent_row["player_id"][:36],
        )
        try:
            chair.name = chair.name and clean_name(chair.name)
        except Refused as fault:
            chair.error = f"{fault.message}."
        chairs.append(chair)
    # As many as can play, or more where more were named.
    last = max((chair.row for chair in chairs if chair.name), default=0)
    chairs = chairs[: max(variant.players[-1], last + 1)]
    return StartForm(variant, chairs, form["first_dealer"][:8], read_chosen(variant, form))
