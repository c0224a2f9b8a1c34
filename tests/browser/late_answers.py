"""The answer to what a phone writes next, held up."""


class HeldAnswer:
    """The next entry reaches the server; its answer waits until it is released."""

    def __init__(self, page):
        self._page = page
        self._held = []
        page.route("**/entries", self._hold)

    def _hold(self, route):
        # Questions at that address are left alone.
        if self._held or route.request.method != "POST":
            route.fallback()
        else:
            self._held.append((route, route.fetch()))

    def release(self):
        """Let the phone hear it, once the server has given it."""
        while not self._held:
            self._page.wait_for_timeout(50)
        ((route, answer),) = self._held
        route.fulfill(response=answer)
