"""Setting up a game: which one, who plays, who deals first, by which rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.errors import BadRecord, Refused
from scorer.rules.house_rules import read_house_rules, write_house_rules
from scorer.rules.kinds import Kind, comparison_key, kind_of, variant_titled
from scorer.rules.variant import Variant
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, counted, so_many
from scorer.services.club.devices import NEWCOMERS, Device, list_devices
from scorer.services.errors import Conflict, TooMany
from scorer.services.games.begin import begin_club
from scorer.services.games.find_night import find_just_ended
from scorer.services.games.offered import PlayedKind, last_table, played_lately
from scorer.services.games.read import GameRead
from scorer.services.games.start import NewGame, next_dealer, start_game
from scorer.services.ids import new_id
from scorer.services.limits import check_new_club
from scorer.services.people import players as people
from scorer.web.access import (
    begins_club,
    database,
    device_here,
    game_here,
    guests_night,
    players_to_seat,
    remember,
)
from scorer.web.club.join import device_name, network_here
from scorer.web.errors import sentence_of
from scorer.web.formats import upper_first
from scorer.web.forms import sent_id
from scorer.web.games.entries import back_to
from scorer.web.games.start_form import Chair, StartForm, read_start
from scorer.web.names import listed, name_of, shown_names, titles_in_order, titles_of
from scorer.web.phone_words import words_of_page
from scorer.web.rules.house_rules import HouseRule, house_rules, unfit_choices
from scorer.web.rules.pack_recipe import recipe

setup = Blueprint("setup", __name__)
# More than these next to each other are no choice at a glance.
MAX_FIRST = 3


@dataclass(frozen=True)
class Offered:
    """A game to choose from: its title, what its address says, and its house rules."""

    title: str = field(compare=False)
    variant: str
    like: str = ""
    house_rules: dict[str, Any] = field(default_factory=dict, compare=False)

    @property
    def players(self) -> list[int]:
        """The numbers of people that it can be played by."""
        variant = newest_variants()[self.variant]
        rules = read_house_rules(variant.rules, self.house_rules)
        return [many for many in variant.players if variant.fits(many, rules) is None]

    @property
    def names(self) -> Sequence[str]:
        """The other names that people know this game by."""
        names: Sequence[str] = WORDS["variants"][self.variant].get("names", ())
        return () if self.like else names


@dataclass(frozen=True)
class GameChoices:
    """The game that is chosen, the first few with it, and others; `counted` are only counted."""

    chosen: Offered
    first: tuple[Offered, ...]
    others: tuple[Offered, ...]
    counted: tuple[Offered, ...]

    def families(self, *, counted: bool) -> list[tuple[str, list[Offered]]]:
        """The title of each family that has any games, with them."""
        games = {key: list[Offered]() for key in WORDS["families"]}
        for game in (*self.others, *(self.counted if counted else ())):
            games[_family_of(game)].append(game)
        return [(WORDS["families"][key], of_key) for key, of_key in games.items() if of_key]


@setup.route("/games/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Seat people and start; `follows` goes on from a game, with a `newcomer` who is let in."""
    device = None if begins_club() else device_here("score")
    followed = request.values.get("follows", "")
    follows = game_here(followed, "score") if followed else None
    played = played_lately(database(), device.club) if device else []
    asked = request.args.get("variant", "") if request.method == "GET" else request.form["variant"]
    which = choose_games(asked, request.values.get("like", ""), played, follows)
    variant = newest_variants()[which.chosen.variant]
    if request.method == "GET":
        form = _blank(follows, variant)
        if follows is not None:
            _seat_newcomer(form, follows)
        form.rules = dict(which.chosen.house_rules) or form.rules
        return _page(form, which, follows), 200
    form = read_start(variant, request.form)
    if variant.key != asked:
        form.errors["variant"] = sentence_of(BadRecord("unknown_variant", variant=asked[:40]))
    if known := _known_game(form, which):
        form.rules = known.house_rules
    form.check_rules()
    if len(form.taken) not in variant.players:
        form.errors["players"] = _other_number(variant, len(form.taken))
    dealer = form.dealer()
    seated = form.players(people.known_players(database(), device.club) if device else [])
    if not form.wrong:
        try:
            new_game = NewGame(
                id=sent_id("game"),
                device=device.id if device else None,
                variant=variant.key,
                players=seated,
                first_dealer=dealer,
                house_rules=write_house_rules(form.house_rules),
                follows=follows.id if follows else _just_ended(device, seated),
                night=guests_night() if device else None,
            )
            if device is None:
                device = _begin(new_game)
                new_game = replace(new_game, device=device.id)
            return back_to(start_game(database(), device.club, new_game))
        except (Refused, TooMany) as fault:
            form.errors["form"] = sentence_of(fault)
        except Conflict as fault:
            if fault.code != "begun_before":
                raise
            return _page(form, which, follows, game_here(sent_id("game"))), 409
    return _page(form, which, follows), 422


