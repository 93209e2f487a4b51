"""Lesson 09: slopes at a kink, steps downhill taken three ways, from fwd to bwd, two gradients of |z|²."""

from helpers.drawing import svg
from helpers.drawing.plots import LABEL, Axes, Look

__all__ = ["descents", "from_fwd_to_bwd", "half_steps", "kink"]

PANEL, GAP, UNIT = 190, 20, 118  # of a kink: its width, the room beside it, and the pixels of a unit
TOP, HIGH, REACH = (
    70,
    118,
    0.34,
)  # where it begins, how high it is, and how far a slope is drawn to either side
CURVE = Look(svg.INK, mark="")
LINE = 22  # from one line of names to the next

LANE, ROW, AXIS = 600, 66, (0.34, 1.04)  # of the steps: the width and height of a row, and the range of w
COLORS = svg.INK, svg.ACCENT, svg.BAD

CHIP, APART = 36, 10  # of what is handed over: the height of a name's box, and the room beside it
FWD, BWD, PARTS_WIDTH = 44, 150, 540  # how far down fwd and bwd stand, and the width of the picture

PLANE, RE, IM = 300, (-4.5, 4.5), (-4.4, 4.6)  # of the complex plane: its width, and what it shows
BESIDE_PLANE = 230  # the width of what is said beside it
LOOKS = (svg.LOCAL, None), (svg.BAD, "7 4")  # of the first step drawn there, and of the second


def kink(slopes, left=1.0, right=0.0):
    """Draw a bend in the curve of clip, once for each slope that somebody gives there, with who does.

    slopes has (framework, version, slope) for each; who stands at two slopes is printed in bold.

    >>> kink([("TensorFlow 2", "2.21.0", 1.0), ("JAX", "0.12.0.1", 0.5)])
    <Picture: One bend, 2 slopes. ... 1, the slope on the left: TensorFlow 2 2.21.0. 0.5, halfway ...>
    """
    by_slope = {slope: [] for slope in sorted({slope for *_, slope in slopes}, reverse=True)}
    for who, version, slope in slopes:
        by_slope[slope].append((who, f"{who} {version}".strip()))
    torn = {who for who, *_ in slopes if sum(who in dict(names) for names in by_slope.values()) > 1}
    called = {left: "the slope on the left", right: "the slope on the right"}
    called.setdefault((left + right) / 2, "halfway between")
    title = f"One bend, {len(by_slope)} slopes"
    panels = [
        _bend(slope, called.get(slope, "another slope"), names, torn, left, right)
        for slope, names in by_slope.items()
    ]
    heading = svg.words(title, 18, bold=True, align="start")
    told = (
        f"{slope:g}, {called.get(slope, 'another slope')}: {', '.join(name for _, name in names)}."
        for slope, names in by_slope.items()
    )
    block = svg.column(heading, svg.row(*panels, gap=GAP, align=0), gap=14, align=0)
    bend = f"At x = 1 a curve bends: its slope is {left:g} on the left and {right:g} on the right."
    return svg.picture(block, title, desc=" ".join([bend, "What is said of the bend:", *told]))


def _bend(slope, called, names, torn, left, right):
    """The curve to both sides of its bend, the slope that is given there, and who gives it."""
    half = PANEL / UNIT / 2
    axes = Axes(
        0, TOP - 14, PANEL, HIGH, (1 - half, 1 + half), (1 - 0.72 * HIGH / UNIT, 1 + 0.28 * HIGH / UNIT)
    )
    far = 0.68
    ends = [(1 - far, 1 - left * far), (1.0, 1.0), (1 + far, 1 + right * far)]
    start, end = ((axes.x(1 + side), axes.y(1 + side * slope)) for side in (-REACH, REACH))
    parts = [
        svg.words(f"{slope:g}", 26, svg.LOCAL, bold=True, align="start").at(0, -6),
        svg.words(called, 15, svg.MUTED, align="start").at(0, 28),
        axes.curve(*zip(*ends, strict=True), CURVE),
        svg.line(*start, *end, svg.LOCAL, 5),
        f'<circle cx="{axes.x(1):.1f}" cy="{axes.y(1):.1f}" r="5.5" fill="{svg.INK}"/>',
        axes.tick(1, "x = 1"),
    ]
    top = TOP + HIGH + 20
    for k, (who, name) in enumerate(names):
        parts.append(svg.words(name, 15, bold=who in torn, align="start").at(0, top + LINE * k))
    return svg.canvas(PANEL, top + LINE * len(names), *parts)


