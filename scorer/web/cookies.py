"""The cookies of a phone: its token in each of its clubs, and the club that it shows.

Each club has a cookie of its own, so that of two answers at once neither takes away a club.
"""

import time
from dataclasses import dataclass, field

from flask import Response, after_this_request, current_app, request, session

MAX_CLUBS = 12
# Sent again once a week, so that a phone in use is never forgotten.
RENEW_SECONDS = 7 * 24 * 3600
# Before the id of a club; the other one is the club that is shown, and the second it was sent in.
TOKEN, SHOWN = "scorer-", "scorer-shown"
MAX_SHOWN_LENGTH = 48


@dataclass
class PhoneCookies:
    """The tokens of a phone by club, the club that it shows, and the names that are to be sent."""

    tokens: dict[str, str]
    shown: str | None = None
    unsent: set[str] = field(default_factory=set)

    def keep(self, club: str, token: str) -> None:
        """Let the phone keep its token of a club."""
        self.tokens[club] = token
        self._send(TOKEN + club)

    def forget(self, club: str) -> None:
        """Let the phone forget a club."""
        del self.tokens[club]
        self._send(TOKEN + club)

    def show(self, club: str) -> None:
        """Let the phone show a club of its own."""
        self.shown = club
        self._send(SHOWN)

    def _send(self, *names: str) -> None:
        if not self.unsent:
            after_this_request(self._put_on)
        self.unsent.update(names)

    def renew(self) -> None:
        """Send all of them again."""
        self._send(SHOWN, *(TOKEN + club for club in self.tokens))

    def _put_on(self, response: Response) -> Response:
        # The token for writing is kept for as long.
        session.permanent = True
        values = {TOKEN + club: token for club, token in self.tokens.items()}
        if self.shown:
            values[SHOWN] = f"{self.shown}.{int(time.time())}"
        for name in self.unsent:
            response.set_cookie(
                name,
                values.get(name, ""),
                max_age=current_app.permanent_session_lifetime if name in values else 0,
                secure=request.is_secure,
                httponly=True,
                samesite="Lax",
            )
        return response
