"""Ask those frameworks of requirements.txt that are installed, and keep what they say: python -m tests.peers

What the lessons' tables name and call goes into tables.json. What the phrase book's programs print goes into
its recorded.json, beside what other versions gave; of an error its type is kept, and no word of its text.
"""

import json

from packaging.version import Version

from helpers.lessons.lesson_09.phrasebook import tasks
from helpers.lessons.lesson_09.phrasebook.asking import RECORDED, recorded, version_here
from helpers.lessons.lesson_09.phrasebook.reader import mark

from . import THEIRS, is_installed, said_by, tables


def recorded_with(said, framework, version):
    """What is recorded, and what this version of a framework says: {task: its lines}."""
    before, marks = recorded(), recorded()["asked"].get(framework, {}) | {version: mark(framework)}
    in_order = sorted(marks, key=Version)
    known = {"asked": before["asked"] | {framework: {of: marks[of] for of in in_order}}}
    for name, lines in said.items():
        old = before.get(name, {})
        of = {each: old.get(f"{framework} {each}", old.get(framework)) for each in marks} | {version: lines}
        latest = of[in_order[-1]]
        differing = {f"{framework} {each}": of[each] for each in in_order if of[each] not in (latest, None)}
        others = {who: lines for who, lines in old.items() if not f"{who} ".startswith(f"{framework} ")}
        known[name] = others | {framework: latest} | differing
    return known


def main():
    for framework in filter(is_installed, THEIRS):
        version = version_here(framework)
        said = {name: said_by(task.phrases[framework])[0] for name, task in tasks().items()}
        known = recorded_with(said, framework, version)
        text = ",\n".join(f"{json.dumps(name)}: {json.dumps(of)}" for name, of in known.items())
        RECORDED.write_text("{" + text + "}\n", encoding="utf-8")
        recorded.cache_clear()
        tables.write(tables.known() | {framework: tables.answers_of(framework)})
        print(f"{framework} {version} was asked")


if __name__ == "__main__":
    main()
