"""Exchange: games in and out as files."""
