"""The answer to what a phone writes next, held up."""

from playwright.sync_api import APIResponse, Page, Route


class HeldAnswer:
    """The next entry reaches the server; its answer waits until it is released."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        page.route("**/entries", self._hold)

    def _hold(self, route: Route) -> None:
        # Questions at that address are left alone.
        if self._held or route.request.method != "POST":
            route.fallback()
        else:
            self._held.append((route, route.fetch()))

    def release(self) -> None:
        """Let the phone hear it, once the server has given it."""
        while not self._held:
            self._page.wait_for_timeout(50)
        ((route, answer),) = self._held
        route.fulfill(response=answer)