def descents(slope, start, rate):
    """Draw two steps downhill from `start`, taken three ways; `slope` is a function of the place.

    The loss is computed anew for the second step, or one record is asked twice, or its slopes add up too.

    >>> descents(lambda w: 2 * w, start=1.0, rate=0.1)
    <Picture: Two steps downhill, ... slopes 2, 1.6, to 0.8 and 0.64. ... slopes 2, 4, to 0.8 and 0.4.>
    """
    first = slope(start)
    ways = {
        "The loss is computed anew for each step": (first, slope(start - rate * first)),
        "One record is asked twice": (first, first),
        "One record is asked twice, and backward adds": (first, first + first),
    }
    title = f"Two steps downhill, from w = {start:g}"
    axes = Axes(0, 40, LANE, ROW * len(ways) - 4, AXIS, (0, 1))
    parts, told, first = [svg.words(title, 18, bold=True, align="start").at(0, 0)], [], {start}
    for k, ((name, slopes), color) in enumerate(zip(ways.items(), COLORS, strict=False)):
        places = _places(start, rate, slopes)
        first.add(places[1])
        parts += _steps(axes, 40 + ROW * k, name, rate, slopes, places, color)
        led = " and ".join(f"{w:g}" for w in places[1:])
        told.append(f"{name}: slopes {', '.join(f'{s:g}' for s in slopes)}, to {led}.")
    parts += [axes.tick(w, f"{w:g}") for w in sorted(first)]
    block = svg.canvas(LANE, axes.top + axes.height + 26, *parts)
    return svg.picture(block, title, desc=f"Each step is {rate:g} times its slope. {' '.join(told)}")


def _places(start, rate, slopes):
    """Where the steps lead, one after the other, without the noise of the sums."""
    places = [start]
    for slope in slopes:
        places.append(round(places[-1] - rate * slope, 9))
    return places


def _steps(axes, top, name, rate, slopes, places, color):
    """One way to take the steps: arrows to the left, over each what it takes away."""
    y = top + 44
    yield svg.words(name, 15, align="start").at(0, top)
    for slope, here, there in zip(slopes, places, places[1:], strict=False):
        yield svg.arrow(axes.x(here) - 7, y, axes.x(there) + 7, y, color, 3, size=11)
        words = svg.words(f"{rate:g} × {slope:g}", 15, svg.GRADIENT, bold=True)
        yield words.at((axes.x(here) + axes.x(there) - words.width) / 2, y - 25)
    for w in places:
        yield f'<circle cx="{axes.x(w):.1f}" cy="{y}" r="5" fill="{color}"/>'
    last = svg.words(f"{places[-1]:g}", 18, color, bold=True)
    yield last.at(axes.x(places[-1]) - last.width - 12, y - 12)


def from_fwd_to_bwd():
    """Draw what JAX hands to bwd, and in which order: the plain argument n, the residuals, the upstream.

    >>> from_fwd_to_bwd()
    <Picture: What JAX hands from fwd to bwd. fwd(x, n) returns y and ... first n, as it is; second ...>
    """
    title = "What JAX hands from fwd to bwd"
    plain, kept, back = svg.ACCENT, svg.LOCAL, svg.GRADIENT
    above, spots = _call(FWD, "fwd", {"x": svg.MUTED, "n": plain}, {"y": svg.MUTED, "residuals": kept})
    below, places = _call(
        BWD, "bwd", {"n": plain, "residuals": kept, "upstream": back}, {"gradient of x": back}
    )
    ways = [
        svg.arrow(spots[name], FWD + CHIP + 5, places[name], BWD - 5, color, 2.6, size=11)
        for name, color in (("n", plain), ("residuals", kept))
    ]
    bottom = BWD + CHIP
    x = places["upstream"]
    ways.append(svg.arrow(x, bottom + 36, x, bottom + 5, back, 2.6, size=11))
    arrives = svg.words("what arrives at y", 15, back)
    parts = [svg.words(title, 18, bold=True, align="start").at(0, 0), *above, *below, *ways]
    parts.append(arrives.at(x - arrives.width / 2, bottom + 38))
    desc = """
        fwd(x, n) returns y and the residuals. bwd takes three things: first n, as it is; second the
        residuals; third the upstream, which is what arrives at y. It returns the gradient of x alone."""
    return svg.picture(svg.canvas(PARTS_WIDTH, bottom + 62, *parts), title, desc=desc)


def _call(top, name, takes, gives):
    """A function with a box for each of what it takes and gives, and where the middles of the boxes are."""
    parts, places, x = [], {}, 0.0

    def put(block):
        nonlocal x
        parts.append(block.at(x, top + (CHIP - block.height) / 2))
        x += block.width + APART

    def put_boxes(named):
        for label, color in named.items():
            words = svg.words(label, 16, color, bold=color != svg.MUTED)
            box = svg.card(words, pad=4, stroke=color, width=max(44, words.width + 20), height=CHIP)
            places[label] = x + box.width / 2
            put(box)

    put(svg.words(f"{name}(", 18, bold=True))
    put_boxes(takes)
    put(svg.words(")", 18, bold=True))
    put(svg.canvas(36, CHIP, svg.arrow(0, CHIP / 2, 36, CHIP / 2, svg.INK)))
    put_boxes(gives)
    return parts, places


