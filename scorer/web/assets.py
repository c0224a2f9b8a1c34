"""Style sheets, modules and pictures, under an address that changes with every release."""

import hashlib
import re
from functools import lru_cache
from mimetypes import guess_type
from pathlib import Path

from flask import Flask, Response, abort, current_app, url_for
from werkzeug.security import safe_join

from scorer.rules.packages import PACKAGES

# Comments that have lines to themselves, as all of ours do, in modules and in style sheets.
COMMENTS = re.compile(rb"^[ \t]*(?://.*|/\*(?:(?!\*/)(?s:.))*\*/[ \t]*)\n+", re.MULTILINE)
INDENTATION = re.compile(rb"^[ \t]+", re.MULTILINE)
EMPTY_LINES = re.compile(rb"\n{2,}")
# Where a sign parts two words of a style sheet, no space need do so as well.
SPACES_IN_STYLES = re.compile(
    rb'^([-a-z0-9]+:) | ?(\{)\n|;\n(\})\n|([};,])\n|(?<!")(,) ', re.MULTILINE
)
# The same in a module. No text there goes over several lines.
SPACES_IN_MODULES = re.compile(rb" ?(=>|[=!<>]=+|\?\??=?|&&|\|\||[=<>:,;(){}\[\]!]) ?")
TEXTS = re.compile(rb'("(?:[^"\\]|\\.)*")')
LEFT_AS_IT_IS = re.compile(rb"[/'`]")
FOREVER = "max-age=31536000, immutable"
# What each style sheet is made of, by the folders and files below css/. app.css comes first on
# every page, and base.css, which it begins with, lies in a layer below all others.
STYLES = {
    "app.css": (  # what all pages have, and the sheet of every game
        *("tokens.css", "base.css", "components/*.css"),
        *(f"sheet/{name}.css" for name in ("head", "rows", "deals", "dock", "live", "wide")),
    ),
    "counters.css": ("sheet/counters.css",),
    "pad.css": tuple(f"pad/{name}.css" for name in ("pad", "head", "keys", "rows")),
    "bids.css": ("pad/bids.css",),
    "large.css": ("pad/large.css", "pad/large-letters.css"),
    "answers.css": ("sheet/answers.css", "pad/answers.css"),
    "conflict.css": ("sheet/conflict.css",),
    "result.css": ("fields.css", "sheet/result.css", "sheet/winning.css", "pages/chart.css"),
    "table.css": ("table.css",),
    "front.css": ("fields.css", "front/*.css"),  # with the rules and the nights, kept by a phone
    "pages.css": ("pages/*.css",),  # what all other pages have besides
}
# The modules of the games, of which those of packages lie with them.
TWINS = Path("js/rules")
MODULE_TYPE = "text/javascript"
# Modules are UTF-8 by their standard, and style sheets are what the page is that links them.
UTF_8 = {MODULE_TYPE, "text/css"}
MAX_KEPT = 512  # more than there are files


def init_app(app: Flask, folder: Path) -> None:
    """Serve the folder under /static/<release>/."""
    app.extensions["static"] = folder
    app.extensions["release"] = release_of(folder, *PACKAGES.values())
    app.add_url_rule("/static/<release>/<path:filename>", "static", send_static)
    app.add_url_rule("/favicon.ico", "favicon", lambda: send_static("", "icons/icon.svg"))
    app.jinja_env.globals["asset"] = asset


def release_of(*folders: Path) -> str:
    """A short name for exactly these files."""
    mark = hashlib.sha256()
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                mark.update(file.relative_to(folder).as_posix().encode())
                mark.update(file.read_bytes())
    return mark.hexdigest()[:10]


def asset(filename: str) -> str:
    """The address of a static file in this release."""
    return url_for("static", release=current_app.extensions["release"], filename=filename)


def compact(source: bytes) -> bytes:
    """A module or style sheet without comments, indentation and empty lines: they are for us."""
    return EMPTY_LINES.sub(b"\n", INDENTATION.sub(b"", COMMENTS.sub(b"", source)))


def compact_module(source: bytes) -> bytes:
    """A module without spaces around signs, but in lines that may hold a text or an expression."""
    lines = compact(source).split(b"\n")
    return b"\n".join(_without_spaces(line) for line in lines)


def _without_spaces(line: bytes) -> bytes:
    if LEFT_AS_IT_IS.search(line):
        return line
    parts = TEXTS.split(line)
    parts[::2] = [SPACES_IN_MODULES.sub(rb"\1", part) for part in parts[::2]]
    return b"".join(parts)


def compact_styles(source: bytes) -> bytes:
    """A style sheet without most of its spaces."""
    return SPACES_IN_STYLES.sub(rb"\1\2\3\4\5", compact(source))


@lru_cache(maxsize=MAX_KEPT)
def read_file(folder: Path, filename: str, release: str) -> bytes:
    """A static file as a release sends it, read and made smaller once.

    Raises OSError or ValueError for a folder, and for what is not there or cannot be named so.
    """
    if filename in STYLES:
        css = folder / "css"
        parts = [sorted(css.glob(part)) for part in STYLES[filename]]
        return compact_styles(b"\n".join(file.read_bytes() for part in parts for file in part))
    path = Path(filename)
    if path.parent == TWINS and path.suffix == ".js" and path.stem in PACKAGES:
        folder, filename = PACKAGES[path.stem], path.name
    file = safe_join(str(folder), filename) or ""
    body = Path(file).read_bytes()
    return compact_module(body) if file.endswith(".js") else body


def send_static(release: str, filename: str) -> Response:
    """One static file; kept for ever by phones that asked for it by this release."""
    folder: Path = current_app.extensions["static"]
    now: str = current_app.extensions["release"]
    try:
        body = read_file(folder, filename, now)
    except (OSError, ValueError):
        abort(404)
    kind = guess_type(filename)[0] or "application/octet-stream"
    response = Response(body, mimetype=kind)
    if kind in UTF_8:
        # To say so once more would only weigh.
        response.content_type = kind
    response.headers["Cache-Control"] = FOREVER if release == now else "no-cache"
    return response
