"""What gunicorn is told besides its command line; it reads this file by itself."""

import sys
from typing import Any

from scorer.commands.errors import sentence_of
from scorer.settings import read_settings
from scorer.storage.migrate import prepared_database


def on_starting(server: Any) -> None:
    """Make or upgrade the tables before any worker starts, or say in one line why not."""
    try:
        with prepared_database(read_settings().database_url):
            pass
    except Exception as fault:
        sentence = sentence_of(fault)
        if sentence is None:
            raise
        sys.exit(sentence)
