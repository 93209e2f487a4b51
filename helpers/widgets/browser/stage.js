// The place of the picture: the picture is put there, and scrolled so that the current step can be seen.

import { h } from "./elements.js";
import { scrolled } from "./layout.js";
import { Timing } from "./timing.js";
import { Timeline, prefersStill } from "./motion.js";
import { Room } from "./room.js";
import { parsed } from "./svg.js";
import { turned } from "./turning.js";

const BESIDE = 150; // px beside a way that is scrolled to: its boxes
const ABOVE = 70; // px above and below it

/** The size of the type in a part. */
export const typeSize = (part) => Number(part.parentNode.closest("[font-size]").getAttribute("font-size"));

export class Stage {
  constructor(model) {
    this.model = model;
    this.drawn = null; // the picture,
    this.text = ""; // and the text it was made from
    this.holder = h("div"); // where it is,
    this.over = h("div"); // and the tables that are edited in it
    this.element = h("div", { class: "up-stage" }, this.holder, this.over);
    this.picture = h("div", { class: "up-picture", role: "group", tabindex: "0" }, this.element);
    this.frame = h("div", { class: "up-frame" }, this.picture);
    this.room = new Room(model, this);
    this.timing = new Timing();
    this.runner = new Timeline((time) => this.timing.film.run(time));
    this.ran = null; // the film that ran last
    this.middles = new Map(); // by part, where it lies; forgotten with every picture, step and size
    this.waiting = { scroll: 0, settle: false }; // what is about to be done
  }

  /** Show a picture; returns what was changed, as `turned` does. */
  show(text) {
    let touched = null;
    this.runner.finish(); // what a film has moved stands where the text says
    if (this.drawn) [this.drawn, touched] = turned(this.drawn, this.text, text);
    else this.holder.append((this.drawn = parsed(text)));
    this.text = text;
    this.timing.film.survey(this.drawn, this.model.get("film"));
    return touched;
  }

  /** Whether a film that runs by itself, and not aside, runs, or is about to. */
  get rolls() {
    const { runs = "", aside } = this.model.get("film");
    if (aside) return false;
    return this.runner.moving || (this.ran !== null && runs !== "" && runs !== this.ran);
  }

  /** Let a film that runs by itself run, if it is another; what was there from the start has run. */
  roll(then) {
    const film = this.model.get("film"), { runs = "" } = film, isNew = this.ran !== null && runs !== this.ran;
    this.ran = runs;
    if (!runs || !isNew) return;
    this.runner.finish();
    this.timing.film.survey(this.drawn, film);
    this.runner.jump(0);
    const last = film.stops.length - 1;
    this.runner.run(last, last * film.alone, then);
  }

  /** Look over a new picture. */
  survey() {
    this.room.survey(this.drawn);
    this.timing.survey(this.drawn);
  }

  fit() {
    this.middles.clear();
    this.room.fit();
  }

  refit() {
    this.middles.clear();
    this.room.refit();
  }

  /** Show what belongs to a time, as `Timing` does. */
  reveal(time, brief) {
    this.middles.clear();
    return this.timing.show(time, brief);
  }

  /** Scroll to a step in the next frame: asking for sizes now would hold up the message to the kernel. */
  follow(step) {
    cancelAnimationFrame(this.waiting.scroll);
    if (!this.drawn || !this.room.scrolls) return;
    this.waiting.scroll = requestAnimationFrame(() => this.scrollTo(step));
  }

  scrollTo(step) {
    const { picture } = this;
    const ways = this.timing.travel.ways(Math.max(step, 1)), view = picture.getBoundingClientRect();
    if (!ways.length) return;
    const boxes = ways.map((way) => way.getBoundingClientRect()), beside = Math.min(BESIDE, view.width / 4);
    const edge = (side, most, out) => Math[most](...boxes.map((box) => box[side])) + out;
    const left = edge("left", "min", -beside), right = edge("right", "max", beside);
    const top = edge("top", "min", -ABOVE), bottom = edge("bottom", "max", ABOVE);
    const behavior = step === 0 || prefersStill() ? "instant" : "smooth";
    picture.scrollBy({
      left: step === 0 ? right - view.right : scrolled(left, right, view.left, view.right), behavior,
      top: scrolled(top, bottom, view.top, view.bottom),
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
    if (this.waiting.settle) return;
    this.waiting.settle = true;
    queueMicrotask(() => {
      this.waiting.settle = false;
      this.frame.getBoundingClientRect();
    });
  }

  leave() {
    cancelAnimationFrame(this.waiting.scroll);
    this.runner.halt();
  }
}
