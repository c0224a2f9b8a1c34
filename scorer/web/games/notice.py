"""The notice under the seats: what was saved last, and what can be undone or done again."""

from typing import Any

from scorer.rules.answers import is_answered, template_of, words_of
from scorer.rules.entries import CorrectDeal, CorrectStart, Deal, End, Entry, TakeSeat, Withdraw
from scorer.rules.types import SheetDeal
from scorer.rules.words import fill
from scorer.services.statistics.feats import feat_definition
from scorer.web.games.book_view import doubts_in_words, sheet_at
from scorer.web.games.sheet_view import SheetView
from scorer.web.games.sheet_words import asks_in_play, is_named, notes_of_deal

# At a larger table the notice would bury its buttons under numbers that the rows show anyway.
MAX_IN_NOTICE = 6
# The entries whose sentences compare the sheet with that before them.
COMPARED = (CorrectDeal, CorrectStart, TakeSeat, Withdraw)


def notice_of(view: SheetView) -> dict[str, Any] | None:
    """The sentence about the newest entry, and what to undo or redo; None for an empty book.

    `late` offers to correct the deal: what may be forgotten, or is in doubt. `stamps` are feats of
    it, as they are stamped at a name: "Made".
    Once something of the deal in play is noted, the notice is about that; `note` can be undone.
    """
    game = view.game
    if game.is_answered and (noted := _of_notes(view)):
        return noted
    if not game.entries:
        return None
    newest = game.entries[-1]
    notice: dict[str, Any] = {"undo": view.undo, "redo": game.redo}
    if game.is_answered and view.undo and (last := game.sheet.find_deal(view.undo.id)):
        # Named, since it is not what was written last.
        notice["undo_label"] = f"Undo deal {last.number}"
    deal = game.sheet.find_deal(newest.id) if isinstance(newest.body, Deal) else None
    if deal is None:
        corrected = newest.body.deal if isinstance(newest.body, CorrectDeal) else ""
        doubts = _doubts(view, game.sheet.find_deal(corrected))
        return {**notice, "sentence": _sentence(view, newest), "doubts": doubts}
    scores = view.entry_words.scores(deal, MAX_IN_NOTICE, each=False)
    saved, more = f"Saved: deal {deal.number}", f", {scores}."
    doubts = _doubts(view, deal)
    # Not once the next deal is played.
    late = {} if game.answers else _forgotten(view, deal)
    return {
        **notice,
        "sentence": f"{saved}{more}" if deal.facts.void else saved,
        "more": "" if deal.facts.void else more,
        "doubts": doubts,
        "stamps": _stamps(view, deal),
        "deal": deal.id,
        "late": late | ({"": f"Correct deal {deal.number}"} if doubts else {}),
    }


def _of_notes(view: SheetView) -> dict[str, Any] | None:
    words, opening = view.answer_words(view.names), view.sheet.opening
    notes, noted = notes_of_deal(view.sheet, words), opening.noted if opening else {}
    for ask in asks_in_play(view.start):
        if is_named(view.start, ask) and is_answered(ask, noted.get(ask.key)):
            text = words.piece(ask, noted[ask.key], template_of(view.start, ask))
            return {"sentence": f"Noted: {text}.", "note": ask.key}
    texts = [*(note.text for note in notes), *words.in_play_of_each(noted)]
    if not texts:
        return None
    # A call before what it opens: it leads to the row of who called.
    asks = sorted(asks_in_play(view.start), key=lambda ask: ask.open_with is not None)
    noted_asks = [ask.key for ask in asks if is_answered(ask, noted.get(ask.key))]
    deal = view.undo and view.sheet.find_deal(view.undo.id)
    return {
        "sentence": f"Noted: {' · '.join(texts)}.",
        "change": next(iter([*(note.ask for note in notes), *noted_asks]), ""),
        # Named, since it is not what was written last.
        "undo": view.undo if deal else None,
        "undo_label": f"Undo deal {deal.number}" if deal else "",
    }


def _doubts(view: SheetView, deal: SheetDeal | None) -> list[str]:
    if deal is None:
        return []
    return doubts_in_words(view.game.sheet.start, deal.remarks, view.names_of(deal.sitters))


def _forgotten(view: SheetView, deal: SheetDeal) -> dict[str, str]:
    offers, first = {}, deal.table.order[0]
    for ask in asks_in_play(view.start):
        late = words_of(view.start, ask).get("in_play", {}).get("late")
        if not late or not deal.facts.known or is_answered(ask, deal.facts.answers[ask.key]):
            continue
        moved = view.start.variant.in_play({ask.key: first}, deal.table, deal.laid)
        if any(line.points for line in moved):
            offers[ask.key] = fill(late, {"number": deal.number})
    return offers


def _sentence(view: SheetView, newest: Entry) -> str:
    game = view.game
    is_compared = isinstance(newest.body, COMPARED)
    before = sheet_at(game, len(game.entries) - 1) if is_compared else game.sheet
    if isinstance(newest.body, Withdraw):
        again, what = view.entry_words.undone(newest.body, before, game.sheet)
        return f"{'Redone' if again else 'Undone'}: {what.removeprefix('that ')}."
    if isinstance(newest.body, End):
        return f"Stopped: {view.entry_words.why(newest.body)}."
    return f"Saved: {view.entry_words.sentence(newest, before, game.sheet)}."


def _stamps(view: SheetView, deal: SheetDeal) -> list[tuple[str, str]]:
    names = view.names_of(deal.sitters)
    feats = view.start.variant.feats(deal) if deal.facts.known else ()
    stamps = [(names[feat.seat], feat_definition(feat.key).stamp) for feat in feats]
    return [(name, stamp) for name, stamp in stamps if stamp]
