"""Nights: which game belongs to which, how they are listed, and what can be done to them."""
