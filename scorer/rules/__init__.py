"""The rules of the games: plain Python, with no clock, no dice and no database.

See README.md in this folder for its law and its words.
"""
