// The sentences about what is wrong: each stands by its control, where it covers as few numbers as possible.

import { h, tell } from "./elements.js";

export class Notes {
  constructor(model, stage, panel) {
    Object.assign(this, { model, stage, panel });
    this.fault = h("div", { class: "up-fault", role: "alert", hidden: true }); // about the exhibit as a whole
    stage.frame.append(this.fault);
  }

  /** Show a sentence for each control at fault, and mark the cells. */
  show() {
    const errors = { ...this.model.get("errors") };
    for (const [name, control] of this.panel.controls) {
      const keys = Object.keys(errors).filter((key) => key === name || key.startsWith(`${name}[`));
      const sentences = keys.map((key) => errors[key]);
      for (const key of keys) delete errors[key];
      const wrong = control.cells.filter((cell) => keys.includes(cell.dataset.cell) || keys.includes(name));
      this.note(control, sentences[0], control.cells.find((cell) => keys.includes(cell.dataset.cell)));
      for (const cell of control.cells) mark(cell, wrong.includes(cell) ? sentences[0] : null);
    }
    this.fault.textContent = Object.values(errors).join(" ");
    this.fault.hidden = this.fault.textContent === "";
  }

  note(control, sentence, cell = control.cells[0]) {
    if (sentence === undefined) {
      control.note?.remove();
      control.note = null;
    } else if (control.element.matches(".up-control,.up-over")) {
      control.note ??= h("span", { class: "up-note", role: "alert" });
      tell(control.note, sentence);
      if (control.element.matches(".up-over")) this.settleInPicture(control.note, control.cells, cell);
      else this.settleBelow(control.note, control.element);
    }
  }

  /** Place a note in the line below all controls, under its own; below the notes that stand there already. */
  settleBelow(note, element) {
    const home = this.panel.element, { around, width, beyond } = this.enter(note, home);
    const left = Math.max(0, Math.min(boxOf(element).left - around.left, beyond));
    const others = [...home.querySelectorAll(":scope > .up-note")].filter((one) => one !== note).map(boxOf);
    const met = others.filter((box) =>
      box.left < around.left + left + width && box.right > around.left + left);
    note.style.left = `${left}px`;
    if (met.length) note.style.top = `${Math.max(...met.map((box) => box.bottom)) - around.top + 2}px`;
  }

  /** Place a note below its table, above it, or at the bottom: wherever it covers the fewest numbers. If it
      covers some everywhere, it stands in the free line above the picture. */
  settleInPicture(note, cells, cell) {
    const { drawn, frame } = this.stage, { around, width, height, beyond } = this.enter(note, frame);
    const boxes = cells.filter((each) => !each.hidden).map(boxOf);
    const left = Math.max(0, Math.min(boxOf(cell).left - around.left, beyond));
    const every = [...drawn.querySelectorAll("text")];
    const digits = every.filter((text) => A_NUMBER.test(text.textContent)).map(boxOf);
    const texts = every.map(boxOf).filter((box) => box.width);
    const others = [...frame.querySelectorAll(":scope > .up-note")].filter((one) => one !== note).map(boxOf);
    const below = Math.max(...boxes.map((box) => box.bottom)) + 3;
    const above = Math.min(...boxes.map((box) => box.top)) - height - 3;
    const beyondOthers = others.map((box) => box.bottom + 3);
    const places = [below, above, around.bottom - height, ...beyondOthers, around.top - 9];
    const under = (some, top, slack) => some.filter((box) =>
      box.top + slack * box.height < top + height && box.bottom - slack * box.height > top
      && box.left < around.left + left + width && box.right > around.left + left).length;
    // Digits are lower than their line, and worth more than words; and no note may cover another.
    const words = (top) => under(texts, top, 0.2) + 20 * under(digits, top, 0.2);
    const covered = (top) => words(top) + 1000 * under(others, top, 0);
    const best = places.reduce((one, other) => (covered(other) < covered(one) ? other : one));
    Object.assign(note.style, { left: `${left}px`, top: `${best - around.top}px` });
  }

  /** Put a note into its home; returns the home's box, the note's size, and how far right it may begin. */
  enter(note, home) {
    const { frame } = this.stage;
    if (note.parentElement !== home) home.append(note);
    Object.assign(note.style, { left: 0, top: "", maxWidth: `${frame.clientWidth}px` });
    const around = boxOf(home), { width, height } = boxOf(note);
    return { around, width, height, beyond: boxOf(frame).right - around.left - width };
  }
}

const A_NUMBER = /^[−+]?[\d.]+$/;

const boxOf = (element) => element.getBoundingClientRect();

function mark(cell, sentence) {
  if (sentence === null) {
    cell.removeAttribute("aria-invalid");
    cell.removeAttribute("aria-errormessage");
  } else {
    cell.setAttribute("aria-invalid", "true");
    cell.setAttribute("aria-errormessage", sentence);
  }
}
