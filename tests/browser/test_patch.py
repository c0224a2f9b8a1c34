"""What a phone shows of data equals what the server paints of them: the sheet, step by step."""

import difflib
import random
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Page

from scorer.rules.book import withdrawn
from scorer.rules.entries import Answer, CorrectDeal, Deal, Withdraw
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from scorer.rules.variants import newest_variants
from scorer.services import demo_deals
from scorer.services.errors import Conflict
from scorer.services.games.read import GameRead
from tests.browser.conftest import Seat
from tests.browser.live_server import LiveServer
from tests.examples import examples
from tests.rules.books import books
from tests.tables import NAMES, Table, begin, new_id

# A page of the sheet, as it is read: tags, attributes and words. Tokens and names of forms are
# new on each; what is allowed to be otherwise is left out by `besides`.
READ = """
  let hasAll = false;
  // How wide numbers are is looked at when the patterns are painted.
  const ROOM = / ?(rows-wide|deals-on-\\w+)/;
  const COINS = /, [+−]?\\d+ coins?$/;
  const LENT = ", .deals-moved, .deals-brought, .deals-told, .loans";
  const SAT_DOWN = ", [data-news]";
  const FORMS = ["csrf_token", "game"];
  const lines = (node, depth = 0) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const said = node.data.replace(/[ \\n]+/g, " ").replace(COINS, "").trim();
      return said ? [" ".repeat(depth) + said] : [];
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const isNew = FORMS.includes(node.getAttribute("name"));
    const told = [...node.attributes]
      .filter(({ name }) => !(isNew && name === "value") && name !== "data-long")
      .map(({ name, value }) => `${name}="${value.replace(ROOM, "").trim()}"`)
      .sort();
    node.normalize();
    const inside = [...node.childNodes].flatMap((child) => lines(child, depth + 1));
    return [" ".repeat(depth) + [node.localName, ...told].join(" "), ...inside];
  };
"""
READ += """
  const from = document.querySelector("script[src$='game.js']").src;
  const { page } = await import(new URL("page.js", from));
  const { goOn, patch, prepare } = await import(new URL("patch/patch.js", from));
  const read = (html, left = "") => {
    const made = document.createElement("template");
    made.innerHTML = html;
    const [sheet] = made.content.children;
    for (const one of sheet.querySelectorAll(besides + left)) one.remove();
    // The scripts of the sheet know these better.
    for (const one of ["after", "name", "seen"]) {
      for (const field of sheet.querySelectorAll(`input[name="${one}"]`)) field.remove();
    }
    for (const one of sheet.querySelectorAll(".asking")) one.replaceWith(...one.childNodes);
    // What was put down.
    if (!hasAll) sheet.querySelector(".pools-says")?.firstChild.remove();
    for (const one of ["share", "title", "text", "picture"]) sheet.removeAttribute(`data-${one}`);
    return lines(sheet);
  };
"""
PATCH = (
    """async ([besides, painted, steps]) => {"""
    + READ
    + """
  page.fromServer = painted.at(-1);
  await prepare(page.fromServer.data.game);
  // Data as the server has them change nothing.
  const changed = painted.filter(({ data, html }) => {
    page.fromServer = { data, html };
    const isPatched = patch(structuredClone(data));
    const shown = document.querySelector("[data-sheet]").outerHTML;
    return !isPatched || read(shown).join() !== read(html).join();
  });
  if (changed.length) throw new Error("the sheet of the server was changed");
  return steps.map(([from, to, told]) => {
    page.fromServer = painted[from];
    const { earlier, noted, ...more } = told;
    const data = { ...structuredClone(painted[to].data), ...more };
    if (data.next) Object.assign(data.next, noted);
    data.version = painted[from].data.version;
    // One correction more is known from the sheet itself.
    const isMore = to === from + 1 && told.newest.kind === "correct_deal";
    for (const deal of data.deals.filter(({ id }) => earlier[id])) {
      const known = painted[from].data.deals.find(({ id }) => id === deal.id);
      const isKnown = String(known?.scores) === String(earlier[deal.id].at(-1));
      if (!isMore || !isKnown) deal.earlier = earlier[deal.id];
    }
    const was = document.querySelector("[data-sheet]");
    const isPatched = patch(data);
    const sheet = document.querySelector("[data-sheet]");
    if (!isPatched) return { isPatched, isTouched: sheet !== was };
    const said = [sheet.outerHTML, painted[to].html].map((html) => {
      const made = new DOMParser().parseFromString(html, "text/html");
      return made.querySelector(".notice-words")?.lastChild.parentNode.textContent ?? "";
    });
    // What was bought or lent has a line only where the server has painted it.
    const moves = [painted[from].data, data].map((one) => JSON.stringify([one.moves, one.loans]));
    // Who sat down, where the deal is gone before which it is told, or stands behind another one.
    const [were, now] = [painted[from].data, data].map(({ deals }) => deals.map(({ id }) => id));
    const stays = were.every((id, at) => at >= now.length || id === now[at]);
    const left = [moves[0] !== moves[1] && LENT, !stays && SAT_DOWN].filter(Boolean).join("");
    return { isPatched, said, is: read(sheet.outerHTML, left), due: read(painted[to].html, left) };
  });
}"""
)

