"""Small PNG files: the 256 commonest colours, which is about all that a screen of text has."""

import struct
import sys
import zlib
from collections import Counter


def write_png(width: int, height: int, pixels: bytes) -> bytes:
    """A PNG of these pixels (four bytes each: red, green, blue, opacity)."""
    colours = memoryview(pixels).cast("I")  # a number for each, since there are a million
    known = Counter(colours)
    parted = {colour: colour.to_bytes(4, sys.byteorder) for colour in known}
    # What is seen through comes first: only so many opacities have to be told.
    commonest = [colour for colour, _ in known.most_common(256)]
    commonest.sort(key=lambda colour: parted[colour][3])
    palette = [parted[colour] for colour in commonest]
    place = {colour: at for at, colour in enumerate(commonest)}
    for colour in known:
        if colour not in place:
            place[colour] = _nearest(palette, parted[colour])
    indexed = bytes(map(place.__getitem__, colours))
    rows = b"".join(b"\0" + indexed[at : at + width] for at in range(0, len(indexed), width))
    parts = [
        _part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _part(b"PLTE", b"".join(colour[:3] for colour in palette)),
        _part(b"tRNS", bytes(colour[3] for colour in palette if colour[3] < 255)),
        _part(b"IDAT", zlib.compress(rows, 9)),
        _part(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _nearest(palette: list[bytes], colour: bytes) -> int:
    """The place of the colour that is least unlike this one."""
    red, green, blue, opacity = colour
    far = [
        (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 + (o - opacity) ** 2
        for r, g, b, o in palette
    ]
    return far.index(min(far))


def _part(kind: bytes, content: bytes) -> bytes:
    told = kind + content
    return struct.pack(">I", len(content)) + told + struct.pack(">I", zlib.crc32(told))
