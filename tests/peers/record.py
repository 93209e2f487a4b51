"""Ask the real frameworks, and keep what they answer: `python -m tests.peers.record`.

Asks those frameworks of requirements.txt, beside this file, that are installed, and puts what they say into
answers.json, beside it too. The ordinary tests compare us with the file; where a framework is installed, they
ask it again.

What other versions said stays in the file, and each answer tells who gives it: "JAX" if all its versions in
the file do, "JAX 0.10.2" if they do not agree. (To forget old versions, delete the file and record again.) An
answer that is in the file already, up to rounding, is not written anew: so what changes in the file has
changed in a framework, or in what is asked.
"""

import importlib.metadata
import importlib.util
import json
import sys
import warnings
from pathlib import Path

import numpy as np
from packaging.version import Version

from tests.autodiff.cases import CASES

from .facts import FACTS
from .frameworks import FRAMEWORKS

ANSWERS = Path(__file__).with_name("answers.json")


# --- asking ---


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
                parts = [np.asarray(part) for part in (y, *gradients)]
            if any(part.dtype.hasobject for part in parts):
                raise TypeError("the answer is no array of numbers")
            found[key] = parts
        except Exception as error:
            refused[key] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:120]
    return found, refused


def package(framework):
    """The distribution of a framework, which is its module too."""
    return framework.lower().replace("pytorch", "torch")


def is_installed(framework):
    return importlib.util.find_spec(package(framework)) is not None


def version_of(framework):
    return importlib.metadata.version(package(framework)).partition("+")[0]


# --- the file ---


def differ(got, expected, key):
    """Whether two answers to a question are more than a rounding apart."""
    tolerance = 2e-3 if key.endswith("single") else 1e-9
    got, expected = np.asarray(got), np.asarray(expected)
    finite = np.abs(expected)[np.isfinite(expected)]
    scale = max(1.0, float(finite.max(initial=0)))
    return got.shape != expected.shape or not np.allclose(
        got, expected, tolerance, tolerance * scale, equal_nan=True
    )


def read():
    """{question: [(who, [answer, gradient of each input]), ...]}; who is a set of (framework, version)."""
    if not ANSWERS.exists():
        return {}
    file = json.loads(ANSWERS.read_text(encoding="utf-8"))

    def those(name):
        framework, _, version = name.partition(" ")
        return {(framework, each) for each in ([version] if version else file["versions"][framework])}

    return {
        key: [(set().union(*map(those, who)), list(map(_array, parts))) for who, *parts in groups]
        for key, groups in file["answers"].items()
    }


def said_by(answers, framework, version):
    """What one version of a framework says: {question: [answer, gradient of each input]}."""
    me = (framework, version)
    return {key: parts for key, groups in answers.items() for who, parts in groups if me in who}


def put(answers, framework, version, found):
    """Let `answers`, as `read` gives them, hold what that version says: {question: [answer, gradients]}."""
    me = (framework, version)
    for key in answers.keys() | found.keys():
        groups = answers.setdefault(key, [])
        for who, _ in groups:
            who.discard(me)
        if key in found:
            same = (who for who, parts in groups if not any(map(differ, found[key], parts, [key] * 9)))
            group = next(same, None)
            if group is None:
                groups.append(({me}, found[key]))
            else:
                group.add(me)
        answers[key] = [(who, parts) for who, parts in groups if who]


def versions_in(answers):
    """{framework: its versions, oldest first}"""
    everyone = {one for groups in answers.values() for who, _ in groups for one in who}
    versions = {name: [v for n, v in everyone if n == name] for name in FRAMEWORKS}
    return {name: sorted(of, key=Version) for name, of in versions.items() if of}


def write(answers):
    """Write the file: an answer a line, after those who give it."""
    versions = versions_in(answers)

    def names(who):
        for name, of in versions.items():
            here = [version for version in of if (name, version) in who]
            yield from [name] if here == of else [f"{name} {version}" for version in here]

    def lines(key):
        digits = 6 if key.endswith("single") else 12
        for who, parts in answers[key]:
            yield json.dumps([list(names(who)), *(_plain(part, digits) for part in parts)])

    questions = [key for key, *_ in asked() if answers.get(key)]
    text = ",\n".join(f"{json.dumps(key)}: [\n " + ",\n ".join(lines(key)) + "\n]" for key in questions)
    text = f'{{"versions": {json.dumps(versions)},\n"answers": {{\n{text}\n}}}}\n'
    ANSWERS.write_text(text, encoding="utf-8")


def _plain(part, digits):
    """An array as lists of numbers; complex numbers as text."""

    def number(x):
        if isinstance(x, complex):
            return f"{x.real:.{digits}g}{x.imag:+.{digits}g}j"
        return float(f"{x:.{digits}g}")

    part = np.asarray(part)
    part = part.astype(complex if part.dtype.kind == "c" else float)
    return np.vectorize(number, otypes=[object])(part).tolist()


def _array(part):
    array = np.array(part)
    return array.astype(complex) if array.dtype.kind == "U" else array


def main():
    answers = read()
    for framework in filter(is_installed, FRAMEWORKS):
        found, refused = answers_of(framework)
        put(answers, framework, version_of(framework), found)
        print(f"{framework} {version_of(framework)}: {len(found)} answers, {len(refused)} refused:")
        for key, why in refused.items():
            print(f"    {key}: {why}")
    write(answers)


if __name__ == "__main__":
    sys.exit(main())
