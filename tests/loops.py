"""Coroutines run where a loop may run already: Playwright keeps one in the main thread."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def finished(coroutine):
    """What a coroutine returns, or what it raises, from a loop in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
