"""Pages that keep themselves fresh: an open one asks whether what it shows is still so."""

import time
from hashlib import blake2s
from typing import Any

from flask import Response, abort, current_app, g, make_response, render_template, request

from scorer.web.access import cookies_here, joined_device

# In how many seconds a page polls again, and a table where more phones ask than can be answered.
TABLE_POLL_SECONDS, POLL_SECONDS, MAX_POLL_SECONDS = 2, 5, 10
# Requests may wait, for the database or for one another, for so large a share of the time between
# two polls of a table; a single one that waits longer counts as this many seconds.
SHARE_OF_WAITING, MAX_WAIT = 0.1, 1.0
# How much the newest request counts among those before it.
SHARE_OF_NEWEST = 0.05


def poll_seconds() -> float:
    """In how many seconds a table polls again, by how long the polls of this process wait.

    That is what they take beyond the work of their threads, and until one of these is free.
    """
    waited = time.perf_counter() - time.thread_time() - g.waited_before
    state = current_app.extensions
    mean: float = state.setdefault("waited", 0.0)
    state["waited"] = mean = mean + SHARE_OF_NEWEST * (min(waited, MAX_WAIT) - mean)
    return min(max(TABLE_POLL_SECONDS, mean / SHARE_OF_WAITING), MAX_POLL_SECONDS)


class Fresh:
    """The mark of all that a page shows, for the phone that asks; it stands on the page itself.

    A page that asks whether it shows just this is answered at once: nothing is new (304).
    """

    def __init__(self, seconds: int, *shown: Any) -> None:
        device = joined_device()
        in_several = len(cookies_here().tokens) > 1
        who = None if device is None else (device.id, device.right, device.seat, in_several)
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
