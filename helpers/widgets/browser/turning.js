// One picture becomes the next by touching only what differs. A picture is SVG text made by Python, one
// element per tag, where all texts stand in elements without children.

import { parsed } from "./svg.js";

// Attributes on which nothing rests but what is seen and read; of text also its place.
const SLIGHT = new Set(["", "fill", "fill-opacity", "data-label", "data-words", "data-size", "data-value"]);
const SLIGHT_OF_TEXT = new Set(["x", "y", "font-size"]);

/** `shown` is the picture `before`: make it the picture `next` by touching only what differs, so that the
    rest needs no new style, layout and paint, and keeps its focus. What is built otherwise is drawn anew.
    Returns the picture and what was touched, [element, names of its attributes, "" for its text]; null if
    drawn anew. */
export function turned(shown, before, next) {
  const elements = [shown, ...shown.querySelectorAll("*")];
  const differing = differences(before, next, elements.length);
  if (!differing) {
    const fresh = parsed(next);
    shown.replaceWith(fresh);
    return [fresh, null];
  }
  const parts = parsed(`<svg>${differing.flatMap(([, was, is]) => [was, is]).join("")}</svg>`).children;
  const touched = ([at], k) => [elements[at], turn(elements[at], parts[2 * k], parts[2 * k + 1])];
  return [shown, differing.map(touched)];
}

/** Where two texts of so many elements differ: [which element, its tag and text before, and now]; null if
    they are built otherwise. */
function differences(before, next, count) {
  const pieces = (text) => text.match(/<[^>]*>[^<]*/g); // a tag, and the text behind it
  const nameOf = (piece) => /^<[^\s/>]*/.exec(piece)[0];
  const whole = (piece) => (piece.endsWith("/>") ? piece : `${piece}</${nameOf(piece).slice(1)}>`);
  const olds = pieces(before), news = pieces(next), found = [];
  if (olds.length !== news.length) return null;
  let at = -1;
  for (let k = 0; k < news.length; k++) {
    at += news[k][1] !== "/";
    if (olds[k] === news[k]) continue;
    if (nameOf(olds[k]) !== nameOf(news[k]) || news[k][1] === "/") return null;
    found.push([at, whole(olds[k]), whole(news[k])]);
  }
  return at + 1 === count ? found : null; // some were not harmless: then they are not counted alike
}

/** Gives an element what has changed from `was` to `is`; returns the names of the attributes, "" for the
    text. */
function turn(element, was, is) {
  const names = [...new Set([...was.getAttributeNames(), ...is.getAttributeNames()])];
  const changed = names.filter((name) => was.getAttribute(name) !== is.getAttribute(name));
  for (const name of changed) {
    if (is.hasAttribute(name)) element.setAttribute(name, is.getAttribute(name));
    else element.removeAttribute(name);
  }
  if (was.textContent === is.textContent) return changed;
  element.textContent = is.textContent;
  return [...changed, ""];
}

/** Whether what was touched of an element changes nothing of where other things are. */
export function slight([element, names]) {
  const isText = element.localName === "text";
  return names.every((name) => SLIGHT.has(name) || (isText && SLIGHT_OF_TEXT.has(name)));
}
