"""The pages of the tests reach this machine alone, and say so where one asks elsewhere."""

import pytest
from playwright.sync_api import Page

from tests.browser.live_server import LiveServer
from tests.chromium import excuse

ASK = """([how, address]) => {
    if (how === "fetch") return fetch(address, { mode: "no-cors" }).catch(() => {});
    const image = document.createElement(how);
    return new Promise((resolve) => {
        image.onerror = image.onload = resolve;
        image.src = address;
        document.documentElement.append(image);
    });
}"""


@pytest.mark.parametrize("how", ["fetch", "img", "script"])
@pytest.mark.parametrize(
    "address", ["https://example.com/a", "http://example.com/a", "http://192.0.2.1/a"]
)
def test_a_request_to_elsewhere_is_heard_of_and_not_sent(
    chromium_page: Page, page_problems: list[str], how: str, address: str
) -> None:
    chromium_page.evaluate(ASK, [how, address])
    assert f"request to elsewhere: {address}" in page_problems
    excuse(page_problems, "elsewhere|ERR_NAME_NOT_RESOLVED")


def test_this_machine_is_reached_by_each_of_its_names(
    server: LiveServer, chromium_page: Page
) -> None:
    for name in ("127.0.0.1", "localhost"):
        answer = chromium_page.goto(f"http://{name}:{server.port}/health")
        assert answer is not None
        assert answer.ok
