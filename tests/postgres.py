"""A real PostgreSQL for the tests: a throw-away cluster on a socket in a temporary folder."""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

import pytest

from tests.examples import SOAKING
from tests.missing_tools import skip_or_fail

DATABASES = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]


class CannotStart(Exception):
    """There is no PostgreSQL to be had here; the text says why."""


def find_binaries():
    """The folder with the newest server's programs."""
    # Debian's own folder first: what is on PATH may be a wrapper, or a client only.
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return max(found, key=lambda path: float(path.parts[-3])).parent
    on_path = shutil.which("initdb")
    if not on_path:
        raise CannotStart("no server is installed (Debian's package is `postgresql`)")
    return Path(on_path).resolve().parent


class Cluster:
    """A running PostgreSQL server of our own."""

    def __init__(self):
        self.binaries = find_binaries()
        # In /tmp itself: a socket's path must be short, and open to the user `postgres`.
        self.folder = Path(tempfile.mkdtemp(prefix="scorer-pg-", dir="/tmp"))
        self.server = None
        atexit.register(self.stop)
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    def who(self):
        """How to start the server's programs: never as root, which they refuse."""
        common = {"cwd": self.folder, "stdin": subprocess.DEVNULL}
        if os.geteuid() != 0:
            return common
        try:
            postgres = pwd.getpwnam("postgres")
        except KeyError as error:
            raise CannotStart("root may not run it, and there is no user `postgres`") from error
        os.chown(self.folder, postgres.pw_uid, postgres.pw_gid)
        ids = {"user": postgres.pw_uid, "group": postgres.pw_gid, "extra_groups": []}
        return {**common, **ids}

    def start(self):
        """Make the cluster and wait until it answers."""
        who = self.who()
        data = str(self.folder / "data")
        initdb = [str(self.binaries / "initdb"), "--pgdata", data, "--username=postgres"]
        initdb += ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        made = subprocess.run(initdb, **who, capture_output=True, text=True)
        if made.returncode != 0:
            raise CannotStart(f"initdb failed: {made.stderr.strip()}")
        server = [str(self.binaries / "postgres"), "-D", data, "-k", str(self.folder)]
        server += ["-c", "listen_addresses=", "-c", "max_connections=200"]
        if not SOAKING:  # nobody pulls its plug, and what is measured is left to the long run
            server += ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "autovacuum=off"]
        if shutil.which("setpriv"):  # ... so that it ends even when the test run is killed
            server = ["setpriv", "--pdeathsig", "INT", *server]
        with (self.folder / "log").open("wb") as log:
            self.server = subprocess.Popen(
                server, **who, stdout=log, stderr=log, start_new_session=True
            )
        self.wait_for_answer()

    def wait_for_answer(self, seconds=60):
        """Wait until the server takes connections."""
        import psycopg

        assert self.server
        until = time.monotonic() + seconds
        while True:
            try:
                self.run("SELECT 1")
                return
            except psycopg.OperationalError:
                if self.server.poll() is not None or time.monotonic() > until:
                    log = (self.folder / "log").read_text(errors="replace")
                    raise CannotStart(f"the server did not come up: {log[-1000:]}") from None
                time.sleep(0.05)

    def stop(self):
        """Stop the server that was started here, and leave nothing behind."""
        atexit.unregister(self.stop)
        if self.server:
            # A fast shutdown; an immediate one if that takes too long.
            for how in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
                self.server.send_signal(how)
                try:
                    self.server.wait(timeout=15)
                    break
                except subprocess.TimeoutExpired:
                    continue
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, statement):
        """Run one statement, outside any transaction."""
        import psycopg

        where = {"host": str(self.folder), "user": "postgres", "dbname": "postgres"}
        with psycopg.connect(**where, autocommit=True) as connection:
            connection.execute(statement)

    def url(self, database="postgres"):
        """The SQLAlchemy URL of a database in this cluster."""
        return f"postgresql+psycopg://postgres@/{database}?host={self.folder}"

    def create_database(self, template="template0"):
        """Make a database with a name of its own, empty or a copy of another; return its name."""
        name = f"test_{uuid.uuid4().hex[:12]}"
        self.run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return name

    def drop_database(self, name):
        """Drop a database, whoever is still connected to it."""
        self.run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def postgres_cluster():
    """The throw-away PostgreSQL server of this test run."""
    try:
        cluster = Cluster()
    except CannotStart as reason:
        skip_or_fail("PostgreSQL", str(reason))
    yield cluster
    cluster.stop()


@pytest.fixture
def postgres_database(postgres_cluster):
    """The URL of a fresh, empty PostgreSQL database for one test."""
    name = postgres_cluster.create_database()
    yield postgres_cluster.url(name)
    postgres_cluster.drop_database(name)


@pytest.fixture
def database_url(request, tmp_path):
    """The URL of a fresh, empty database: SQLite's unless tests/conftest.py asks for both."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return f"sqlite:///{tmp_path / 'scorer.sqlite'}"
    return request.getfixturevalue("postgres_database")
