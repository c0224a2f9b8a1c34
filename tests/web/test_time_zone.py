"""The page of the club: the time zone by which it plays."""

from scorer.services import clock
from scorer.services.club import clubs

AT = "/club/time-zone"


def test_a_manager_chooses_the_clock_and_everybody_sees_it(
    manager, watcher, database, club, fake_clock
):
    manager.get("/club/")
    assert manager.page.form(AT)["zone"] == [clock.local_zone()]
    assert manager.send(AT, zone="America/New_York").status_code == 303
    manager.follow()
    assert manager.page.form(AT)["zone"] == ["America/New_York"]
    assert clubs.get_club(database, club).time_zone == "America/New_York"
    assert "Old nights keep theirs." in manager.page.text
    assert "Time zone: New York, 16:00 now" in watcher.read("/club/")
    assert watcher.page.forms == [one for one in watcher.page.forms if "/devices/" in one["action"]]


def test_every_time_zone_stands_in_the_list_once(manager):
    manager.get("/club/")
    offered = [
        said["value"]
        for tag, said in manager.page.tags
        if tag == "option" and said["value"] in clock.zones()
    ]
    assert sorted(filter(None, offered)) == list(clock.zones())
    assert {"Europe", "America", "Others"} <= {
        said["label"] for tag, said in manager.page.tags if tag == "optgroup"
    }


def test_an_unknown_time_zone_is_refused_in_plain_words(manager, database, club):
    before = clubs.get_club(database, club)
    for zone in ("Mars/North", "", "<script>", "../UTC"):
        assert manager.fill(AT, on="/club/", zone=zone).status_code == 422
        assert "choose one from the list" in manager.page.text
    assert clubs.get_club(database, club) == before
