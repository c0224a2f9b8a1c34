"""A house full of phones that keep connections open and say nothing."""

import resource
import socket
import sys
import time
from contextlib import ExitStack

from tests.serving import PATIENCE, Phone, Server

MANY = 400
# Few files may be open until the server asks for more, and connections are idle for a second.
SMALL = """
import resource, sys
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))
from scorer.commands import main, serve
serve.IDLE_SECONDS = int(sys.argv[2])
serve.CLEANUP_SECONDS = 1
sys.exit(main(["serve", "--host", "127.0.0.1", "--port", sys.argv[1]]))
"""


def test_hundreds_of_idle_connections_keep_nobody_out(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 < soft < 2 * MANY:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(2 * MANY, hard), hard))
    start = [sys.executable, "-P", "-c", SMALL, "{port}", "300"]
    with Server(tmp_path / "instance", start=start) as server, ExitStack() as idle:
        for _ in range(MANY):
            idle.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        with Phone(server.address) as phone:
            began = time.monotonic()
            assert phone.get("/join").status == 200
            assert time.monotonic() - began < PATIENCE / 2
        assert "Traceback" not in server.output()
