"""Results to share: texts, pictures and links."""
