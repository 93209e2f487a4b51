// The matrix lab: pointing at a number, or editing it, lights what makes it and where it goes. A picture says
// by letters which entries these are, as einsum does: `data-letters="A:ik B:kj C:ij"`,
// `data-sizes="i:2 ..."`, `data-products="C:A,B dA:G,B"`. The products then appear one by one, in the colours
// of their factors.

import { put, tell } from "../browser/elements.js";
import { eased, portion, Timeline } from "../browser/motion.js";
import { readable } from "../browser/numbers.js";
import { Entries, nameOf } from "./entries.js";

const NEXT_AFTER = 260, COMES_IN = 320; // ms: from one product to the next, and until one has appeared
const QUICK = 500; // ms: from one entry to the next
const HUES = ["up-pair up-pair-1", "up-pair up-pair-2", "up-pair up-pair-3"];
const LOOKS = [...HUES, ...HUES.map((look) => `${look} up-again`)];
const IN_ONE_LINE = 12; // characters: a longer product takes two lines

export class Crossing {
  /** The entries of a picture; null if it has none. */
  static of(drawn) {
    const whole = drawn.querySelector("[data-products]");
    return whole && new Crossing(drawn, whole);
  }

  constructor(drawn, whole) {
    const { rest, nudge } = whole.dataset;
    Object.assign(this, { drawn, rest, nudge: nudge !== undefined, shown: null, marked: new Map() });
    this.entries = new Entries(whole.dataset);
    const parts = [...drawn.querySelectorAll("[data-hot]")];
    this.parts = new Map(parts.map((part) => [part.dataset.hot, part]));
    this.texts = new Map(parts.map((part) => [part.dataset.hot, part.querySelector("text")]));
    const { abreast, rows } = drawn.querySelector("[data-abreast]").dataset;
    this.panel = { abreast: Number(abreast), rows: Number(rows) };
    this.head = drawn.querySelector("[data-head]");
    this.terms = [...drawn.querySelectorAll("[data-term]")].map((group) => new Term(group));
    this.lines = [...drawn.querySelectorAll("[data-line]")];
    this.badges = [...drawn.querySelectorAll("[data-badge]")];
    this.count = 0; // of the terms that are written
    this.since = -Infinity; // when something was lit last
    this.timeline = new Timeline((time) => this.show(time));
  }

  // What is shown

  /** The number printed for an entry. */
  text(key) {
    return this.texts.get(key).textContent;
  }

  label(key) {
    const [name, ...index] = key.split("-");
    return `${name}[${index.join(",")}]`;
  }

  /** What a screen reader says of an entry. */
  name({ dataset }) {
    return `${this.label(dataset.hot)} = ${this.text(dataset.hot)}`;
  }

  /** Light an entry and all that belongs to it; with none, the entry at rest. Who walks on quickly, key by
      key, sees each sum at once. */
  light(key, byKey = false) {
    const quick = byKey && performance.now() - this.since < QUICK;
    this.since = performance.now();
    const known = this.parts.has(key), shown = known ? key : this.rest, before = this.shown;
    const made = this.entries.pairsOf(shown), uses = this.entries.usesOf(shown);
    this.drawn.classList.toggle("up-pointing", known);
    const left = before === shown ? null : this.parts.get(before);
    if (left?.hasAttribute("aria-label")) put(left, "aria-label", this.name(left));
    if (before === shown) for (const term of this.terms) term.written = null; // the picture may be another
    this.mark(shown, made, uses);
    tell(this.head, this.label(shown) + (made.length ? "" : ` = ${this.text(shown)}`));
    this.head.classList.toggle("up-upstream", isUpstream(shown));
    if (made.length) this.writeSum(shown, made);
    else this.writeUses(shown, uses);
    this.say(shown);
    if (this.nudge) this.move(shown);
    this.shown = shown;
    if (before === shown) this.show(this.timeline.time); // its numbers have changed, perhaps
    else if (known && before !== null && !quick) this.appear();
    else this.timeline.jump(this.whole);
  }

  mark(shown, made, uses) {
    const marks = new Map([[this.parts.get(shown), "up-goal"]]);
    made.forEach((pair, n) => pair.forEach((key) => marks.set(this.parts.get(key), lookOf(n))));
    for (const [other, into] of uses) {
      marks.set(this.parts.get(other), "up-by");
      marks.set(this.parts.get(into), "up-into");
    }
    for (const [part, look] of this.marked) if (marks.get(part) !== look) unlight(part, look);
    for (const [part, look] of marks) part.classList.add(...look.split(" "), "up-lit");
    this.marked = marks;
  }

  /** The products that make an entry, and their sum. */
  writeSum(shown, made) {
    const products = made.map((pair) => pair.map((key) => this.factor(key)));
    made.forEach(([one, other], n) => {
      const words = [products[n][0], " · ", products[n][1]];
      const from = [isUpstream(one), false, isUpstream(other)];
      this.terms[n].write(n ? "+" : "", words, from, lookOf(n));
    });
    const sum = products.reduce((total, pair) => total + pair.reduce((x, text) => x * valueOf(text), 1), 0);
    const total = valueOf(this.text(shown)), close = 1e-9 * Math.max(Math.abs(total), 1e-3);
    const sign = Math.abs(sum - total) <= close ? "=" : "≈";
    const from = [false, false, isUpstream(shown)];
    this.terms[made.length].write(sign, ["", "", this.text(shown)], from, "up-total");
    this.clear(made.length + 1);
    const written = products.map((pair) => pair.join(" · ")).join(" + ");
    put(this.parts.get(shown), "aria-label", `${this.label(shown)} = ${written} ${sign} ${this.text(shown)}`);
  }

