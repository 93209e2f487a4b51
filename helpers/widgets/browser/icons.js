// The icons on the buttons, drawn because not every font has such glyphs.

import { h } from "./elements.js";
import { parsed } from "./svg.js";

const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 6 12l10 7z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l10 7-10 7z",
  last: "M5 5l10 7-10 7zM18 5v14",
  screen: "M3 5h18v11H3zM12 16v4M8 20h8",
  copy: "M9 9h11v11H9zM5 15V4h11",
};

export function icon(name) {
  const drawn = parsed(`<svg viewBox="0 0 24 24"><path d="${ICONS[name]}"/></svg>`);
  return h("span", { class: "up-icon", "aria-hidden": "true" }, drawn);
}

/** A button with an icon; its label is for screen readers and tooltips. */
export function iconButton(name, label, onclick) {
  const attributes = { type: "button", class: "up-button up-square", "aria-label": label, title: label };
  return h("button", { ...attributes, onclick }, icon(name));
}
