"""Answers as the cells of a notebook hold them: their source can be read, as IPython lets it be."""

import linecache

import numpy as np

from helpers import autodiff as ad


def defined_in_a_cell(source, name):
    """What a cell with this source defines under that name."""
    path, names = f"<a cell, {hash(source)}>", {"np": np, "ad": ad}
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    exec(compile(source, path, "exec"), names)
    return names[name]
