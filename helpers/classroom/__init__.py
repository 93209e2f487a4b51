"""What a class needs beside the lessons themselves: a page to take home, and lessons that run in a page."""
