"""Debian's Chromium, driven by Playwright, with pages that fail the test when something is amiss.

A page made here fails its test on an error in its console, an uncaught exception, or a request
to anywhere but this machine. A test that provokes such a thing says so: `page_problems.clear()`
afterwards, or `excuse(page_problems, "409")`.
"""

import contextlib
import os
import re
import shutil
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Error, sync_playwright

from tests.missing_tools import skip_or_fail

# The shell is the same browser without windows, for half of the work outside its pages.
PROGRAMS = ("chromium-headless-shell", "chromium")
FLAGS = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    # Nothing here has any business on the internet: no other machine has an address. `cards.test`
    # is one at home, to which browsers do not trust what they trust to localhost.
    "--host-resolver-rules=MAP cards.test 127.0.0.1, MAP * ~NOTFOUND, "
    "EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE [::1]",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A process kept ready for the next page costs every test a seventh of its time, and one of its
    # own for the empty page before the first, as our Cross-Origin-Opener-Policy asks, a ninth. The
    # others are those that Playwright switches off itself; of two such lists the last one counts.
    "--disable-features=SpareRendererForSitePerProcess,CrossOriginOpenerPolicy,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,"
    "DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,"
    "PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying",
]
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
# What pages keep for when there is no signal would be fetched by each of a thousand new phones.
NO_WORKER = {"service_workers": "block"}
# What moves is a fifth of the work of most tests; those that are about it are marked `moving`.
STILL, MOVING = {"reduced_motion": "reduce"}, {"reduced_motion": "no-preference"}
# On a page that was never opened nothing is kept. A clock, once installed, stays in each to come.
FORGET = """() => {
    if (location.href !== "about:blank") sessionStorage.clear();
    return ["__pwClock" in globalThis, origin];
}"""
HERE = {"127.0.0.1", "localhost", "::1", "cards.test"}
FAILURES = Path(__file__).parent / "failures"

FAILED = pytest.StashKey[bool]()


def launch(playwright):
    """Start Debian's Chromium; raises FileNotFoundError where it is not installed."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        raise FileNotFoundError(f"it is not installed (Debian's package is `{PROGRAMS[0]}`)")
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=program, args=FLAGS + as_root)


@pytest.fixture(scope="session")
def chromium():
    """The browser of this test run."""
    with contextlib.ExitStack() as at_the_end:
        try:
            browser = launch(at_the_end.enter_context(sync_playwright()))
        except FileNotFoundError as missing:
            skip_or_fail("Chromium", str(missing))
        except Exception as error:  # Playwright's own errors, and plain ones from its driver
            skip_or_fail("Chromium", f"it does not start: {str(error)[:500]}")
        yield browser
        browser.close()


def is_foreign(url):
    """Whether a request leaves this machine."""
    address = urlsplit(url)
    return address.scheme not in {"data", "blob", "about"} and address.hostname not in HERE


def watch(context, problems):
    """Write down whatever goes wrong in the pages of a context, until that is called back."""

    def on_console(message):
        # Where a test stops the server, or cuts the line, every page goes on asking and sending.
        if message.type == "error" and "net::ERR" not in message.text:
            problems.append(f"console: {message.text} ({message.location.get('url')})")

    def on_exception(error):
        problems.append(f"exception: {error.error}")

    def on_failure(request):
        if is_foreign(request.url):
            problems.append(f"request to elsewhere: {request.url}")

    # Requests are asked of those that fail alone, as any to elsewhere does: each one costs half a
    # millisecond, and a sheet with its pad makes forty.
    heard = {
        "console": on_console,
        "weberror": on_exception,
        "requestfailed": on_failure,
    }
    for event, hear in heard.items():
        context.on(event, hear)

    def stop():
        for event, hear in heard.items():
            context.remove_listener(event, hear)

    return stop


def excuse(problems, pattern):
    """Take the problems that a test provoked on purpose off its list."""
    problems[:] = [problem for problem in problems if not re.search(pattern, problem)]


@pytest.fixture
def page_problems():
    """What went wrong in this test's pages so far; at the test's end it must be empty."""
    return []


def of_any_size(options):
    """What cannot be changed of a phone; its size can."""
    return {name: option for name, option in options.items() if name != "viewport"}


# What stays in a page for good.
LASTING = ("add_init_script", "expose_binding", "expose_function", "new_cdp_session")


@contextlib.contextmanager
def devtools(page):
    """A session of Chromium's own protocol, for what is put back as it was before the end."""
    session = BrowserContext.new_cdp_session(page.context, page)
    yield session
    session.detach()


