"""Setting up a game: who plays, who deals first, by which rules."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.entries import MOST_SEATS
from scorer.rules.errors import BadRecord, Refused
from scorer.rules.house_rules import read_house_rules, write_house_rules
from scorer.rules.variant import Variant
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services.errors import WhichNight
from scorer.services.games.find_night import ASK, OWN
from scorer.services.games.read import GameRead
from scorer.services.games.start import last_variant, start_game
from scorer.services.ids import is_id
from scorer.services.people import players as people
from scorer.web.access import database, device_here, game_here
from scorer.web.errors import sentence_of
from scorer.web.forms import sent_name
from scorer.web.games.games import back_to
from scorer.web.games.table_form import Chair, TableForm, read_table
from scorer.web.names import listed, tell_apart
from scorer.web.rules.house_rules import house_rules, read_chosen, wrong_rules
from scorer.web.rules.pack_recipe import recipes

setup = Blueprint("setup", __name__)
USUAL = "red-nines"


@setup.route("/games/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Seat people and start; `follows` goes on from a game that was stopped."""
    device = device_here("score")
    followed = request.values.get("follows", "")
    follows = game_here(followed, "score") if followed else None
    known = people.known_players(database(), device.club)
    chosen = request.args.get("variant", "") if request.method == "GET" else request.form["variant"]
    variant = newest_variants().get(chosen) or _usual_variant(device.club, follows)
    if request.method == "GET":
        return _page(_blank(follows, variant), variant, follows, known), 200
    form = read_table(request.form)
    if variant.key != chosen:
        form.errors["variant"] = sentence_of(BadRecord("unknown_variant", variant=chosen[:40]))
    form.chairs = form.chairs[: _rows(form, variant)]
    form.rules = read_chosen(variant, request.form)
    form.errors.update(wrong_rules(variant, form.rules))
    dealer, carried = form.dealer(), None
    if request.form.get("carry") == "along" and _same_unit(variant, follows):
        carried = form.carried()
    if not form.wrong:
        try:
            game = start_game(
                database(),
                device.club,
                device=device.id,
                game_id=sent_name("game"),
                variant=variant.key,
                players=form.players(known),
                first_dealer=dealer,
                house_rules=write_house_rules(read_house_rules(variant.rules, form.rules)),
                follows=follows.id if follows else None,
                carried=carried,
                night=_night(),
            )
            return back_to(game)
        except WhichNight as fault:
            return _ask_night(fault)
        except Refused as fault:
            _note(form, variant, fault)
    return _page(form, variant, follows, known), 422


def _night() -> str:
    """The night that was said to be the right one; until one was, it has to be asked for."""
    night = request.form.get("night", ASK)
    return night if night == OWN or is_id(night) else ASK


def _ask_night(fault: WhichNight) -> str:
    """Ask which evening this is, keeping everything that was typed."""
    return render_template(
        "games/which_night.html",
        sentence=sentence_of(fault),
        playing={night: listed(tell_apart(names)) for night, names in fault.nights.items()},
        typed=[
            (name, value)
            for name, value in request.form.items(multi=True)
            if name not in ("csrf_token", "night")
        ],
        own=OWN,
    )


def _usual_variant(club: str, follows: GameRead | None) -> Variant:
    """The game that is offered first: what is gone on with, or was last played."""
    every = newest_variants()
    if follows is not None:
        return every[follows.variant]
    last = last_variant(database(), club)
    return every.get(last or USUAL) or next(iter(every.values()))


def _blank(follows: GameRead | None, variant: Variant) -> TableForm:
    most = variant.players[-1]
    chairs = [Chair(row) for row in range(MOST_SEATS)]
    if follows is None:
        return TableForm(chairs[:most])
    sheet = follows.sheet
    held = sheet.settled or sheet.totals
    for chair, seat in zip(chairs, sheet.start.order, strict=False):
        sitter = sheet.sitters[seat]
        chair.player = follows.persons.get(sitter.player, sitter.player)
        chair.name = follows.names.get(sitter.player, sitter.name)
        chair.carried = str(held[seat])
    # No source says what a newcomer starts from; the average, rounded up, is only offered.
    average = -(-sum(held) // len(held))
    for chair in chairs[len(held) :]:
        chair.carried = str(average)
    rules = write_house_rules(sheet.start.rules) if variant.key == follows.variant else {}
    return TableForm(chairs[: max(most, len(sheet.start.order))], rules=rules)


def _rows(form: TableForm, variant: Variant) -> int:
    """How many rows the form has: as many as can play, or more where more were named."""
    named = [chair.row + 1 for chair in form.taken]
    return max([variant.players[-1], *named])


def _same_unit(variant: Variant, follows: GameRead | None) -> bool:
    """Whether totals can be carried along: points as points, counters as counters."""
    if follows is None:
        return False
    units = {WORDS["variants"][key]["unit"] for key in (variant.key, follows.variant)}
    return len(units) == 1


def _note(form: TableForm, variant: Variant, fault: Refused) -> None:
    if fault.code == "number_of_players":
        least, most = variant.players[0], variant.players[-1]
        many = len(form.taken)
        short = f"{many} names are here." if many else "Nobody is here yet."
        form.errors["players"] = f"{short} This game is for {least} to {most} people."
    else:
        form.errors["form"] = sentence_of(fault)


def _page(
    form: TableForm, variant: Variant, follows: GameRead | None, known: list[people.Player]
) -> str:
    words = WORDS["variants"][variant.key]
    names = tell_apart(player.name for player in known)
    return render_template(
        "games/new.html",
        form=form,
        game_id=sent_name("game"),
        variant=variant,
        variants={
            key: WORDS["variants"][key]["title"]
            for key in sorted(newest_variants(), key=lambda key: (key != USUAL, key))
        },
        words=words,
        same_unit=_same_unit(variant, follows),
        rules=house_rules(variant, form.rules),
        known=known,
        follows=follows,
        carry=request.form.get("carry", ""),
        data={
            "least": variant.players[0],
            "most": variant.players[-1],
            "packs": recipes(variant, read_house_rules(variant.rules, {})),
            "first_dealer": words.get("first_dealer", ""),
            "known": [
                {"id": player.id, "name": name} for player, name in zip(known, names, strict=True)
            ],
        },
    )
