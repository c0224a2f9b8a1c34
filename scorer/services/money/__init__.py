"""Debts after counter games: who pays whom, and the payments made."""
