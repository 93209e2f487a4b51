"""Right or not, and why: what explains the numbers, where in the learner's code, on which small case."""
