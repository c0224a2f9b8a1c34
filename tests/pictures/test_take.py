"""The pictures of README.md can be taken again, and are small."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.pictures.png import write_png
from tests.pictures.take import HERE, take

MOST_BYTES = 100_000
KEPT = ["sheet.png", "pad.png", "counters.png", "past.png"]


def test_the_pictures_are_taken_from_the_running_app(chromium: Browser, tmp_path: Path) -> None:
    taken = take(chromium, tmp_path)
    assert [path.name for path in taken] == KEPT
    for path in taken:
        assert 10_000 < path.stat().st_size <= MOST_BYTES
        made, kept = (each.read_bytes()[16:24] for each in (path, HERE / path.name))
        assert made[:4] == kept[:4], "README.md shows pictures of another width: take them again"


@pytest.mark.parametrize("name", KEPT)
def test_the_pictures_that_are_kept_are_small(name: str) -> None:
    assert (HERE / name).stat().st_size <= MOST_BYTES


def test_a_picture_with_too_many_colours_keeps_the_commonest(chromium: Browser) -> None:
    pixels = b"".join(bytes((at % 256, at // 256, 0, 255)) for at in range(300))
    picture = write_png(20, 17, pixels + bytes((9, 9, 9, 255)) * 40)
    assert picture.startswith(b"\x89PNG")
    page = chromium.new_page()
    read = """async (bytes) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const pen = canvas.getContext("2d");
      pen.drawImage(image, 0, 0);
      return [image.width, image.height, ...pen.getImageData(19, 16, 1, 1).data];
    }"""
    assert page.evaluate(read, list(picture)) == [20, 17, 9, 9, 9, 255]
    page.close()
