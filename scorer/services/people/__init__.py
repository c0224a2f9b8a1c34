"""People: their names, who is the same as whom, and who is to be forgotten."""
