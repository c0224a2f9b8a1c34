"""The pages on which answers are typed without the pad."""

from __future__ import annotations

from typing import Any

from flask import render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.services.ids import new_id
from scorer.web.forms import sent_name, sent_seen
from scorer.web.games.deal_form import DealForm


def answers_page(
    template: str, read: GameRead, form: DealForm | None, *, status: int = 0, **context: Any
) -> ResponseReturnValue:
    """The page with this form, if it has one; 422 where what was sent has a fault.

    What is sent again keeps the name and what was seen.
    """
    posted = request.method == "POST"
    page = render_template(
        template,
        game=read,
        form=form,
        asks=WORDS["variants"][read.variant]["asks"],
        name=sent_name() if posted else new_id(),
        seen=sent_seen() if posted else read.version,
        **context,
    )
    return page, status or (422 if form is not None and form.errors else 200)
