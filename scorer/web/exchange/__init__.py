"""The pages of importing and exporting."""
