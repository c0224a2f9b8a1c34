"""Games brought in: looked at, compared, and then written."""
