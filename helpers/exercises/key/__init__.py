"""What an exercise says of itself: the kinds of answer keys, their rows and inputs, and where they stand."""
