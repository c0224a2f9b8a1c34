"""A game in Firefox and in WebKitGTK, with its second deal typed without signal."""

import contextlib
import json
import os
import re
import socket
import subprocess
import time
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import FirefoxOptions, Remote, WebKitGTKOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection

from tests.browser.pad_page import LOAD_OUTBOX, PAD
from tests.missing_tools import skip_or_fail
from tests.serving import PATIENCE, free_port
from tests.tables import NAMES, Table
from tests.tooling.runs import DEBIAN_BROWSERS

pytestmark = pytest.mark.long

# What Selenium asks for, where Firefox calls it by another name.
IN_FIREFOX = {"get": "Navigate", "goBack": "Back", "clickElement": "ElementClick"}
IN_FIREFOX |= {"sendKeysToElement": "ElementSendKeys", "w3cExecuteScript": "ExecuteScript"}
# What Firefox itself wants of the internet ends at a port where nobody answers.
AT_HOME = {"network.proxy.type": 1, "network.proxy.ssl": "127.0.0.1", "network.proxy.ssl_port": 9}
LISTEN = """localStorage.faults ??= "";
const note = (...words) => (localStorage.faults += words.join(" "));
addEventListener("error", (fault) => note(fault.message, fault.target.src), true);
addEventListener("unhandledrejection", ({ reason }) => note(reason, reason?.stack));
console.error = note;"""
# Whether the page is kept as it is after the deal, its Undo and its Redo.
IS_KEPT = """return caches.match(location.pathname, {ignoreSearch: true})
    .then((page) => page?.text()).then((html) => /"version": ?3\\b/.test(html))"""


def until(true):
    """Wait for something, also while a program starts or a sheet is replaced."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError, WebDriverException):
            if found := true():
                return found
        time.sleep(0.1)
    raise AssertionError("it does not come to that")


def start(at_the_end, *words, **options):
    """Start a program, which ends with the test."""
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options}
    program = at_the_end.enter_context(subprocess.Popen(words, **options))
    at_the_end.callback(program.terminate)
    return program


def connect(port):
    """Call a program that has just been started."""
    return until(lambda: socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))


class Marionette:
    """Selenium's commands, sent to Firefox itself: Debian has no driver for it."""

    def __init__(self, stream):
        self._stream, self._number = stream, 0
        self._read()

    def _read(self):
        length = b""
        while not length.endswith(b":"):
            length += self._stream.read(1)
        return json.loads(self._stream.read(int(length[:-1])))

    def execute(self, command, params):
        """Send a command; the answer as Selenium reads it."""
        self._number += 1
        name = IN_FIREFOX.get(command, command[0].upper() + command[1:])
        sent = json.dumps([0, self._number, f"WebDriver:{name}", params])
        self._stream.write(f"{len(sent)}:{sent}".encode())
        self._stream.flush()
        _, _, error, answer = self._read()
        found = answer if error or isinstance(answer, list) else answer.get("value", answer)
        return {"status": error and error["error"], "value": error or found}


def firefox(at_the_end, folder):
    """Firefox, without a window."""
    port = free_port()
    wishes = {"marionette.port": port, **AT_HOME}.items()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(wish)});" for name, wish in wishes)
    (folder / "user.js").write_text("\n".join(lines))
    start(at_the_end, "firefox-esr", "--headless", "--marionette", "--profile", str(folder))
    called = at_the_end.enter_context(connect(port))
    stream = at_the_end.enter_context(called.makefile("rwb"))
    return Remote(Marionette(stream), options=FirefoxOptions())


def webkit(at_the_end, folder):
    """WebKitGTK in the smallest of its browsers, on a screen that nobody sees."""
    port = free_port()
    screen = start(at_the_end, "Xvfb", "-displayfd", "1", stdout=subprocess.PIPE).stdout.readline()
    environment = {**os.environ, "DISPLAY": f":{int(screen)}"}
    start(at_the_end, "WebKitWebDriver", f"--port={port}", env=environment)
    connect(port).close()
    connection = RemoteConnection(client_config=ClientConfig(f"http://127.0.0.1:{port}"))
    return at_the_end.enter_context(Remote(connection, options=WebKitGTKOptions()))


