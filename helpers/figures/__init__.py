"""The static pictures of the lessons, one function per figure, all in one house style."""

import logging

# When matplotlib is imported for the first time it lists the fonts, and may say so in the middle of a lesson.
logging.getLogger("matplotlib.font_manager").addFilter(lambda record: "font cache" not in record.msg)

from helpers.figures.style import Picture, house_style  # noqa: E402

__all__ = ["Picture", "house_style"]
