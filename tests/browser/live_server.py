"""The real app behind a real socket, served by Werkzeug in threads of the test run."""

import threading
from shutil import copyfile

from sqlalchemy import insert
from werkzeug.serving import WSGIRequestHandler, make_server

from scorer import create_app
from scorer.services import clock
from scorer.services.club.devices import list_devices
from scorer.services.club.invitations import make_invitation, show_table
from scorer.services.games.seats_held import hold_seat
from scorer.services.ids import new_id
from scorer.settings import Settings
from scorer.storage.database import open_database
from scorer.storage.schema import clubs
from tests.joined import join
from tests.serving import free_port

SECRET = "a secret that only the tests know"
# How soon it sees that it is to stop.
POLL_SECONDS = 0.02


class Quiet(WSGIRequestHandler):
    """One request of a connection, of which nothing is logged; it answers as the real one does."""

    protocol_version = "HTTP/1.0"

    def send_header(self, keyword, value):
        """Send a header, but none about the server."""
        if keyword not in ("Server", "Connection"):
            super().send_header(keyword, value)

    def log_request(self, *words):
        """Say nothing of it."""


class LiveServer:
    """The app on 127.0.0.1; it can be stopped and started again on the same database."""

    def __init__(self, folder, prepared_file):
        file = folder / "scorer.sqlite"
        copyfile(prepared_file, file)
        self.settings = Settings(folder, f"sqlite:///{file}", SECRET)
        # One for every start: a test that goes on with what it had before closes nothing itself.
        self.database = open_database(self.settings.database_url)
        self.port = free_port()
        self._server = None

    @property
    def url(self):
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        """Serve, at the same port as before; harmless when it is served already."""
        if self._server is not None:
            return
        self._app = create_app(self.settings)
        self._app.extensions["scorer"]["database"] = self.database
        self._server = make_server(
            "127.0.0.1", self.port, self._app, threaded=True, request_handler=Quiet
        )
        self._thread = threading.Thread(target=self._server.serve_forever, args=[POLL_SECONDS])
        self._thread.start()

    def stop(self):
        """Go away, as when the machine is switched off; harmless when it is gone already."""
        if self._server is None:
            return
        self._server.shutdown()
        self._thread.join()
        self._server = None
        self.database.close()

    def new_club(self):
        """Another club, so that tests do not see each other's people and games."""
        row = {"name": "Our table", "time_zone": "UTC", "currency": "", "made_at": clock.now()}
        club = new_id()
        with self.database.writing() as connection:
            connection.execute(insert(clubs), {"id": club, **row})
        return club

    def join(self, club, right="score"):
        """Let a phone join without a browser; its cookies."""
        return join(self._app, club, right, "Linux laptop")

    def invite(self, club, right="score"):
        """An invitation as the terminal prints it."""
        return make_invitation(self.database, SECRET, club, right)

    def sit(self, table, name):
        """Let a phone take a seat by the code of the table; its cookies."""
        read, phone = table.read(), f"Phone of {name}"
        cookies = join(self._app, table.club, "play", phone, self._table(table.club, read.night))
        sitters = [sitter.name for sitter in read.sheet.sitters]
        device = next(one for one in list_devices(self.database, table.club) if one.name == phone)
        assert hold_seat(self.database, device, table.id, sitters.index(name))
        return cookies

    def table_code(self, club, night):
        """The address behind the code of a table."""
        return f"{self.url}/join/{self._table(club, night).link_code}"

    def _table(self, club, night):
        """The code of a table, shown by a phone that manages the club."""
        phones = list_devices(self.database, club)
        host = next(phone for phone in phones if phone.right == "manage")
        return show_table(self.database, SECRET, host, night)
