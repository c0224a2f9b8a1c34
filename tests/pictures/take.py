"""Take the pictures of README.md from the running app.

    .venv/bin/python -m tests.pictures.take [FOLDER]

Serves two games of its own and a past that was made up, and writes what Chromium shows of them, in
light and in dark: `sheet.png`, `pad.png`, `counters.png` and `past.png`.
"""

import sys
import tempfile
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorer.services.demo import make_demo
from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.browser.live_server import LiveServer
from tests.browser.pad_page import type_deal
from tests.chromium import launch
from tests.joined import of_browser
from tests.tables import NAMES, begin
from tests.web.counters import cards

HERE = Path(__file__).parent
SCREEN = {"width": 360, "height": 640}
# Fine enough for a page to be read on, small enough to be kept.
DOTS = 1.5
THEMES = ("light", "dark")
NIGHTS = 25

# The phones beside each other, their corners rounded.
STYLE = """<!doctype html><style>
body { display: flex; gap: 24px; margin: 0; padding: 3px; width: max-content }
img { border-radius: 26px; box-shadow: 0 0 0 1.5px #8a7f6a }
</style>"""
IMAGE = '<img src="data:image/png;base64,{}">'


def serve(folder):
    """Start the app on a new database in this folder."""
    file = folder / "prepared.sqlite"
    database = open_database(f"sqlite:///{file}")
    prepare(database)
    database.close()
    server = LiveServer(folder, file)
    server.start()
    return server


def open_page(browser, server, club, theme, path):
    """A page as a phone of the club sees it, once all of it is there."""
    context = browser.new_context(
        base_url=server.url,
        viewport=SCREEN,
        device_scale_factor=DOTS,
        is_mobile=True,
        has_touch=True,
        color_scheme=theme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    context.add_cookies(of_browser(server.join(club, "score"), server.url))
    page = context.new_page()
    page.goto(path, wait_until="networkidle")
    note = page.locator("[data-dismiss]")
    if note.is_visible():  # that this browser keeps no screen awake
        note.click()
        page.evaluate("scrollTo(0, 0)")
    return page


def photograph(browser, server):
    """The pictures by their names, each of two phones."""
    club = server.new_club()
    game = begin(server.database, club)
    game.deal(0, 28, 29, 25)
    game.deal(3, 17, 4, 12)
    old = begin(server.database, club, *NAMES[:8], variant="red-nines-1881")
    old.score(
        cards(5, 2, 3, 1, 4, 2, 1, 3, aces_swept_by=2),
        cards(0, 3, 1, 4, 2, 1, 2, 2),
        cards(3, 2, 1, 3, 5, 1, 2, 4, on_red_nine=True),
    )
    past, _ = make_demo(server.database, NIGHTS)
    taken = {"sheet": [], "pad": [], "counters": [], "past": []}
    for theme, of_past in zip(THEMES, ("/nights/", "/players/"), strict=True):
        page = open_page(browser, server, club, theme, f"/games/{game.id}")
        taken["sheet"].append(page.screenshot())
        type_deal(page, 7, 23, 41, out=3).nine(1)
        # The pad says a moment later what another digit might have cured.
        page.wait_for_timeout(1000)
        taken["pad"].append(page.screenshot())
        page = open_page(browser, server, club, theme, f"/games/{old.id}")
        taken["counters"].append(page.screenshot())
        page = open_page(browser, server, past, theme, of_past)
        taken["past"].append(page.screenshot())
    return taken


def main(words):
    """Take the pictures; the exit status of the program."""
    folder = Path(words[0]) if words else HERE
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        try:
            browser = launch(playwright)
        except FileNotFoundError as missing:
            print(f"Chromium: {missing}.", file=sys.stderr)
            return 1
        server = serve(Path(scratch))
        try:
            pictures = photograph(browser, server)
        finally:
            server.stop()
        page = browser.new_page(viewport={"width": 1200, "height": 1000})
        for name, phones in pictures.items():
            images = (IMAGE.format(b64encode(one).decode()) for one in phones)
            page.set_content(STYLE + "".join(images))
            path = folder / f"{name}.png"
            page.locator("body").screenshot(path=path, omit_background=True)
            print(f"{path.name}: {path.stat().st_size:,} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
