"""A picture that plays by itself moves what the exhibits move, at the same moments, and then rests."""

import json
import re

import pytest

from helpers.drawing.moving import APART, BEGIN, GROWS, MOMENTS, REST, STEP, played_once
from tests import readme_picture
from tests.drawing.svg_reading import parse

WAY = (
    '<path data-way="a" data-move="1" data-at="50 0" d="M100 0L0 0"/>'
    '<path data-trail="a" pathLength="1" d="M100 0L0 0"/>'
    '<g data-pill="a" data-wide="10" display="none"><g data-face="leaves"/><g data-face="lands"/></g>'
    '<g data-gate="a" data-wide="20"/><g data-step="0.94"/><g display="none" data-step="1.5" data-until="2"/>'
)


@pytest.fixture(scope="module")
def moving():
    return played_once(f'<svg xmlns="http://www.w3.org/2000/svg">{WAY}</svg>', steps=2)


def rule(svg, attribute):
    """The style of the element with this attribute, and its key frames: {percent: declarations}."""
    (key,) = re.findall(rf'<\w+ class="(\w+)"[^>]*{attribute}', svg)
    style = re.search(rf"\.{key}\{{([^}}]*)\}}", svg)[1]
    frames = re.search(rf"@keyframes {key}\{{((?:[\w,.%]+\{{[^}}]*\}})*)\}}", svg)[1]
    return style, dict(re.findall(r"([\w,.%]+)\{([^}]*)\}", frames))


def test_the_moments_are_those_of_the_exhibits():
    """Two programs, one motion: the numbers in the browser's part are the same."""
    folder = readme_picture.ROOT / "helpers/widgets/browser"
    travel = (folder / "travel.js").read_text(encoding="utf-8")
    moments = re.search(r"const MOMENTS = (\{[^}]*\})", travel)[1]
    assert json.loads(re.sub(r"(\w+):", r'"\1":', moments)) == MOMENTS
    assert f"const GROWS = {GROWS};" in travel
    assert f"const APART = {APART};" in travel
    playback = (folder / "playback.js").read_text(encoding="utf-8")
    assert re.search(rf"\b{STEP}\b", playback)


def test_a_number_goes_from_end_to_end_and_halts_before_its_gate(moving):
    style, frames = rule(moving, "data-pill")
    assert f"{STEP}ms linear {BEGIN}ms" in style
    places = {
        float(at[:-1]): float(re.search(r"translate\(([-\d.]+)px", look)[1]) for at, look in frames.items()
    }
    assert (places[0], places[100]) == (100, 0)
    halted = 50 + 20 / 2 + 10 / 2 + APART
    assert places[100 * MOMENTS["halts"]] == places[100 * MOMENTS["goes"]] == halted
    assert list(places.values()) == sorted(places.values(), reverse=True)


def test_its_trail_follows_and_its_gate_grows_while_it_is_inside(moving):
    _, trail = rule(moving, "data-trail")
    offsets = [float(re.search(r"dashoffset:([\d.]+)", look)[1]) for look in trail.values()]
    assert (offsets[0], offsets[-1]) == (1, 0)
    _, gate = rule(moving, "data-gate")
    sizes = [float(re.search(r"scale\(([\d.]+)\)", look)[1]) for look in gate.values()]
    assert sizes[0] == sizes[-1] == 1
    assert 1 + GROWS / 2 < max(sizes) <= 1 + GROWS


def test_the_two_faces_of_a_number_follow_each_other(moving):
    leaves, lands = (rule(moving, f'data-face="{which}"')[0] for which in ("leaves", "lands"))
    one, other = (re.search(r"(\d+)ms (\d+)ms", style) for style in (leaves, lands))
    assert int(one[2]) == BEGIN
    assert int(one[1]) + int(one[2]) == int(other[2])
    assert int(other[1]) + int(other[2]) == BEGIN + STEP


def test_a_part_appears_when_its_time_has_come(moving):
    style, frames = rule(moving, 'data-step="0.94"')
    assert f"{BEGIN + 0.94 * STEP:.0f}ms backwards" in style
    assert frames == {"from": "visibility:hidden;opacity:0"}  # and then it is as it was drawn
    style, _ = rule(moving, 'data-until="2"')
    assert f"{0.5 * STEP:.0f}ms {BEGIN + STEP + REST + 0.5 * STEP:.0f}ms" in style


def test_everything_stands_still_where_motion_is_to_be_reduced():
    """All rules are in one block that asks; without it, it is the still picture, class by class."""
    texts = readme_picture.draw()
    moving, still = (parse(texts[f"backward_sweep{name}.svg"]) for name in ("", "_still"))
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
