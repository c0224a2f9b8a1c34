"""A write that somebody else's write got in the way of: what is there, and what can be done."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from scorer.rules.answer_words import AnswerWords
from scorer.rules.entries import (
    Adjust,
    Buy,
    ChangeTable,
    CorrectDeal,
    Deal,
    Entry,
    Lend,
    TakeSeat,
    Withdraw,
    apply_correction,
    changed_answers,
)
from scorer.rules.errors import Refused
from scorer.rules.fold import read_deal, score_deal
from scorer.rules.in_play import OF_DEAL, Answer, DealInPlay, Place, read_answer
from scorer.rules.kinds import comparison_key, kind_of
from scorer.rules.types import SheetDeal
from scorer.rules.words import list_names
from scorer.services.errors import Conflict
from scorer.services.games.read import GameRead, read_book
from scorer.services.ids import new_id
from scorer.storage.book import BookEntry
from scorer.web.access import database, device_here, game_here, may
from scorer.web.errors import sentence_of
from scorer.web.formats import draw_hand, points
from scorer.web.games.book_view import EntrySentences, Row, deal_rows, sheet_at
from scorer.web.games.own_answers import OwnAnswers, name_phones, own_answers_of
from scorer.web.games.preview import about_the_table, sheet_at_table
from scorer.web.games.sheet_view import SheetView, answered_in_words
from scorer.web.names import isolate_rtl, listed, shown_names

# So many entries that were written since are named.
MAX_NAMED = 3
THIS_PHONE, ANOTHER_PHONE = "This phone", "Another phone"
ANYWAY = {
    "withdraw": "Undo anyway",
    "end": "Stop anyway",
    "correct_start": "Change it anyway",
    "change_table": "Go on",
}


@dataclass(frozen=True)
class Choice:
    """A button under a conflict: its label, and the entries, or the answers, that it writes.

    Or it leads to the game `to`, to the page of who is at the table with the fields `table`, or
    starts the next game by the fields `again`.

    `action` tells the outbox of the phone what becomes of what waits: "theirs" and "drop" give it
    up, and what points at it points at `deal` then, as after "mine"; "another", "anyway" and
    "apart" keep its id, and so does "mend", which opens the pad with it. Without one it waits on,
    until its id is in the book.
    """

    action: str
    label: str
    deal: str = ""
    entries: tuple[Mapping[str, Any], ...] = ()
    answers: Mapping[str, Any] | None = None
    to: str = ""
    table: Mapping[str, Any] | None = None
    again: Mapping[str, str] | None = None


@dataclass(frozen=True)
class ConflictView:
    """Why something was not saved, both versions in rows, and the buttons; `deal` is theirs.

    `wanted` says what was sent, where no row does.
    """

    code: str
    sentence: str
    choices: tuple[Choice, ...]
    deal: str = ""
    wanted: str = ""
    heads: tuple[tuple[str, datetime | None], ...] = ()
    rows: tuple[Row, ...] = ()


class ConflictOfEntry:
    """How an entry that was sent stands against what is in the book by now."""

    def __init__(self, read: GameRead, fault: Conflict, sent: Mapping[str, Any]) -> None:
        self.read, self.fault, self.sent = read, fault, sent
        self.kind, self.content = sent["kind"], sent["content"]
        self.sentences = EntrySentences(read)
        self._anyway = ANYWAY.get(self.kind, "Save anyway")

    def view(self) -> ConflictView:
        """The conflict as the page and the phone show it."""
        kind, read = self.fault.code, self.read
        if kind == "replaces" and (in_play := own_answers_of(read)):
            return self._replaces(in_play)
        if kind == "same_deal":
            theirs = self.fault.entries[0]
            sentence = f"Already saved by {self._writer(theirs)}, the same."
            return ConflictView(kind, sentence, self._another("It was another deal"), theirs.id)
        if kind in ("same_table", "joined_otherwise"):
            theirs = self.fault.entries[0]
            sentence = f"Already saved by {self._writer(theirs)}: {self._sentence(theirs)}."
            return ConflictView(kind, sentence, (Choice("theirs", "OK", theirs.id),), theirs.id)
        if kind == "id_taken":
            sentence = "This could not be saved as it was sent."
            return ConflictView(kind, sentence, (self._again("Save as new", id=new_id()),))
        if kind == "other_deal" and (deal := read.sheet.find_deal(self.fault.entries[0].id)):
            return self._other_deal(deal)
        since = self._since()
        if kind == "clears":
            again = self._again(self._anyway, answers_seen=read.answers_version)
            return ConflictView(kind, self._cleared(), (again, DROP))
        if kind == "other_table":
            return self._other_table()
        if self.kind == ChangeTable.kind and not read.sheet.over:
            return self._changes_table(since)
        if kind in ("withdrawn", "redo_over", "other_deal"):
            choices = (*self._another("Another deal"), DROP) if self.kind == Deal.kind else (OK,)
            return ConflictView(kind, since, choices)
        if self.kind == CorrectDeal.kind and (deal := read.sheet.find_deal(self.content["deal"])):
            choices = (Choice("theirs", "Keep theirs"), self._again("Use mine"))
            facts = apply_correction(deal.record, self.content["set"])
            return self._compared(ConflictView(kind, since, choices), deal, facts)
        return ConflictView(kind, since, (self._again(self._anyway), DROP))

    def _replaces(self, in_play: OwnAnswers) -> ConflictView:
        """The answers of other phones, and the buttons that replace them or not."""
        deal, words, entered = in_play.deal, in_play.words, dict[str, list[str]]()
        typed = self._typed(deal)
        places = [place for place in self.fault.params["places"] if place in deal.answers]
        for place in places:
            answer, ask = deal.answers[place], deal.asks[place[0]]
            writer = isolate_rtl(in_play.writers[answer.device])
            whose = "" if answer.place == OF_DEAL else words.whose(ask.of, answer.place)
            what = str(words.of(ask)["what"])
            if whose:
                here = ask.of == "seat" and answer.place == device_here().seat
                own = "your" if here else "their" if whose == writer else ""
                what = f"{own} own answer" if own else f"{what} of {whose}"
            if deal.is_shown(answer, device_here().id):
                what = f"{what}: {words.answer(ask, deal.values.get(place))}"
            if place in typed:
                sent = replace(answer, value=typed[place])
                mine = words.answer(ask, read_answer(deal.asks, deal.table, sent))
                what = f"{what} (you typed {mine})"
            entered.setdefault(writer, []).append(what)
        parts = [f"{writer} has entered {list_names(what)}" for writer, what in entered.items()]
        keeps = f"Keep {writer}’s" if len(entered) == 1 else "Keep theirs"
        choices = self._replacing(deal, places, keeps)
        return ConflictView(self.fault.code, f"{list_names(parts)}.", choices)

    def _typed(self, deal: DealInPlay) -> Mapping[Place, Any]:
        return deal.answers_of(self.content["facts"])

    def _replacing(
        self, deal: DealInPlay, places: Sequence[Place], keeps: str
    ) -> tuple[Choice, ...]:
        """To write the deal over the answers of other phones, or to compose it with those."""
        mine = self._again("Use mine", answers_seen=self.read.answers_version)
        rest = {place: it for place, it in self._typed(deal).items() if place not in places}
        sent = [Answer(key, place, value, "") for (key, place), value in rest.items()]
        kept = deal.put(*sent)
        # Of who is out by what is kept no hand is asked.
        needed = kept.needed()
        optional = {it.key for it in kept.table.asks if not (it.is_needed and it.asked)}
        rest = {it: value for it, value in rest.items() if it in needed or it[0] in optional}
        if not rest:
            return (mine, DROP)
        gone = [place for place in deal.answers if place not in rest and place not in places]
        answers = {
            "after": self.content["after"],
            "set": [[*place, value] for place, value in rest.items()],
            "clear": gone,
            "replace": [deal.answers[at].key for at in (*rest, *gone) if at in deal.answers],
            "finish": "save",
        }
        return (mine, Choice("theirs", keeps, answers=answers))

    def _changes_table(self, since: str) -> ConflictView:
        """A change of the table, to be written behind what came since where that is as it was sent.

        Otherwise its page opens anew, on today's table.
        """
        read, sheet = self.read, self.read.sheet
        label = f"From deal {len(sheet.deals) + 1} on"
        content = {**self.content, "after": sheet.after}
        is_same_table = sheet.table.order == sheet_at(read, self.sent["seen"]).table.order
        begins = {join["total"] for join in content["joins"]}
        choice, sentences = Choice("", label, table=self._wanted_table()), [since]
        with suppress(Refused):
            then = sheet_at_table(read, content)
            if is_same_table and begins <= set(sheet.joining.values()):
                choice = self._again(label, content=content, answers_seen=read.answers_version)
                names = shown_names(sheet.sitters, read.names)
                sentences += [*about_the_table(sheet, then, names), self._cleared()]
        says = " ".join(filter(None, sentences))
        return ConflictView(self.fault.code, says, (choice, DROP), wanted=self._wanted())

    def _cleared(self) -> str:
        """What is answered already of the next deal, which another table would clear."""
        answered = answered_in_words(SheetView(self.read))
        return f"{answered} That would be cleared." if answered else ""

    def _wanted(self) -> str:
        """Who should join and leave: "Eve joins with 18, Cat leaves"."""
        was, seats = sheet_at(self.read, self.sent["seen"]).table.order, self.content["seats"]
        names = dict(enumerate(shown_names(self.read.sheet.sitters, self.read.names)))
        names |= {it["seat"]: it["player"].get("name") for it in self.content["joins"]}
        begins = {it["seat"]: f" with {points(it['total'])}" for it in self.content["joins"]}
        come = {seat: f"joins{begins.get(seat, '')}" for seat in seats if seat not in was}
        go = {seat: "leaves" for seat in was if seat not in seats}
        deeds = {**come, **go}.items()
        return ", ".join(f"{isolate_rtl(names.get(at) or 'Somebody')} {it}" for at, it in deeds)

    def _wanted_table(self) -> dict[str, Any]:
        """Today's table with those out who should leave, and those in who should join."""
        now, then = self.read.sheet, sheet_at(self.read, self.sent["seen"])
        seats = {comparison_key(self.read.name_of(now.sitters[it])): it for it in now.table.order}
        joins = {join["seat"]: join for join in self.content["joins"]}
        names = {seat: join["player"].get("name", "") for seat, join in joins.items()}
        ids = {names[seat]: join["player"].get("id") or "" for seat, join in joins.items()}
        wanted: list[int | str] = []
        for seat in self.content["seats"]:
            name = names.get(seat, "")
            # Who was let in meanwhile sits there.
            wanted.append(seats.get(comparison_key(name), name) if name else seat)
        places: list[int | str] = [
            seat for seat in now.table.order if seat in wanted or seat not in then.table.order
        ]
        for at, place in enumerate(wanted):
            if place not in places and place not in then.table.order:
                right = wanted[at - 1]
                places.insert(places.index(right) + 1 if right in places else len(places), place)
        totals = [join["total"] for join in joins.values()]
        return {
            "seat": ["" if place in ids else place for place in places],
            "name": [place if place in ids else "" for place in places],
            "player_id": [ids.get(str(place), "") for place in places],
            "begins": [key for key, total in then.joining.items() if total in totals][:1],
            "id": self.sent["id"],
        }

    def _other_table(self) -> ConflictView:
        """Who has joined or left since what a deal follows, and where it belongs."""
        changes, read = self.fault.entries, self.read
        content = {**self.content, "before": changes[0].id}
        before = _new_entry(read, Deal.kind, content, self.sent["id"])
        choices = (
            Choice("anyway", "It was before that", entries=(before,)),
            DROP if read.sheet.over else Choice("mend", "It was after that"),
        )
        said = "; ".join(map(self._sentence, changes))
        return ConflictView(self.fault.code, f"Since then: {said}.", choices)

    def _other_deal(self, theirs: SheetDeal) -> ConflictView:
        facts = self.content["facts"]
        correction = {"deal": theirs.id, "set": changed_answers(theirs.record, facts)}
        entry = _new_entry(self.read, CorrectDeal.kind, correction)
        choices = (
            Choice("theirs", "Keep theirs", theirs.id),
            Choice("mine", "Use mine", theirs.id, (entry,)),
            *self._another("It was another deal"),
        )
        sentence = f"Deal {theirs.number} was saved differently before."
        return self._compared(ConflictView(self.fault.code, sentence, choices), theirs, facts)

    def _again(self, label: str, **other: Any) -> Choice:
        entry = _new_entry(self.read, self.kind, self.content, self.sent["id"])
        return Choice("anyway", label, entries=({**entry, **other},))

    def _another(self, label: str) -> tuple[Choice, ...]:
        if self.read.sheet.over:
            return ()
        content = {"facts": self.content["facts"], "after": self.read.sheet.after}
        entry = _new_entry(self.read, Deal.kind, content, self.sent["id"])
        return (Choice("another", label, entries=(entry,)),)

    def _compared(
        self, conflict: ConflictView, theirs: SheetDeal, facts: Mapping[str, Any]
    ) -> ConflictView:
        scored = read_deal(self.read.sheet.start, facts, theirs.table, theirs.before)
        written = self._book[theirs.entry - 1]
        heads = ((self._name(written), written.written_at), (THIS_PHONE, None))
        versions = (theirs, replace(theirs, **scored._asdict()))
        start, names = self.read.sheet.start, shown_names(theirs.sitters, self.read.names)
        rows = deal_rows(self.read, versions, AnswerWords(start, names, draw_hand))
        differing = tuple(row for row in rows if row.differs)
        return replace(conflict, deal=theirs.id, heads=heads, rows=differing)

    # Who wrote what, in words.

    @cached_property
    def _book(self) -> Sequence[BookEntry]:
        return read_book(database(), self.read.club, self.read.id)

    @cached_property
    def _phones(self) -> Mapping[str, str]:
        return name_phones(self.read)

    def _name(self, signed: BookEntry) -> str:
        if signed.device is not None and signed.device == device_here().id:
            return THIS_PHONE
        return self._phones.get(signed.device or "") or signed.device_name or ANOTHER_PHONE

    def _writer(self, entry: Entry) -> str:
        name = self._name(self._book[entry.number - 1])
        return name.lower() if name in (THIS_PHONE, ANOTHER_PHONE) else isolate_rtl(name)

    def _since(self) -> str:
        entries = self.fault.entries
        deeds = [f"{self._writer(entry)} {self._deed(entry)}" for entry in entries[:MAX_NAMED]]
        if more := len(entries) - len(deeds):
            deeds.append(f"{more} more {'entry was' if more == 1 else 'entries were'} written")
        return f"Meanwhile {list_names(deeds)}." if deeds else "This was changed meanwhile."

    def _sentence(self, entry: Entry) -> str:
        before, after = sheet_at(self.read, entry.number - 1), sheet_at(self.read, entry.number)
        return self.sentences.sentence(entry, before, after)

    def _deed(self, entry: Entry) -> str:
        says = self._sentence(entry).partition(":")[0]
        is_about_people = isinstance(entry.body, TakeSeat | ChangeTable | Buy | Lend | Adjust)
        return f"noted that {says}" if is_about_people else says


