"""The pages of the nights, and what can be done to them."""
