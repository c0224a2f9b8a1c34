"""The settings of this machine: where things are kept, and whom to trust.

Each setting is an environment variable, or else a line KEY=value of the file scorer.env in the
instance folder, where the key and the database are as well.

    DATABASE_URL          another database than the SQLite file in the instance folder
    SCORER_INSTANCE       another instance folder (not in scorer.env, which lies in it)
    SCORER_SECRET_KEY     the secret key, where several machines share one
    SCORER_TRUST_PROXY    how many proxies in front may speak for the phones (0)
    SCORER_HOSTS          the host names to answer to, with commas between them (any)
    SCORER_PUBLIC_URL     the address phones use, for every code and link
    SCORER_ACCESS_LOG     1 logs every request
    SCORER_NEW_CLUBS      who begins clubs: invited (the default; the terminal), or anybody
    SCORER_CONTACT        whom to write to, on the front page of a server for anybody
"""

import contextlib
import os
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from scorer.host_names import in_ascii, is_own, parse_host
from scorer.rules.numbers import parse_sent_number

PACKAGE = Path(__file__).resolve().parent
# Where the package was installed, templates/ and static/ lie inside it; in a checkout, next to it.
IS_INSTALLED = (PACKAGE / "templates").is_dir()
ROOT = PACKAGE if IS_INSTALLED else PACKAGE.parent
DATABASE_FILE = "scorer.sqlite"
# Games as packages lie in this folder of the instance folder.
GAMES = "games"
# Where the app is served unless somebody says otherwise.
PORT = 9009
SHORTEST_KEY = 16
FILE = "scorer.env"
IN_FILE = frozenset(
    "DATABASE_URL SCORER_SECRET_KEY SCORER_TRUST_PROXY SCORER_HOSTS SCORER_PUBLIC_URL"
    " SCORER_ACCESS_LOG SCORER_NEW_CLUBS SCORER_CONTACT".split()
)
NewClubs = Literal["invited", "anybody"]
MAX_PROXIES = 1_000
ADDRESS = re.compile(
    r"https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\[\]]+)(:[1-9][0-9]{0,4})?", re.ASCII | re.IGNORECASE
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")


class BadSetting(ValueError):
    """A setting that cannot be meant; the text says which and why."""


@dataclass(frozen=True)
class Settings:
    """The settings of one running app."""

    instance: Path
    database_url: str
    secret_key: str
    trust_proxy: int = 0
    trusted_hosts: tuple[str, ...] = ()
    public_url: str | None = None
    access_log: bool = False
    new_clubs: NewClubs = "invited"
    contact: str = ""

    @property
    def code_letters(self) -> int:
        """How many letters a code for typing has: more where strangers begin clubs."""
        return 10 if self.new_clubs == "anybody" else 8


def read_settings(environ: Mapping[str, str] = os.environ, **overrides: Any) -> Settings:
    """The settings of these surroundings; makes the instance folder and the key it lacks."""
    instance = Path(overrides.pop("instance", None) or instance_folder(environ))
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    environ = {**read_file(instance / FILE), **environ}
    key = overrides.pop("secret_key", None) or environ.get("SCORER_SECRET_KEY")
    key = key or _own_secret_key(instance)
    if len(key) < SHORTEST_KEY:
        raise BadSetting(f"The secret key needs at least {SHORTEST_KEY} characters.")
    values: dict[str, Any] = {
        "trust_proxy": _count(environ, "SCORER_TRUST_PROXY"),
        "trusted_hosts": _names(environ.get("SCORER_HOSTS", "")),
        "public_url": _address(environ, "SCORER_PUBLIC_URL"),
        "access_log": bool(_count(environ, "SCORER_ACCESS_LOG")),
        "new_clubs": _new_clubs(environ.get("SCORER_NEW_CLUBS", "")),
        "contact": environ.get("SCORER_CONTACT", "").strip(),
        "database_url": environ.get("DATABASE_URL")
        or f"sqlite:///{instance.resolve() / DATABASE_FILE}",
        **overrides,
    }
    return _for_anybody(Settings(instance=instance, secret_key=key, **values))


def read_file(file: Path) -> dict[str, str]:
    """The settings in a file of lines KEY=value, if it is there; # begins a line of comment."""
    settings: dict[str, str] = {}
    try:
        # Some editors begin a text in UTF-8 with a mark.
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return settings
    except UnicodeDecodeError as fault:
        raise BadSetting(f"{file} is not text in UTF-8; save it as such.") from fault
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, equals, value = line.partition("=")
        # The line itself may hold a password.
        if not equals or key.strip() not in IN_FILE:
            raise BadSetting(f"{file}: there is no such setting as in line {number}.")
        if re.search(r"\s#", value) and not QUOTED.fullmatch(value.strip()):
            raise BadSetting(f"{file}: put the comment of line {number} on a line of its own.")
        settings[key.strip()] = value.strip().strip("\"'")
    return settings


def instance_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where this machine keeps what is its own: in a checkout, else with the user's data."""
    chosen = environ.get("SCORER_INSTANCE")
    if chosen:
        return Path(chosen)
    if not IS_INSTALLED:
        return ROOT / "instance"
    from platformdirs import user_data_path

    return user_data_path("scorer")


def _count(environ: Mapping[str, str], name: str) -> int:
    value = environ.get(name, "").strip()
    number = parse_sent_number(value or "0", MAX_PROXIES)
    if number is None:
        raise BadSetting(f"{name} has to be a whole number, such as 1.")
    return number


def _address(environ: Mapping[str, str], name: str) -> str | None:
    value = environ.get(name, "").strip().rstrip("/")
    if not value:
        return None
    match = ADDRESS.fullmatch(value)
    host = match and parse_host(f"{in_ascii(match[1])}{match[2] or ''}")
    if not host:
        raise BadSetting(f"{name} has to be an address without a path: https://cards.example.org")
    if is_own(f"http://{host}"):
        meant = "one that phones can open: http://192.168.1.5:9009"
        raise BadSetting(f"{name}: {host} leads every phone to itself. Set it to {meant}")
    return value


def _new_clubs(value: str) -> NewClubs:
    match value.strip():
        case "" | "invited":
            return "invited"
        case "anybody":
            return "anybody"
    raise BadSetting("SCORER_NEW_CLUBS has to be invited or anybody.")


def _for_anybody(settings: Settings) -> Settings:
    """Check that a server for strangers knows its address and its proxy; raises BadSetting."""
    if settings.new_clubs == "invited":
        return settings
    if settings.public_url is None:
        example = "SCORER_PUBLIC_URL=https://cards.example.org"
        raise BadSetting(f"SCORER_NEW_CLUBS=anybody needs an address, such as {example}.")
    address = urlsplit(settings.public_url)
    # The app itself speaks plain HTTP.
    if address.scheme.lower() == "https" and not settings.trust_proxy:
        raise BadSetting("SCORER_NEW_CLUBS=anybody behind a proxy needs SCORER_TRUST_PROXY=1.")
    host = address.netloc.rpartition(":")[0] if address.port else address.netloc
    return replace(settings, trusted_hosts=settings.trusted_hosts or (host,))


def _names(value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    for name in names:
        if parse_host(in_ascii(name.removeprefix("."))) is None:
            raise BadSetting(f"SCORER_HOSTS: {name!r} is not the name of a host.")
    return names


def _own_secret_key(instance: Path) -> str:
    """The key kept in the instance folder, made at the first start."""
    file = instance / "secret_key"
    if not file.exists():
        # Two processes may start at once: both write a key, one of them gets the name.
        draft = instance / f"secret_key.{os.getpid()}"
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as opened:
            opened.write(secrets.token_hex(32))
            opened.flush()
            os.fsync(opened.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    return file.read_text(encoding="ascii").strip()
