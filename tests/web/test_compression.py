"""Answers are gzipped where the phone takes it, and nothing else about them changes."""

import gzip

import pytest
from flask import Flask, Response

from scorer.web import compression

LONG = "Ann caught with 23. " * 100


@pytest.fixture
def toy():
    """An app with an answer of each kind."""
    toy = Flask("answers")
    compression.init_app(toy)

    def answer(kind):
        if kind == "short":
            return Response("ok", mimetype="text/plain")
        if kind == "streamed":
            return Response(iter([LONG]), mimetype="text/plain")
        if kind == "picture":
            return Response(LONG, mimetype="image/png")
        if kind == "missing":
            return Response(LONG, 404, mimetype="text/plain")
        response = Response(LONG, mimetype="text/plain")
        response.headers["Vary"] = "Cookie"
        response.set_etag("nine", weak=kind == "weak")
        return response

    toy.add_url_rule("/<kind>", view_func=answer)
    return toy


@pytest.mark.parametrize(
    "accepted", ["gzip", "gzip, deflate", "br, gzip;q=0.8", "gzip, deflate, br, zstd", "*"]
)
def test_a_long_text_is_gzipped_for_a_phone_that_takes_it(toy, accepted):
    answer = toy.test_client().get("/long", headers={"Accept-Encoding": accepted})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data).decode() == LONG
    assert int(answer.headers["Content-Length"]) == len(answer.data) < len(LONG)
    assert answer.headers["Vary"] == "Cookie, Accept-Encoding"


@pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "identity, gzip;q=0.5"])
def test_others_get_it_as_it_is(toy, accepted):
    answer = toy.test_client().get("/long", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.text == LONG
    assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("kind", ["short", "streamed", "picture", "missing"])
def test_what_would_not_become_smaller_is_left_alone(toy, kind):
    answer = toy.test_client().get(f"/{kind}", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(("kind", "tag"), [("long", 'W/"nine"'), ("weak", 'W/"nine"')])
def test_the_tag_of_a_gzipped_answer_promises_no_bytes(toy, kind, tag):
    client = toy.test_client()
    assert client.get(f"/{kind}", headers={"Accept-Encoding": "gzip"}).headers["ETag"] == tag
    assert client.get("/long").headers["ETag"] == '"nine"'
