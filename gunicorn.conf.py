"""What gunicorn is told besides its command line; it reads this file by itself."""

import sys
from typing import Any

from scorer.commands.errors import sentence_of
from scorer.services.prepare import prepare_database
from scorer.settings import read_settings


def on_starting(server: Any) -> None:
    """Make or upgrade the tables before any worker starts, or say in one line why not."""
    try:
        prepare_database(read_settings().database_url)
    except Exception as fault:
        sentence = sentence_of(fault)
        if sentence is None:
            raise
        sys.exit(sentence)
