"""Choosing a file on the page for bringing games in, and bringing it in."""

import io

PAPER = b"date,game,Ann,<b>Ben\n2024-05-03,Pink Nines,-3,3\n"


def choose(phone, data, name="games.zip", **fields):
    phone.fill("/club/import", file=(io.BytesIO(data), name), **fields)
    return phone


def bring(phone, **pressed):
    """Press Import, or another button of its form."""
    action = next(one["action"] for one in phone.page.forms if one["action"] != "/club/import")
    phone.send(str(action), **(pressed or {"import": "yes"}))
