"""Answers gzipped on their way: the one encoding that every phone on plain http accepts."""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

COMPRESSED = {
    *("application/json", "application/manifest+json", "image/svg+xml"),
    *("text/css", "text/html", "text/javascript", "text/plain"),
}
LEAST = 500  # bytes: below this the gzipped answer is hardly smaller
LEVEL = 9  # a page of 1881 takes a fifth longer than at 6, and is 75 bytes smaller
MAX_FILES = 256


def init_app(app: Flask) -> None:
    """Compress what is worth it, before any other hook sees the answer."""
    app.after_request(compress)


def takes_gzip() -> bool:
    """Whether the phone that asks takes gzipped answers."""
    return request.accept_encodings.best_match(["gzip", "identity"]) == "gzip"


def packed(body: bytes, level: int = LEVEL) -> bytes:
    """The body, gzipped; the same bytes whenever that is."""
    return gzip.compress(body, level, mtime=0)


@lru_cache(maxsize=MAX_FILES)
def packed_file(body: bytes) -> bytes:
    """A file of ours, gzipped; kept, since it is the same for every phone."""
    return packed(body)


def unpacked(body: bytes) -> bytes:
    """The bytes that were gzipped."""
    return gzip.decompress(body)


def compress(response: Response) -> Response:
    """Gzip an answer if the phone takes it and it is text; files that are streamed stay as is."""
    # Every browser takes the files gzipped, and a first visit fetches some thirty of them.
    if request.endpoint != "static" and response.status_code != 304:
        response.vary.add("Accept-Encoding")
    if (
        not 200 <= response.status_code < 300
        or response.mimetype not in COMPRESSED
        or response.is_streamed
        or "Content-Encoding" in response.headers
        or (response.content_length or 0) < LEAST
        or not takes_gzip()
    ):
        return response
    pack = packed_file if request.endpoint == "static" else packed
    response.set_data(pack(response.get_data()))
    response.headers["Content-Encoding"] = "gzip"
    tag, weak = response.get_etag()
    if tag and not weak:  # a strong one promises the same bytes
        response.set_etag(tag, weak=True)
    return response
