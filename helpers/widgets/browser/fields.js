// A field for a number, which is changed by typing, by the up and down keys, and by dragging sideways.

import { h } from "./elements.js";
import { nudged } from "./numbers.js";

const HOW = "Type a number, press ↑ or ↓, or drag sideways";
const HOW_IN_A_TABLE = "Type a number, drag sideways, or press Shift and ↑ or ↓; the arrow keys move";

/** The field; every new text goes to `changed`. In a table, the arrow keys alone move between the cells. */
export function numberField(label, step, changed, inTable = false) {
  const field = h("input", {
    type: "text",
    inputmode: "decimal",
    class: "up-field",
    "aria-label": label,
    autocomplete: "off",
    spellcheck: "false",
    title: inTable ? HOW_IN_A_TABLE : HOW,
  });
  const enter = (text) => {
    if (text === field.value) return;
    field.value = text;
    changed(text);
  };
  field.addEventListener("input", () => changed(field.value));
  field.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || (inTable && !event.shiftKey)) return;
    event.preventDefault();
    enter(nudged(field.value, step, way * (event.shiftKey && !inTable ? 10 : 1)));
    field.select(); // the next digit replaces it, as it does when one has just moved here
  });
  field.addEventListener("focus", () => field.select()); // at once: a fast typist is ahead of the next frame
  letDrag(field, (from, moved) => enter(nudged(from, step, Math.round(moved / 8))));
  return field;
}

/** Lets a field be dragged: `moveTo` gets what it held before, and by how many pixels it was dragged. */
function letDrag(field, moveTo) {
  let drag = null;
  field.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = { x: event.clientX, from: field.value, on: false, first: document.activeElement !== field };
    field.setPointerCapture(event.pointerId); // a quick hand is outside before the first event
  });
  field.addEventListener("dragstart", (event) => event.preventDefault()); // else a slow hand drags its text off
  field.addEventListener("pointermove", (event) => {
    if (!(event.buttons & 1)) drag = null;
    if (!drag) return;
    const moved = event.clientX - drag.x;
    drag.on ||= Math.abs(moved) > 5;
    if (!drag.on) return;
    event.preventDefault();
    moveTo(drag.from, moved);
  });
  field.addEventListener("click", () => {
    if (drag?.first) field.select(); // this click gave it the focus
    drag = null;
  });
  field.addEventListener("pointercancel", () => {
    drag = null;
  });
}
