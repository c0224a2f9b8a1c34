"""Take the pictures of README.md from the running app.

    .venv/bin/python -m tests.pictures.take [FOLDER]

Starts the app with games of its own, plays them in Chromium, light and dark, and writes
`sheet.png`, `pad.png` and `counters.png`; for `past.png` it looks back at a past that was made up.
"""

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from scorer.services.club import clubs
from scorer.services.club.invitations import make_invitation
from scorer.services.demo import make_demo
from scorer.services.games.start import start_game
from scorer.settings import DATABASE_FILE, read_settings
from scorer.storage.database import open_database
from scorer.storage.migrate import prepare
from tests.chromium import launch
from tests.serving import Phone, Server
from tests.tables import NAMES, facts, new_id, people
from tests.web.counters import cards as counted

HERE = Path(__file__).parent
SCREEN = {"width": 360, "height": 640}
# Fine enough for a page to be read on, small enough to be kept.
DOTS = 1.5
MARGIN = 12
THEMES = ("light", "dark")
NIGHTS = 25
PEOPLE = ("Ann", "Ben", "Cat", "Dan")
DEALS = (
    facts(0, 28, 29, 25, red_nines=(0, 1, 0)),
    facts(3, 17, 4, 12),
)
TYPED = ("7", "23", "41")
OLD_DEALS = (
    counted(5, 2, 3, 1, 4, 2, 1, 3, aces_swept_by=2),
    counted(0, 3, 1, 4, 2, 1, 2, 2),
    counted(3, 2, 1, 3, 5, 1, 2, 4, on_red_nine=True),
)

# Draws the phones beside each other, their corners rounded.
DRAW = """
async (pictures) => {
  const [gap, edge, round] = [24, 3, 26];
  const images = await Promise.all(pictures.map(async (one) => {
    const image = new Image();
    image.src = `data:image/png;base64,${one}`;
    await image.decode();
    return image;
  }));
  const canvas = document.createElement("canvas");
  canvas.width = images.reduce((sum, { width }) => sum + width + gap, 2 * edge - gap);
  canvas.height = Math.max(...images.map(({ height }) => height)) + 2 * edge;
  const pen = canvas.getContext("2d");
  let left = edge;
  for (const image of images) {
    pen.save();
    pen.beginPath();
    pen.roundRect(left, edge, image.width, image.height, round);
    pen.strokeStyle = "#8a7f6a";
    pen.lineWidth = edge;
    pen.stroke();
    pen.clip();
    pen.drawImage(image, left, edge);
    pen.restore();
    left += image.width + gap;
  }
  return canvas.toDataURL("image/png").split(",")[1];
}
"""


def set_tables(instance):
    """Make a database with a game of four in it, and one of eight by the rules of 1881."""
    instance.mkdir()
    database = open_database(f"sqlite:///{instance / DATABASE_FILE}")
    prepare(database)
    club = clubs.first_club(database)
    said = {"device": None, "first_dealer": 0}
    game, old = (
        start_game(
            database, club, game_id=new_id(), variant=variant, players=people(*names), **said
        )
        for variant, names in (("red-nines", PEOPLE), ("red-nines-1881", NAMES[:8]))
    )
    database.close()
    return game, old


def set_past(instance):
    """Make up a club with a past in the same database; the path of an invitation to it."""
    settings = read_settings(instance=instance)
    database = open_database(settings.database_url)
    made = make_demo(database, NIGHTS)
    code = make_invitation(database, settings.secret_key, made.club, "watch").link_code
    database.close()
    return f"/join/{code}"


def play(phone, game, deals):
    """Score the deals over HTTP, as a phone does."""
    after = None
    for seen, told in enumerate(deals):
        content = {"after": after, "facts": told}
        entry = {"name": new_id(), "seen": seen, "kind": "deal", "content": content}
        answer = phone.write(game, entry)
        assert answer.status == 200, answer.text
        after = entry["name"]


