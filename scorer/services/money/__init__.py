"""What is owed after counter games: who pays whom, and what was paid."""
