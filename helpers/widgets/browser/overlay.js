// The fields that lie over the picture, each on the number drawn for it. They show only what is being typed.

import { put } from "./elements.js";
import { readable } from "./numbers.js";
import { typeSize } from "./stage.js";

const percent = (value, whole) => `${(100 * value) / whole}%`;

export class Overlay {
  constructor(stage, panel) {
    Object.assign(this, { stage, panel, left: false });
    for (const name of ["focusin", "focusout", "input"]) {
      stage.over.addEventListener(name, ({ target }) => requestAnimationFrame(() => showTyped(target)));
    }
  }

  /** Lay each field over its drawn cell; a field without one is hidden. */
  cover() {
    const { drawn, over } = this.stage;
    const parts = [...(drawn?.querySelectorAll("[data-cell]") ?? [])], cornerOf = corners(drawn);
    const targets = new Map(parts.map((part) => [part.dataset.cell, part]));
    for (const cell of this.panel.cells().filter((each) => over.contains(each))) {
      const target = targets.get(cell.dataset.cell), box = target?.querySelector("rect");
      this.left ||= !box && cell === document.activeElement;
      cell.hidden = !box;
      cell.drawn = target;
      if (box) this.lay(cell, target, box, cornerOf(target));
    }
  }

  lay(cell, target, box, [left, top]) {
    const { width: across, height: down } = this.stage.room.shape;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(box.getAttribute(name)));
    // It grows with what is typed, away from the nearer edge of the picture.
    const begins = x + left, isLeft = 2 * begins + width <= across;
    const side = isLeft ? `left:${percent(begins, across)}` : `right:${percent(across - begins - width, across)}`;
    const place = `${side};top:${percent(y + top, down)}`;
    const size = `min-width:${percent(width, across)};height:${percent(height, down)}`;
    put(cell, "style", `${place};${size};font-size:calc(var(--up-scale) * ${typeSize(target)}px)`);
    put(target, "aria-hidden", "true");
    if (target.dataset.hot) put(cell, "data-hot", target.dataset.hot);
    showTyped(cell);
  }

  /** From a field that is gone with its answer, on to what came last of what can be taken hold of. */
  moveOn() {
    if (this.left) [...this.stage.drawn.querySelectorAll("[data-drag],[data-lift]")].at(-1)?.focus();
    this.left = false;
  }

  /** In every place, show either the field or the drawn number. */
  show() {
    this.panel.cells().forEach(showTyped);
  }
}

/** Shows what was typed while it is being edited, at fault, or not drawn yet; otherwise the drawn number. */
function showTyped(cell) {
  if (!cell.drawn) return;
  const behind = readable(cell.value) !== Number(cell.drawn.dataset.value);
  const typed = cell === document.activeElement || cell.hasAttribute("aria-invalid") || behind;
  cell.size = (cell === document.activeElement && cell.value.length) || 1;
  cell.classList.toggle("up-typed", typed);
  cell.drawn.classList.toggle("up-hidden", typed);
}

/** A function that tells where a part's coordinates begin; the groups around parts are asked only once. */
function corners(drawn) {
  const known = new Map([[drawn, [0, 0]]]);
  return function cornerOf(part) {
    if (!known.has(part)) {
      const [x, y] = cornerOf(part.parentNode);
      const moved = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(part.getAttribute("transform") ?? "");
      known.set(part, [x + Number(moved?.[1] ?? 0), y + Number(moved?.[2] ?? 0)]);
    }
    return known.get(part);
  };
}
