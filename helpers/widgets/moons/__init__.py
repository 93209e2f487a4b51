"""A small network that learns to tell two ferries apart, step by step, on one engine or another."""

from .widget import Moons

__all__ = ["Moons"]
