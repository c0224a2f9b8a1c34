"""The book that holds whole deals: its entries, the fold, the sheet, and two phones at once.

Used by nothing yet: it takes the place of the modules of the same names one folder above.
"""