class Page:
    """What a person does and reads in any of these browsers."""

    def __init__(self, driver):
        self.driver = driver

    def seen(self, css, text=""):
        """What can be seen there, and says this."""
        found = self.driver.find_elements("css selector", css)
        return [one for one in found if one.is_displayed() and text in one.text]

    def tap(self, css, text=""):
        """Tap the first of it."""
        until(lambda: [one.click() for one in self.seen(css, text)[:1]])

    def expect(self, css, pattern):
        """Wait until this can be read there."""
        until(lambda: re.search(pattern, " ".join(one.text for one in self.seen(css))))

    def expect_totals(self, *wanted):
        """The totals on the sheet come to be these."""
        self.expect(".row-total", r"^\D*" + r"\D+".join(map(str, wanted)) + r"\D*$")

    def score(self, out, *hands):
        """A deal on the pad: the sums of the others, from the winner's left."""
        # Before its modules are there the sheet leads to the plain form.
        until(lambda: self.driver.execute_script("return document.readyState === 'complete'"))
        self.tap(f'[data-seats] [data-seat="{out}"][data-out], [data-seat="{out}"] [data-out]')
        for points in hands:
            for digit in str(points):
                self.tap(f'{PAD} [data-digit="{digit}"]')
            self.tap(f"{PAD} :is([data-next], [data-save])")


@pytest.fixture(params=[firefox, webkit])
def page(request, tmp_path):
    """A page of each browser, about as wide as a phone."""
    for package, sign in DEBIAN_BROWSERS.items():
        if not Path("/", sign).exists():
            skip_or_fail(package, "it is not installed")
    with contextlib.ExitStack() as at_the_end:
        driver = request.param(at_the_end, tmp_path)
        driver.set_window_size(390, 844)
        yield Page(driver)


def test_a_game_with_a_deal_typed_without_signal(page, server, club):
    run = page.driver.execute_script
    # Where browsers trust plain http, and keep pages.
    page.driver.get(f"http://localhost:{server.port}/join/{server.invite(club).link_code}")
    page.tap("button", "Join")
    page.tap("a", "New game")
    for name in NAMES[:4]:
        until(lambda name=name: [one.send_keys(name) for one in page.seen("[data-new-name]")])
        page.tap("[data-add]")
    page.tap("button", "Start")
    page.expect("h1", "Deal 1 of 4")
    run(LISTEN)
    page.score(0)
    page.expect(f"{PAD} [data-row]", "Ben")
    assert min(row.rect["height"] for row in page.seen(f"{PAD} [data-row]")) >= 44
    page.driver.back()
    until(lambda: not page.seen(PAD))
    page.score(0, 7, 23, 12)
    page.expect_totals(0, 7, 23, 12)
    page.tap("[data-notice] button", "Undo")
    page.expect_totals(0, 0, 0, 0)
    page.tap("[data-notice] button", "Redo")
    page.expect_totals(0, 7, 23, 12)
    until(lambda: run(IS_KEPT))
    run(f"return {LOAD_OUTBOX.strip()}")
    server.stop()
    # Firefox, asked by its driver, would go past what it keeps.
    run("location.reload()")
    page.expect(".as-of", "As of")
    run(LISTEN)
    page.score(1, 4, 20, 3)
    page.expect(".outbox-line", "1 deal waits on this phone")
    page.expect_totals(3, 7, 27, 32)
    server.start()
    until(lambda: not page.driver.find_elements("css selector", ".outbox-line[data-waiting]"))
    page.driver.refresh()
    run(LISTEN)
    page.expect_totals(3, 7, 27, 32)
    table = Table(server.database, club, run("return location.pathname.split('/')[2]"))
    kinds = [entry.body.kind for entry in table.read().entries]
    assert kinds == ["deal", "withdraw", "withdraw", "deal"]
    page.tap(".more-open")
    page.tap("#more a", "History")
    page.expect("h1", "History")
    page.driver.back()
    page.expect_totals(3, 7, 27, 32)
    assert run("return localStorage.faults") == ""
