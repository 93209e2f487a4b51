"""Ask those frameworks of requirements.txt that are installed, and keep what they say: python -m tests.peers

What the lessons' tables name and call goes into tables.json. What the phrase book's programs print goes into
its recorded.json, beside what other versions gave; of an error its type is kept, and no word of its text.
"""

from packaging.version import Version

from helpers.lessons.lesson_09.phrasebook import recorded, tasks
from helpers.lessons.lesson_09.phrasebook.asking import version_here
from helpers.lessons.lesson_09.phrasebook.recorded import write

from . import THEIRS, entry, is_installed, tables


def main():
    for framework in filter(is_installed, THEIRS):
        version, known = version_here(framework), recorded()
        known[framework][version] = {
            name: entry(task.phrases[framework])[0] for name, task in tasks().items()
        }
        known[framework] = {of: known[framework][of] for of in sorted(known[framework], key=Version)}
        write(known)
        tables.write(tables.known() | {framework: tables.answers_of(framework)})
        print(f"{framework} {version} was asked")


if __name__ == "__main__":
    main()
