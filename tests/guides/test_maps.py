import functools
import shutil

import pytest

from helpers import notebooks
from helpers.guides import __main__, maps
from helpers.notebooks import LessonError

GUIDES = ["lecturing.ipynb", "misconceptions.ipynb"]
LESSON_02 = "02_vjp_versus_jacobian.ipynb"


def test_what_follows_from_the_lessons_is_up_to_date():
    for part in maps.generated():
        assert not part.stale, f"{part.path}: {part.name} is out of date: run `python -m helpers.guides`"
    (cell,) = notebooks.find("00").with_role("map")
    rows = [line for line in cell.source.splitlines() if line.startswith("|")]
    assert len(rows) == len(set(rows)), "a row stands there twice"


def test_the_last_lesson_leads_back_and_the_next_one_takes_its_place():
    *_, before, last = maps.lessons()
    _, ends = maps.way_on(last, None)
    assert ends.endswith(maps.BACK)
    _, leads_on = maps.way_on(last, before)
    link = f"Next: [{before.number} · {before.title}]({before.path.name})."
    assert leads_on == ends.replace(maps.BACK, link)
    assert maps.way_on(before, None)[1].endswith(maps.BACK), "a lesson that was taken away again"


@pytest.fixture
def copies(tmp_path, monkeypatch):
    """Everything that is generated, in a folder of its own; maps writes there."""
    copied = tmp_path / "notebooks"
    shutil.copytree(notebooks.NOTEBOOKS, copied, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    monkeypatch.setattr(maps, "README", shutil.copy(maps.README, tmp_path / "README.md"))
    monkeypatch.setattr(maps, "LECTURING", copied / "guides/lecturing.ipynb")
    monkeypatch.setattr(maps, "lessons", functools.partial(notebooks.lessons, copied))
    maps.write()
    notebooks.lessons.cache_clear()
    return tmp_path


def change(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    notebooks.lessons.cache_clear()


def test_a_changed_lesson_changes_what_follows_from_it_and_nothing_else(copies, capsys):
    before = maps.README.read_text(encoding="utf-8")
    change(copies / "notebooks/03_matmul_gradient.ipynb", "and why on that side?", "and why not?")
    change(copies / "notebooks/03_matmul_gradient.ipynb", "Two entries by hand", "Three entries by hand")
    change(copies / "notebooks/03_matmul_gradient.ipynb", "# 03 · The gradient", "# 03 · One gradient")
    stale = [part.path.name for part in maps.generated() if part.stale]
    generated = ["README.md", "00_start_here.ipynb", LESSON_02, *GUIDES]
    assert stale == generated
    assert __main__.main() == 0
    assert capsys.readouterr().out.count("written") == len(stale)
    notebooks.lessons.cache_clear()
    assert not any(part.stale for part in maps.generated())
    after = maps.README.read_text(encoding="utf-8")
    assert after == before.replace("and why on that side?", "and why not?")
    assert "and why not?" in (copies / "notebooks/00_start_here.ipynb").read_text(encoding="utf-8")
    way_on = "[03 · One gradient of a matrix product](03_matmul_gradient.ipynb), where inputs and outputs are"
    assert way_on in (copies / "notebooks" / LESSON_02).read_text(encoding="utf-8")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("place", "old", "says"),
    [
        ("README.md", maps.END, "README.md: its map does not stand between"),
        ("notebooks/00_start_here.ipynb", '"map"', "00_start_here.ipynb: no cell is tagged map"),
        ("notebooks/00_start_here.ipynb", '"|', "it is tagged map and has no table"),
        ("notebooks/guides/lecturing.ipynb", '"lecture:', "lecturing.ipynb: no cell is tagged lecture:"),
    ],
)
def test_a_mark_that_is_missing_is_named(copies, place, old, says):
    change(copies / place, old, {'"map"': '"x"', '"|': '"', '"lecture:': '"x:'}.get(old, ""))
    with pytest.raises(LessonError) as caught:
        maps.generated()
    assert says in str(caught.value)