# The sheets of the next game by who deals first, on a page that showed the old one.
GO_ON = (
    """async ([besides, old, known, due]) => {"""
    + READ
    + """
  hasAll = true;
  const painted = [];
  for (const [dealer, { data: { game }, html }] of due.entries()) {
    page.fromServer = old;
    await prepare(old.data.game);
    const next = JSON.parse(JSON.stringify(known).replaceAll(known.id, game));
    const made = await goOn({ ...next.data, ...next.dealers[dealer] }, next.patterns);
    painted.push([made && read(made), read(html)]);
  }
  return painted;
}"""
)

SAID = r"(?:Saved|Undone|Redone): [^,.]*"


def newest(read: GameRead, numbers: dict[str, int]) -> dict[str, Any]:
    """What the newest entry is about, as a phone knows it that has written it."""
    entry = read.entries[-1]
    kind, of, about = entry.body.kind, None, entry
    again = False
    if isinstance(entry.body, Withdraw):
        name = entry.body.entry
        about = next(one for one in read.entries if one.name == name)
        if isinstance(about.body, Withdraw):
            again, name = True, about.body.entry
            about = next(one for one in read.entries if one.name == name)
        of = about.body.kind
    number = None
    if isinstance(about.body, Deal | CorrectDeal):
        deal = about.body.deal if isinstance(about.body, CorrectDeal) else about.name
        number = numbers.get(deal)
    return {"kind": kind, "of": of, "again": again, "number": number}


def names_of_notes(read: GameRead) -> dict[str, str]:
    """The names of the answers that were noted of the deal in play, by what they answer."""
    gone = withdrawn(read.entries)
    return {
        f"{entry.body.key}_{entry.body.value}": entry.name
        for entry in read.entries
        if isinstance(entry.body, Answer) and entry.name not in gone
    }