def half_steps(z, gradients):
    """Draw half a step from z against each of the two gradients of |z|² that are given there.

    gradients has (framework, gradient) for each. On a circle |z|² is the same everywhere.

    >>> half_steps(1 + 2j, [("ours", 2 + 4j), ("JAX", 2 - 4j)])
    <Picture: Half a step from 1 + 2i, where |z|² is 5. By ours: against 2 + 4i, to 0, ... where it is 16.>
    """
    given = {gradient: [who for who, its in gradients if its == gradient] for _, gradient in gradients}
    gradients = {", ".join(names): gradient for gradient, names in given.items()}
    title = f"Half a step from {_complex(z)}, where |z|² is {abs(z) ** 2:g}"
    axes = Axes(0, 40, PLANE, PLANE * (IM[1] - IM[0]) / (RE[1] - RE[0]), RE, IM)
    ends = {who: z - gradient / 2 for who, gradient in gradients.items()}
    radii = sorted({round(abs(place), 9) for place in (z, *ends.values())} - {0.0})
    parts = [svg.words(title, 18, bold=True, align="start").at(0, 0), *_cross(axes)]
    for k, radius in enumerate(radii):
        parts += _circle(axes, radius, side=(-1, 1)[k % 2])
    for k, (who, end) in enumerate(ends.items()):
        parts += _half_step(axes, z, end, *LOOKS[k])
        parts += _about(who, gradients[who], end, LOOKS[k], 80 + 128 * k)
    parts += _dot(axes, z, svg.INK)
    told = " ".join(
        f"By {who}: against {_complex(gradients[who])}, to {_complex(end)}, where it is {abs(end) ** 2:g}."
        for who, end in ends.items()
    )
    block = svg.canvas(PLANE + 76 + BESIDE_PLANE, axes.top + axes.height, *parts)
    return svg.picture(block, title, desc=told)


def _complex(z):
    """A complex number as one writes it by hand.

    >>> _complex(1 + 2j), _complex(4j), _complex(2 - 4j)
    ('1 + 2i', '4i', '2 − 4i')
    """
    if not z.imag:
        return svg.number(z.real)
    if not z.real:
        return f"{svg.number(z.imag)}i"
    return f"{svg.number(z.real)} {'−' if z.imag < 0 else '+'} {svg.number(abs(z.imag))}i"


def _cross(axes):
    """The two axes of the plane, and what they are called."""
    look = {"color": svg.HAIRLINE, "width": 1.5}
    yield svg.line(axes.left, axes.y(0), axes.left + axes.width, axes.y(0), **look)
    yield svg.line(axes.x(0), axes.top, axes.x(0), axes.top + axes.height, **look)
    yield svg.words("real", LABEL, svg.MUTED).at(axes.left + axes.width - 28, axes.y(0) + 3)
    yield svg.words("imaginary", LABEL, svg.MUTED, align="start").at(
        axes.x(0) + 6, axes.top + axes.height - 18
    )


def _half_step(axes, z, end, color, dash):
    x, y, to_x, to_y = axes.x(z.real), axes.y(z.imag), axes.x(end.real), axes.y(end.imag)
    yield svg.arrow(x, y, x + 0.95 * (to_x - x), y + 0.95 * (to_y - y), color, 3.2, dash, 12)
    yield from _dot(axes, end, color, below=to_y > y)


def _dot(axes, z, color, below=False):
    x, y = axes.x(z.real), axes.y(z.imag)
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" fill="{color}"/>'
    yield _over(_complex(z), x + 11, y + (22 if below else -8), font_size=16, font_weight=600, fill=color)


def _circle(axes, radius, side):
    """The places where |z|² is the same, and how much it is there."""
    x, y, long = axes.x(0), axes.y(0), axes.x(radius) - axes.x(0)
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{long:.1f}" fill="none" stroke="{svg.LINE}"/>'
    away = 0.7 * long  # downwards
    yield _over(
        f"{radius**2:g}", x + side * away, y + away + 5, font_size=LABEL, fill=svg.MUTED, text_anchor="middle"
    )


def _over(text, x, y, **look):
    """Words that stay readable over lines."""
    halo = {"paint_order": "stroke", "stroke": svg.CARD, "stroke_width": 5, "stroke_linejoin": "round"}
    return svg.text(text, x, y, **look, **halo)


def _about(who, gradient, end, look, top):
    """What one of the steps does, beside the plane."""
    color, dash = look
    left = PLANE + 24
    yield svg.line(left, top + 10, left + 40, top + 10, color, 3.2, dash)
    lines = (
        svg.paragraph(who, 15, BESIDE_PLANE, color, bold=True),
        svg.words(f"against {_complex(gradient)}", 15, align="start"),
        svg.words(f"leads to {_complex(end)}: |z|² is {abs(end) ** 2:g}", 15, align="start"),
    )
    yield svg.column(*lines, gap=3, align=0).at(left + 52, top)