def _just_ended(device: Device | None, seated: Sequence[Mapping[str, str | None]]) -> str | None:
    ids = [player["id"] or "" for player in seated]
    return find_just_ended(database(), device.club, ids) if device else None


def _begin(new_game: NewGame) -> Device:
    """Begin a club with its first game; the phone that asks is in it from here on."""
    check_new_club(network_here())
    zone, called = request.form.get("zone", ""), device_name(request.user_agent.string)
    device, token = begin_club(database(), sent_id("name"), called, zone, new_game)
    remember(device.club, token)
    return device


def _blank(follows: GameRead | None, variant: Variant) -> StartForm:
    if follows is None:
        return StartForm(variant, [Chair(row) for row in range(variant.players[-1])])
    sheet = follows.sheet
    order = sheet.table.order
    rows = range(max(variant.players[-1], len(order) + 1))
    form = StartForm(variant, [Chair(row) for row in rows])
    for chair, seat in zip(form.chairs, order, strict=False):
        sitter = sheet.sitters[seat]
        chair.player = follows.persons.get(sitter.player, sitter.player)
        chair.name = follows.name_of(sitter)
    form.first_dealer = str(order.index(next_dealer(sheet)))
    if variant.key == follows.variant:
        form.rules = write_house_rules(sheet.start.rules)
    return form


def _seat_newcomer(form: StartForm, follows: GameRead) -> None:
    """Seat who is let in behind the others, as the person that the name means."""
    asking = list_devices(database(), follows.club, NEWCOMERS, follows.night)
    names = {it.id: it.newcomer for it in asking}
    name = names.get(request.args.get("newcomer", ""))
    if name is None:
        return
    seated = {chair.player for chair in form.taken}
    known = people.match_by_name(name, players_to_seat(), seated)
    chair = form.chairs[len(form.taken)]
    chair.name, chair.player = (known.name, known.id) if known else (name, "")


def _other_number(variant: Variant, many: int) -> str:
    here = "Nobody is here yet."
    if many:
        here = f"{counted(many, 'name')} {'is' if many == 1 else 'are'} here."
    return f"{here} This game is for {so_many(variant.players)} people."


def _sides_by_rules(form: StartForm) -> dict[str, Any]:
    """The side of each seat, by the number of players, for each value of the rule that decides."""
    variant, rules = form.variant, form.house_rules

    def sides_under(**changed: Any) -> dict[int, tuple[int, ...]]:
        now = replace(rules, **changed)
        fitting = [players for players in variant.players if variant.fits(players, now) is None]
        every = {players: variant.sides(players, now) for players in fitting}
        return {players: sides for players, sides in every.items() if max(sides) + 1 < players}

    for rule in fields(variant.rules):
        values = rule.metadata["options"]
        if isinstance(values, tuple):
            by_value = {str(value): sides_under(**{rule.name: value}) for value in values}
            if any(sides != by_value[str(values[0])] for sides in by_value.values()):
                return {"rule": f"rule-{rule.name}", "by_value": by_value}
    return {"rule": None, "by_value": {"": sides_under()}}


def _ready_games(which: GameChoices) -> dict[str, Offered]:
    if which.chosen.like:
        return {}
    return {
        comparison_key(game.title): game
        for game in (*which.counted, *which.others, *which.first)
        if game.like and game.variant == which.chosen.variant
    }


def _known_game(form: StartForm, which: GameChoices) -> Offered | None:
    """The ready game whose name was typed, where no other house rule was changed.

    A phone with scripts has filled in its house rules at once, for people to change.
    """
    name = form.variant.kind(form.house_rules)
    changed = {rule: value for rule, value in form.rules.items() if value != name}
    if changed != which.chosen.house_rules:
        return None
    return _ready_games(which).get(comparison_key(name))


def _ready(variant: Variant, which: GameChoices) -> dict[str, Any]:
    ready = {}
    for name, game in _ready_games(which).items():
        rules = house_rules(variant, game.house_rules)
        values = {f"rule-{rule.key}": rule.chosen for rule in rules if not rule.names_game}
        ready[name] = {"says": f"{game.title}: {_mentioned(rules)}", "values": values}
    return ready


