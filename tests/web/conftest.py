"""An app with a database of its own, phones of every right, and a table of four."""

from shutil import copyfile

import pytest

from scorer import create_app
from scorer.app import build_app
from scorer.services.club import clubs, devices, invitations
from scorer.settings import DATABASE_FILE, read_settings
from scorer.storage.database import open_database
from tests.joined import join
from tests.tables import add_phone, begin, fake_clock, prepared_file, table
from tests.web.counters import begin_counters
from tests.web.phones import Phone

__all__ = ["fake_clock", "prepared_file", "table"]
SECRET = "a secret only for tests"


@pytest.fixture(scope="session")
def _built(tmp_path_factory):
    """The app that most tests share: its routes and templates take longer than many a test."""
    app = build_app(read_settings(instance=tmp_path_factory.mktemp("shared"), secret_key=SECRET))
    app.extensions["scorer"]["database"].close()
    return app


@pytest.fixture
def app(_built, tmp_path, prepared_file):
    """The app, with settings and a database that are this test's own."""
    copyfile(prepared_file, tmp_path / DATABASE_FILE)
    settings = read_settings(instance=tmp_path, secret_key=SECRET)
    database = open_database(settings.database_url)
    _built.extensions["scorer"] = {"settings": settings, "database": database}
    _built.testing = True
    yield _built
    database.close()


@pytest.fixture
def make(tmp_path, prepared_file):
    """Make an app with other settings; its database is closed in the end."""
    made = []

    def new(**settings):
        copyfile(prepared_file, tmp_path / DATABASE_FILE)
        made.append(create_app(instance=tmp_path, secret_key=SECRET, **settings))
        return made[-1]

    yield new
    for app in made:
        app.extensions["scorer"]["database"].close()


@pytest.fixture
def database(app):
    return app.extensions["scorer"]["database"]


@pytest.fixture
def club(database):
    return clubs.first_club(database)


@pytest.fixture
def stranger(app, database):
    """A phone that has not joined."""
    return Phone(app)


@pytest.fixture
def joined(app, database, club):
    """Make a phone that joined with a right, and opened no page; the table has a manager already.

    Joining by its page is for test_join.py.
    """

    def make(right, club=club):
        phone = Phone(app)
        phone.keep(join(app, club, right, "Phone"))
        return phone

    add_phone(database, club, "Phone", "manage")
    return make


@pytest.fixture
def seated(app, database, joined, table):
    """Make a phone that came by the code of the table and took a seat there, or none."""

    def sit(seat=None):
        phones = devices.list_devices(database, table.club)
        host = next(phone for phone in phones if phone.right == "manage")
        made = invitations.show_table(database, SECRET, host, table.night)
        phone, address = Phone(app), f"/join/{made.link_code}"
        phone.get(address)
        chosen = {} if seat is None else {"seat": str(seat)}
        assert phone.send(address, **chosen).status_code == 303
        return phone

    return sit


@pytest.fixture
def phone(joined):
    """A phone that may keep score."""
    return joined("score")


@pytest.fixture
def watcher(joined):
    return joined("watch")


@pytest.fixture
def manager(joined):
    return joined("manage")


@pytest.fixture
def pair(database, club, table):
    """Two games of one night."""
    return table, begin(database, club)


@pytest.fixture
def circuit(database, club):
    """Four people at Red Nines 1881, ten cards each; Ann has dealt and put down 9."""
    return begin_counters(database, club)
