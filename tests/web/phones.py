"""Phones without JavaScript: they read pages and send back the plain forms that stand on them."""

import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from tests.tables import new_id

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')
# Pieces for the scripts of a page, which nobody sees and nothing is sent from.
TEMPLATE = re.compile(r"<template.*?</template>", re.DOTALL)
VOID = {"area", "base", "br", "hr", "img", "input", "link", "meta", "option"}


class Page(HTMLParser):
    """A page as read by somebody who goes by its tags: forms, links and what it says."""

    def __init__(self, html):
        super().__init__()
        html = TEMPLATE.sub("", html)
        self.html = html
        self.forms = []
        self.links = []
        self.tags = []
        self.words = []
        self._select = self._typed = None
        self._is_unread = False
        self._silent = 0
        self.feed(html)

    @property
    def text(self):
        """What the page says, with single spaces."""
        return " ".join("".join(self.words).split())

    def form(self, action):
        """What the form with this address would send as it stands."""
        for form in self.forms:
            if form["action"] == action:
                return form["fields"]
        raise AssertionError(f"no form for {action}, only {[one['action'] for one in self.forms]}")

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if tag in ("script", "style", "title"):
            self._silent += 1
        elif tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"] or "")
        elif tag == "form":
            self.forms.append(
                {
                    "action": attributes.get("action"),
                    "method": attributes.get("method"),
                    "fields": {},
                }
            )
        elif tag == "textarea" and attributes.get("name"):
            self._typed = self.forms[-1]["fields"].setdefault(attributes["name"], [])
            self._typed.append("")
        elif tag == "select":
            self._select, self._is_unread = attributes.get("name"), True
        elif tag == "option" and self._select:
            values = self.forms[-1]["fields"].setdefault(self._select, [])
            if self._is_unread:
                values.append(attributes.get("value") or "")
            elif "selected" in attributes:
                values[-1] = attributes.get("value") or ""
            self._is_unread = False
        elif tag == "input" and self.forms:
            self._field(attributes)
        if tag not in VOID:
            self.words.append(
                " " if tag in ("li", "td", "th", "p", "h1", "h2", "tr", "dd", "dt") else ""
            )

    def _field(self, said):
        kind, name = said.get("type", "text"), said.get("name")
        if not name or (kind in ("radio", "checkbox") and "checked" not in said):
            return
        self.forms[-1]["fields"].setdefault(name, []).append(said.get("value") or "")

    def handle_endtag(self, tag):
        if tag in ("script", "style", "title"):
            self._silent -= 1
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._typed = None

    def handle_data(self, data):
        if self._typed is not None:
            self._typed[-1] = f"{self._typed[-1]}{data}".removeprefix("\r\n").removeprefix("\n")
        if not self._silent:
            self.words.append(data)


class Phone:
    """One browser with its cookies."""

    def __init__(self, app):
        self.client, self.cookies = app.test_client(), {}
        self.answer: TestResponse
        self._html = ""
        self._page = None
        self._cookie = None
        self._token = ""
        self.turn = 0

    def keep(self, cookies, domain="localhost"):
        """Keep these cookies."""
        self.cookies = cookies
        for name, value in cookies.items():
            self.client.set_cookie(name, value, domain=domain)

    @property
    def token(self):
        """A good token for writing; it stands on every page as long as the cookie is the same."""
        if self._cookie is None or self._cookie != self.client.get_cookie("scorer"):
            (self._token,) = TOKEN.findall(self.client.get("/join").text)
            self._cookie = self.client.get_cookie("scorer")
        return self._token

    @property
    def page(self):
        """The page that was opened last, read when somebody looks at it."""
        if self._page is None:
            self._page = Page(self._html)
        return self._page

    @page.setter
    def page(self, page):
        self._page = page

    def _read(self, answer):
        self.answer = answer
        if answer.mimetype == "text/html" and answer.status_code != 303:
            self._html, self._page = answer.text, None
        return answer

    def get(self, path, **options):
        """Open a page."""
        return self._read(self.client.get(path, buffered=True, **options))

    def read(self, path, **options):
        """Open a page; what it says."""
        self.get(path, **options)
        return self.page.text

    def send(self, path, **fields):
        """Send the form with this address on the page that is open, with some fields changed."""
        changed = {name.replace("__", "-"): value for name, value in fields.items()}
        data = {**self.page.form(path), **changed}
        return self._read(self.client.post(path, data=data))

    def fill(self, path, on=None, **fields):
        """Open the page with this form, at its own address or another, and send it changed."""
        self.get(on or path)
        return self.send(path, **fields)

    def open_form(self, path):
        """Open the page with this form; what it would send as it stands."""
        self.get(path)
        return self.page.form(path)

    def post(self, path, **fields):
        """Send fields to an address as no form of ours would, but with a good token."""
        return self._read(self.client.post(path, data={"csrf_token": self.token, **fields}))

    def send_late(self, path, **fields):
        """Send a form as an outbox does, which has kept it and reads the answer as JSON."""
        data = {"csrf_token": self.token, **fields}
        return self.client.post(path, data=data, headers={"Accept": "application/json"})

    def follow(self):
        """Go where the last answer sends."""
        return self.get(self.answer.headers["Location"])

    def read_next(self):
        """Go where the last answer sends; what that page says."""
        self.follow()
        return self.page.text

    def write(self, game, kind, content, seen, **other):
        """Write an entry as the page's modules do."""
        entry = {"id": new_id(), "seen": seen, "kind": kind, "content": content, **other}
        return self.post_json(f"/games/{game}/entries", entry)

    def answers(self, game, *answers, replace=False, **other):
        """Answer the deal in play as the page's modules do, and replace what is asked about."""
        content = {"after": None, "set": answers, "clear": [], "replace": [], "finish": None}
        answer = self.send_answers(game, {**content, **other})
        if replace and answer.status_code == 409:
            answer = self.choose_answers(game, answer, "mine")
        return answer

    def choose_answers(self, game, asked, action):
        """Send the answers of a button under a question."""
        [content] = [
            json.loads(attributes["data-answers"])
            for _, attributes in Page(asked.json["error"]["html"]).tags
            if attributes.get("data-choice") == action
        ]
        return self.send_answers(game, content)

    def send_answers(self, game, content, **headers):
        """Send answers with an id and a turn of their own, unless these have them."""
        self.turn += 1
        sent = {"id": new_id(), "turn": self.turn, **content}
        return self.post_json(f"/games/{game}/answers", sent, **headers)

    def post_json(self, path, content, **more):
        """Send JSON as the page's modules do."""
        headers = {"Accept": "application/json", "X-CSRFToken": self.token, **more}
        return self.client.post(path, json=content, headers=headers)
