"""How many random examples a test tries."""

import os


def examples(many: int) -> int:
    """As many as this; twenty times as many in the long run, few on a newer Python.

    Whatever asks for a number of examples is marked `soak`, or the long run leaves it out.
    """
    if os.environ.get("SOAK") == "1":
        return many * 20
    return max(1, many // 5) if os.environ.get("FEW_EXAMPLES") == "1" else many
