"""Trying an answer: guarded, called, watched, its numbers read and compared."""
