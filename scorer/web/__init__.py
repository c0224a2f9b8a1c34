"""What phones see: pages, forms, and one door to load anything."""
