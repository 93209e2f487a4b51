"""What the lessons import: a teaching engine, the exhibits, the figures and the exercises."""