def photograph(browser, address, game, old, cookie):
    """The sheet, the pad and the sheet of counters, each in light and in dark."""
    taken = {"sheet": [], "pad": [], "counters": []}
    for theme in THEMES:
        page = screen(browser, address, cookie, theme)
        page.goto(f"{address}/games/{game}", wait_until="networkidle")
        hide_note(page)
        taken["sheet"].append(down_to(page, "[data-deals]"))
        type_hands(page)
        taken["pad"].append(page.screenshot())
        page.goto(f"{address}/games/{old}", wait_until="networkidle")
        hide_note(page)
        taken["counters"].append(down_to(page, "[data-seats]", MARGIN))
        page.context.close()
    return taken


def look_back(browser, address, cookie):
    """The nights in light, and who is best in dark."""
    taken = []
    for theme, path in zip(THEMES, ("/nights/", "/players/"), strict=True):
        page = screen(browser, address, cookie, theme)
        page.goto(f"{address}{path}", wait_until="networkidle")
        taken.append(page.screenshot())
        page.context.close()
    return taken


def screen(browser, address, cookie, theme):
    """A page on a phone that has joined."""
    name, _, value = cookie.partition("=")
    context = browser.new_context(
        viewport=SCREEN,
        device_scale_factor=DOTS,
        is_mobile=True,
        has_touch=True,
        color_scheme=theme,
        reduced_motion="reduce",
        locale="en-GB",
    )
    context.add_cookies([{"name": name, "value": value, "url": address}])
    return context.new_page()


def down_to(page, selector, margin=0):
    """The page from its top to where this ends, were it below the edge of the screen."""
    last = page.locator(selector).bounding_box()
    assert last
    height = max(SCREEN["height"], last["y"] + last["height"] + margin)
    whole = {"x": 0, "y": 0, "width": SCREEN["width"], "height": height}
    return page.screenshot(clip=whole, full_page=True)


def hide_note(page):
    """Take away the sentence about the screen, where this browser makes the app show it."""
    button = page.locator("[data-dismiss]")
    if button.is_visible():
        button.click()


def type_hands(page):
    """Tap Dan out and type what the others hold, the last of them with a red nine."""
    page.locator("[data-out]").nth(3).tap()
    for at, digits in enumerate(TYPED):
        for digit in digits:
            page.locator(f'[data-digit="{digit}"]').tap()
        if at < len(TYPED) - 1:
            page.locator("[data-next]").tap()
    page.locator('[data-nine="1"]').tap()
    # The pad says a moment later what another digit might have cured.
    page.wait_for_timeout(1000)


def side_by_side(browser, pictures):
    """One picture of several phones."""
    page = browser.new_page()
    drawn = page.evaluate(DRAW, [base64.b64encode(one).decode() for one in pictures])
    page.close()
    return base64.b64decode(drawn)


def take(browser, folder):
    """Take all pictures and write them into a folder."""
    written = []
    with tempfile.TemporaryDirectory() as scratch:
        instance = Path(scratch) / "instance"
        game, old = set_tables(instance)
        past = set_past(instance)
        with Server(instance) as server, Phone(server.address) as phone:
            phone.join(server.invitation())
            play(phone, game, DEALS)
            play(phone, old, OLD_DEALS)
            taken = photograph(browser, server.address, game, old, phone.cookie)
            with Phone(server.address) as another:
                another.join(past)
                taken["past"] = look_back(browser, server.address, another.cookie)
    for name, pictures in taken.items():
        path = folder / f"{name}.png"
        path.write_bytes(side_by_side(browser, pictures))
        written.append(path)
    return written


def main(words):
    """Take the pictures; the exit status of the program."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except FileNotFoundError as missing:
            print(f"Chromium: {missing}.", file=sys.stderr)
            return 1
        for path in take(browser, Path(words[0]) if words else HERE):
            print(f"{path.name}: {path.stat().st_size:,} bytes")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
