"""The engine: a trace on the way forward (``tensor``), a sweep on the way back (``sweep``), and what the
two need of lists, constants, watchers and pieces. With the rules it is all of reverse mode; it knows of
nothing that is built on it.
"""
