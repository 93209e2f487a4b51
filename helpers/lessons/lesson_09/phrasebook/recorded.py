"""What the programs of the phrase book print in the real frameworks, by version."""

import functools
import json
from pathlib import Path

STORED = Path(__file__).with_name("recorded.json")


@functools.cache
def recorded():
    """{framework: {version, oldest first: {task: {"code": mark, "printed": text, "error": type}}}}

    >>> recorded()["PyTorch"]["2.13.0"]["kink"]["printed"]
    'tensor(1.)'
    """
    return json.loads(STORED.read_text(encoding="utf-8"))


def newest(framework):
    """The newest version of a framework that was asked.

    >>> newest("autograd")
    '1.9.1'
    """
    return list(recorded()[framework])[-1]


def write(answers):
    """Store answers of the form of `recorded`, one a line."""

    def version(of):
        return "{\n" + ",\n".join(f"  {json.dumps(task)}: {json.dumps(of[task])}" for task in of) + "\n }"

    def framework(of):
        return "{\n" + ",\n".join(f" {json.dumps(name)}: {version(of[name])}" for name in of) + "\n}"

    text = ",\n".join(f"{json.dumps(name)}: {framework(answers[name])}" for name in answers)
    STORED.write_text("{" + text + "}\n", encoding="utf-8")
    recorded.cache_clear()
