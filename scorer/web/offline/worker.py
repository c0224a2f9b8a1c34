"""The service worker: static/js/worker.js, and what it starts with."""

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, url_for

from scorer.rules.words import WORDS
from scorer.web.assets import MODULE_TYPE, asset, compact

worker = Blueprint("worker", __name__)
# What a page of a game fetches only once it is needed, and what other pages are made of. All else
# is kept when it is fetched for the first time.
FILES = (
    *("app.css", "front.css", "result.css", "large.css"),
    "icons/icon.svg",
    *(f"js/{name}.js" for name in ("fresh", "keep", "poll", "sheet", "storage", "store")),
    *(f"js/motion/{name}.js" for name in ("count", "pad", "sheet", "winning")),
    *(f"js/outbox/{name}.js" for name in ("direct", "elsewhere", "page", "queue", "send")),
    *("js/buzz.js", "js/elements.js", "js/offline/register.js", "js/pad/large.js"),
    *("js/why.js", "js/words.js"),
)


@worker.get("/service-worker.js")
def script() -> Response:
    """The worker of this release; a browser asks for it anew each time it opens a page."""
    folder: Path = current_app.extensions["static"]
    app = {
        "release": current_app.extensions["release"],
        "files": [asset(name) for name in FILES],
        "noSignal": url_for("worker.no_signal"),
        "outbox": url_for("outbox.show"),
        "score": url_for("manifest.score"),
        "thisPhone": url_for("this_phone.show"),
        "asOf": WORDS["phrases"]["as_of"],
        "language": WORDS["language"],
    }
    text = compact((folder / "js" / "worker.js").read_bytes())
    # Not a module: not every browser takes modules as service workers.
    head = f"const APP = {json.dumps(app)};\n".encode()
    answer = Response(head + text, content_type=MODULE_TYPE)
    # It shows nothing, and asks for nothing of others.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    return answer


@worker.get("/no-signal")
def no_signal() -> str:
    """The page in place of one that was never loaded and cannot be loaded now."""
    return render_template("offline/no_signal.html")
