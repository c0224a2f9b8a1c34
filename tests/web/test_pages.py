"""Every page as HTML: a title, one heading, no id twice, and links that lead somewhere."""

import re

import pytest

from scorer.rules.variants import newest_variants
from scorer.services.nights import bin
from scorer.services.people.players import rename_player
from tests.tables import NAMES, begin, facts
from tests.web.counters import begin_counters, cards
from tests.web.phones import TEMPLATE
from tests.web.test_door import every_address

MARKUP = "<script>alert(1)</script>"
# What is fetched, leads elsewhere, or is not there in the state of one of these games.
NO_PAGES = (
    *(".svg", ".csv", ".json", ".zip", "/news", "/own", "/tables"),
    *("/hold", "/score", "/deals/new"),
)


def games_of_counters(database, club):
    """One with a sweep that was noted, with counters bought and owed, and one to be paid."""
    open_game = begin_counters(database, club, counters=10)
    open_game.score(cards(1, 10, 3, 3), {"void": True})
    open_game.write("buy", {"seat": 2, "counters": 10})
    open_game.answer(("aces_swept_by", -1, 2))
    done = begin_counters(database, club, counter_value={"counters": 2, "pays": 1})
    done.score(*(cards(out, 1, 2, 3) for out in (0, 0, 1, 3)))
    return open_game, done


@pytest.fixture
def opened(app, manager, table, database, club):
    """The HTML of every page, of a running game with all its turns, and of finished ones."""
    ann = table.read().sheet.sitters[0].player
    table.deal(0, 7, 23, 32)
    table.deal(1, 7, 23, 32)
    table.write("correct", {"deal": table.deals[0], "set": facts(0, 7, 28, 32)})
    table.take_seat(2, "Eve")
    table.undo()
    done = begin(database, club)
    done.play_out(2, 7, 23, 32)
    tables = [table, done, *games_of_counters(database, club)]
    bin.delete(database, club, "game", begin(database, club).id, device=None)
    rename_player(database, club, ann, MARKUP)
    table.describe_night(name=MARKUP, place=MARKUP, note=MARKUP)
    addresses = {
        path for one in tables for method, path in every_address(app, one) if method == "GET"
    }
    addresses |= {"/nights/?q=ann", "/join", *(f"/rules/{key}" for key in newest_variants())}
    addresses |= {f"/games/new?variant={key}" for key in newest_variants()}
    addresses |= {f"/games/new?follows={one.id}" for one in tables}
    addresses.add(manager.fill("/club/invitations", on="/club/").headers["Location"])
    html = {}
    for path in addresses:
        with manager.client.get(path) as answer:
            is_html = answer.status_code == 200 and answer.mimetype == "text/html"
            # A part of a page is fetched by its modules.
            is_page = is_html and not path.endswith("/tables")
            assert is_page or path.endswith(NO_PAGES) or "/club/invitations/" in path, path
            if is_page:
                html[path] = TEMPLATE.sub("", answer.text)
    assert f"/games/{table.id}/deals/new" in html
    return html


def test_every_page_is_sound_and_its_links_lead_somewhere(opened, manager):
    """A title, one heading, no id twice, no markup of a name; axe and Chromium see the rest."""
    links = set()
    for path, html in opened.items():
        assert html.startswith("<!doctype html>"), path
        assert len(re.findall("<h1[ >]", html)) == 1, path
        assert re.search(r"<title>\s*\S", html), path
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(ids) == len(set(ids)), path
        assert MARKUP not in html, path
        links |= set(re.findall(r'<a [^>]*href="([^"#]+)', html))
    away = {link for link in links if link.startswith("https://app.bgstatsapp.com/")}
    assert away
    for link in links - away - opened.keys():
        with manager.get(link.replace("&amp;", "&")) as answer:
            assert answer.status_code == 200, link


def test_little_of_a_sheet_is_read_aloud_when_it_changes(phone, table):
    phone.get(f"/games/{table.id}")
    # What was saved or is new; and on the pad what it says.
    assert len([said for _, said in phone.page.tags if said.get("role") == "status"]) == 2


def test_same_again_says_what_and_with_whom(phone, table, database, club):
    table.deal()
    table.write("end", {"why": "late", "leftover": None})
    assert "Same again: Red Nines with Ann, Ben, Cat and Dan" in phone.read("/")
    many = begin(database, club, *NAMES[:12])
    many.deal(0, *range(2, 13))
    many.write("end", {"why": "late", "leftover": None})
    assert "Same again: Red Nines with Ann, Ben, Cat, Dan, Eve and 7 more" in phone.read("/")


def test_pages_that_are_empty_or_lost_have_a_card_a_sentence_one_button_and_the_bar(
    watcher, stranger, pair
):
    game = f"/games/{pair[0].id}"
    empty = ("/bin", "/nights/?q=xyzzy", *(f"{game}/{page}" for page in ("book", "chart", "share")))
    for path in ("/outbox", "/no-signal", "/nowhere", f"{game}/start", *empty):
        watcher.get(path)
        html = re.sub("(?s)<noscript>.*</noscript>", "", watcher.page.html)
        assert html.count('class="card-back"') == html.count("button-first") == 1, path
        assert "Nights Players Club" in watcher.page.text, path
    for path in ("/", "/join", "/join/nothing-that-was-ever-made-anywhere"):
        stranger.get(path)
        assert stranger.page.html.count('class="card-back"') == 1, path
        assert stranger.page.html.count("button-first") == 1, path
        assert "Play Rules" in stranger.page.text, path


def test_the_way_back_is_a_link_on_top_and_nowhere_else(manager, table):
    table.deal()
    game, player = f"/games/{table.id}", f"/players/{table.read().sheet.sitters[0].player}"
    pages = {
        "/rules/": "Home",
        "/rules/nine-five": "Rules",
        "/rules/red-nines": "To the sheet",
        "/outbox": "Back to the game",
        "/phone": "Club",
        player: "Players",
        f"{player}/rename": "Ann",
        "/settle-up": "All nights",
        f"/nights/{table.night}": "All nights",
        **dict.fromkeys((f"{game}/book", f"{game}/chart", f"{game}/paper"), "To the sheet"),
    }
    for path, label in pages.items():
        before, after = manager.read(path).split("← ")
        assert after.startswith(label), path
        assert before.endswith("Nights Players Club "), path
        assert "To the sheet" not in after.removeprefix(label), path


def test_games_lead_to_their_rules_and_on_a_first_evening_are_played_by_a_button(phone, watcher):
    rules, play = "/rules/red-nines", "/games/new?variant=red-nines"
    phone.get("/")
    assert {rules, play} <= set(phone.page.links)
    phone.get("/rules/")
    assert rules in phone.page.links and play not in phone.page.links
    phone.get(rules)
    assert play in phone.page.links
    watcher.get("/")
    assert rules in watcher.page.links and play not in watcher.page.links


def test_the_rules_of_a_game_show_no_marks_of_their_text(phone):
    for variant in newest_variants():
        assert not {"*", "["} & set(phone.read(f"/rules/{variant}")), variant


def test_the_rules_lead_to_the_sheet_that_is_played(phone, table):
    sheet = f"/games/{table.id}"
    assert sheet in phone.get("/rules/red-nines").text
    assert sheet not in phone.get("/rules/nine-five").text
    table.play_out()
    assert sheet not in phone.get("/rules/red-nines").text
