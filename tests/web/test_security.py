"""What every answer carries and every write has to bring."""

import time

import pytest

from scorer.settings import BadSetting, read_settings
from tests.tables import new_id

# Nothing runs in these by itself, and a first visit fetches a dozen of them.
FILES = {"text/css", "application/manifest+json"}


def answers(phone, table):
    asset = phone.get("/").text.split('href="/static/')[1].split('"')[0]
    return [
        phone.get("/"),
        phone.get(f"/games/{table.id}"),
        phone.get("/nowhere"),
        phone.get("/static/nothing.css"),
        phone.get(f"/static/{asset}"),
        phone.get("/manifest.webmanifest"),
        phone.get("/health"),
        phone.client.post("/join"),
        phone.client.put("/"),
        phone.client.options("/"),
        phone.client.head("/"),
        phone.post(f"/games/{table.id}/entries"),
    ]


def test_the_security_headers_are_on_every_answer(phone, table):
    for answer in answers(phone, table):
        headers = answer.headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        # For how long a host is https only is for its proxy to say.
        assert "Strict-Transport-Security" not in headers
        assert "Cache-Control" in headers
        if answer.mimetype in FILES:
            continue
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "data:" not in policy
        assert headers["Referrer-Policy"] == "same-origin"
        assert "camera=()" in headers["Permissions-Policy"]
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["X-Robots-Tag"] == "noindex, nofollow"


def test_robots_may_read_what_was_shared_and_nothing_else(stranger):
    answer = stranger.get("/robots.txt")
    assert (answer.status_code, answer.mimetype) == (200, "text/plain")
    assert answer.text == "User-agent: *\nAllow: /shared/\nDisallow: /\n"
    assert "Set-Cookie" not in answer.headers


def test_the_log_of_requests_has_no_code_and_no_id_in_it(make, caplog):
    phone = make(access_log=True).test_client()
    phone.get("/join/abcdefgh")
    phone.get(f"/nights/{new_id()}?q=Ann", headers={"X-Forwarded-For": "203.0.113.9"})
    phone.get("/nowhere/abcdefgh")
    lines = [line.getMessage() for line in caplog.records]
    assert lines[-3:] == [
        "GET /join/<code> from '127.0.0.1': 200",
        "GET /nights/<id:night> from '127.0.0.1': 401",
        "- from '127.0.0.1': 404",
    ]


def test_data_are_no_page_to_anybody(phone, table):
    headers = phone.get(f"/games/{table.id}/news", headers={"Accept": "application/json"}).headers
    assert headers["Content-Type"] == "application/json"
    assert headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"].startswith("private")


def test_pages_of_games_are_not_kept_even_for_going_back(phone, table):
    for path in ("/", *(f"/games/{table.id}{page}" for page in ("", "/table", "/own"))):
        assert phone.get(path).headers["Cache-Control"] == "private, no-store"


def test_static_files_are_kept_for_ever_by_release(phone):
    href = phone.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0]
    now = phone.get(href)
    assert now.status_code == 200
    assert now.mimetype == "text/css"
    assert "immutable" in now.headers["Cache-Control"]
    assert "Set-Cookie" not in now.headers
    release = href.split("/")[2]
    old = phone.get(href.replace(release, "0000000000"))
    assert old.headers["Cache-Control"] == "no-cache"
    for path in ("../app.py", "../../etc/passwd", "nothing.css", "", "css"):
        assert phone.get(f"/static/{release}/{path}").status_code == 404


def test_a_write_without_a_token_is_refused(phone, table):
    table.deal()
    for path in (f"/games/{table.id}/undo", "/games/new", f"/games/{table.id}/end", "/join"):
        answer = phone.client.post(path, data={"entry": table.deals[0]})
        assert answer.status_code == 400, path
        assert "reload it" in answer.text
    assert table.read().version == 1


def test_a_token_of_one_phone_is_no_good_on_another(phone, watcher, table):
    answer = phone.client.post("/join", data={"csrf_token": watcher.token, "code": "x"})
    assert answer.status_code == 400


def test_a_token_outlives_an_evening(phone, table, monkeypatch):
    phone.get(f"/games/{table.id}/end")
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 6 * 24 * 3600)
    assert phone.send(f"/games/{table.id}/end").status_code == 303


def test_forwarded_headers_are_trusted_by_a_setting_alone(make):
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "1.2.3.4"}
    wary = make().test_client()
    assert "Secure" not in wary.get("/join", headers=forwarded).headers["Set-Cookie"]
    behind = make(trust_proxy=1).test_client()
    assert "Secure" in behind.get("/join", headers=forwarded).headers["Set-Cookie"]


def test_the_instance_folder_is_for_its_owner_only(tmp_path):
    instance = tmp_path / "made" / "here"
    settings = read_settings({}, instance=instance)
    assert instance.stat().st_mode & 0o777 == 0o700
    assert (instance / "secret_key").stat().st_mode & 0o777 == 0o600
    assert len(settings.secret_key) == 64
    assert read_settings({}, instance=instance).secret_key == settings.secret_key
    assert [file.name for file in instance.iterdir()] == ["secret_key"]


def test_settings_are_read_from_a_file_too(tmp_path):
    (tmp_path / "scorer.env").write_text(
        "# ours\n\nSCORER_TRUST_PROXY = 2\nSCORER_HOSTS='a.example, b.example'\n"
        "DATABASE_URL=postgresql://ann:a=b@example.org/cards\n"
    )
    settings = read_settings({"SCORER_TRUST_PROXY": "1"}, instance=tmp_path)
    assert settings.trust_proxy == 1
    assert settings.trusted_hosts == ("a.example", "b.example")
    assert settings.database_url == "postgresql://ann:a=b@example.org/cards"
    for line in ("SCORER_INSTANCE=/elsewhere", "SCORER_HOST=a.example", "hello"):
        (tmp_path / "scorer.env").write_text(f"\n{line}\n")
        with pytest.raises(BadSetting, match=r"scorer\.env: .* line 2\."):
            read_settings({}, instance=tmp_path)


def test_a_secret_key_that_is_too_short_is_named(tmp_path):
    with pytest.raises(BadSetting, match="secret key"):
        read_settings({"SCORER_SECRET_KEY": "short"}, instance=tmp_path)


def test_a_fault_of_ours_is_told_in_plain_words(phone, app, monkeypatch):
    app.testing = False
    monkeypatch.setattr("scorer.web.front.read_front", lambda *_: 1 / 0)
    answer = phone.get("/")
    assert answer.status_code == 500
    assert "Something went wrong" in answer.text
    assert "ZeroDivisionError" not in answer.text


def test_anybody_needs_an_address_and_the_proxy(tmp_path):
    environ = {"SCORER_NEW_CLUBS": "anybody"}
    with pytest.raises(BadSetting, match="SCORER_PUBLIC_URL"):
        read_settings(environ, instance=tmp_path)
    environ["SCORER_PUBLIC_URL"] = "https://cards.example.org:444"
    with pytest.raises(BadSetting, match="SCORER_TRUST_PROXY"):
        read_settings(environ, instance=tmp_path)
    environ["SCORER_TRUST_PROXY"] = "1"
    assert read_settings(environ, instance=tmp_path).trusted_hosts == ("cards.example.org",)
    environ["SCORER_HOSTS"] = "scores.example.org"
    assert read_settings(environ, instance=tmp_path).trusted_hosts == ("scores.example.org",)
    with pytest.raises(BadSetting, match="invited or anybody"):
        read_settings({"SCORER_NEW_CLUBS": "all"}, instance=tmp_path)
