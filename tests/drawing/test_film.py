"""A film tells what each part is at every stop, and its picture is the last of them."""

import xml.etree.ElementTree as ET

from helpers.drawing.svg.film import Reel, at_first


def test_a_part_shows_its_last_value_and_tells_all():
    reel = Reel()
    drawn = ET.fromstring(reel.part("circle", cx=[0.5, 2.0], cy=3, class_="ball"))
    said = reel.part("text", ["<a>", "b & c"], x=[1.0, 1.0], stroke_width=["2", "4"])
    text, film = ET.fromstring(said), reel.film(["0", "1"], ["First.", "Last."])
    tracks = film.tracks
    assert ET.fromstring(at_first(said, film)).text == "<a>"
    assert drawn.attrib == {"cx": "2", "cy": "3", "class": "ball", "data-film": "0"}
    assert (text.text, text.get("stroke-width"), text.get("data-film")) == ("b & c", "4", "1")
    assert tracks["0"] == {"cx": [0.5, 2.0]}
    assert tracks["1"] == {"x": [1.0], "stroke-width": ["2", "4"], "": ["<a>", "b & c"]}


def test_numbers_are_printed_as_everywhere_and_told_as_numbers():
    reel = Reel()
    assert ET.fromstring(reel.part("text", [1.0, -1 / 3])).text == "−0.3333"
    assert reel.tracks["0"][""] == [1.0, -1 / 3]
