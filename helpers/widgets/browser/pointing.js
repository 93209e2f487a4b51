// Pointing at a part of the picture, with the mouse or the focus: what belongs to it lights up, and what is
// said of it is shown.

import { put, tell } from "./elements.js";

// What can take the focus in a picture, besides its buttons: parts that light up, and boxes that lead to a
// step.
const HOT = "[data-hot]:not([data-cell])";
const JUMP = "[data-goto]:not([data-step])";
const ACTIVE = `[data-set],${HOT},${JUMP}`;

export class Pointing {
  constructor(stage) {
    this.stage = stage;
    this.hot = null; // the key of what is pointed at
    this.rest = null; // and of what is shown while nothing is
    this.lit = this.about = new Map(); // by key: what lights up, and what is said
    this.lines = []; // the texts that say it
    this.marked = []; // what is lit up now
    this.jumps = []; // boxes that lead to a step
    const { picture } = stage;
    picture.addEventListener("pointerover", ({ target }) => {
      const key = this.keyOf(target);
      if (key !== this.hot) this.light(key ?? this.keyOf(document.activeElement));
    });
    picture.addEventListener("pointerleave", () => this.light(this.keyOf(document.activeElement)));
    picture.addEventListener("focusin", ({ target }) => this.point(target));
    // Straight to what comes next, without a glimpse of what is shown at rest.
    picture.addEventListener("focusout", ({ relatedTarget }) => this.point(relatedTarget));
  }

  /** The key of an element in this picture; another exhibit may have the same keys. */
  keyOf(element) {
    return this.stage.picture.contains(element) ? (element.closest("[data-hot]")?.dataset.hot ?? null) : null;
  }

  point(element) {
    const key = this.keyOf(element);
    if (key !== this.hot) this.light(key);
  }

  /** Look over what can be pointed at in a new picture. */
  survey() {
    const { drawn } = this.stage;
    this.lit = byKey(drawn, "lit");
    for (const part of this.marked) part.classList.remove("up-lit"); // it may have another key now
    this.marked = [];
    const lines = [...drawn.querySelectorAll("[data-line]")];
    this.lines = lines.map((part) => part.querySelector("text") ?? part);
    const labelled = [...drawn.querySelectorAll("[data-hot][data-label]")];
    this.about = new Map(labelled.map(({ dataset }) => [dataset.hot, dataset.label]));
    const rest = drawn.querySelector("[data-rest]")?.dataset;
    this.rest = rest?.rest ?? null;
    if (rest?.label) this.about.set(rest.rest, rest.label);
    this.introduceAll();
  }

  /** Make everything that can be used known to the keyboard and to screen readers. */
  introduceAll() {
    const { drawn } = this.stage, active = [...drawn.querySelectorAll(ACTIVE)];
    this.jumps = active.filter((part) => part.matches(JUMP));
    if (active.length) put(drawn, "role", "group"); // an image may contain nothing focusable
    // The Tab key stops once at each kind; arrow keys go on from there.
    const stops = [HOT, JUMP].map((kind) => active.find((part) => part.matches(kind)));
    for (const part of active) {
      part.querySelectorAll("text").forEach(setApart);
      this.introduce(part);
      put(part, "role", part.matches(HOT) && !part.dataset.set ? "img" : "button");
      put(part, "tabindex", part.dataset.set || stops.includes(part) ? "0" : "-1");
    }
  }

  introduce(part) {
    const title = part.dataset.goto && part.querySelector("text")?.textContent;
    put(part, "data-key", part.dataset.hot || part.dataset.set || title);
    if (part.matches(JUMP)) nameJump(part);
    else put(part, "aria-label", part.dataset.label || readIn(part));
  }

  /** Name the boxes that lead to a step by what can be read in them now. */
  nameJumps() {
    for (const jump of this.jumps) nameJump(jump);
  }

  /** Introduce again the parts to which these elements belong. */
  introduceAround(elements) {
    const parts = new Set(elements.map((element) => element.closest(ACTIVE)));
    for (const part of parts) if (part) this.introduce(part);
  }

  /** Make a key hot: light up what belongs to it, and show what is said of it. */
  light(key) {
    this.hot = key;
    const shown = this.lit.has(key) || this.about.has(key) ? key : this.rest; // it may be gone
    const lit = this.lit.get(shown) ?? [];
    for (const part of this.marked) if (!lit.includes(part)) part.classList.remove("up-lit");
    for (const part of lit) part.classList.add("up-lit");
    this.marked = lit;
    this.say(this.about.get(shown) ?? "");
    this.stage.settle();
  }

  /** Write what is said of a part, line by line, into the texts that are there for it. */
  say(label) {
    const said = label.split("\n");
    this.lines.forEach((text, i) => tell(text, said[i] ?? ""));
  }

  /** The key of the part that has the focus, and where it lies. */
  focused() {
    const here = document.activeElement;
    return this.stage.drawn?.contains(here) ? [here.dataset.key, this.stage.middle(here)] : [];
  }

  /** Give the focus back to the part with this key, if it was redrawn: of several, to the nearest. */
  focus([key, place]) {
    const { stage } = this;
    if (!key || stage.drawn.contains(document.activeElement)) return;
    const far = (part) => apart(stage.middle(part), place);
    const same = [...stage.drawn.querySelectorAll("[data-key]")].filter((part) => part.dataset.key === key);
    same.sort((one, other) => far(one) - far(other))[0]?.focus();
  }

  /** Move the focus to the nearest part of the same kind in one direction. */
  move(from, [dx, dy]) {
    const [x, y] = this.stage.middle(from);
    let best = null, least = Infinity;
    for (const part of this.stage.drawn.querySelectorAll(from.matches(JUMP) ? JUMP : HOT)) {
      if (part.closest(".up-off")) continue;
      const [px, py] = this.stage.middle(part), along = (px - x) * dx + (py - y) * dy;
      const far = along + 3 * (Math.abs((px - x) * dy) + Math.abs((py - y) * dx));
      if (along > 1 && far < least) [best, least] = [part, far];
    }
    if (!best) return;
    from.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }
}

const apart = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

export const partOf = (element) => element.closest(`[data-hot],${JUMP}`);
export const buttonOf = (element) => element.closest(`[data-set],${JUMP}`);

/** What can be read in a part. */
const readIn = (part) =>
  [...part.querySelectorAll("text")].filter((text) => !text.closest(".up-off")).map(textOf).join(" ");
const textOf = ({ textContent }) => textContent;
/** A space after a text, so that a screen reader does not run it and the next together. */
const setApart = (text) => text.nextSibling?.nodeType === Node.TEXT_NODE || text.after(" ");
const nameJump = (part) => put(part, "aria-label", `${readIn(part)}: go to step ${part.dataset.goto}`);

/** The parts that name a key in an attribute, by key. */
function byKey(drawn, name) {
  const found = new Map();
  for (const part of drawn.querySelectorAll(`[data-${name}]`)) {
    for (const key of part.dataset[name].split(" ")) if (!found.get(key)?.push(part)) found.set(key, [part]);
  }
  return found;
}
