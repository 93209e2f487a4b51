// One picture is turned into the next by changing only what differs. A picture is SVG text made by Python,
// where text stands only in elements without children.

import { parsed } from "./svg.js";

// Attributes on which nothing else depends; of a text, also its place.
const SLIGHT = new Set(["", "fill", "fill-opacity", "data-label", "data-value"]);
const SLIGHT_OF_TEXT = new Set(["x", "y", "font-size"]);

/** Turns `shown`, which is the picture `before`, into the picture `next`. Only what differs is changed, so
    that the rest is not styled, laid out or painted again, and keeps its focus; a picture of another
    structure is drawn anew. Returns the picture, and what was changed: [element, names of attributes, "" for
    its text], or null if it was drawn anew. */
export function turned(shown, before, next) {
  const elements = [shown, ...shown.querySelectorAll("*")];
  const differing = differences(before, next, elements.length);
  if (!differing) {
    const fresh = parsed(next);
    shown.replaceWith(fresh);
    return [fresh, null];
  }
  const parts = parsed(`<svg>${differing.map(([, , is]) => is).join("")}</svg>`).children;
  const touched = ([at, was, is], k) => [elements[at], turn(elements[at], parts[k], changes(was, is))];
  return [shown, differing.map(touched)];
}

/** Where two texts of `count` elements differ: [which element, its tag and text before, the same now]; null
    if their structures differ. */
export function differences(before, next, count) {
  const pieces = (text) => text.match(/<[^>]*>[^<]*/g); // each a tag and the text behind it
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
  return at + 1 === count ? found : null; // it differs if some were not harmless
}

/** What differs between two texts of an element: names of attributes, and "" for what stands in it. */
function changes(was, is) {
  const [before, now] = [was, is].map((text) => text.match(/(?<= )[^\s=]+="[^"]*"|(?<=>)[^<]+/g) ?? []);
  const differing = [...before.filter((each) => !now.includes(each)), ...now.filter((each) => !before.includes(each))];
  return [...new Set(differing.map((each) => /^(.*?)="/.exec(each)?.[1] ?? ""))];
}

/** Gives an element what `is` has of these names; returns them. */
function turn(element, is, names) {
  for (const name of names) {
    if (name === "") element.textContent = is.textContent;
    else if (is.hasAttribute(name)) element.setAttribute(name, is.getAttribute(name));
    else element.removeAttribute(name);
  }
  return names;
}

/** Whether a change leaves the picture such that it need not be looked over again. */
export function slight([element, names]) {
  const isText = element.localName === "text";
  return names.every((name) => SLIGHT.has(name) || (isText && SLIGHT_OF_TEXT.has(name)));
}