def _mentioned(rules: list[HouseRule]) -> str:
    return " ".join(
        f"{upper_first(rule.in_line)}."
        for rule in rules
        if rule.matters and rule.in_line and not rule.names_game
    )


def _page(
    form: StartForm, which: GameChoices, follows: GameRead | None, begun: GameRead | None = None
) -> str:
    """The form; where its game has `begun` otherwise, with the id of another one."""
    variant, words = form.variant, WORDS["variants"][form.variant.key]
    night = follows.night if follows else guests_night()
    device = None if begins_club() else device_here()
    last = last_table(database(), device.club, night) if device else None
    for player in last["players"] if last else ():
        player["name"] = name_of(player["id"], player["name"])
    known = players_to_seat() if device else []
    rules = house_rules(variant, form.rules)
    return render_template(
        "games/new.html",
        form=form,
        game_id=new_id() if begun else sent_id("game"),
        begins=None if device else request.form.get("name") or new_id(),
        begin=request.values.get("begin"),
        begun=begun,
        names_begun=listed(shown_names(begun.sheet.sitters, begun.names)) if begun else "",
        variant=variant,
        which=which,
        words=words,
        so_many=so_many(variant.players),
        rules=rules,
        mentioned=_mentioned(rules),
        known=known,
        follows=follows,
        same_again=last and follows is None and len(last["players"]) in variant.players,
        phone_words=words_of_page("setup"),
        data={
            "players": list(variant.players),
            "full": f"{which.chosen.title} is for {so_many(variant.players)}.",
            "packs": {many: recipe(variant, many, variant.rules()) for many in variant.players},
            "unfit": unfit_choices(variant),
            "ready": _ready(variant, which),
            "sides": _sides_by_rules(form),
            "last": last,
            "known": [
                {"id": it.id, "name": name_of(it.id, it.name), "called": it.name} for it in known
            ],
        },
    )


def choose_games(
    variant: str, like: str, played: Sequence[PlayedKind], follows: GameRead | None
) -> GameChoices:
    """The game of this address, or gone on with, or played last, and what else to offer."""
    titles = titles_of(game.kind for game in played)
    known = [game for game in played if game.kind.variant in newest_variants()]
    of_club = [
        _of_kind(game.kind, titles[game.kind.key], dict(game.house_rules))
        for game in sorted(known, key=lambda game: (-game.games, -game.begun))
    ]
    plain = [
        Offered(
            WORDS["variants"][key].get("any", title),
            key,
            house_rules=WORDS["variants"][key].get("begins_with", {}),
        )
        for key, title in titles_in_order().items()
    ]
    # Those known by a title and their house rules, unless a game has that title of its own.
    presets = [
        Offered(preset["title"], key, preset["title"], preset["house_rules"])
        for key in titles_in_order()
        for preset in WORDS["variants"][key].get("presets", ())
        if not variant_titled(preset["title"], key)
    ]
    if follows is not None and variant not in newest_variants():
        kind = kind_of(follows.sheet.start)
        chosen = _of_kind(kind, kind.title, write_house_rules(follows.sheet.start.rules))
    elif variant in newest_variants():
        every = [*of_club, *presets, *plain]
        meant = (Offered("", variant, like), Offered("", variant))
        chosen = next(every[every.index(game)] for game in meant if game in every)
    elif known:
        chosen = of_club[of_club.index(_of_kind(known[0].kind, "", {}))]
    else:
        chosen = plain[0]
    shown = list(dict.fromkeys([*of_club, *plain]))
    first, of_points = shown[:MAX_FIRST], {game.variant for game in presets}
    if chosen not in first:
        first = [chosen, *first[:-1]]
    names = {comparison_key(game.title) for game in (*of_club, *first)}
    counted = [game for game in presets if comparison_key(game.title) not in names]
    counted += [game for game in plain if game.variant in of_points and game not in first]
    others = [game for game in shown if game not in (*first, *counted)]
    return GameChoices(chosen, tuple(first), tuple(others), tuple(counted))


def _family_of(game: Offered) -> str:
    words = WORDS["variants"][game.variant]
    like = (it for it in words.get("presets", ()) if it["title"] == game.title)
    return str(next(like, words).get("family", "other"))


def _of_kind(kind: Kind, title: str, house_rules: dict[str, Any]) -> Offered:
    """A kind of games; one that is all there is of its variant brings no house rules along."""
    if kind.key == kind.variant:
        return Offered(title, kind.variant)
    return Offered(title, kind.variant, kind.key, house_rules)
