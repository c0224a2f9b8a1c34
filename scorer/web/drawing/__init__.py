"""Charts and pictures, drawn on the server."""
