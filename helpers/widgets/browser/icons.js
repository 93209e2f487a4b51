// The icons on the buttons, drawn because not every font has such glyphs.

import { h } from "./elements.js";
import { parsed } from "./svg.js";

// Lines, unless FILLED. Play is a solid triangle; one step is an arc that hops over a dot, as in a debugger.
const ICONS = {
  first: "M5 10.5a7.5 7.5 0 1 1-.5 5M5 4.5v6h6",
  back: "M20 13a8 8 0 0 0-15-1.5M5 6v5.5h5.5",
  next: "M4 13a8 8 0 0 1 15-1.5M19 6v5.5h-5.5",
  play: "M8 5v14l11-7z",
  pause: "M7.5 5v14M16.5 5v14",
  last: "M5 6l6 6-6 6M12 6l6 6-6 6",
  screen: "M3 5h18v11H3zM12 16v4M8 20h8",
  copy: "M9 9h11v11H9zM5 15V4h11",
};
const FILLED = new Set(["play"]);
const DOTS = { back: 12.5, next: 11.5 };

export function icon(name) {
  const path = `<path d="${ICONS[name]}" fill="${FILLED.has(name) ? "currentColor" : "none"}"/>`;
  const dot = name in DOTS ? `<circle cx="${DOTS[name]}" cy="18.5" r="2.2" fill="currentColor"/>` : "";
  const drawn = parsed(`<svg viewBox="0 0 24 24">${path}${dot}</svg>`);
  return h("span", { class: "up-icon", "aria-hidden": "true" }, drawn);
}

/** A button with an icon; its label is for screen readers and tooltips. */
export function iconButton(name, label, onclick) {
  const attributes = { type: "button", class: "up-button up-square", "aria-label": label, title: label };
  return h("button", { ...attributes, onclick }, icon(name));
}

/** A button with an icon and a word; the main one of an exhibit is filled. */
export function wordButton(name, word, onclick, main = false) {
  const attributes = { type: "button", class: `up-button up-worded${main ? " up-main" : ""}` };
  return h("button", { ...attributes, onclick }, icon(name), word);
}
