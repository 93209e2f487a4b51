"""The static pictures of the lessons, one function per figure, all in one house style."""

from helpers.figures.style import Picture, house_style

__all__ = ["Picture", "house_style"]
