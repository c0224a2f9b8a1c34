"""A change of the table in words."""

from collections.abc import Sequence

from scorer.rules.entries import ChangeTable
from scorer.rules.words import WORDS, fill, list_names


def sentence_of_change(change: ChangeTable, was: Sequence[int], names: Sequence[str]) -> str:
    """Who has joined, come back and left: "Eve joined, between Ann and Ben, with 31; Dan left".

    `was` has the seats that were at the table before, `names` go by seat.
    """
    seats, totals = change.seats, {join.seat: join.total for join in change.joins}
    parts = [
        fill(
            WORDS["table"]["joined" if seat in totals else "came_back"],
            {
                "name": names[seat],
                "right": names[seats[at - 1]],
                "left": names[seats[(at + 1) % len(seats)]],
                "total": totals.get(seat, 0),
            },
        )
        for at, seat in enumerate(seats)
        if seat not in was
    ]
    gone = list_names([names[seat] for seat in was if seat not in seats])
    parts += [fill(WORDS["table"]["left"], {"names": gone})] if gone else []
    clockwise = list_names([names[seat] for seat in seats])
    return "; ".join(parts) or fill(WORDS["table"]["sits_anew"], {"names": clockwise})
