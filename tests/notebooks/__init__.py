import sys

# jsonschema, which nbformat imports, would compile 38 grammars of web addresses in every process: a second
# each, for a check that no notebook asks for. It does without where this package cannot be imported.
sys.modules.setdefault("rfc3987_syntax", None)
