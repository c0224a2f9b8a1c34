"""Behind a proxy: several gunicorn workers over one database, as HOSTING.md says to start them."""

import re
import shlex
import sys

import pytest

from tests.serving import ROOT, Phone, Server

HOSTING = (ROOT / "HOSTING.md").read_text(encoding="utf-8")
OUTSIDE = "cards.example.org"
BY_HTTPS = {"Host": OUTSIDE, "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def told_in_readme():
    """The words HOSTING.md starts gunicorn with, on a free port and by the Python of the tests."""
    line = re.findall(r"^\S*gunicorn (.+)$", HOSTING, re.MULTILINE)[0]
    words = [re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:{port}", one) for one in shlex.split(line)]
    assert "127.0.0.1:{port}" in " ".join(words)
    return [sys.executable, "-P", "-m", "gunicorn", *words]


@pytest.fixture(scope="module")
def url(postgres_cluster):
    """An empty database, as several workers need it."""
    return postgres_cluster.url(postgres_cluster.create_database())


@pytest.fixture(scope="module")
def server(url, tmp_path_factory):
    """The workers, started on that database with the settings that HOSTING.md names."""
    settings = {
        "DATABASE_URL": url,
        "SCORER_TRUST_PROXY": "1",
        "SCORER_HOSTS": f"{OUTSIDE},127.0.0.1",
        "SCORER_PUBLIC_URL": f"https://{OUTSIDE}",
    }
    instance = tmp_path_factory.mktemp("workers") / "instance"
    with Server(instance, start=told_in_readme(), **settings) as server:
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
