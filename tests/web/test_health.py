"""Whoever looks after the server may ask by any name whether it is up."""

import pytest

from scorer import create_app


@pytest.mark.parametrize("host", ["10.0.0.7:9009", "evil.example", "a b", "[", "ü:x", ""])
def test_health_answers_any_host_name_and_nothing_else_does(tmp_path, host):
    app = create_app(
        instance=tmp_path, secret_key="a secret for these tests", trusted_hosts=("cards.example",)
    )
    phone = app.test_client()
    answer = phone.get("/health", headers={"Host": host})
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert "Set-Cookie" not in answer.headers
    assert phone.head("/health", headers={"Host": host}).status_code == 200
    assert phone.post("/health", headers={"Host": host}).status_code == 405
    if host == "evil.example":
        assert phone.get("/join", headers={"Host": host}).status_code == 400
    app.extensions["scorer"]["database"].close()
