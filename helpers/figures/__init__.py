"""The static pictures of the lessons, one function per figure, all in one house style.

Diagrams and curves are drawn with `helpers.drawing` alone: in the colours and the type of the exhibits, right
in both themes, and without loading more into the kernel. What that cannot draw, matplotlib does, in the style
of `style`.
"""