  /** What an entry is multiplied by, and where that goes: each of the two matrices in rows of its own. */
  writeUses(shown, uses) {
    this.clear(0);
    const first = uses.filter(([, into]) => nameOf(into) === nameOf(uses[0][1])).length;
    const { abreast, rows } = this.panel, rowsOf = (count) => Math.ceil(count / abreast);
    const apart = rowsOf(first) + rowsOf(uses.length - first) <= rows;
    const gap = apart ? rowsOf(first) * abreast - first : 0;
    uses.forEach(([other, into], k) => {
      const n = k < first ? k : k + gap;
      const words = [this.factor(shown), " · ", this.factor(other)];
      const from = [isUpstream(shown), false, isUpstream(other)];
      this.terms[n].write("", words, from, "up-into", `in ${this.label(into)}`);
    });
    this.count = uses.length + gap;
  }

  clear(from) {
    for (const term of this.terms.slice(from)) term.write("", ["", "", ""], [], "");
    this.count = from;
  }

  /** A number as it stands in a product. */
  factor(key) {
    const text = this.text(key);
    return text.startsWith("−") ? `(${text})` : text;
  }

  say(shown) {
    const sentence = this.parts.get(shown).closest("[data-said]").dataset.said, at = this.entries.at(shown);
    const said = sentence.replace(/\{(\w)\}/g, (_, letter) => at[letter]).split("\n");
    this.lines.forEach((line, n) => tell(line, said[n] ?? ""));
  }

  /** Nudge mode: 1 more of an entry of A or B, and how much more of the entries of C that is. */
  move(shown) {
    const key = shown.replace(/^d/, "");
    const moves = this.entries.usesOf(key).filter(([, into]) => nameOf(into) === "C");
    const all = moves.length ? [[key, "+1"]] : [];
    for (const [by, into] of moves) if (this.text(by) !== "0") all.push([into, signed(this.text(by))]);
    this.badges.forEach((badge, n) => {
      put(badge, "display", n < all.length ? "inline" : "none");
      if (n >= all.length) return;
      const box = this.parts.get(all[n][0]).querySelector("rect");
      const [x, y, width] = numbers(box, "x", "y", "width");
      put(badge, "transform", `translate(${x + width - 4} ${y - 2})`);
      tell(badge.querySelector("text"), all[n][1]);
    });
  }

  // What moves

  get whole() {
    return NEXT_AFTER * Math.max(this.count - 1, 0) + COMES_IN;
  }

  appear() {
    this.timeline.jump(0);
    this.timeline.run(this.whole, this.whole);
  }

  /** Show the products that have appeared after so many milliseconds. */
  show(time) {
    this.terms.forEach((term, n) => {
      term.come(eased(portion(time, n * NEXT_AFTER, n * NEXT_AFTER + COMES_IN)));
    });
  }

  /** Leave the picture as it was. */
  leave() {
    this.timeline.halt();
    for (const [part, look] of this.marked) unlight(part, look);
  }
}

/** A place for a product, or for the sum. */
class Term {
  constructor(group) {
    const [sign, chip, text, into] = group.children;
    Object.assign(this, { group, sign, chip, text, into, spans: [...text.children] });
    this.room = Number(chip.getAttribute("width")) - 8;
    this.part = this.written = null; // how much of it has appeared, and what is written
  }

  /** Write it: the sign before it, three words, which of them are upstreams, its look, and where it goes. */
  write(sign, words, upstream, look, into = "") {
    const all = [sign, ...words, ...upstream, look, into].join("|");
    if (all === this.written) return;
    this.written = all;
    tell(this.sign, sign);
    this.spans.forEach((span, n) => {
      tell(span, words[n]);
      put(span, "class", upstream[n] ? "up-upstream" : "");
    });
    this.fit(...words.map((word) => word.length), look === "up-total" ? 21 : 17);
    tell(this.into, into);
    put(this.chip, "class", look);
  }

  /** In one line, or in two; as large as there is room. */
  fit(one, dot, other, largest) {
    const { text, spans, room } = this, split = one > 0 && one + dot + other > IN_ONE_LINE;
    const length = split ? Math.max(one + 2, other) : one + dot + other;
    put(text, "font-size", Math.min(split ? 13 : largest, (1.9 * room) / Math.max(length, 1)).toFixed(1));
    put(text, "y", split ? 12.5 : 20);
    put(spans[2], "dy", split ? 13 : 0);
    if (split) put(spans[2], "x", text.getAttribute("x"));
    else spans[2].removeAttribute("x");
  }

  come(part) {
    if (part === this.part) return;
    this.part = part;
    this.group.style.opacity = part;
  }
}

/** The look of the n-th pair: in colour and outline different from all others near it. */
const lookOf = (n) => LOOKS[n % LOOKS.length];
const unlight = (part, look) => part.classList.remove("up-lit", ...look.split(" "));
const isUpstream = (key) => /^[dG]/.test(key);
const valueOf = (text) => readable(text.replace(/[()]/g, "").replaceAll("−", "-"));
const signed = (text) => (text.startsWith("−") ? text : `+${text}`);
const numbers = (element, ...names) => names.map((name) => Number(element.getAttribute(name)));
