// Playback: which step is shown, the buttons and the slider that change it, and playing step after step. The
// step is the model's, which all views share; how far a view has come on its way there is its timeline's.

import { clamp, h, put, tell } from "./elements.js";
import { icon, iconButton, wordButton } from "./icons.js";
import { Timeline, prefersStill } from "./motion.js";

// What one step takes, and the rest between two, in milliseconds. A film says itself how long it takes.
export const PACE = [1700, 500];

/** Where we are, in words. */
export function told(time, { shown, count }, film, step = "step") {
  const [at, last] = film ? [film.stops[Math.floor(time)], film.of || film.stops[count]] : [shown, count];
  return `${step} ${at} of ${last}`;
}

export class Playback {
  /** `show(time)` draws a time; `moves()` says whether anything moves from step to step. */
  constructor(model, { show, moves }) {
    Object.assign(this, { model, moves, playing: false, resting: null, saving: null });
    this.timeline = new Timeline(show);
    this.first = this.byHand("first", "Back to the start", () => 0);
    this.back = this.byHand("back", "One step back", () => this.step - 1);
    const [label, each] = model.get("stepping") ?? ["One step", "step"];
    this.each = each;
    this.next = wordButton("next", label, () => this.on(), true);
    this.start = wordButton("play", "Play", () => this.play());
    this.last = this.byHand("last", "Show every step", () => this.count);
    const range = { type: "range", class: "up-slider up-where", min: 0, "aria-label": "Step" };
    this.where = h("input", { ...range, oninput: () => this.drag(Number(this.where.value)) });
    this.where.addEventListener("keydown", (event) => this.press(event));
    this.counter = h("span", { class: "up-count" });
    const { first, back, next, start, last, where, counter } = this;
    this.element = h("div", { class: "up-steps" }, first, back, next, start, last, where, counter);
  }

  byHand(name, label, step) {
    return iconButton(name, label, () => this.jump(step()));
  }

  /** The film, if its stops are the steps. */
  get film() {
    const film = this.model.get("film");
    return film?.stops && !film.runs ? film : null;
  }

  /** How many steps there are. */
  get count() {
    return Math.max((this.film?.stops ?? this.model.get("transcript")).length - 1, 0);
  }

  /** The model's step; a new picture may have fewer. */
  get step() {
    return this.model.get("step");
  }

  /** The step now shown, or on its way. */
  get shown() {
    return clamp(this.step, 0, this.count);
  }

  /** One step on: it finishes the step under way first. A step that was paused goes on. */
  on() {
    const { timeline } = this, paused = !timeline.moving && timeline.time < this.shown;
    timeline.finish();
    this.pause();
    if (paused) this.run();
    else this.goto(this.step + 1);
  }

  /** Go to a step by hand. */
  jump(step) {
    this.pause();
    if (step === this.step) this.timeline.jump(step); // it may be on its way there
    else this.goto(step);
  }

  /** Drag to any time, also in the midst of a step. */
  drag(time) {
    this.pause();
    this.timeline.jump(time);
    this.goto(Math.ceil(time));
  }

  /** The arrow keys of the slider go by whole steps. */
  press(event) {
    const way = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!way) return;
    event.preventDefault();
    if (way > 0) this.on();
    else this.jump(this.step - 1);
  }

  goto(wanted) {
    const step = clamp(wanted, 0, this.count);
    if (step === this.step) return;
    const later = step > this.step ? 400 : 0; // for a reload; but what was found may not be so before it
    this.model.set("step", step); // every view listens
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.model.save_changes(), later);
  }

  /** Show the model's step: a step on travels there, anything else is shown at once. */
  follow() {
    const { timeline, shown } = this;
    if (Math.ceil(timeline.goal ?? timeline.time) === shown) {
      timeline.show(timeline.time); // of another picture, perhaps
      return;
    }
    timeline.finish();
    if (this.moves() && timeline.time === shown - 1) this.run();
    else this.arrive(shown);
  }

  /** Let the step under way run to its end. */
  run() {
    const { timeline, shown } = this, part = shown - timeline.time;
    timeline.run(shown, part * this.pace[0], () => this.rest(this.pace[1]));
  }

  arrive(step) {
    this.timeline.jump(step);
    this.rest(this.pace[1] + (this.moves() ? 0 : this.pace[0]));
  }

  get pace() {
    const { film, playing } = this;
    return film ? [playing ? film.brief : film.alone, 0] : PACE;
  }

  /** Play, or pause; at the end, start again. */
  play() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.film && prefersStill()) {
      this.jump(this.count);
      return;
    }
    this.playing = true;
    this.label("pause", "Pause");
    if (this.timeline.time < this.shown) this.run();
    else if (this.step < this.count) this.goto(this.step + 1);
    else this.goto(0);
  }

  /** While playing, the next step follows. */
  rest(milliseconds) {
    clearTimeout(this.resting);
    if (!this.playing) return;
    if (this.step >= this.count) this.pause();
    else this.resting = setTimeout(() => this.goto(this.step + 1), milliseconds);
  }

  /** Be at a step, and no longer on the way there: a hand takes hold of what it shows. */
  stand() {
    this.pause();
    if (this.timeline.time < this.shown) this.timeline.jump(this.shown);
  }

  pause() {
    this.timeline.halt();
    clearTimeout(this.resting);
    if (!this.playing) return;
    this.playing = false;
    this.label("play", "Play");
  }

  label(name, label) {
    this.start.replaceChildren(icon(name), label);
  }

  /** Show where we are. */
  show() {
    const { shown, count, timeline, film } = this;
    const said = told(timeline.time, { shown, count }, film, this.each);
    this.element.classList.toggle("up-filmed", Boolean(film));
    put(this.where, "step", this.moves() ? 0.01 : 1);
    put(this.where, "max", count);
    this.where.value = timeline.time;
    put(this.where, "aria-valuetext", said);
    tell(this.counter, said);
    for (const button of [this.first, this.back]) put(button, "aria-disabled", shown === 0);
    for (const button of [this.next, this.last]) put(button, "aria-disabled", timeline.time === count);
  }

  leave() {
    this.pause();
    clearTimeout(this.saving);
  }
}
