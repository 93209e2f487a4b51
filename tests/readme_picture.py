"""Draw the picture in README.md: a sweep that plays once, and rests with every step shown.

uv run --group test python -m tests.readme_picture

What moves is recorded in a browser, where the exhibits' own script moves it, and written as CSS. Beside it
stands the same picture still. The moving one is still by itself where motion is to be reduced, but not every
browser tells a picture about that, so the README chooses, too.
"""

import re

import numpy as np

from helpers.widgets import BackpropStepper, browser
from tests import ROOT

FOLDER = ROOT / "notebooks/guides"
MOVED = re.compile(r"<(g|path)((?: [^>]*)? data-(?:step|until|pill|face|trail|gate)=[^>]*?)(/?)>")
BEGIN = 1200  # milliseconds before it moves
FRAMES = 100  # that are looked at in a step; of those a straight line gives, none is written
# How far from what was recorded it may be: whether a part is seen, its opacity, place, scale and length.
NEAR = np.array([0, 0.02, 0.25, 0.25, 0.004, 0.002])
# What each part looks like at each moment of all steps, and how long a step and a rest take.
RECORD = """async ([svg, frames]) => {
    LOADER
    const { Timing } = await import(urlOf("browser/timing.js"));
    const { PACE } = await import(urlOf("browser/playback.js"));
    document.body.innerHTML = svg;
    const drawn = document.querySelector("svg"), timing = new Timing();
    timing.survey(drawn);
    const kinds = ["step", "until", "pill", "face", "trail", "gate"].map((kind) => `[data-${kind}]`).join();
    const parts = [...drawn.querySelectorAll(kinds)].filter((part) => part.matches("g,path"));
    const look = ({ style, classList, attributes }) => {
        const there = style.display !== "none" && style.visibility !== "hidden";
        const seen = there && !classList.contains("up-off");
        const moved = attributes.transform?.value ?? "", numbers = moved.match(/-?[.\\d]+/g)?.map(Number);
        const [x, y] = moved.startsWith("translate") ? numbers : [0, 0];
        const scale = moved.startsWith("scale") ? numbers[0] : 1, length = parseFloat(style.strokeDasharray);
        return [Number(seen), Number(style.opacity || 1), x, y, scale, Number.isNaN(length) ? 1 : length];
    };
    return [PACE, frames.map((time) => (timing.show(time), parts.map(look)))];
}"""


def model(x, w):
    return np.square(x * w) + x


def draw():
    return BackpropStepper(model, x=3.0, w=2.0).drawn


def played_once(page, svg, steps):
    """The SVG text with a style sheet that plays `steps` steps once, as the script in this page does."""
    times = [0.0, *(step + k / FRAMES for step in range(steps) for k in range(FRAMES + 1))]
    (step, rest), looks = page.evaluate(RECORD.replace("LOADER", browser.loader()), [svg, times])
    begins = [BEGIN + k * (step + rest) for k in range(steps)]
    moments = [0.0, *(begin + step * k / FRAMES for begin in begins for k in range(FRAMES + 1))]
    looks, rules = np.swapaxes(looks, 0, 1), []

    def styled(found):
        name, text, closed = found.groups()
        look = looks[styled.count]
        styled.count += 1
        if (look == look[-1]).all():
            return found[0]
        rules.append(rule(f"m{len(rules)}", np.array(moments), look))
        return f'<{name} class="m{len(rules) - 1}"{text}{closed}>'

    styled.count = 0
    start, body = MOVED.sub(styled, svg).split(">", 1)
    return f"{start}><style>@media (prefers-reduced-motion:no-preference){{{''.join(rules)}}}</style>{body}"


def rule(name, moments, look):
    """A class of that name, with the key frames that give this look at these moments."""
    varies = (look != look[0]).any(axis=0)
    frames = "".join(
        f"{100 * moments[k] / moments[-1]:.2f}%{{{css(look[k], varies)}}}" for k in kept(moments, look)
    )
    hidden = "display:inline;visibility:hidden;" if not look[-1][0] else ""
    animation = f"{hidden}animation:{name} {moments[-1]:.0f}ms linear"
    return f".{name}{{{animation}}}@keyframes {name}{{{frames}}}"


def kept(moments, look):
    """The frames between which all others lie on straight lines, nearly."""
    first, frames = 0, [0]
    for last in range(2, len(moments)):
        inside = slice(first + 1, last)
        part = (moments[inside] - moments[first]) / (moments[last] - moments[first] or 1)
        straight = look[first] + part[:, None] * (look[last] - look[first])
        if (np.abs(look[inside] - straight) > NEAR).any():
            first = last - 1
            frames.append(first)
    return [*frames, len(moments) - 1]


def css(look, varies):
    seen, opacity, x, y, scale, length = look
    said = (
        f"visibility:{'inherit' if seen else 'hidden'}",
        f"opacity:{opacity:.2f}",
        f"transform:translate({x:.1f}px,{y:.1f}px)",
        "",
        f"transform:scale({scale:.3f})",
        f"stroke-dasharray:{length:.3f} 2",
    )
    wanted = varies | np.roll(varies, -1) & (np.arange(6) == 2)  # a place has two numbers
    return ";".join(text for text, is_wanted in zip(said, wanted, strict=True) if text and is_wanted)


def write(page):
    drawn = draw()
    moving = played_once(page, drawn.still(), steps=len(drawn.transcript) - 1)
    for name, text in {"backward_sweep.svg": moving, "backward_sweep_still.svg": drawn.still()}.items():
        (FOLDER / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    from tests.browser.conftest import open_chromium

    with open_chromium() as chromium:
        write(chromium.new_page())
