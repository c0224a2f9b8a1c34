"""How many random examples a test tries."""

import os


def examples(many: int) -> int:
    """As many as this; a tenth where run.py has a newer Python run the tests once more."""
    return max(1, many // 10) if os.environ.get("FEW_EXAMPLES") == "1" else many