DROP, OK = Choice("drop", "Drop it"), Choice("drop", "OK")


def _new_entry(read: GameRead, kind: str, content: Any, id: str | None = None) -> dict[str, Any]:
    return {"id": id or new_id(), "seen": read.version, "kind": kind, "content": content}


def stopped_game(read: GameRead, fault: Refused, sent: Mapping[str, Any]) -> ConflictView | None:
    """The offer to go on with a game that somebody has stopped, and to save the deal then."""
    end = fault.params.get("end")
    if end is None or sent["kind"] != Deal.kind:
        return None
    withdrawal = _new_entry(read, Withdraw.kind, {"entry": end})
    deal = {**sent, "seen": read.version + 1}
    choices = (Choice("anyway", "Go on and save", entries=(withdrawal, deal)), DROP)
    sentence = f"{sentence_of(fault)} The game was stopped meanwhile."
    return ConflictView(fault.code, sentence, choices)


class ConflictOfAnswers(ConflictOfEntry):
    """How answers that were sent stand against the book, as a deal would, and against others'."""

    def __init__(self, read: GameRead, fault: Conflict, sent: Mapping[str, Any]) -> None:
        super().__init__(read, fault, {**sent, "kind": Deal.kind, "content": {}})

    def view(self) -> ConflictView:
        """The conflict as the page and the phone show it."""
        code, about = self.fault.code, self.fault.params
        if code == "deal_is_there" and (deal := self.read.sheet.find_deal(about["deal"])):
            return self._deal_is_there(deal)
        return super().view()

    def _sent(self, **changed: Any) -> dict[str, Any]:
        """What was sent, without what the phone counts it by."""
        kept = ("after", "set", "clear", "replace", "finish")
        return {key: self.sent[key] for key in kept} | changed

    def _again(self, label: str, **other: Any) -> Choice:
        return Choice("anyway", label, answers=self._sent())

    def _typed(self, deal: DealInPlay) -> Mapping[Place, Any]:
        return {(key, place): value for key, place, value in self.sent["set"]}

    def _replacing(
        self, deal: DealInPlay, places: Sequence[Place], keeps: str
    ) -> tuple[Choice, ...]:
        """To write all answers, or all but those that other phones have given."""
        rest = {
            name: [it for it in self.sent[name] if (it[0], it[1]) not in places]
            for name in ("set", "clear")
        }
        is_left = any(rest.values()) or self.sent["finish"]
        mine = self._sent(replace=[deal.answers[place].key for place in places])
        theirs = self._sent(**rest) if is_left else None
        return (Choice("mine", "Use mine", answers=mine), Choice("theirs", keeps, answers=theirs))

    def _another(self, label: str) -> tuple[Choice, ...]:
        opening, in_play, sent = self.read.sheet.opening, self.read.in_play, self.sent["set"]
        if opening is None or in_play is None or not sent:
            return ()
        own = {place for seat in in_play.table.order for place in in_play.asked_of(seat)}
        asks = [(in_play.asks[key], (key, at)) for key, at, _ in sent]
        if any(ask.by == "seat" and not ask.but and place not in own for ask, place in asks):
            return ()  # tricks are asked once the bids are in
        is_there = self.fault.code == "deal_is_there"
        deal = "the next deal" if is_there else f"deal {opening.number}"
        answers = self._sent(after=self.read.sheet.last_deal)
        return (Choice("another", f"It is for {deal}", answers=answers),)

    def _deal_is_there(self, deal: SheetDeal) -> ConflictView:
        """The deal that is saved already, and the choices for what was answered or taken back."""
        sent, start, choices = self.sent, self.read.sheet.start, list[Choice]()
        asks = {ask.key: ask for ask in deal.table.asks}
        words = AnswerWords(start, shown_names(deal.sitters, self.read.names), draw_hand)
        there, now = [], dict(deal.record)
        answers = [*sent["set"], *([*place, None] for place in sent["clear"] if place[0] in asks)]
        for key, place, value in answers:
            ask, known = asks[key], deal.facts.answers.get(key)
            each = known[place] if known and ask.of != "deal" else known
            name = words.of(ask)["what"] if place == OF_DEAL else words.whose(ask.of, place)
            known_and_mine = [words.answer(ask, each)]
            if [key, place, value] in sent["set"]:
                mine = read_answer(asks, deal.table, Answer(key, place, value, ""))
                known_and_mine.append(words.answer(ask, mine))
            there.append(f"{name}: {', not '.join(dict.fromkeys(known_and_mine))}")
            now = apply_correction(now, {key: value if place == OF_DEAL else {str(place): value}})
        content = {"deal": deal.id, "set": changed_answers(deal.record, now)}
        is_mine = {place for _, place, _ in answers} == {device_here().seat}
        if content["set"] and (may("score") or is_mine):
            with suppress(Refused):
                score_deal(start, now, deal.table, deal.before)
                entry = _new_entry(self.read, CorrectDeal.kind, content)
                choices.append(Choice("mine", "Correct it", entries=(entry,)))
        choices += self._another("")
        sentence = f"Deal {deal.number} is saved already ({list_names(there)})."
        return ConflictView(self.fault.code, sentence, (*choices, DROP if choices else OK))


def conflict_of_start(read: GameRead, fault: Conflict, id: str) -> ConflictView:
    """Why the next game is not begun by this id, or why its start is not undone."""
    phones = name_phones(read)
    phone = isolate_rtl(phones.get(fault.params.get("device", ""), ANOTHER_PHONE))
    if fault.code == "has_begun":
        sentence = f"It has begun: deal {max(1, len(read.sheet.deals))}."
        return ConflictView(fault.code, sentence, (OK,))
    if fault.code == "not_yours":
        return ConflictView(fault.code, f"{phone} has begun this game.", (OK,))
    theirs = game_here(fault.params["game"])
    who = listed(shown_names(theirs.sheet.sitters, theirs.names))
    sentence = f"{phone} has begun {kind_of(theirs.sheet.start).title} with {who}."
    apart = Choice("apart", "Mine is another game", again={"game": id, "apart": "1"})
    choices = (Choice("theirs", "Go there", theirs.id, to=theirs.id), apart)
    return ConflictView(fault.code, sentence, choices)
