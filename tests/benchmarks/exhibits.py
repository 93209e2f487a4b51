"""How fast an exhibit answers in a real JupyterLab: `python -m tests.benchmarks.exhibits`, by hand.

With words after it, only the rows whose name holds one of them: `... exhibits lists slopes`.

From the key press to the end of the first frame that shows the complete new picture, 60 presses each:

reveal    one step on, in the browser alone              target: p95 at most 20 ms
kernel    a changed number, through the kernel           target: median at most 45 ms, p95 at most 80 ms
drag      a slider dragged for two seconds               target: 20 pictures a second, or one for each step
                                                         of the hand, the last within 150 ms
travel    numbers on their way, over a whole sweep       target: median 30 frames a second, none over 100 ms

No frame may be blank, and the height may not change. A word that changes as soon as a key is pressed,
with no exhibit on the page, shows what the machine itself takes of the 20 ms. While something travels, a
press waits up to one frame, 16.7 ms, for the next frame to begin.
"""

import contextlib
import itertools
import pathlib
import statistics
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from tests.browser.conftest import CHROMIUM_FLAGS, find_chromium
from tests.browser.jupyterlab.lab import LabServer, NotebookPage

NUMBER = ".up-over .up-field"
IMPORTS = "import numpy as np\nfrom helpers import widgets\n"
STEPPER = "widgets.BackpropStepper(lambda x: np.square(np.square(np.square(x))), x=2.0)"
STEPPER_OF_MATRICES = """
A, B = [[1.0, 2.0], [3.0, 4.0]], [[6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]
widgets.BackpropStepper(lambda a, b: np.tanh(a @ b / 100) * 2.0, a=A, b=B)
"""
STEPPER_OF_LISTS = """
def loss(z):
    e = np.exp(z)
    return -np.log((e / np.sum(e))[2])
widgets.BackpropStepper(loss, z=[0.0, 0.0, np.log(2)])
"""
STRETCH = """
stretch = widgets.Stretch({"x": 2.0, "a": np.square, "b": np.square, "y": np.square}, flag=1377)
stretch.set(pull_x=1, scale=-3)
stretch
"""
TINY_MODEL, AIM = "widgets.TinyModel()", "widgets.Aim()"
AIM_MEASURED = """
aim = widgets.Aim(measured=True)
aim.set(sends="measured")
aim.step = 25
aim
"""
CLINIC = """
from helpers.lessons.lesson_08 import clinic
widgets.Clinic(clinic.ward())
"""
SLOPES = """
def garden(x):
    return np.stack([x[0] * x[1], 2 * (x[0] + x[1]), np.sqrt(x[0] ** 2 + x[1] ** 2)])
slopes = widgets.Slopes(garden, [4.0, 3.0], flags=(4, 6))
for k in range(3):
    slopes.set(**{f"weight_{j}": float(j == k) for j in range(3)})
    slopes.set(pick="sweep")
    slopes.set(pick=f"line {k}")
slopes
"""
MEET = """
meet = widgets.Meet([[1, 2], [3, 4]], [[6, 7, 8], [9, 10, 11]], upstream=[[1, 0, 2], [0, 3, -1]])
meet.set(pull_A_0_0=0.5)
meet
"""
GARDEN = "widgets.Garden(4, 3, area=24, fence=20)"
REACH = 'widgets.Reach({"in pieces": lambda x: np.log(1 + np.exp(x))})'
MOONS_TRAINED = """
import asyncio
from helpers.lessons.lesson_08 import ferries
moons = widgets.Moons(*ferries.echoes(), ferries.first_weights())
moons.set_state({"inputs": {**moons.inputs, "train": 1}})
while moons.moment.step < 400:
    await asyncio.sleep(0.1)
moons
"""
# A frame shows a new picture if something in it has changed since the one before; in what the kernel answers,
# if the description is another. (To compare the text of large pictures in each frame would slow
# down what is measured.) A message posted in a frame arrives when it is painted. A frame is looked
# at when something has changed, not sixty times a second: then every press would wait for the next frame,
# where a page at rest draws at once.
# While something travels, Chromium would keep that message back after a key for one more frame.
MESSAGES_AT_ONCE = "--disable-features=DeferRendererTasksAfterInput"
METER = """([root, parts]) => {
    const area = document.querySelector(root);
    let changes = 0;
    const inPicture = (node) => (node.closest ? node : node.parentElement)?.closest(parts);
    new MutationObserver(records => {
        if (records.some(({ target }) => inPicture(target))) changes++;
        wake();
    }).observe(area, { subtree: true, childList: true, characterData: true, attributes: true });
    const seen = part => part.matches("desc") ? part.textContent : part.childElementCount ? changes : "";
    const look = () => [...area.querySelectorAll(parts)].map(seen).join("");
    const meter = { pressed: null, took: [], pictures: [], blank: 0, heights: new Set(), on: true };
    window.meter = meter;
    let last = look(), asked = false;
    const wake = () => {
        if (!asked && meter.on) requestAnimationFrame(frame);
        asked = true;
    };
    const frame = () => {
        asked = false;
        const now = look();
        if (now === "") meter.blank++;
        else if (now !== last) {
            last = now;
            const channel = new MessageChannel(), start = meter.pressed;
            meter.pressed = null;
            channel.port1.onmessage = () => {
                meter.pictures.push(performance.now());
                if (start !== null) meter.took.push(performance.now() - start);
            };
            channel.port2.postMessage(0);
        }
        meter.heights.add(Math.round(area.getBoundingClientRect().height));
    };
    wake();
    addEventListener("keydown", () => { meter.pressed = performance.now(); }, true);
}"""


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, round(share * (len(times) - 1)))]


