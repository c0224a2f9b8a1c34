"""The notice under the seats: what was saved last, and what can be taken back or done again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorer.rules.entries import Answer, Deal, End, Entry, Withdraw
from scorer.rules.feats import meaning_of
from scorer.rules.fold import SheetHistory
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.web.games.book_view import find_deal, find_repeated, find_told
from scorer.web.games.notes_view import forgotten_asks
from scorer.web.games.open_view import OpenView, deal_told_otherwise
from scorer.web.games.sheet_view import SheetView
from scorer.web.names import in_a_sentence

SAVED_DEAL = "Saved: deal {number}"
SAVED, UNDONE, REDONE = (
    "Saved: {what}.",
    "Undone: {what}.",
    "Redone: {what}.",
)
STOPPED = "Game stopped: {why}."
# At a larger table the notice would bury its buttons under numbers that the rows show anyway.
MOST_IN_NOTICE = 6


@dataclass(frozen=True)
class Stamp:
    """What somebody did in a deal, as it is stamped beside the name: "Made"."""

    name: str
    word: str


@dataclass(frozen=True)
class Notice:
    """What was saved last, and what can be taken back or done again.

    `more` goes on with the sentence where there is room. `asks` says that nothing but a question
    stands there, which whoever has just written it is told in other words. `late` offers what may
    have been forgotten in the deal that was just saved, by ask.
    """

    sentence: str
    undo: Entry | None
    redo: Entry | None
    more: str = ""
    stamps: tuple[Stamp, ...] = ()
    deal: str = ""
    asks: bool = False
    late: Mapping[str, str] = field(default_factory=dict)


def notice_of(view: SheetView) -> Notice | None:
    """What the notice says; None for a book that is still empty."""
    game = view.game
    if not game.entries:
        return None
    newest = game.entries[-1]
    if isinstance(newest.body, Answer) and newest.body.given_with:
        first = view.sentences.by_name.get(newest.body.given_with, newest)
        newest = newest if _just_completed(view, newest) else first
    is_answer = isinstance(newest.body, Answer)
    deal = _just_completed(view, newest) if is_answer else _just_told(newest, game.sheet)
    if deal is not None:
        return Notice(
            SAVED_DEAL.format(number=deal.number),
            view.undo,
            view.redo,
            more=f", {view.sentences.scores(deal, MOST_IN_NOTICE, each=False)}.",
            stamps=_stamps(view, deal),
            deal=deal.id,
            late=forgotten_asks(deal, game.sheet),
        )
    number = deal_told_otherwise(game, newest.name)
    if number is not None:
        sentence = f"Deal {number} was saved in two ways."
        return Notice(sentence, view.undo, view.redo, asks=True)
    # An answer says the same whatever was there before, and is what is written most.
    history = SheetHistory(game.start, game.entries)
    before = None if is_answer else history.sheet(len(game.entries) - 1)
    if isinstance(newest.body, Withdraw):
        again, what = view.sentences.undone(newest.body, before, game.sheet, alone=True)
        one_of_two = _undone_beside(view, newest.body, before)
        sentence = one_of_two or (REDONE if again else UNDONE).format(what=what)
    elif isinstance(newest.body, End):
        sentence = STOPPED.format(why=view.sentences.why(newest.body))
    else:
        what = view.sentences.sentence(newest, before, game.sheet)
        sentence = SAVED.format(what=what)
    return Notice(sentence, view.undo, view.redo)


def _undone_beside(view: SheetView, withdrawal: Withdraw, before: Sheet | None) -> str:
    """That only one goes of those who have told a deal, unseen; empty where the deal goes."""
    withdrawn = view.sentences.by_name.get(withdrawal.entry)
    if withdrawn is None or not isinstance(withdrawn.body, Deal | Answer):
        return ""
    for deal in before.deals if before else ():
        told = (deal, *deal.rivals)
        gone = [one for one in told if one.goes_by(withdrawn.name)]
        stays = [one for one in told if one not in gone and find_told(one.id, view.game.sheet)]
        if gone and stays:
            who, *others = map(in_a_sentence, OpenView(view.game).tellers((*gone, *stays)))
            undone = f"Undone: {who}’s deal {deal.number}."
            one = f"{others[0]}’s stays." if not others[1:] else ""
            return " ".join(filter(None, (undone, one)))
    return ""


def _just_told(newest: Entry, sheet: Sheet) -> SheetDeal | None:
    """The deal that the newest entry tells, if only as another phone has told it too."""
    if not isinstance(newest.body, Deal):
        return None
    return find_deal(newest.name, sheet) or find_repeated(newest.name, sheet)


def _just_completed(view: SheetView, newest: Entry) -> SheetDeal | None:
    """The deal that the newest answer has made."""
    if not isinstance(newest.body, Answer):
        return None
    deals = (deal for deal in view.game.sheet.deals if newest.name in deal.answers)
    return next((deal for deal in deals if deal.entry == newest.number), None)


def _stamps(view: SheetView, deal: SheetDeal) -> tuple[Stamp, ...]:
    """What the deal has stamped, seat by seat."""
    if deal.facts.void:
        return ()
    names = view.names_of(deal.sitters)
    feats = [(feat, meaning_of(feat.key)) for feat in view.game.sheet.start.variant.feats(deal)]
    return tuple(Stamp(names[feat.seat], meaning.stamp) for feat, meaning in feats if meaning.stamp)
