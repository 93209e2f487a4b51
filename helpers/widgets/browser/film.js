// A picture that moves between stops. Python draws the last stop; the model's `film` says what each part with
// `data-film` is at every stop (helpers/drawing/svg/film.py). Any place between two stops is shown from that,
// without the kernel: 2.7 is 70 % of the way from stop 2 to stop 3.

import { clamp } from "./elements.js";
import { eased, portion } from "./motion.js";
import { decimals, written } from "./numbers.js";

// What a film may change: nothing that could run or load something. "" is the text.
const MOVABLE = /^(|[cr]?[xy]|r|d|width|height|opacity|stroke-dasharray)$/;
const NUMBER = /-?\d+(?:\.\d+)?/g;
// A step that is taken alone: in the first part of it numbers travel, in the rest the picture moves on.
const TRAVELLED = 0.72;

export class Film {
  constructor() {
    this.about = {};
    this.tracks = [];
  }

  /** Look over a new picture. */
  survey(drawn, about) {
    this.about = about ?? {};
    const all = this.stops ? JSON.parse(this.about.tracks) : {};
    const parts = this.stops ? [...drawn.querySelectorAll("[data-film]")] : [];
    this.tracks = parts.flatMap((part) => {
      const named = Object.entries(all[part.dataset.film] ?? {});
      const movable = named.filter(([name]) => MOVABLE.test(name));
      return movable.map(([name, values]) => new Track(part, name, values, this.about.rules));
    });
  }

  get stops() {
    return this.about.stops?.length ?? 0;
  }

  /** Whether its stops are the steps of the picture; otherwise it runs by itself. */
  get inSteps() {
    return this.stops > 0 && !this.about.runs;
  }

  /** How far the numbers are on their ways at a time, if they travel in every step. */
  travelled(time, brief) {
    return brief ? 0 : this.about.legs * portion(time % 1, 0, TRAVELLED);
  }

  /** Show a time. Unless it is `brief`, numbers travel first in every step, and all else waits for them. */
  play(time, brief) {
    if (brief || !this.about.legs) this.show(time);
    else this.show(Math.floor(time) + eased(portion(time % 1, TRAVELLED, 1)));
  }

  /** Show a time of a film that runs by itself: every leg begins and ends gently. */
  run(time) {
    this.show(Math.floor(time) + eased(time % 1));
  }

  /** Show a place among the stops. */
  show(place) {
    const at = clamp(place, 0, this.stops - 1), stop = Math.min(Math.floor(at), this.stops - 2);
    for (const track of this.tracks) track.show(Math.max(stop, 0), at - Math.max(stop, 0));
  }
}

/** A number on its way, no finer than where it comes from and goes to: so it has room wherever they have. */
function onTheWay(before, after, part) {
  const places = Math.min(Math.max(...[before, after].map((value) => decimals(String(value))), 2), 12);
  return Number((before + part * (after - before)).toFixed(places));
}

class Track {
  constructor(part, name, values, rules) {
    Object.assign(this, { part, name, values, rules, shown: null });
    this.numbers = new Map(); // by value: the numbers in it, as they are first needed
  }

  show(stop, part) {
    const { values } = this, before = values[stop] ?? values[0], after = values[stop + 1] ?? before;
    const now = part === 0 || before === after ? before : this.between(before, after, part);
    const text = typeof now === "number" ? this.print(now) : now;
    if (text === this.shown) return;
    this.shown = text;
    if (this.name === "") this.part.textContent = text;
    else this.part.setAttribute(this.name, text);
  }

  print(number) {
    return this.name === "" ? written(number, this.rules) : String(Number(number.toFixed(2)));
  }

  between(before, after, part) {
    if (part === 1) return after;
    if (typeof before === "number" && !this.name) return onTheWay(before, after, part);
    if (typeof before === "number") return before + part * (after - before);
    const from = this.numbersIn(before), to = this.numbersIn(after);
    if (this.name === "" || from.length !== to.length) return part < 0.5 ? before : after;
    let k = 0;
    return before.replace(NUMBER, () => (from[k] + part * (to[k] - from[k++])).toFixed(2));
  }

  numbersIn(value) {
    if (!this.numbers.has(value)) this.numbers.set(value, (value.match(NUMBER) ?? []).map(Number));
    return this.numbers.get(value);
  }
}