def press(page, root, parts, focus, keys, pause):
    """Press each key, wait, and report how long the pictures took; the first five are for warming up."""
    page.evaluate(METER, [root, parts])
    page.locator(focus).first.focus()
    for key in keys:
        page.keyboard.press(key)
        page.wait_for_timeout(pause)
    meter = page.evaluate("() => { meter.on = false; return { ...meter, heights: [...meter.heights] } }")
    return meter["took"][5:], meter["blank"], max(meter["heights"]) - min(meter["heights"])


# Pixels of a handle's steps, and how many it can take down and up; a number that is dragged takes 8 a step.
STEPS = """handle => {
    const { per = 1, grid = 1, low = -1e9, high = 1e9 } = handle.dataset, svg = handle.closest("svg");
    if (!svg) return [8, low, high];
    const scale = svg.getBoundingClientRect().width / svg.getAttribute("width");
    const now = handle.getAttribute("aria-valuenow");
    return [per * grid * scale, ...[low, high].map(end => Math.round((end - now) / grid))];
}"""


def drag(page, root, parts, handle, reach, seconds=2.0):
    """Move a slider or a number back and forth at 60 Hz, `reach` pixels each way: a new number each time.

    Reports the pictures a second, at how many steps the hand was in that time, as one that moves in large
    steps asks for few pictures, and how late the last one is.
    """
    page.evaluate(METER, [root, parts])
    found = page.locator(handle).first
    box, (step, least, most) = found.bounding_box(), found.evaluate(STEPS)
    lifts = "data-lift" in handle
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    start, moves, at = time.perf_counter(), 0, [0]
    while time.perf_counter() - start < seconds:
        moves += 1
        by = reach * (2 * abs(moves / 30 % 2 - 1) - 1)
        page.mouse.move(*((x, y - by) if lifts else (x + by, y)))
        at.append(min(max(round(by / step), least), most))
        time.sleep(max(0.0, start + moves / 60 - time.perf_counter()))
    end = page.evaluate("() => performance.now()")
    page.mouse.up()
    page.wait_for_timeout(1000)
    pictures = page.evaluate("() => { meter.on = false; return meter.pictures }")
    asked = sum(one != other for one, other in itertools.pairwise(at))
    return len([t for t in pictures if t <= end]) / seconds, asked / seconds, max([*pictures, end]) - end


FRAMES = """() => {
    const frames = { on: true, took: [] };
    window.frames_ = frames;
    let last = null;
    const frame = now => {
        if (last !== null) frames.took.push(now - last);
        last = now;
        if (frames.on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
}"""


def travel(page, name, root):
    """Play the sweep from its start, and report how long the frames took while something travelled."""
    page.locator(f"{root} .up-picture").first.press("Home")
    page.wait_for_timeout(300)
    page.evaluate(FRAMES)
    page.locator(root).first.get_by_role("button", name="Play").click()
    page.locator(root).first.get_by_role("button", name="Pause").wait_for()
    page.locator(root).first.get_by_role("button", name="Play").wait_for()  # it has reached the end
    took = page.evaluate("() => { frames_.on = false; return frames_.took }")
    rate = f"median {1000 / statistics.median(took):.0f} frames a second"
    print(f"{f'travel: {name}':30} {len(took)} frames   {rate}  longest {max(took):.0f} ms")


def report(name, times, blank, jump):
    median, p95 = statistics.median(times), percentile(times, 0.95)
    took = f"{len(times)} presses  median {median:6.1f}  p95 {p95:6.1f} ms"
    print(f"{name:30} {took}   blank frames {blank}  height change {jump} px")


def main():
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        flags = [*CHROMIUM_FLAGS, "--no-sandbox", MESSAGES_AT_ONCE]
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        lab = LabServer(pathlib.Path(folder))
        lab.start()
        try:
            lab.show_in(browser.new_page())
            measure(lab)
        finally:
            browser.close()
            lab.stop()


