"""The pages and forms, and one door to load anything."""
