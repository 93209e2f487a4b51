"""What the page says: the sentences of verdicts, and the cards that show them."""
