"""A phrase book, opened at a task and a framework."""

from .widget import PhraseBook

__all__ = ["PhraseBook"]
