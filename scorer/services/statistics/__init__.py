"""The statistics, the ratings and the highlights: what all games together say."""
