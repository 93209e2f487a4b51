"""The static pictures of the lessons, one function per figure, all in one house style.

Diagrams are drawn with `helpers.drawing` alone; plots of data with matplotlib, in the style of `style`.
"""
