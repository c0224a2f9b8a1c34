"""Ratings: how strong people are, by the games they played."""
