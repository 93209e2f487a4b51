"""The engine: a trace on the way forward (``tensor``), a sweep on the way back (``sweep``), and the lists and
dicts that the sweep takes and gives (``structure``). With the rules it is all of reverse mode; it knows of
nothing that is built on it.
"""
