"""Ask the real frameworks, and store what they answer: `python -m tests.peers.record`.

Needs the frameworks of requirements.txt beside this file. The answers go to answers.npz, beside it too; the
ordinary tests compare us with them. Where the frameworks are installed, the tests also ask them again and
compare the file.
"""

import importlib.metadata
import json
import sys
import warnings
from pathlib import Path

import numpy as np

from tests.autodiff.cases import CASES

from .facts import FACTS
from .frameworks import FRAMEWORKS

ANSWERS = Path(__file__).with_name("answers.npz")


def upstream_of(case, dtype):
    """A random upstream for the case: the same for every framework and for us."""
    y = case.f(*case.inputs(dtype))
    random = np.random.default_rng(99)
    upstream = random.normal(size=np.shape(y))
    return np.asarray(upstream + 1j * random.normal(size=np.shape(y)) if np.iscomplexobj(y) else upstream)


def single(x):
    return x.astype(np.complex64 if np.iscomplexobj(x) else np.float32)


def asked():
    """Everything that is asked of every framework: (key, function, inputs, upstream)."""
    for case in CASES:
        for dtype in (float, complex) if case.is_complex else (float,):
            inputs, upstream = case.inputs(dtype), upstream_of(case, dtype)
            for width in ("double", "single"):
                if width == "single":
                    inputs, upstream = map(single, inputs), single(upstream)
                yield f"{case.name} | {dtype.__name__} | {width}", case.f, list(inputs), upstream
    for fact in FACTS:
        yield f"fact | {fact.name}", fact.f, fact.inputs, fact.upstream


def answers_of(framework, only=None):
    """{key: [answer, gradient of each input]}, and {key: why} for what the framework cannot do."""
    found, refused = {}, {}
    for key, f, inputs, upstream in asked():
        if only and key not in only:
            continue
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                y, gradients = FRAMEWORKS[framework](f, inputs, upstream)
                found[key] = [np.asarray(part) for part in (y, *gradients)]
        except Exception as error:
            refused[key] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:120]
    return found, refused


def store(answers, versions):
    """One long row of numbers for each precision, and an index that says whose they are."""
    index, rows = [], {"double": [], "single": []}
    for framework, found in answers.items():
        for key, parts in found.items():
            width = (
                "single"
                if all(part.dtype.itemsize <= 8 and part.dtype.char in "fF" for part in parts)
                else "double"
            )
            index.append([framework, key, width, [[part.dtype.kind == "c", part.shape] for part in parts]])
            for part in parts:
                numbers = part.astype(complex if part.dtype.kind == "c" else float).reshape(-1)
                rows[width].append(numbers.view(float))
    np.savez_compressed(
        ANSWERS,
        double=np.concatenate(rows["double"]),
        single=np.concatenate(rows["single"]).astype(np.float32),
        index=np.array(json.dumps({"versions": versions, "answers": index})),
    )


def stored():
    """({framework: {key: [answer, gradient of each input]}}, {framework: version})"""
    file = np.load(ANSWERS)
    index = json.loads(str(file["index"]))
    rows, read = {"double": file["double"], "single": file["single"]}, {"double": 0, "single": 0}
    answers = {framework: {} for framework in index["versions"]}

    def next_part(width, is_complex, shape):
        count = int(np.prod(shape, dtype=int)) * (2 if is_complex else 1)
        numbers = rows[width][read[width] : read[width] + count]
        read[width] += count
        numbers = numbers.view(complex if width == "double" else np.complex64) if is_complex else numbers
        return numbers.reshape(shape)

    for framework, key, width, parts in index["answers"]:
        answers[framework][key] = [next_part(width, *part) for part in parts]
    return answers, index["versions"]


def main():
    answers, versions = {}, {}
    for framework in FRAMEWORKS:
        answers[framework], refused = answers_of(framework)
        versions[framework] = version_of(framework)
        print(
            f"{framework} {versions[framework]}: {len(answers[framework])} answers, {len(refused)} refused:"
        )
        for key, why in refused.items():
            print(f"    {key}: {why}")
    store(answers, versions)


def version_of(framework):
    return importlib.metadata.version(framework.lower().replace("pytorch", "torch")).partition("+")[0]


if __name__ == "__main__":
    sys.exit(main())
