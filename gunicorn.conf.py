"""Settings of gunicorn: the tables are made and the app is loaded once, before the workers fork."""

import sys

from scorer.commands.errors import sentence_of
from scorer.settings import read_settings
from scorer.storage.migrate import prepared_database

# The app is made once, before the workers are forked.
preload_app = True

# Make or upgrade the tables, or say in one line why not.
try:
    with prepared_database(read_settings().database_url):
        pass
except Exception as fault:
    sentence = sentence_of(fault)
    if sentence is None:
        raise
    sys.exit(sentence)
