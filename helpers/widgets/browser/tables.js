// A table of number fields, which lie over the numbers that a picture draws.

import { fill, h } from "./elements.js";
import { numberField } from "./fields.js";

// A single number is pasted into its cell as usual; what may be a table is left to the kernel.
const LOOKS_LIKE_A_TABLE = /[\t\n;,]|\S\s+\S|\[/;
const DECIMAL_COMMA = /^\s*[+-]?\d+,\d+\s*$/;

/** A control: {element, cells, update}, as in controls.js. */
export function table(spec, send) {
  const { rows, cols } = spec, alone = rows * cols === 1;
  const at = (i, j) => cells[i * cols + j];
  const lines = () => Array.from({ length: rows }, (_, i) =>
    cells.slice(i * cols, (i + 1) * cols).map((cell) => cell.value));
  const cell = (i, j) => {
    const label = alone ? spec.label : `${spec.label}, ${spec.places[i][j]}`;
    const field = numberField(label, spec.step, () => send(lines()), !alone);
    field.dataset.cell = `${spec.name}[${i},${j}]`;
    describeAside(field);
    field.addEventListener("keydown", (event) => {
      if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
      const to = neighbour(spec, cells, event);
      if (!to) return;
      event.preventDefault();
      to.focus();
    });
    field.addEventListener("paste", (event) => {
      const paste = event.clipboardData.getData("text");
      if (!LOOKS_LIKE_A_TABLE.test(paste.trim()) || DECIMAL_COMMA.test(paste)) return;
      event.preventDefault();
      send({ cells: lines(), row: i, column: j, paste }); // the answer is new cells, or a sentence
    });
    return field;
  };
  const cells = Array.from({ length: rows * cols }, (_, k) => cell(Math.floor(k / cols), k % cols));
  const named = alone ? {} : { role: "group", "aria-label": spec.label };
  const element = h("div", { class: "up-over", ...named }, ...cells);
  const update = (raw) =>
    (raw.cells ?? raw).forEach((line, i) => line.forEach((text, j) => at(i, j) && fill(at(i, j), text)));
  return { element, cells, update };
}

/** Replaces the title, whose tooltip would cover the picture. */
function describeAside(field) {
  field.setAttribute("aria-description", field.title);
  field.removeAttribute("title");
}

/** The cell a key leads to, if any. Arrows leave a text only from its ends, or if all of it is selected. */
function neighbour({ rows, cols }, cells, { key, target }) {
  const k = cells.indexOf(target), i = Math.floor(k / cols), j = k % cols;
  const { selectionStart: start, selectionEnd: end, value } = target;
  const whole = start === 0 && end === value.length;
  const beside = (way) => nearest(cells, target, way, "offsetLeft", "offsetTop");
  switch (key) {
    case "Enter": // down the column, then on to the next
      return i + 1 < rows ? cells[k + cols] : cells[(j + 1) % cols];
    case "ArrowLeft":
      return whole || end === 0 ? beside(-1) : null;
    case "ArrowRight":
      return whole || start === value.length ? beside(1) : null;
    case "ArrowUp":
      return nearest(cells, target, -1, "offsetTop", "offsetLeft");
    case "ArrowDown":
      return nearest(cells, target, 1, "offsetTop", "offsetLeft");
    default:
      return null;
  }
}

/** The nearest cell on one side: in a picture it need not be the next one of the array. */
function nearest(cells, from, way, along, across) {
  const ahead = (cell) => way * (cell[along] - from[along]);
  const far = (cell) => ahead(cell) + 3 * Math.abs(cell[across] - from[across]);
  const there = cells.filter((cell) => !cell.hidden && ahead(cell) > 1);
  return there.length ? there.reduce((best, cell) => (far(cell) < far(best) ? cell : best)) : null;
}
