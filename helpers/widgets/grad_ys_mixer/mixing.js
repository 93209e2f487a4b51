// Numbers that are linear in a table of weights follow it right here, with or without a kernel. Each is a
// weighted sum of numbers that Python has sent, printed and coloured by rules that came with them.

import { coordinate, isNumber, readable, textWidth, written } from "../browser/numbers.js";
import { typeSize } from "../browser/stage.js";

/** Σ weights[k] · rows[k][j] for every j, added in this order; anything smaller than `noise` becomes 0. */
export function mixed(weights, rows, noise) {
  return rows[0].map((_, j) => {
    const sum = rows.reduce((total, row, k) => total + weights[k] * row[j], 0);
    return Math.abs(sum) < noise ? 0 : sum;
  });
}

/** Draws all that the model's `linear` describes, for the weights that were `entered`; if one cannot be read,
    everything stays. */
export function follow(drawn, model, entered) {
  const linear = model.get("linear"), raw = linear.parts && entered[linear.control];
  if (!Array.isArray(raw)) return;
  const texts = raw.flat();
  const fits = (text) => isNumber(text, linear.number) && Math.abs(readable(text)) <= linear.limit;
  if (!texts.every(fits)) return;
  const weights = texts.map(readable), noise = linear.noise * Math.max(...weights.map(Math.abs));
  for (const [name, rows] of Object.entries(linear.parts)) {
    const values = mixed(weights, rows, noise), signed = name === linear.signed;
    const largest = Math.max(0, ...values.map(Math.abs).filter(Number.isFinite));
    values.forEach((value, j) => {
      const cell = drawn.querySelector(`[data-mix="${name}-${j}"]`);
      const text = (signed && value > 0 ? "+" : "") + written(value, linear.rules);
      if (cell) draw(cell, text, value, largest, linear.rules);
    });
    if (signed) tellGap(drawn, values.some((value) => value !== 0));
  }
}

/** Draws a number in its cell of a heat map, as `svg.matrix` does in Python. */
function draw(cell, text, value, largest, rules) {
  const box = cell.querySelector("rect"), label = cell.querySelector("text"), size = typeSize(cell);
  const [y, width, height] = ["y", "width", "height"].map((name) => Number(box.getAttribute(name)));
  const fitting = size * Math.min(1, width / (textWidth(text, size, rules.widths) + rules.padding * size));
  const share = largest ? Math.min(Math.abs(value) / largest, 1) : 0;
  const strength = share > rules.faintest ? rules.least + rules.span * share : 0;
  label.textContent = text;
  label.setAttribute("y", coordinate(y + height / 2 + rules.baseline * fitting));
  if (fitting < size) label.setAttribute("font-size", coordinate(fitting));
  else label.removeAttribute("font-size");
  if (!cell.dataset.label) cell.setAttribute("aria-label", text);
  box.setAttribute("fill", value < 0 ? rules.hues.negative : rules.hues.positive);
  box.setAttribute("fill-opacity", coordinate(strength));
}

/** Shows the sentence for a gap, or the one for none. */
function tellGap(drawn, gap) {
  for (const part of drawn.querySelectorAll("[data-off]")) {
    part.setAttribute("display", String(gap) === part.dataset.off ? "inline" : "none");
  }
}
