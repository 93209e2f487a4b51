"""Who sends when: the nodes of an engine, sent one by one, and what comes too late."""

from .widget import Orders

__all__ = ["Orders"]
