// What is taken hold of in a picture: a part with `data-drag` is moved by hand, and the number control of
// that name follows; `data-lift` names one that follows the hand up and down. A picture says how many units
// of its own make 1 (`data-per`, or `data-per-lift`; below 0 it runs the other way), between which numbers
// the hand moves (`data-low`, `data-high`), and its steps (`data-grid`). The arrow keys take the same steps:
// left and right as the hand does, up to more and down to less.
// With `data-snaps` the part itself goes with the hand, and the number follows when it is let go. A part of
// a film has its number at every stop in `data-at`: it is taken hold of where it is just then.

import { clamp, put } from "./elements.js";
import { prefersStill } from "./motion.js";
import { decimals, readable } from "./numbers.js";

const KEYS = {
  ArrowRight: ["drag", 1], ArrowLeft: ["drag", -1], ArrowUp: ["lift", 1], ArrowDown: ["lift", -1],
};
const FAR = 10; // steps that Page up and Page down take
const HANDLE = "[data-drag],[data-lift]";
const SNAP = { duration: 160, easing: "ease-out" };

/** The number on the grid that is nearest to `value`, as it is written. */
export function onGrid(value, { low, high, grid }) {
  return String(Number(clamp(Math.round(value / grid) * grid, low, high).toFixed(decimals(grid))));
}

/** What a handle says of one of its directions: a control, its limits, and how it follows the hand. */
export function direction(handle, way) {
  const { dataset } = handle, suffix = way === "lift" ? "Lift" : "";
  const name = dataset[way];
  if (!name) return null;
  const of = (key, otherwise) => Number(dataset[key + suffix] ?? dataset[key] ?? otherwise);
  const [low, high] = [of("low", -Infinity), of("high", Infinity)];
  const at = dataset.at?.split(" ").map(Number);
  return { name, low, high, at, per: of("per", 1), grid: of("grid", 1), snaps: "snaps" in dataset };
}

export class Dragging {
  constructor(stage, messages, playback) {
    Object.assign(this, { stage, messages, playback, held: null, carried: null });
    const { picture } = stage;
    picture.addEventListener("pointerdown", (event) => this.take(event));
    picture.addEventListener("keydown", (event) => this.press(event));
    // Or the browser scrolls with the finger and cancels the drag. The style touch-action does not hold in an SVG.
    const stay = (event) => event.target.closest?.(HANDLE) && event.preventDefault();
    picture.addEventListener("touchstart", stay, { passive: false });
    // The picture may be drawn anew under the hand, so it is the window that is listened to.
    this.moved = (event) => this.move(event);
    this.let = () => this.leave();
  }

  take(event) {
    const handle = event.target.closest?.(HANDLE);
    if (!handle || event.button !== 0) return;
    event.preventDefault(); // no text is selected
    handle.focus({ focusVisible: false, preventScroll: true });
    const ways = ["drag", "lift"].map((way) => direction(handle, way));
    this.leave();
    this.playback.stand();
    const from = ways.map((way) => way && this.valueOf(way));
    this.messages.hold(true);
    this.held = { x: event.clientX, y: event.clientY, from, ways };
    const { classList } = this.stage.element;
    classList.add("up-dragging", "up-by-hand"); // a ring is for the keyboard: from its next key on
    addEventListener("keydown", () => classList.remove("up-by-hand"), { once: true, capture: true });
    addEventListener("pointermove", this.moved);
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, this.let);
  }

  move({ clientX, clientY }) {
    const { x, y, from, ways } = this.held, { drawn, room } = this.stage;
    const scale = room.shape.width / drawn.getBoundingClientRect().width;
    const by = [(clientX - x) * scale, (y - clientY) * scale];
    ways.forEach((way, k) => way && this[way.snaps ? "carry" : "send"](way, from[k] + by[k] / way.per));
  }

  /** Move the part itself: its number stays what it is. */
  carry(way, value) {
    const at = clamp(value, way.low, way.high), by = (at - this.valueOf(way)) * way.per;
    this.carried = { way, at };
    put(this.partOf(way), "transform", `translate(${by.toFixed(1)} 0)`);
  }

  /** Let what was carried glide to where its number has it. */
  snap() {
    const { way, at } = this.carried, part = this.partOf(way), by = (at - this.valueOf(way)) * way.per;
    this.carried = null;
    part.removeAttribute("transform");
    if (!prefersStill()) part.animate([{ transform: `translate(${by}px)` }, { transform: "none" }], SNAP);
  }

  partOf({ name }) {
    return this.stage.drawn.querySelector(`[data-drag="${name}"]`);
  }

  press(event) {
    const handle = event.target.closest?.(HANDLE);
    if (!handle || event.altKey || event.ctrlKey || event.metaKey) return;
    const [along, sign] = KEYS[event.key] ?? [], only = handle.dataset.drag ? "drag" : "lift";
    const page = { PageUp: FAR, PageDown: -FAR }[event.key], end = { Home: "low", End: "high" }[event.key];
    const way = direction(handle, along && handle.dataset[along] ? along : only);
    const turned = along === "drag" && handle.dataset.drag && way.per < 0 ? -1 : 1; // left is left in the picture
    const to = end ? way[end] : this.valueOf(way) + (page ?? sign * turned) * way.grid;
    if (!Number.isFinite(to)) return;
    event.preventDefault();
    event.stopPropagation(); // here the arrows are not for steps
    this.playback.stand();
    this.send(way, to);
  }

  valueOf({ name, at }) {
    if (!at) return readable(this.messages.entered()[name]);
    const { time } = this.playback.timeline, stop = Math.min(Math.floor(time), at.length - 1);
    const from = at[stop], to = at[stop + 1] ?? from;
    return Number((from + (time - stop) * (to - from)).toFixed(3));
  }

  send(way, value) {
    const text = onGrid(value, way), isNew = text !== this.messages.entered()[way.name];
    if (isNew) this.messages.send(way.name, text);
    return isNew;
  }

  /** Tell those who do not see it where each handle stands. */
  introduce() {
    const { drawn } = this.stage, handles = [...drawn.querySelectorAll(HANDLE)];
    if (handles.length) put(drawn, "role", "group"); // an image may contain nothing focusable
    for (const handle of handles) {
      const way = direction(handle, handle.dataset.drag ? "drag" : "lift"), said = handle.dataset.label;
      const slider = { role: "slider", tabindex: 0, "aria-label": said, "data-key": `drag ${way.name}` };
      const ends = { "aria-valuemin": way.low, "aria-valuemax": way.high };
      for (const [name, value] of Object.entries({ ...slider, ...ends })) put(handle, name, value);
    }
    this.follow();
    if (this.carried && !this.held) this.snap(); // its number has followed
  }

  /** Let each handle say its number, which may be another at another step of one picture. */
  follow() {
    for (const handle of this.stage.drawn?.querySelectorAll(HANDLE) ?? []) {
      const way = direction(handle, handle.dataset.drag ? "drag" : "lift");
      put(handle, "aria-valuenow", this.valueOf(way));
    }
  }

  leave() {
    const { way, at } = this.carried ?? {};
    if (this.held && way && !this.send(way, at)) this.snap();
    if (this.held) this.messages.hold(false);
    this.held = null;
    this.stage.element.classList.remove("up-dragging");
    removeEventListener("pointermove", this.moved);
    for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, this.let);
  }
}
