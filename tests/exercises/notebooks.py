"""Notebooks as a learner leaves them."""

import json
import os


def cell(source, *texts, id="a-cell", tags=()):
    """A code cell that shows these texts, as a saved notebook holds it."""
    outputs = [
        {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": text}}
        for text in texts
    ]
    metadata = {"tags": list(tags)} if tags else {}
    return {"cell_type": "code", "id": id, "source": source, "metadata": metadata, "outputs": outputs}


def save(path, *cells, when=None):
    """Write a notebook of these cells, last saved at that time."""
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4}), encoding="utf-8")
    if when is not None:
        os.utime(path, (when, when))
