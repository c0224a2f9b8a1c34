"""Pages that keep themselves fresh: an open one asks whether what it shows is still so."""

from hashlib import blake2s
from typing import Any

from flask import Response, abort, current_app, make_response, render_template, request

from scorer.web.access import joined_device

# In how many seconds a page polls again.
TABLE_POLL_SECONDS, POLL_SECONDS = 2, 5


class Fresh:
    """The mark of all that a page shows, for the phone that asks; it stands on the page itself.

    A page that asks whether it shows just this is answered at once: nothing is new (304).
    """

    def __init__(self, seconds: int, *shown: Any) -> None:
        device = joined_device()
        who = None if device is None else (device.id, device.right, device.seat)
        depends_on = repr((current_app.extensions["release"], who, shown))
        self.seconds = seconds
        self.mark = blake2s(depends_on.encode(), digest_size=6).hexdigest()
        if request.if_none_match.contains_weak(self.mark):
            abort(self._ask_again(Response(status=304)))

    def page(self, template: str, **context: Any) -> Response:
        """The page as it is now."""
        context = {"fresh": self.mark, **context}
        return self._ask_again(make_response(render_template(template, **context)))

    def _ask_again(self, response: Response) -> Response:
        response.headers["Ask-Again"] = str(self.seconds)
        return response
