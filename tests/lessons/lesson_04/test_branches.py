import re

import numpy as np
import pytest

from helpers import autodiff as ad
from helpers.lessons.lesson_04.branches import BESIDE, MARGIN, WIDE, Branches, moments
from helpers.lessons.lesson_04.memory import peak_memory


@pytest.mark.parametrize("count", [100, 7])
def test_every_goal_is_found_with_the_two_hands(count):
    branches, room, end = Branches(count, 12_000), count // 4, 2 * count + 2
    branches.set(moment=end)
    assert branches.found[0].startswith(f"{count} of {count}")
    branches.set(cut=count - room - 1)
    assert (len(branches.found), branches.values["moment"]) == (1, end + count - room - 1)
    branches.set(cut=count)  # more than is needed
    assert len(branches.found) == 1
    branches.set(cut=count - room)
    assert branches.found[1].startswith(f"{count - room} cut off")
    branches.set(moment=count + 2)
    branches.set(cut=count)
    assert len(branches.found) == 2, "no branch is swept yet"
    branches.set(moment=end + count)
    assert len(branches.found) == 3, "the last one is"
    assert branches.found[2].endswith(f" At most 1 of {count} is kept.")
    branches.set(moment=count + 4)
    assert ("12,000 numbers" in branches.picture, branches.past) == (True, False)
    branches.set(moment=count + 3)
    assert ("12,000 numbers" in branches.picture, branches.past) == (False, True), "it runs once more"
    branches.set(moment=end + 1)
    branches.set(cut=0)
    assert branches.values["moment"] == end
    assert f"most so far: {count}" in branches.picture
    branches.set(cut=count)
    assert "most so far: 1" in branches.picture  # of this run, not of the one in one piece


def test_what_is_kept_is_what_takes_memory():
    sources, ws = np.random.default_rng(4).normal(size=(20, 12_000)), [ad.Tensor(w) for w in np.ones(20)]

    def branch(source, w):
        return np.tanh(np.sin(w * source))

    def cut_off(cut):
        y = ad.Tensor(sum(branch(s, w.value) for s, w in zip(sources[:cut], ws, strict=False)))
        z = y + sum(branch(s, w) for s, w in zip(sources[cut:], ws[cut:], strict=True))
        upstream, *_ = ad.gradients(np.mean(np.cos(z) ** 2), [z, *ws[cut:]])
        del y, z
        return [
            ad.gradients(branch(s, w), w, grad_ys=upstream) for s, w in zip(sources[:cut], ws, strict=False)
        ]

    bytes_held, kept = zip(
        *(
            (peak_memory(cut_off, cut)[1], max(most for _, _, most, _ in moments(20, cut)))
            for cut in (1, 7, 13)
        ),
        strict=True,
    )
    assert np.diff(bytes_held) / np.diff(kept) == pytest.approx(4 * 12_000 * 8, rel=0.1)


@pytest.mark.parametrize("narrow", [0, 460])
@pytest.mark.parametrize(
    ("cut", "said"), [(0, "forward back"), (50, "forward back again"), (90, "forward again")]
)
def test_the_words_below_the_curve_stand_each_below_its_own_stretch(cut, said, narrow):
    branches = Branches(100, 12_000)
    branches.narrow = narrow
    branches.set(cut=cut)
    per = (branches.across(WIDE) - MARGIN - BESIDE) / 302  # pixels of a moment
    middles = {"forward": 50, "back": 152 - cut / 2, "again": 202}
    shown = re.findall(r'<text x="([\d.]+)"[^>]*>(forward|back|again)\b', branches.picture)
    assert " ".join(word for _, word in shown) == said
    for x, word in shown:
        assert float(x) == pytest.approx(MARGIN + per * middles[word], abs=0.1)
