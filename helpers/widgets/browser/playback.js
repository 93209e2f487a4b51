// Playback: which step is shown, the buttons and the slider that change it, and playing step after step.

import { clamp, h } from "./elements.js";
import { icon, iconButton } from "./icons.js";

const MILLISECONDS = { Slow: 3200, Medium: 1800, Fast: 800 }; // per step, by the name of the speed

export class Playback {
  constructor(model) {
    this.model = model;
    this.timer = this.saving = null;
    this.first = this.byHand("first", "Back to the start", () => 0);
    this.back = this.byHand("back", "One step back", () => this.step - 1);
    this.start = iconButton("play", "Play", () => this.play());
    this.next = this.byHand("next", "One step on", () => this.step + 1);
    this.last = this.byHand("last", "Show every step", () => this.count);
    const slide = () => this.jump(Number(this.where.value));
    const range = { type: "range", class: "up-slider up-where", min: 0, step: 1 };
    this.where = h("input", { ...range, "aria-label": "Step", oninput: slide });
    this.counter = h("span", { class: "up-count" });
    const option = (name) => h("option", { value: name, selected: name === "Medium" }, name);
    const options = Object.keys(MILLISECONDS).map(option), onchange = () => this.changeSpeed();
    const label = { class: "up-choice", "aria-label": "Speed", title: "Speed" };
    this.speed = h("select", { ...label, onchange }, ...options);
    const { first, back, start, next, last, where, counter, speed } = this;
    this.element = h("div", { class: "up-steps" }, first, back, start, next, last, where, counter, speed);
  }

  byHand(name, label, step) {
    return iconButton(name, label, () => this.jump(step()));
  }

  /** How many steps there are. */
  get count() {
    return Math.max(this.model.get("transcript").length - 1, 0);
  }

  /** The model's step; a new picture may have fewer. */
  get step() {
    return this.model.get("step");
  }

  /** The step now shown. */
  get shown() {
    return Math.min(this.step, this.count);
  }

  /** Go to a step by hand. */
  jump(step) {
    this.pause();
    this.goto(step);
  }

  goto(wanted) {
    const step = clamp(wanted, 0, this.count);
    if (step === this.step) return;
    this.model.set("step", step); // every view listens; the kernel hears of it later, for a reload
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.model.save_changes(), 400);
  }

  /** Play, or pause; at the end, start again. */
  play() {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.step >= this.count) this.goto(0);
    this.timer = setInterval(() => this.beat(), MILLISECONDS[this.speed.value]);
    this.label("pause", "Pause");
  }

  beat() {
    this.goto(this.step + 1);
    if (this.step >= this.count) this.pause();
  }

  pause() {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.label("play", "Play");
  }

  changeSpeed() {
    if (this.timer === null) return;
    this.pause();
    this.play();
  }

  label(name, label) {
    this.start.replaceChildren(icon(name));
    this.start.setAttribute("aria-label", label);
    this.start.title = label;
  }

  /** Show where we are. */
  show() {
    const { shown, count } = this;
    Object.assign(this.where, { max: count, value: shown });
    this.where.setAttribute("aria-valuetext", `step ${shown} of ${count}`);
    this.counter.textContent = `step ${shown} of ${count}`;
    for (const button of [this.first, this.back]) button.setAttribute("aria-disabled", shown === 0);
    for (const button of [this.next, this.last]) button.setAttribute("aria-disabled", shown === count);
  }

  leave() {
    this.pause();
    clearTimeout(this.saving);
  }
}
