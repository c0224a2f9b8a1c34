"""Sharing a finished game from the phone, and what somebody sees who was sent a link."""

import io
from base64 import b64encode

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from scorer.services.club import share_links
from tests.browser.live_server import SECRET
from tests.browser.pad_page import wait_until
from tests.browser.test_accessibility import violations_in_both
from tests.browser.test_names import AWKWARD, overflow

# Bytes go as text: Playwright looks at every number of a list by itself.
AS_TEXT = """(bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))"""
# A phone whose browser has a share sheet, and writes down what it was handed.
SHEET = f"""
const asText = {AS_TEXT};
navigator.canShare = ({{ files }}) => files.every((file) => file.type === "image/png");
navigator.share = async ({{ title, text, files }}) => {{
  const bytes = asText(new Uint8Array(await files[0].arrayBuffer()));
  window.shared = {{ title, text, names: files.map((file) => file.name), bytes }};
}};
"""
NO_SHEET = """
delete navigator.share;
Object.defineProperty(Navigator.prototype, "share", { value: undefined });
"""
CATCH_COPY = """
document.addEventListener("copy", () => (window.copied = getSelection().toString()
    || document.activeElement.value));
if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };
"""
NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });"
# The colour of points of a PNG, read from a canvas.
POINTS = """async ([text, points]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  return {
    size: [image.width, image.height],
    colours: points.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].slice(0, 3)),
  };
}"""
PAPER, RED, WINNER = [255, 253, 246], [179, 21, 28], [239, 231, 211]
# The texts of an SVG that reach, inside of what cuts them off, over another text or the edge.
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll("text")].map((text) => {
    const own = text.getBoundingClientRect();
    const around = text.ownerSVGElement;
    const cut = around.getScreenCTM().e + around.width.baseVal.value;
    return {
      says: text.textContent,
      left: own.left,
      right: Math.min(own.right, cut),
      top: own.top + own.height / 5,
      bottom: own.bottom - own.height / 5,
    };
  });
  const found = boxes.filter((one) => one.left < 60 || one.right > 1021 || one.bottom > 1050);
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      if (one.left < other.right && other.left < one.right
          && one.top < other.bottom && other.top < one.bottom) found.push([one, other]);
  return found;
}"""


@pytest.fixture
def over(table):
    """A game of four that is finished."""
    for out in range(4):
        table.deal(out)
    return table


def code_of(server, club, kind, target):
    """The code of a link to this."""
    return share_links.share(server.database, SECRET, club, kind, target, device=None).code


def check_picture(phone, png):
    """It is the whole picture: paper, the red nine in its corner, and the winner's row."""
    seen = phone.evaluate(POINTS, [png, [[600, 40], [87, 80], [700, 230], [700, 400]]])
    assert seen == {"size": [1080, 1080], "colours": [PAPER, RED, WINNER, PAPER]}


def test_the_picture_is_shared_and_saved_as_a_png(phone, over):
    phone.add_init_script(SHEET)
    phone.goto(f"/games/{over.id}")
    phone.locator(".more-open").tap()
    phone.get_by_role("link", name="Picture, text or link").tap()
    phone.get_by_role("button", name="Share picture and text").tap()
    wait_until(phone, "Boolean(window.shared)")
    shared = phone.evaluate("window.shared")
    assert shared["title"] == "Red Nines"
    assert "♛ Ann 21" in shared["text"]
    assert shared["names"] == ["result.png"]
    check_picture(phone, shared["bytes"])
    with phone.expect_download() as saved:
        phone.get_by_role("link", name="Save picture").tap()
    assert saved.value.suggested_filename == "result.png"
    check_picture(phone, b64encode(saved.value.path().read_bytes()).decode())
    # Where the browser has no share sheet there is no button.
    phone.add_init_script(NO_SHEET)
    phone.goto(f"/games/{over.id}/share", wait_until="networkidle")
    expect(phone.get_by_role("button", name="Share picture and text")).to_be_hidden()
    picture = phone.get_by_role("img", name="the result as a picture")
    assert picture.evaluate("one => one.complete && one.naturalWidth") == 1080


def test_the_result_is_copied_and_shared_where_it_stands(phone, over):
    """With a clipboard and a share sheet, and without either."""
    night = f"/nights/{over.read().night}"
    phone.add_init_script(CATCH_COPY + SHEET)
    phone.goto(night)
    phone.get_by_role("button", name="Copy", exact=True).tap()
    expect(phone.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert "Red Nines: " in phone.evaluate("window.copied")
    phone.get_by_role("link", name="Share", exact=True).tap()
    wait_until(phone, "Boolean(window.shared)")
    shared = phone.evaluate("window.shared")
    assert shared["title"] == "Game night"
    assert "Red Nines: " in shared["text"]
    assert shared["names"]
    # Without a share sheet the link leads to a page for it.
    phone.add_init_script(NO_SHEET + NO_CLIPBOARD)
    phone.goto(night)
    phone.get_by_role("link", name="Share", exact=True).tap()
    expect(phone.get_by_role("heading", name="Share this night")).to_be_visible()
    phone.get_by_role("button", name="Copy text").tap()
    expect(phone.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert phone.get_by_label("The result as text").input_value() == phone.evaluate("window.copied")


def test_nothing_on_the_picture_lies_on_anything_else(phone, seat):
    for count in (2, 6, 12):
        names = (*AWKWARD, "W" * 40, "王小明" * 9, "\ufdfd" * 9, "🇩🇪" * 20)[:count]
        table = seat(*names, variant="points", house_rules={"wins": "highest"})
        table.write("deal", {"after": None, "facts": {"points": [-99_999] * count}})
        table.write("end", {"why": "late", "leftover": None})
        phone.goto(f"/games/{table.id}/picture.svg")
        assert phone.evaluate(OVERLAPS) == []


@pytest.mark.long
def test_a_shared_link_is_read_on_a_small_phone(new_phone, server, club, seat):
    tables = [seat(*AWKWARD) for _ in range(2)]
    for table in tables:
        for out in range(8):
            table.deal(out, *range(2, 9))
    night = tables[0].read().night
    of_game = code_of(server, club, "game", tables[0].id)
    of_night = code_of(server, club, "night", night)
    stranger = new_phone(base_url=server.url, viewport=(360, 640))
    found = []
    for path in (of_game, of_night, f"{of_night}/games/{tables[1].id}"):
        stranger.goto(f"/shared/{path}", wait_until="networkidle")
        assert overflow(stranger) <= 0, path
        chart = stranger.get_by_role("img", name="as lines")
        assert chart.evaluate("one => one.complete && one.naturalWidth > 0"), path
        found += violations_in_both(stranger)
    assert not found, "\n".join(found)
    stranger.goto(f"/shared/{of_night}")
    stranger.locator(".lines a").first.tap()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Red Nines")
    stranger.get_by_role("link", name="To the night").tap()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Game night")


@pytest.mark.long
def test_a_shared_game_still_prints_on_one_page(new_phone, server, club, over):
    stranger = new_phone(base_url=server.url)
    stranger.goto(f"/shared/{code_of(server, club, 'game', over.id)}", wait_until="networkidle")
    expect(stranger.get_by_role("heading", name="totals deal by deal")).to_be_visible()
    pages = PdfReader(io.BytesIO(stranger.pdf(format="A4"))).pages
    assert len(pages) == 1
    assert "totals deal by deal" not in pages[0].extract_text()
