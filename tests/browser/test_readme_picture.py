"""The README's picture moves what the exhibits move, at the same moments, and then rests."""

import contextlib
import re

import numpy as np
import pytest
from playwright.sync_api import Error

from tests import readme_picture
from tests.drawing.svg_reading import parse

pytestmark = pytest.mark.thorough
NUMBER = re.compile(r"\d+\.\d+")


@pytest.fixture(scope="module")
def recorded(chromium):
    page, drawn = chromium.new_page(), readme_picture.draw()
    yield readme_picture.played_once(page, drawn.still(), steps=len(drawn.transcript) - 1)
    page.close()


def test_it_is_what_the_exhibits_script_plays_now(recorded):
    stored = (readme_picture.FOLDER / "backward_sweep.svg").read_text(encoding="utf-8").strip()
    changed = "the exhibit has changed: run `python -m tests.readme_picture` and look at the result"
    assert NUMBER.sub("", recorded) == NUMBER.sub("", stored), changed
    found, wanted = (np.array(NUMBER.findall(text), float) for text in (recorded, stored))
    np.testing.assert_allclose(
        found, wanted, atol=0.11, err_msg=changed
    )  # another browser may round otherwise


def test_everything_stands_still_where_motion_is_to_be_reduced(recorded):
    """All rules are in one block that asks; without it, it is the still picture, class by class."""
    moving, still = parse(recorded), parse(readme_picture.draw().still())
    first, *others = [part for part in moving.iter() if part.tag.endswith("style")]
    assert re.fullmatch(r"@media \(prefers-reduced-motion:no-preference\)\{.*\}", first.text)
    assert [part.text for part in others] == [
        part.text for part in still.iter() if part.tag.endswith("style")
    ]
    moving.remove(first)
    for part in moving.iter():
        if re.fullmatch(r"m\d+", part.get("class", "")):
            del part.attrib["class"]
    assert [(part.tag, part.attrib, part.text) for part in moving.iter()] == [
        (part.tag, part.attrib, part.text) for part in still.iter()
    ]


def test_it_moves_from_a_beginning_to_the_picture_that_stays(chromium):
    page = chromium.new_page()
    page.goto((readme_picture.FOLDER / "backward_sweep.svg").as_uri())
    seek = "ms => document.getAnimations().forEach(each => { each.pause(); each.currentTime = ms; })"
    shots = []
    for moment in (0, 2000, 3000, 20_000):
        page.evaluate(seek, moment)
        shots.append(captured(page))
    page.goto((readme_picture.FOLDER / "backward_sweep_still.svg").as_uri())
    assert len(set(shots)) == 4
    assert shots[-1] == captured(page)
    page.close()


def captured(page, times=3):
    """The page as it looks; a busy Chromium sometimes says that it cannot, and can a moment later."""
    for _ in range(times - 1):
        with contextlib.suppress(Error):
            return page.screenshot()
        page.wait_for_timeout(500)
    return page.screenshot()
