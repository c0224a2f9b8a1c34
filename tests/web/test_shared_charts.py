"""Charts behind a shared link: seen by whoever has the link, as long as it is good."""

import pytest

from tests.web.test_sharing import abroad, over, shared_link

__all__ = ["abroad", "over"]
pytestmark = pytest.mark.usefixtures("abroad")


def pictures(phone):
    """The addresses of the pictures on the page."""
    return [said["src"] or "" for tag, said in phone.page.tags if tag == "img"]


def withdraw(phone, page):
    phone.get(page)
    assert phone.send(f"{page}/withdraw").status_code == 303


def test_a_shared_game_has_its_chart_with_the_same_in_a_table(phone, stranger, over):
    link = shared_link(phone, f"/games/{over.id}/share")
    stranger.get(link)
    chart = f"{link}/games/{over.id}/chart.svg"
    assert pictures(stranger) == [chart]
    assert "Red Nines: totals deal by deal" in stranger.page.text
    assert "Start0000" in stranger.page.text.replace(" ", "")
    assert stranger.page.links == ["#main"]
    for address in (chart, f"{chart}?wide=1"):
        answer = stranger.get(address)
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert "Set-Cookie" not in answer.headers
        assert "<a " not in answer.text
    assert answer.data == phone.get(f"/games/{over.id}/chart.svg?wide=1").data


def test_a_withdrawn_link_shows_no_chart_any_more(phone, stranger, over):
    night = f"/nights/{over.night}/share"
    for page, more in (
        (f"/games/{over.id}/share", [f"/games/{over.id}/chart.svg"]),
        (night, ["/chart.svg?of=red-nines", f"/games/{over.id}/chart.svg"]),
    ):
        link = shared_link(phone, page)
        tags = {one: stranger.get(f"{link}{one}").headers["ETag"] for one in more}
        withdraw(phone, page)
        for one, tag in tags.items():
            held = stranger.get(f"{link}{one}", headers={"If-None-Match": tag})
            assert held.status_code == 404
