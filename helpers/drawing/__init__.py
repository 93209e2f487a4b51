"""Pictures as SVG text, from plain Python and NumPy alone: for the exhibits, the diagrams and the pages."""
