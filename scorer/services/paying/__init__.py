"""Paying up: who won how much in a night, and who has paid whom."""
