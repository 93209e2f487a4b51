"""What is told from the lessons and not written by hand: maps, the sheet, the words, the lecturer's guide."""