class Painted:
    """The sheets of a game as the server paints them, one behind each entry."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page, self.table = page, table
        self.sheets: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.numbers: dict[str, int] = {}
        self.paint()

    def paint(self) -> None:
        """The sheet as it is now."""
        answer = self.page.request.get(f"/games/{self.table.id}/news").json()
        self.sheets.append(answer)
        read = self.table.read()
        self.numbers.update({deal.id: deal.number for deal in read.sheet.deals})
        earlier = {deal.id: deal.earlier for deal in read.sheet.deals}
        opening = read.sheet.opening
        noted = {"names": names_of_notes(read), "paid": len(opening.paid)} if opening else {}
        told = {"earlier": earlier, "noted": noted}
        if read.entries:
            told["newest"] = newest(read, self.numbers)
        self.told.append(told if read.entries else {})

    def compare(self) -> list[str]:
        """Patch each sheet to each other one; what is otherwise than it should be."""
        ways = range(len(self.sheets))
        steps = [(one, other) for one in ways for other in ways if self.told[other]]
        steps = [step for step in steps if self._can_be(*step)]
        told = [[*step, self.told[step[1]]] for step in steps]
        wrong = []
        found = self.page.evaluate(PATCH, [BESIDES, self.sheets, told])
        for (one, other), shown in zip(steps, found, strict=True):
            if not shown["isPatched"]:
                if self._is_patched(other) or shown["isTouched"]:
                    wrong.append(f"{one} → {other}: not patched")
                continue
            diff = [*difflib.unified_diff(shown["due"], shown["is"], "due", "is", n=2, lineterm="")]
            is_said, due = (re.findall(SAID, said) for said in shown["said"])
            newest = self.told[other]["newest"]
            if "deal" in (newest["kind"], newest["of"]) and is_said != due:
                wrong.append(f"{one} → {other}: {is_said} and not {due}")
            if diff:
                wrong.append("\n".join([f"{one} → {other}", *diff]))
        return wrong

    def _can_be(self, one: int, other: int) -> bool:
        """Whether a phone can come to this from that: the people and the rules are the same."""
        base, data, last = (self.sheets[at]["data"] for at in (one, other, -1))
        sat = [{deal["id"]: deal.get("seats") for deal in one["deals"]} for one in (base, data)]
        # What seats say for themselves of the deal in play only the server shows.
        told = data["next"] or {}
        if told.get("answered", {}).keys() - told.get("noted", {}).keys():
            return False
        return all(sat[0][deal] == sat[1][deal] for deal in sat[0].keys() & sat[1].keys()) and all(
            base[key] == data[key] == last[key]
            for key in ("seats", "order", "rules", "first_dealer", "start")
        )

    def _is_patched(self, other: int) -> bool:
        data = self.sheets[other]["data"]
        return bool(data["next"] or data["end"])


# What may be otherwise: sentences that only the server says, and links that need a signal.
BESIDES = """.notice-words, .notice-late, .story, .drama, [data-sat], .result-copy,
  .settle-up, .closing, .needs, .asked, .take-over, .besides > [href*="/counters"], link"""


@pytest.mark.soak
def test_patched_sheets_are_those_of_the_server(
    server: LiveServer, club: str, seat: Seat, phone: Page
) -> None:
    phone.goto(f"/games/{seat().id}")

    @settings(
        max_examples=examples(12),
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(books(most_deals=4, most_more=4))
    def play(made: tuple[Start, list[dict[str, Any]]]) -> None:
        start, book = made
        table = begin(
            server.database,
            club,
            *(sitter.name for sitter in start.sitters),
            variant=start.variant,
            house_rules=start.house_rules,
            first_dealer=start.first_dealer,
            edition=start.edition,
        )
        painted, names = Painted(phone, table), {}
        for entry in book:
            content = {
                key: names.get(value, value) if isinstance(value, str) else value
                for key, value in entry["content"].items()
            }
            if entry["kind"] == "take_seat":
                content["player"] = {"id": None, "name": "Zoe"}
            names[entry["name"]] = new_id()
            try:
                table.write(entry["kind"], content, name=names[entry["name"]])
            except (Refused, Conflict):
                continue
            painted.paint()
        wrong = painted.compare()
        assert not wrong, f"{start}\n" + "\n\n".join(wrong[:2]) + f"\n{len(wrong)}"

    play()


@pytest.mark.parametrize(
    ("variant", "players", "key", "value"),
    [("nine-five", 4, "bidder", 1), ("oxford-whist", 3, "trump", "S")],
)
def test_what_is_noted_leaves_no_room_and_can_be_noted_anew(
    server: LiveServer, club: str, phone: Page, variant: str, players: int, key: str, value: Any
) -> None:
    table = begin(server.database, club, *NAMES[:players], variant=variant)
    phone.goto(f"/games/{table.id}")
    painted = Painted(phone, table)
    table.write("answer", {"after": None, "key": key, "seat": None, "value": value})
    painted.paint()
    table.undo()
    painted.paint()
    assert painted.compare() == []


@pytest.mark.parametrize("variant", newest_variants())
def test_the_sheet_of_the_next_game_is_that_of_the_server(
    server: LiveServer, club: str, phone: Page, variant: str
) -> None:
    """Whoever deals, also behind an open question, a result and other people in the seats."""
    kind = newest_variants()[variant]
    many = max(players for players in kind.players if players <= 6)
    seated = {"variant": variant, "house_rules": {}}
    table = begin(server.database, club, *NAMES[:many], **seated)
    phone.goto(f"/games/{table.id}")

    def compare(*names: str, is_other: bool) -> None:
        path = f"/games/{table.id}"
        old, known = (phone.request.get(f"{path}/{one}").json() for one in ("news", "next-sheet"))
        assert ("patterns" in known) == is_other
        begun = [
            begin(server.database, club, *names, first_dealer=dealer, **seated)
            for dealer in range(many)
        ]
        due = [phone.request.get(f"/games/{new.id}/news").json() for new in begun]
        # Which night it is of the server asks once it is there.
        besides = f"{BESIDES}, .notice-night"
        for shown, wanted in phone.evaluate(GO_ON, [besides, old, known, due]):
            diff = [*difflib.unified_diff(wanted, shown or [], "due", "is", n=2, lineterm="")]
            assert not diff, "\n".join(diff)

    played = read_sheet(table.read().start, ()), random.Random(5)
    facts = [demo_deals.deal(played[0], [1] * many, played[1]) for _ in range(2)]
    seen = table.seen
    table.write("deal", {"after": None, "facts": facts[0]})
    compare(*NAMES[:many], is_other=False)
    table.write("deal", {"after": None, "facts": facts[1]}, seen=seen)
    assert "data-open" in phone.request.get(f"/games/{table.id}/news").json()["html"]
    compare(*NAMES[:many], is_other=False)
    table.write("withdraw", {"entry": table.deals[1]})
    table.write("end", {"why": "late"})
    assert "result" in phone.request.get(f"/games/{table.id}/news").json()["html"]
    compare(*NAMES[:many], is_other=False)
    table.write("correct_start", {"order": [*range(1, many), 0]})
    compare(*NAMES[1:many], NAMES[0], is_other=True)