TURNS = ["ArrowRight"] * 3 + ["ArrowLeft"] * 3


WORD = """() => {
    const word = document.createElement("p");
    word.tabIndex = 0;
    word.className = "word";
    word.innerHTML = "<span>0</span>";
    word.addEventListener("keydown", () => { word.firstChild.textContent = String(performance.now()); });
    document.querySelector(".jp-OutputArea-output").append(word);
}"""


def measure_a_word(lab):
    """The least that any answer to a key takes here."""
    with opened(lab, "0"):
        lab.page.evaluate(WORD)
        word = press(lab.page, ".jp-OutputArea-output", ".word", ".word", ["ArrowRight"] * 65, 80)
        report("reveal: a word, no exhibit", *word)


SHIFTED = ["Shift+ArrowUp"] * 10 + ["Shift+ArrowDown"] * 10
ARROWS = ["ArrowUp"] * 10 + ["ArrowDown"] * 10
ASIDE = ["ArrowRight"] * 5 + ["ArrowLeft"] * 5
PATIENTS = ["ArrowDown", "Enter"] * 2 + ["ArrowUp", "Enter"] * 2
STEPS_TOO = True  # it has steps, which the browser shows alone
ROWS = (  # an exhibit, what is changed in it and by which keys, what is dragged, and whether it steps
    ("stepper", STEPPER, NUMBER, ARROWS, NUMBER, STEPS_TOO),
    ("stepper of lists", STEPPER_OF_LISTS, NUMBER, SHIFTED, NUMBER, STEPS_TOO),
    ("stepper, 2 × 2 @ 2 × 3", STEPPER_OF_MATRICES, NUMBER, SHIFTED, NUMBER, STEPS_TOO),
    ("stretch", STRETCH, '[data-drag="pull_x"]', ASIDE, '[data-drag="scale"]'),
    ("tiny model", TINY_MODEL, '[data-drag="w"]', ASIDE, '[data-drag="w"]', STEPS_TOO),
    ("aim", AIM, None, [], None, STEPS_TOO),
    ("aim, a knob", AIM, '[data-lift="angle_4"]', ARROWS, '[data-lift="angle_4"]'),
    ("aim, a flag", AIM_MEASURED, '[data-drag="flag_4"]', ASIDE, '[data-drag="flag_4"]'),
    ("slopes", SLOPES, '[data-drag="weight_0"]', ASIDE, '[data-drag="weight_0"]'),
    ("clinic, a patient", CLINIC, '[data-value="B"]', PATIENTS, None),
    ("garden", GARDEN, '[data-drag="width"]', ASIDE, '[data-drag="width"]'),
    ("reach", REACH, '[data-drag="x"]', ASIDE, '[data-drag="x"]'),
    ("moons, trained", MOONS_TRAINED, '[data-drag="shown"]', ASIDE[::-1], '[data-drag="shown"]'),
    ("meet", MEET, '[data-lift="pull_A_0_0"]', ARROWS, '[data-lift="pull_A_0_0"]'),
)


def measure(lab):
    measure_a_word(lab)
    for name, *row in ROWS:
        if not sys.argv[1:] or any(word in name for word in sys.argv[1:]):
            with opened(lab, row.pop(0)):
                measure_one(lab.page, name, *row)


@contextlib.contextmanager
def opened(lab, source):
    lab.write("measure.ipynb", IMPORTS + source)
    notebook = NotebookPage(lab, own_kernel=True)
    notebook.open("measure.ipynb")
    notebook.run_all()
    yield
    notebook.close()


def measure_one(page, name, focus, keys, handle, steps=False):
    root, parts = ".up-exhibit", ".up-picture"
    page.locator(f"{root} {parts}").first.wait_for()
    page.wait_for_timeout(1500)
    if steps:
        report(
            f"reveal: {name}",
            *press(page, root, parts, parts, itertools.islice(itertools.cycle(TURNS), 65), 80),
        )
        travel(page, name, root)
    parts += " desc"  # what the browser may draw ahead of the kernel is no answer of the kernel
    if keys:
        report(
            f"kernel: {name}",
            *press(page, root, parts, focus, itertools.islice(itertools.cycle(keys), 65), 300),
        )
    if handle:
        reach = 200 if handle == focus and "data-" not in handle else 20  # a number takes 8 pixels a step
        rate, asked, late = drag(page, root, parts, handle, reach)
        rate = f"{rate:.0f} pictures a second for {asked:.0f} steps of the hand"
        print(f"drag:   {name:22} {rate}, the last {late:.0f} ms after the last movement")


if __name__ == "__main__":
    main()
