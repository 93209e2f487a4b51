// The place of the picture: the picture is put there, fitted to the room, revealed step by step, and scrolled
// so that the current step can be seen.

import { h } from "./elements.js";
import { Film } from "./film.js";
import { portion, prefersStill } from "./motion.js";
import { parsed } from "./svg.js";
import { Travel } from "./travel.js";
import { turned } from "./turning.js";

// The scales of a picture. It shrinks to the least; if that is still too wide, it scrolls, at a larger scale.
const SCALES = { least: 0.62, scrolled: 0.85, most: 1 };
const PROJECTED = { least: 0.62, scrolled: 1.2, most: 2.4 };
const BESIDE = 150; // px beside a way that is scrolled to: its boxes
const ABOVE = 70; // px above and below it
const SMALL = 620; // px: with less room, a picture may be laid out for that
const SMALLEST = 11; // px: smaller type would be hard to read
const RAISED = 1.33; // as much larger small type may be written where a page asks for larger type

/** How far to scroll, so that `from` to `to` is in view: its middle, or its end, where a way begins. */
function moved(from, to, low, high) {
  if (from >= low - 1 && to <= high + 1) return 0;
  return to - from <= high - low ? (from + to - low - high) / 2 : to - high;
}

/** The size of the type in a part. */
export const typeSize = (part) => Number(part.parentNode.closest("[font-size]").getAttribute("font-size"));

export class Stage {
  constructor(model) {
    this.model = model;
    this.drawn = null; // the picture,
    this.text = ""; // and the text it was made from
    this.size = [1, 1]; // its own, unscaled
    this.readable = SCALES.least; // the scale at which its smallest type can still be read
    this.room = this.high = 0; // the width and the height there are for it
    this.asked = 0; // px: how small type may be at the least, where the exhibit has a slide to itself
    this.smallest = 0; // the smallest type in the picture, unscaled
    this.unfolded = Infinity; // its own width where there is room for it
    this.scrolls = false; // whether it is wider than the room
    this.narrow = false; // whether it is laid out for little room
    this.tallest = 0; // the height of the frame, which never shrinks, so that nothing below it jumps
    this.parts = []; // what shows in some steps only: {part, from, until, fade, shown}
    this.travel = new Travel(); // the numbers on their way
    this.film = new Film(); // what moves between stops
    this.middles = new Map(); // by part, where it lies; forgotten with every picture, step and size
    this.following = 0;
    this.settling = false; // styles and sizes are about to be worked out
    this.holder = h("div"); // the picture,
    this.over = h("div"); // and the tables that are edited in it
    this.element = h("div", { class: "up-stage" }, this.holder, this.over);
    this.picture = h("div", { class: "up-picture", role: "group", tabindex: "0" }, this.element);
    this.frame = h("div", { class: "up-frame" }, this.picture);
  }

  /** Show a picture; returns what was changed, as `turned` does. */
  show(text) {
    let touched = null;
    if (this.drawn) [this.drawn, touched] = turned(this.drawn, this.text, text);
    else this.holder.append((this.drawn = parsed(text)));
    this.text = text;
    this.film.survey(this.drawn, this.model.get("film"));
    return touched;
  }

  /** Look over a new picture. */
  survey() {
    this.size = [Number(this.drawn.getAttribute("width")), Number(this.drawn.getAttribute("height"))];
    const timed = [...this.drawn.querySelectorAll("[data-step],[data-until]")];
    this.parts = timed.map((part) => {
      const { step = 0, until = Infinity, fade = 0 } = part.dataset;
      return { part, from: Number(step), until: Number(until), fade: Number(fade), shown: null };
    });
    this.travel.survey(this.drawn);
    if (this.narrow !== Boolean(this.model.get("narrow"))) this.tallest = 0;
    this.narrow = Boolean(this.model.get("narrow"));
    const sized = [...this.drawn.querySelectorAll("[font-size]")];
    const sizes = sized.map((part) => Number(part.getAttribute("font-size")));
    this.smallest = Math.min(...sizes, SMALLEST / SCALES.least);
    this.readable = Math.min(SMALLEST / this.smallest, 1);
  }

  /** Whether anything moves from one step to the next. */
  get moves() {
    return this.travel.trips.length > 0 || this.film.inSteps;
  }

  /** Fit the picture to the room, and to the window's height as long as its type can be read. */
  fit() {
    const [width, height] = this.size, room = this.room || width, fills = this.fills;
    const { least, scrolled, most } = fills ? PROJECTED : SCALES;
    const asked = this.asked / RAISED / Math.max(this.smallest, SMALLEST);
    const low = Math.max(least, fills ? asked : this.readable);
    const whole = fills ? this.high / height : Math.max(1, (0.72 * innerHeight) / height);
    const fitting = Math.min(room / width, most, Math.max(low, whole));
    const scale = room < width * low ? Math.max(scrolled, low) : fitting;
    const shown = width * scale;
    this.scrolls = shown > room + 1 || (fills && height * scale > this.high + 1);
    this.middles.clear();
    if (this.drawn) this.drawn.style.width = `${shown}px`;
    this.element.style.setProperty("--up-scale", shown / width);
    this.tallest = Math.max(this.tallest, Math.ceil((shown * height) / width));
    this.frame.style.minHeight = fills ? "" : `${this.tallest}px`;
    this.raise(scale);
  }

