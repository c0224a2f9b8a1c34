"""Games: started, scored and read."""
