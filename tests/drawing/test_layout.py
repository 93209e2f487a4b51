"""Nothing lies on anything else, whatever the graph."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.drawing.layout import layered


@st.composite
def graphs(draw):
    """Boxes in an order in which every edge leads forward; every box but the first few has inputs."""
    count = draw(st.integers(2, 14))
    edges = []
    for box in range(1, count):
        edges += [(draw(st.integers(0, box - 1)), box) for _ in range(draw(st.integers(0, 3)))]
    size = st.tuples(st.floats(20, 200), st.floats(20, 200))
    boxes = draw(st.lists(size, min_size=count, max_size=count))
    labels = draw(st.lists(size, min_size=len(edges), max_size=len(edges)))
    return tuple(boxes), tuple(edges), tuple(labels)


def overlap(a, b):
    wide = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    high = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return wide > 0.01 and high > 0.01


def points(route):
    """The edge as it is drawn: level runs, joined by S-curves."""
    x, y = route[0][0], route[0][2]
    for start, end, level in route:
        for k in range(1, 20):
            t = k / 20
            s = 1 - t
            bend = (start - x) / 2
            yield (
                s**3 * x + 3 * s * s * t * (x + bend) + 3 * s * t * t * (start - bend) + t**3 * start,
                (s**3 + 3 * s * s * t) * y + (3 * s * t * t + t**3) * level,
            )
        yield from ((start + (end - start) * k / 20, level) for k in range(21))
        x, y = end, level


def nothing_touches(graph):
    sizes, *_ = graph
    place = layered(*graph)
    spots = place.boxes + place.labels
    assert not [pair for pair in combinations(spots, 2) if overlap(*pair)]
    for spot in spots:
        assert -0.01 <= spot.x <= place.width - spot.width + 0.01
        assert -0.01 <= spot.y <= place.height - spot.height + 0.01
    left, top = (np.array([getattr(spot, side) for spot in spots]) + 0.01 for side in ("x", "y"))
    right = left + [spot.width - 0.02 for spot in spots]
    bottom = top + [spot.height - 0.02 for spot in spots]
    for i, route in enumerate(place.routes):
        x, y = np.array(list(points(route))).T[..., None]
        inside = ((left < x) & (x < right) & (top < y) & (y < bottom)).any(axis=0)
        assert set(np.flatnonzero(inside)) <= {len(sizes) + i}  # a curve may pass behind its own label


@settings(max_examples=40)
@given(graphs())
def test_boxes_and_labels_never_overlap_and_no_label_touches_a_foreign_edge(graph):
    nothing_touches(graph)


@settings(max_examples=20)
@given(graphs())
def test_an_edge_runs_from_the_right_of_its_first_box_to_the_left_of_its_second(graph):
    place = layered(*graph)
    for (a, b), route in zip(graph[1], place.routes, strict=True):
        source, target = place.boxes[a], place.boxes[b]
        assert route[0][0] == pytest.approx(source.x + source.width)
        assert route[-1][1] == pytest.approx(target.x)
        assert source.y <= route[0][2] <= source.y + source.height
        assert target.y <= route[-1][2] <= target.y + target.height


def test_a_chain_is_a_straight_line():
    place = layered(((80, 60),) * 4, ((0, 1), (1, 2), (2, 3)), ((50, 30),) * 3)
    levels = {round(y, 6) for route in place.routes for *_, y in route}
    assert len(levels) == 1
