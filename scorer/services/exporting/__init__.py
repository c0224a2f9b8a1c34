"""Games to take along: records, zips, tables for a spreadsheet."""
