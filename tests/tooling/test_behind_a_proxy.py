"""Behind a proxy: the server with the settings that HOSTING.md names, over PostgreSQL."""

import re

import pytest

from tests.serving import Phone, Server

OUTSIDE = "cards.example.org"
BY_HTTPS = {"Host": OUTSIDE, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


@pytest.fixture(scope="module")
def url(postgres_cluster):
    """An empty database."""
    return postgres_cluster.url(postgres_cluster.create_database())


@pytest.fixture(scope="module")
def server(url, tmp_path_factory):
    """The server, started on that database with the settings that HOSTING.md names."""
    settings = {
        "DATABASE_URL": url,
        "SCORER_TRUST_PROXY": "1",
        "SCORER_HOSTS": f"{OUTSIDE},127.0.0.1",
        "SCORER_PUBLIC_URL": f"https://{OUTSIDE}",
    }
    instance = tmp_path_factory.mktemp("workers") / "instance"
    with Server(instance, **settings) as server:
        yield server


def test_an_invitation_of_the_terminal_works_by_https(server):
    invited = server.run("invite")
    assert invited.returncode == 0, invited.stderr
    link = re.search(rf"https://{re.escape(OUTSIDE)}(/join/\S+)", invited.stdout)
    assert link
    with Phone(server.address) as phone:
        phone.headers = {**BY_HTTPS, "Referer": f"https://{OUTSIDE}{link[1]}"}
        phone.token = phone.get(link[1]).token
        joined = phone.send(link[1])
        assert joined.status == 303
        assert "Secure" in joined.headers["Set-Cookie"]
        assert phone.get("/").status == 200


def test_a_host_that_is_not_named_is_refused(server):
    with Phone(server.address) as phone:
        assert phone.get("/join", Host="elsewhere.example.org").status == 400
