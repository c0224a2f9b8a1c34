"""The pages of the people."""
