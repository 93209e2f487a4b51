"""Notebooks as a learner leaves them."""

import json
import os


def cell(source, *shown, id="a-cell", tags=()):
    """A code cell that shows these texts and cards, as a saved notebook holds it."""
    outputs = [
        {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": data_of(each)}
        for each in shown
    ]
    metadata = {"tags": list(tags)} if tags else {}
    return {"cell_type": "code", "id": id, "source": source, "metadata": metadata, "outputs": outputs}


def data_of(shown):
    """What a notebook keeps of a text or a card."""
    if isinstance(shown, str):
        return {"text/plain": shown}
    return {"text/plain": repr(shown), "text/html": shown._repr_html_()}


def save(path, *cells, when=None):
    """Write a notebook of these cells, last saved at that time."""
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}), encoding="utf-8")
    if when is not None:
        os.utime(path, (when, when))
