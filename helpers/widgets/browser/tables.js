// A table of number fields, beside its label or over the numbers that a picture draws.

import { fill, h } from "./elements.js";
import { numberField } from "./fields.js";

// A single number is pasted into its cell as usual; what may be a table is left to the kernel.
const LOOKS_LIKE_A_TABLE = /[\t\n;,]|\S\s+\S|\[/;
const DECIMAL_COMMA = /^\s*[+-]?\d+,\d+\s*$/;

/** A control: {element, cells, update}, as in controls.js. */
export function table(spec, send) {
  const { rows, cols, in_picture: inPicture, in_a_row: inRow } = spec;
  const at = (i, j) => cells[i * cols + j], alone = rows * cols === 1;
  const texts = () => cells.map((cell) => cell.value);
  const lines = () => Array.from({ length: rows }, (_, i) => texts().slice(i * cols, (i + 1) * cols));
  const cell = (i, j) => {
    const label = alone ? spec.label : `${spec.label}, ${spec.places[i][j]}`;
    const inTable = !alone && (inPicture || (rows > 1 && !inRow));
    const field = numberField(label, spec.step, () => send(lines()), inTable);
    field.dataset.cell = `${spec.name}[${i},${j}]`;
    if (inPicture) describeAside(field);
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
  const role = { ...named, style: `--cols:${inRow ? rows * cols : cols}` };
  const grid = h("div", { class: inPicture ? "up-over" : "up-cells", ...role }, ...cells);
  if (inRow) cells.forEach((each, k) => each.classList.toggle("up-apart", k > 0 && k % cols === 0));
  const name = h("span", { class: "up-label", "aria-hidden": "true" }, spec.label);
  const element = inPicture ? grid : h("div", { class: "up-control up-table" }, name, grid);
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
function neighbour({ rows, cols, in_picture: inPicture, in_a_row: inRow }, cells, { key, target }) {
  const k = cells.indexOf(target), i = Math.floor(k / cols), j = k % cols;
  const { selectionStart: start, selectionEnd: end, value } = target;
  const whole = start === 0 && end === value.length;
  const near = (way) => nearest(cells, target, way, "offsetLeft", "offsetTop");
  const beside = (way) => (inPicture ? near(way) : cells[k + way]);
  const vertical = (way) => {
    if (inPicture) return nearest(cells, target, way, "offsetTop", "offsetLeft");
    return rows > 1 && !inRow ? cells[k + way * cols] : null;
  };
  switch (key) {
    case "Enter": // down the column, then on to the next
      return i + 1 < rows ? cells[k + cols] : cells[(j + 1) % cols];
    case "ArrowLeft":
      return whole || end === 0 ? beside(-1) : null;
    case "ArrowRight":
      return whole || start === value.length ? beside(1) : null;
    case "ArrowUp":
      return vertical(-1);
    case "ArrowDown":
      return vertical(1);
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
