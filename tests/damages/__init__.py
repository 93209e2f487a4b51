"""Damages: what could go wrong with a file unnoticed is done to a copy, and the tests must see it."""