  /** Where a page asks for larger type than the picture has at this scale, small type is written larger. */
  raise(scale) {
    if (!this.asked) return;
    for (const part of this.drawn?.querySelectorAll("[font-size]") ?? []) {
      const size = Number(part.getAttribute("font-size"));
      part.style.fontSize = size * scale < this.asked ? `${this.asked / scale}px` : "";
    }
  }

  /** Whether the frame has the height that the window leaves, rather than that of the picture. */
  get fills() {
    return this.frame.closest(".up-projector, .up-fills") !== null;
  }

  /** Fit the picture to other room, or another scale. */
  refit() {
    this.tallest = 0;
    this.room = this.frame.clientWidth || this.room;
    this.high = this.frame.clientHeight;
    this.asked = this.frame.closest(".up-fills") ? parseFloat(getComputedStyle(this.frame).fontSize) : 0;
    this.fit();
    this.fold();
  }

  /** Ask for a picture that is laid out for little room, if this one would have to scroll in it. */
  fold() {
    const narrow = this.model.get("narrow");
    if (narrow === undefined || !this.room || !this.drawn) return;
    if (!narrow) this.unfolded = this.size[0];
    const wanted = this.room < SMALL && this.room < this.unfolded * this.readable;
    if (wanted === narrow) return;
    this.model.set("narrow", wanted);
    this.model.save_changes();
  }

  /** Whether there is another width than when it was fitted, or in a frame of given height another height. */
  hasNewRoom() {
    const { clientWidth, clientHeight } = this.frame;
    return clientWidth > 0 && (clientWidth !== this.room || (this.fills && clientHeight !== this.high));
  }

  /** Show what belongs to a time: 3 when step 3 is done, 2.7 in the midst of it. A film has much to show in
      one step that is `brief` when many are taken. */
  reveal(time, brief) {
    this.middles.clear();
    let turned = false;
    for (const each of this.parts) {
      const { part, from, until, fade } = each;
      const shown = from <= time && time < until ? (fade ? portion(time, from, from + fade) : 1) : 0;
      if (shown === each.shown) continue;
      turned ||= !shown !== !each.shown || each.shown === null;
      each.shown = shown;
      part.classList.toggle("up-on", shown > 0);
      part.classList.toggle("up-off", shown === 0);
      if (fade) part.style.opacity = shown;
    }
    const { film, travel } = this;
    if (film.inSteps) film.play(time, brief);
    travel.show(film.about.legs ? film.travelled(time, brief) : time);
    return turned;
  }

  /** Scroll to a step in the next frame: asking for sizes now would hold up the message to the kernel. */
  follow(step) {
    cancelAnimationFrame(this.following);
    if (this.drawn && this.scrolls) this.following = requestAnimationFrame(() => this.scrollTo(step));
  }

  scrollTo(step) {
    const { picture } = this;
    const ways = this.travel.ways(Math.max(step, 1)), view = picture.getBoundingClientRect();
    if (!ways.length) return;
    const boxes = ways.map((way) => way.getBoundingClientRect()), beside = Math.min(BESIDE, view.width / 4);
    const edge = (side, most, out) => Math[most](...boxes.map((box) => box[side])) + out;
    const left = edge("left", "min", -beside), right = edge("right", "max", beside);
    const top = edge("top", "min", -ABOVE), bottom = edge("bottom", "max", ABOVE);
    const behavior = step === 0 || prefersStill() ? "instant" : "smooth";
    picture.scrollBy({
      left: step === 0 ? right - view.right : moved(left, right, view.left, view.right), behavior,
      top: moved(top, bottom, view.top, view.bottom),
    });
  }

  /** The middle of a part, from the picture's corner; asked only once, as the answer may cost a layout. */
  middle(part) {
    if (!this.middles.has(part)) {
      const box = part.getBoundingClientRect(), all = this.drawn.getBoundingClientRect();
      this.middles.set(part, [box.left + box.width / 2 - all.left, box.top + box.height / 2 - all.top]);
    }
    return this.middles.get(part);
  }

  /** Have styles and sizes worked out as soon as all is changed, while the browser waits for its next frame:
      then that frame has only to paint, and is there sooner. */
  settle() {
    if (this.settling) return;
    this.settling = true;
    queueMicrotask(() => {
      this.settling = false;
      this.frame.getBoundingClientRect();
    });
  }

  leave() {
    cancelAnimationFrame(this.following);
  }
}
