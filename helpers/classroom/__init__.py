"""What a class needs beside the lessons themselves: a page to take home."""
