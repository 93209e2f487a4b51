"""Pictures as SVG text, from plain Python and NumPy alone; the exhibits and the diagrams are drawn with it."""
