// The controls of one exhibit, built from their description and filled with what was entered.

import { CONTROLS } from "./controls.js";
import { h } from "./elements.js";

const REST = 800; // ms without a key: then a number is no longer being typed

const overPicture = (element) => element.matches(".up-over");

export class Panel {
  /** Tables edited in the picture go into `over`, which lies on it; all other controls go into `element`. */
  constructor(model, messages, over) {
    Object.assign(this, { model, messages, over });
    this.element = h("div", { class: "up-controls" });
    this.controls = new Map(); // by name: what controls.js returns, the description, what stands before
    this.built = "";
    for (const place of [this.element, over]) {
      // Before the field hears of it: 1.25 passes 1.
      place.addEventListener("input", ({ target }) => target.matches(".up-field") && this.type(), true);
      for (const end of ["change", "focusout"]) place.addEventListener(end, () => this.rest());
    }
  }

  /** A number that is being typed is in the hand, until Enter, until its field is left, or until a rest. */
  type() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), REST);
    this.messages.hold(true);
  }

  rest() {
    clearTimeout(this.resting);
    this.messages.hold(false);
  }

  /** All fields of all controls. */
  cells() {
    return [...this.controls.values()].flatMap(({ cells }) => cells);
  }

  /** Make the controls that are described now, if they differ; returns whether they do. A control that is
      described as before stays, with its focus and its caret. */
  build() {
    const specs = this.model.get("controls"), text = JSON.stringify(specs);
    if (text === this.built) return false;
    this.built = text;
    const focused = this.focused(), old = this.controls;
    this.controls = new Map(specs.map((spec) => [spec.name, this.control(spec, old.get(spec.name))]));
    for (const [name, { element, note }] of old) {
      if (this.controls.get(name)?.element !== element) note?.remove();
    }
    const elements = [...this.controls.values()].flatMap(({ before, element }) => [...before, element]);
    arrange(this.element, elements.filter((element) => !overPicture(element)));
    arrange(this.over, elements.filter(overPicture));
    this.element.hidden = elements.every((element) => overPicture(element) || element.hidden);
    this.focus(focused);
    return true;
  }

  control(spec, kept) {
    const description = JSON.stringify(spec);
    if (kept?.description === description) return kept;
    const made = CONTROLS[spec.kind](spec, (raw) => this.messages.send(spec.name, raw));
    return { ...made, description, before: spec.new_row ? [h("span", { class: "up-row" })] : [] };
  }

  /** Fill the controls with what was entered. */
  fill() {
    const inputs = this.messages.entered();
    for (const [name, control] of this.controls) if (name in inputs) control.update(inputs[name]);
  }

  /** The name of the cell with the focus. */
  focused() {
    const here = document.activeElement;
    return this.element.contains(here) || this.over.contains(here) ? here.dataset.cell : null;
  }

  /** Give the focus to a cell whose old field had it, if that field is gone. */
  focus(cell) {
    const root = this.element.closest(".up-exhibit");
    if (!cell || root.contains(document.activeElement)) return;
    root.querySelector(`:is(input,select,button)[data-cell="${CSS.escape(cell)}"]`)?.focus();
  }
}

/** Makes these elements, in this order, the children of `place`; those in place already are not moved. */
function arrange(place, elements) {
  for (const element of [...place.children]) if (!elements.includes(element)) element.remove();
  elements.forEach((element, i) => {
    if (place.children[i] !== element) place.insertBefore(element, place.children[i] ?? null);
  });
}
