"""The pages of the club: its phones, and games that are brought in and taken along."""
