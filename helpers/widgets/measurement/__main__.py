"""Measure everything now, and store it as the earlier measurement that the exhibits start from."""

import json

from .measuring import conditions, finished
from .widget import EARLIER, MEASURED


def rounded(value):
    """Four digits are stored: more would be noise.

    >>> rounded({"a": [1.23456, 7], "b": "c"})
    {'a': [1.235, 7], 'b': 'c'}
    """
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def main():
    """Measure and store."""
    measured = {
        what: {"conditions": conditions(), "result": finished(measure())}
        for what, (measure, _) in MEASURED.items()
    }
    EARLIER.write_text(json.dumps(rounded(measured), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
