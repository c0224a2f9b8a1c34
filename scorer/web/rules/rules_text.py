"""What the words of a game say of its rules, as HTML."""

import re

from markupsafe import Markup, escape

from scorer.web.drawn_cards import draw_cards

MARKS = re.compile(r"\*\*(?P<bold>.+?)\*\*|\[(?P<cards>.+?)\]|(?P<nine>\b[Rr]ed nines?\b)")


def rules_text(text: str) -> Markup:
    """A sentence with **bold** words and [♠A 9r] cards, in which a red nine is red."""
    return Markup(MARKS.sub(_draw, str(escape(text))))  # noqa: S704 - it is escaped first


def _draw(mark: re.Match[str]) -> str:
    if mark["cards"]:
        return draw_cards(mark["cards"])
    if mark["nine"]:
        return f'<span class="nine">{mark["nine"]}</span>'
    return f"<b>{MARKS.sub(_draw, mark['bold'])}</b>"
