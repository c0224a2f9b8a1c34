"""The version of the app; it names what has counted results and statistics last."""

VERSION = "0.5.0"
