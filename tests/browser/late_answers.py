"""What becomes of the answer to what a phone writes next."""

from collections.abc import Callable

from playwright.sync_api import APIResponse, Page, Route


def at_next_post(page: Page, act: Callable[[Route], None]) -> None:
    """Let something else become of the next entry; questions at that address are left alone."""
    done: list[Route] = []

    def handle(route: Route) -> None:
        if done or route.request.method != "POST":
            route.fallback()
            return
        done.append(route)
        act(route)

    page.route("**/entries", handle)


class HeldAnswer:
    """The next entry reaches the server; its answer waits until it is released."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._held: list[tuple[Route, APIResponse]] = []
        at_next_post(page, lambda route: self._held.append((route, route.fetch())))

    def release(self) -> None:
        """Let the phone hear it, once the server has given it."""
        while not self._held:
            self._page.wait_for_timeout(50)
        ((route, answer),) = self._held
        route.fulfill(response=answer)
