"""`python -m scorer WORDS`: the app's command line."""

import sys

from scorer.commands import main

if __name__ == "__main__":
    sys.exit(main())
