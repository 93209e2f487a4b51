import numpy as np

from helpers import notebooks
from helpers.lessons.lesson_06.race import REST
from tests.lessons.lesson_06.test_facts import DOWNHILL, FLAT, NEWTON, STEEP


def test_the_masses_of_the_lesson_end_where_they_are_solved_for_directly():
    names, lesson = {}, notebooks.find("06")
    for cell in "setup", "curvature-run", "compared-run":
        exec(lesson.cell(cell).source.replace("Race(g", "race = Race(g"), names)
    race, g, newton = names["race"], names["g"], names["newton"]
    last = len(newton) - 1
    assert FLAT == 0  # rounded
    race.set(steps=last)
    ends = f"held at 1, downhill {DOWNHILL[-1]:.3f}, Newton {NEWTON[-1]:.3f}."
    steep = f"downhill: largest slope {STEEP:.3f}; Newton: largest slope below 0.001."
    assert f"After {last} steps mass 1000 is {ends} {steep}" in race.drawn.alt
    first = 1 + max(k for k, row in enumerate(newton) if np.abs(g(row)).max() > REST)
    still = np.abs(g(names["downhill"][first])).max()
    says = f"Newton rests from step {first} on. Downhill the largest slope is then still {still:.3g}."
    assert race.found == [says]
    race.set(steps=first - 1)
    assert race.past
