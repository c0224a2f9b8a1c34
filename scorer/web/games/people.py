"""Who is at the table: somebody joins or leaves between two deals.

Each tap sends the form, with a row for everybody at the table, clockwise: the `seat` that they have
already, or the person who joins. An address may have the same fields.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, render_template, request, session
from flask.typing import ResponseReturnValue

from scorer.rules.entries import MAX_SEATS_EVER, NOBODY, ChangeTable
from scorer.rules.errors import BadRecord, Refused
from scorer.rules.fold import next_seat
from scorer.rules.kinds import comparison_key, kind_of
from scorer.rules.numbers import parse_sent_number
from scorer.rules.sheet import Sheet
from scorer.rules.table import clockwise_from
from scorer.rules.table_changes import sentence_of_change
from scorer.rules.words import WORDS, fill, so_many
from scorer.services.games.read import GameRead
from scorer.services.games.write import MAX_SEEN
from scorer.services.people import players as people
from scorer.services.people.players import Player, clean_name, match_by_name
from scorer.web.access import database, device_here, game_here, players_to_seat
from scorer.web.errors import sentence_of
from scorer.web.forms import sent_id, sent_seen
from scorer.web.games.entries import back_to, write_or_ask
from scorer.web.games.phone_data import asked_at
from scorer.web.games.preview import about_the_table, parse_change, sheet_at_table
from scorer.web.games.sheet_view import SheetView, answered_in_words, game_context
from scorer.web.names import isolate_rtl, name_of, shown_names
from scorer.web.phone_words import words_of_page
from scorer.web.rules.pack_recipe import recipe
from scorer.web.settle_up import debts_by_person

people_at_table = Blueprint("people_at_table", __name__)


@dataclass
class Place:
    """A place at the table: of a seat that the game has, or of somebody who joins."""

    name: str
    seat: int | None = None
    player: str = ""


@dataclass
class TableForm:
    """The places at the table, clockwise; `newest` is the one that was taken last."""

    read: GameRead
    places: list[Place]
    begins: str
    newest: int | None = None
    fault: str = ""

    @property
    def gone(self) -> list[Place]:
        """Those who have left, or leave now."""
        sitters, names = self.read.sheet.sitters, self.names
        here = {place.seat for place in self.places}
        gone = [at for at, it in enumerate(sitters) if at not in here and it != NOBODY]
        return [Place(names[seat], seat) for seat in gone]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all who ever sat in this game, by seat."""
        return shown_names(self.read.sheet.sitters, self.read.names)

    @property
    def ever_there(self) -> set[str]:
        """The ids of the persons at the table, and of those who have left or leave."""
        gone = [self.read.sheet.sitters[it.seat] for it in self.gone if it.seat is not None]
        return self.persons | {self.read.persons[sitter.player] for sitter in gone}

    @property
    def persons(self) -> set[str]:
        """The ids of the persons at the table."""
        read = self.read
        sitters = [read.sheet.sitters[it.seat] for it in self.places if it.seat is not None]
        own = {read.persons[sitter.player] for sitter in sitters}
        return own | {place.player for place in self.places if place.player}

    def bring(self, name: str, player: Player | None) -> None:
        """Seat a person: where they have left this game, in their own seat."""
        here = {comparison_key(place.name): place.name for place in self.places}
        is_here = player.id in self.persons if player else comparison_key(name) in here
        if is_here:
            name = here.get(comparison_key(name), name)
            self.fault = fill(WORDS["table"]["is_there"], {"name": isolate_rtl(name)})
            return
        gone = {
            self.read.persons[self.read.sheet.sitters[place.seat].player]: place
            for place in self.gone
            if place.seat is not None
        }
        new = Place(name_of(player.id, player.name), player=player.id) if player else Place(name)
        self.places.append(gone.get(new.player, new))
        self.newest = len(self.places) - 1

    def content(self) -> dict[str, Any]:
        """The change of the table that the form says."""
        sheet = self.read.sheet
        seat = next_seat(len(sheet.start.sitters), self.read.entries)
        seats, joins = list[int](), list[dict[str, Any]]()
        for place in self.places:
            if place.seat is None:
                player = {"id": place.player or None, "name": place.name}
                total = sheet.joining[self.begins]
                joins.append({"seat": seat, "player": player, "total": total})
            seats.append(seat if place.seat is None else place.seat)
            seat += place.seat is None
        return {"seats": seats, "joins": joins, "after": sheet.after}


@people_at_table.route("/games/<id:game>/people", methods=["GET", "POST"])
def show(game: str) -> ResponseReturnValue:
    """Who is at the table from the next deal on: each tap takes somebody out, or brings one."""
    device, read = device_here("score"), game_here(game, "score")
    known, form = people.known_players(database(), device.club), _read_form(read)
    is_tap = _apply_tap(form, known)
    after, answers_seen = read.sheet.after or "", read.answers_version
    if request.method == "POST":
        after = request.form.get("after", after)
        if not is_tap and not form.fault:
            content = form.content() | {"after": after or None}
            answers_seen = parse_sent_number(request.form.get("answers_seen", ""), MAX_SEEN) or 0
            sent = {"id": sent_id(), "seen": sent_seen(), "kind": ChangeTable.kind}
            try:
                write_or_ask(game, {**sent, "content": content, "answers_seen": answers_seen})
                session["joins_with"] = form.begins
                return back_to(game)
            except Refused as fault:
                form.fault = sentence_of(fault)
    others = [player for player in players_to_seat() if player.id not in form.ever_there]
    page = render_template(
        "games/people.html",
        game=read,
        form=form,
        begins=read.sheet.joining,
        begins_with=WORDS["begins_with"],
        dealer=read.sheet.table.dealer,
        others=[(player.id, name_of(player.id, player.name)) for player in others],
        cleared=answered_in_words(SheetView(read)),
        debts=_debts(read),
        title=kind_of(read.sheet.start).title,
        phone_words=words_of_page("people"),
        **_preview(form),
        sent={
            "id": sent_id(),
            "seen": sent_seen() if request.method == "POST" else read.version,
            "after": after,
            "answers_seen": read.answers_version,
            "newest": "" if form.newest is None else form.newest,
        },
    )
    return page, 422 if form.fault else 200


