"""What the programs of the phrase book print in the real frameworks, by version."""

import functools
import json
from pathlib import Path

STORED = Path(__file__).with_name("recorded.json")


@functools.cache
def recorded():
    """{framework: {version, oldest first: {task: {"code": mark, "printed": text, "error": type}}}}

    Of an older version is stored what differs from the newest, null for a task that it was not asked.

    >>> recorded()["PyTorch"]["2.13.0"]["kink"]["printed"]
    'tensor(1.)'
    """
    found = json.loads(STORED.read_text(encoding="utf-8"))
    for of in found.values():
        for version, differing in of.items():
            known = list(of.values())[-1] | differing
            of[version] = {task: answer for task, answer in known.items() if answer}
    return found


def newest(framework):
    """The newest version of a framework that was asked.

    >>> newest("autograd")
    '1.9.1'
    """
    return list(recorded()[framework])[-1]


def write(answers):
    """Store answers of the form of `recorded`, one a line."""

    def version(of, latest):
        of = {task: of.get(task) for task in latest if of is latest or of.get(task) != latest[task]}
        lines = ",\n".join(f"  {json.dumps(task)}: {json.dumps(answer)}" for task, answer in of.items())
        return f"{{\n{lines}\n }}" if of else "{}"

    def framework(of):
        latest = list(of.values())[-1]
        return "{\n" + ",\n".join(f" {json.dumps(name)}: {version(of[name], latest)}" for name in of) + "\n}"

    text = ",\n".join(f"{json.dumps(name)}: {framework(answers[name])}" for name in answers)
    STORED.write_text("{" + text + "}\n", encoding="utf-8")
    recorded.cache_clear()
