"""What publishes the lessons tests them first, and may do no more than it must."""

import re

import yaml

from tests import ROOT

TEXT = (ROOT / ".github/workflows/publish.yml").read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load(TEXT)
JOBS = WORKFLOW["jobs"]


def runs_in(job):
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


def before(job):
    """All jobs that must have passed before this one begins."""
    needs = JOBS[job].get("needs", [])
    needs = {needs} if isinstance(needs, str) else set(needs)
    return needs.union(*map(before, needs)) if needs else set()


def test_nothing_is_published_that_was_not_tested_and_opened():
    assert before("publish") == set(JOBS) - {"publish"}
    assert "bash .ci/run" in runs_in("all")
    site = "\n".join(runs_in("site"))
    built, opened = site.index("browser/build.py"), site.index("test_edition.py")
    assert built < opened
    uses = [step.get("uses", "") for step in JOBS["site"]["steps"]]
    runs = [step.get("run", "") for step in JOBS["site"]["steps"]]
    upload = next(k for k, used in enumerate(uses) if "upload-pages-artifact" in used)
    assert upload > next(k for k, run in enumerate(runs) if "test_edition.py" in run)


def test_a_job_may_do_no_more_than_it_must():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert JOBS["publish"]["permissions"] == {"id-token": "write", "pages": "write"}
    assert [name for name, job in JOBS.items() if "write" in str(job.get("permissions"))] == ["publish"]
    checkouts = [s for j in JOBS.values() for s in j["steps"] if "checkout" in s.get("uses", "")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_only_the_actions_of_the_host_itself_are_used():
    used = re.findall(r"uses: (\S+)", TEXT)
    assert len(used) > 5
    assert [name for name in used if not re.fullmatch(r"actions/[\w-]+@v\d+", name)] == []


def test_what_it_runs_is_there():
    named = re.findall(r"(?:python -m|--script|pytest(?: -n0)?) ((?:helpers|tests)[\w./]+)", TEXT)
    assert len(named) >= 5
    for name in named:
        path = ROOT / name
        module = ROOT / name.replace(".", "/")
        assert path.is_file() or module.with_suffix(".py").is_file() or (module / "__main__.py").is_file(), (
            name
        )
