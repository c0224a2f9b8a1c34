"""The pages a phone keeps for when there is no signal, and how it is installed."""