class Phone:
    """A phone that one test after the other may use: the page before its user, and its options.

    What it has fetched and compiled stays with it, which is half of the work of a first visit.
    """

    def __init__(self, browser, options):
        self.options = of_any_size(options)
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.lasting = options["service_workers"] != "block"
        for changed in (self.page, self.context):
            for name in filter(changed.__class__.__dict__.__contains__, LASTING):
                setattr(changed, name, self._noted(getattr(changed, name)))

    def _noted(self, change):
        def changed(*arguments, **options):
            self.lasting = True
            return change(*arguments, **options)

        return changed

    def use(self, problems):
        """Watch for problems until what this returns is called."""
        self.context.set_default_timeout(10_000)
        return watch(self.context, problems)

    def wipe(self):
        """Forget all that a test has left here; whether another can use it."""
        page, context = self.page, self.context
        try:
            has_clock, origin = page.evaluate(FORGET)
            if self.lasting or has_clock:
                return False
            for other in context.pages:
                if other is not page:
                    other.close()
            page.unroute_all()
            context.unroute_all()
            context.set_offline(False)
            if origin != "null":
                page.goto("about:blank")
                with devtools(page) as session:
                    all_of_it = {"origin": origin, "storageTypes": "all"}
                    session.send("Storage.clearDataForOrigin", all_of_it)
            context.clear_cookies()
            context.clear_permissions()
            page.emulate_media(media="null")
        except Error:
            return False
        return True


@pytest.fixture(scope="session")
def idle_phones():
    """The phones that earlier tests have used."""
    return []


@pytest.fixture
def new_phone(chromium, idle_phones, page_problems, request):
    """Make another phone: `new_phone(color_scheme="dark")`, with a cookie jar of its own.

    Takes the options of Playwright's `new_context`; a `viewport=(360, 560)` may be a pair. With
    `first_visit` it has never fetched anything. Nothing moves on it unless the test is marked
    `moving`.
    """
    phones = []
    watched = contextlib.ExitStack()
    motion = MOVING if request.node.get_closest_marker("moving") else STILL

    def make(*, first_visit=False, **options):
        if isinstance(size := options.get("viewport"), tuple):
            options["viewport"] = {"width": size[0], "height": size[1]}
        options = {**PHONE, **NO_WORKER, **motion, "locale": "en-GB", **options}
        like_it = (idle for idle in idle_phones if idle.options == of_any_size(options))
        phone = next(like_it, None)
        if phone and not first_visit:
            idle_phones.remove(phone)
            phone.page.set_viewport_size(options["viewport"])
        else:
            phone = Phone(chromium, options)
        phones.append(phone)
        watched.callback(phone.use(page_problems))
        return phone.page

    yield make
    is_well = not (request.node.stash.get(FAILED, False) or page_problems)
    if not is_well:
        take_pictures(request.node.name, [phone.context for phone in phones])
    watched.close()
    for phone in phones:
        if is_well and phone.wipe():
            idle_phones.append(phone)
        else:
            phone.context.close()
    assert not page_problems, "\n".join(["The page had problems:", *page_problems])


def take_pictures(test, contexts):
    """Keep what the pages looked like when a test failed."""
    FAILURES.mkdir(exist_ok=True)
    name = re.sub(r"\W+", "_", test)
    pages = [page for context in contexts for page in context.pages]
    for number, page in enumerate(pages, start=1):
        print(f"Page {number} was {page.url}")
        try:
            page.screenshot(path=FAILURES / f"{name}-{number}.png", full_page=True)
        except Error as error:
            print(f"No picture of page {number}: {error.message}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Let the fixtures know whether their test failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report
