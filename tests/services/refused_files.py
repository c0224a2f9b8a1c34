"""Files for tests to spoil, and what is said of them when they are refused."""

import io
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from scorer.services.exchange.faults import BadFile
from scorer.storage.database import Database
from tests.services.imports import everything, preview


def refused(database: Database, club: str, data: bytes) -> list[tuple[str, str]]:
    """What is said of a file that has to be refused, and where; nothing has changed."""
    before = everything(database)
    with pytest.raises(BadFile) as fault:
        preview(database, club, data)
    assert everything(database) == before
    assert all(one.where and one.says.endswith((".", "”")) for one in fault.value.faults)
    return [(one.where, one.says) for one in fault.value.faults]


def zipped(files: dict[str, bytes], **how: Any) -> bytes:
    """A zip of these files; `how` is said of each of them."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as packed:
        for name, content in files.items():
            info = ZipInfo(name)
            info.compress_type = ZIP_DEFLATED
            for key, value in how.items():
                setattr(info, key, value)
            packed.writestr(info, content)
    return made.getvalue()


def files_of(data: bytes) -> dict[str, bytes]:
    """The files of a zip."""
    with ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}
