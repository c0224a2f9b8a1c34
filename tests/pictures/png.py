"""Small PNG files: the 256 commonest colours, which is about all that a screen of text has."""

import struct
import zlib
from collections import Counter

Colour = tuple[int, int, int, int]


def write_png(width: int, height: int, pixels: bytes) -> bytes:
    """A PNG of these pixels (four bytes each: red, green, blue, opacity)."""
    colours = [tuple(pixels[at : at + 4]) for at in range(0, len(pixels), 4)]
    known = Counter(colours)
    # What is seen through comes first: only so many opacities have to be told.
    palette = sorted((one for one, _ in known.most_common(256)), key=lambda one: one[3])
    place = {colour: at for at, colour in enumerate(palette)}
    for colour in known:
        if colour not in place:
            place[colour] = min(range(len(palette)), key=lambda at: _far(palette[at], colour))
    indexed = bytes(place[colour] for colour in colours)
    rows = b"".join(b"\0" + indexed[at : at + width] for at in range(0, len(indexed), width))
    parts = [
        _part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _part(b"PLTE", b"".join(bytes(colour[:3]) for colour in palette)),
        _part(b"tRNS", bytes(colour[3] for colour in palette if colour[3] < 255)),
        _part(b"IDAT", zlib.compress(rows, 9)),
        _part(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _far(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return sum((here - there) ** 2 for here, there in zip(one, other, strict=True))


def _part(kind: bytes, content: bytes) -> bytes:
    told = kind + content
    return struct.pack(">I", len(content)) + told + struct.pack(">I", zlib.crc32(told))
