"""What the lessons try their ideas on, so that a notebook holds only what it teaches."""
