"""Ask the real frameworks what the programs of the phrase book print: `python -m tests.peers.phrases`.

Runs every program of every framework that is installed, and puts what came out beside what other versions
gave into helpers/phrasebook/recorded.json. Of an error its type is kept, and no word of its text.
"""

import importlib.util
import sys

from packaging.version import Version

from helpers.phrasebook import FRAMEWORKS, recorded, tasks
from helpers.phrasebook.asking import executed, package, version_here
from helpers.phrasebook.reader import OURS
from helpers.phrasebook.recorded import STORED, write

THEIRS = [framework for framework in FRAMEWORKS if framework != OURS]


def is_installed(framework):
    return importlib.util.find_spec(package(framework)) is not None


def entry(phrase):
    """What is recorded of running a phrase, and the whole text of its error, which is not."""
    outcome, text = executed(phrase)
    return {"code": phrase.mark, "printed": outcome.printed, "error": outcome.error}, text


def answers_of(framework):
    """{task: what is recorded of it} of the version that is installed."""
    return {name: entry(task.phrases[framework])[0] for name, task in tasks().items()}


def main():
    known = recorded() if STORED.exists() else {}
    answers = {framework: dict(known.get(framework, {})) for framework in THEIRS}
    for framework in filter(is_installed, THEIRS):
        answers[framework][version_here(framework)] = answers_of(framework)
        print(f"{framework} {version_here(framework)}: {len(tasks())} programs")
    write({name: {of: each[of] for of in sorted(each, key=Version)} for name, each in answers.items()})


if __name__ == "__main__":
    sys.exit(main())