@people_at_table.get("/games/<id:game>/tables")
def tables(game: str) -> str:
    """What a phone keeps so that somebody can join or leave without signal."""
    read = game_here(game, "score")
    start = read.sheet.start
    by_number = start.tables(start.changes_to)
    allowed = so_many(range(min(by_number), max(by_number) + 1)) if by_number else ""
    return render_template(
        "games/tables.html",
        next_seat=next_seat(len(start.sitters), read.entries),
        known=[player.name for player in players_to_seat()],
        tables=by_number,
        debts=_debts(read),
        fault_of_number=sentence_of(BadRecord("number_of_players", allowed=allowed)),
        begins_with=WORDS["begins_with"],
        data={
            "tables": {many: asked_at(table) for many, table in by_number.items()},
            "phrases": {f"table_{key}": says for key, says in WORDS["table"].items()},
        },
        **game_context(read),
    )


def _read_form(read: GameRead) -> TableForm:
    fields = request.form if request.method == "POST" else request.args
    begins = fields.get("begins", session.get("joins_with", ""))
    if begins not in read.sheet.joining:
        begins = next(iter(read.sheet.joining))
    form = TableForm(read, [], begins)
    if "seat" not in fields:
        form.places = [Place(form.names[seat], seat) for seat in read.sheet.table.order]
        return form
    sent = [fields.getlist(key) for key in ("seat", "name", "player_id")]
    for written, name, player in list(zip(*sent, strict=False))[:MAX_SEATS_EVER]:
        seat = parse_sent_number(written, len(read.sheet.sitters) - 1) if written else None
        if seat is not None:
            form.places.append(Place(form.names[seat], seat))
        elif not written:
            form.places.append(Place(clean_name(name), player=player[:36]))
    form.newest = parse_sent_number(fields.get("newest", ""), len(form.places) - 1)
    return form


def _apply_tap(form: TableForm, known: Sequence[Player]) -> bool:
    """Do what was tapped or typed, which may be in the address; whether it was anything."""
    sent = request.form if request.method == "POST" else request.args
    typed = " ".join(sent.get("player", "").split())
    most = len(form.places) - 1
    if (out := parse_sent_number(sent.get("out", ""), most)) is not None:
        del form.places[out]
        form.newest = None
    elif (back := parse_sent_number(sent.get("back", ""), MAX_SEATS_EVER)) is not None:
        form.places += [place for place in form.gone if place.seat == back]
        form.newest = len(form.places) - 1
    elif (to := parse_sent_number(sent.get("place", ""), most)) is not None:
        if form.newest is not None:
            form.places.insert(to, form.places.pop(form.newest))
            form.newest = to
    elif tapped := [it for it in known if it.id in (sent.get("bring"), typed)]:
        form.bring(tapped[0].name, tapped[0])
    elif typed:
        try:
            name = clean_name(typed)
            form.bring(name, match_by_name(name, known, form.persons))
        except Refused as fault:
            form.fault = sentence_of(fault)
    elif "add" in sent:
        form.fault = "Type a name."
    else:
        return False
    return True


def _debts(read: GameRead) -> dict[int, tuple[str, str]]:
    """What those at the table still owe or get by the ledger, by seat."""
    debts, sitters = debts_by_person(), read.sheet.sitters
    persons = {seat: read.persons[sitters[seat].player] for seat in read.sheet.table.order}
    return {seat: debts[person] for seat, person in persons.items() if person in debts}


def _preview(form: TableForm) -> dict[str, Any]:
    """What would be so at this table: whether it can be, the pack, and how many deals come."""
    content, sheet = form.content(), form.read.sheet
    seats, order = tuple(content["seats"]), sheet.table.order
    if set(seats) == set(order) and clockwise_from(seats, order[0]) == order:
        return {"changes": {}}
    try:
        then = sheet_at_table(form.read, content)
    except Refused as fault:
        return {"changes": {}, "refused": form.fault or sentence_of(fault)}
    return {"changes": _changes(form, then), "sentences": _sentences(sheet, then, form.names)}


def _changes(form: TableForm, then: Sheet) -> dict[str, Any]:
    """The change with its words, by what those who join begin with: what a phone keeps."""
    order, names = form.read.sheet.table.order, shown_names(then.sitters, form.read.names)
    contents = {key: replace(form, begins=key).content() for key in form.read.sheet.joining}
    return {
        key: {"content": content, "text": sentence_of_change(parse_change(content), order, names)}
        for key, content in contents.items()
    }


def _sentences(now: Sheet, then: Sheet, names: Sequence[str]) -> list[str]:
    start, many = now.start, then.table.players
    pack = (
        "" if then.over or many == now.table.players else recipe(start.variant, many, start.rules)
    )
    return [*([pack.replace(":", " now:", 1)] if pack else []), *about_the_table(now, then, names)]
