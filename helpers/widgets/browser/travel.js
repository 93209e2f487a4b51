// Numbers on their way. A picture declares them by attributes, and is complete without this part:
//
//     <path data-way="b-a" data-move="2" data-at="310 88" d="…">
//         a way, drawn in the direction of travel: a number travels it in step 2, past its gate at (310, 88)
//     <path data-trail="b-a" pathLength="1" d="…">
//         the same way, drawn behind the number as it goes
//     <g data-pill="b-a" data-wide="52" display="none">
//         what travels, drawn around (0, 0), 52 wide; of two faces, one is shown up to the gate, one after it
//         <g data-face="leaves">32</g><g data-face="lands">256</g></g>
//     <g data-gate="b-a" data-wide="60">
//         the gate, drawn around (0, 0), in a group that places it
//
// `data-move` may be any k: the way is travelled from time k - 1 to time k. Draw ways and trails first,
// then pills, then gates, then boxes: a number comes out from behind its box, and goes in under its gate.
// Without a gate it goes from end to end in one leg. All parts of a way share one system of coordinates.

import { clamp, put } from "./elements.js";
import { eased, portion } from "./motion.js";

// When a number appears, is at its gate, goes on, and lands, as parts of its step.
const MOMENTS = { leaves: 0.04, halts: 0.38, goes: 0.52, lands: 0.94 };
const GROWS = 0.14; // by how much of itself a gate grows while a number is in it
const POINTS = 120; // along a way
const APART = 5; // between a halting number and its gate

/** The part of a step after which its number has landed. */
export const LANDED = MOMENTS.lands;

export class Travel {
  constructor() {
    this.trips = [];
  }

  /** Look over the ways of a new picture. */
  survey(drawn) {
    const all = (kind) => [...drawn.querySelectorAll(`[data-${kind}]`)];
    const byKey = (kind) => new Map(all(kind).map((part) => [part.dataset[kind], part]));
    const kinds = ["trail", "pill", "gate"].map(byKey);
    this.trips = all("way").map((way) => new Trip(way, ...kinds.map((parts) => parts.get(way.dataset.way))));
  }

  /** The ways that are travelled in a step. */
  ways(step) {
    return this.trips.filter(({ from }) => from === step - 1).map(({ way }) => way);
  }

  /** Show where every number is at a time. */
  show(time) {
    for (const trip of this.trips) trip.show(clamp(time - trip.from, 0, 1));
  }
}

class Trip {
  constructor(way, trail, pill, gate) {
    Object.assign(this, { way, trail, pill, gate, from: Number(way.dataset.move) - 1, shown: null });
    this.faces = pill ? [...pill.querySelectorAll("[data-face]")] : [];
    this.measured = null; // when it is first travelled: to measure a path takes time
  }

  /** Show one moment, from 0 to 1. */
  show(moment) {
    if (moment === this.shown) return;
    this.shown = moment;
    const moving = moment > 0 && moment < 1, far = moving ? this.far(moment) : moment;
    if (this.trail) {
      this.trail.style.visibility = moment > 0 ? "inherit" : "hidden";
      this.trail.style.strokeDasharray = moving ? `${far} 2` : "none";
    }
    if (this.gate) this.grow(moving ? far : 0);
    if (this.pill) this.place(moment, far, moving);
  }

  /** How far along its way the number is, from 0 to 1. */
  far(moment) {
    const { leaves, halts, goes, lands } = MOMENTS;
    if (!this.gate) return eased(portion(moment, leaves, lands));
    const { stop } = this.measures();
    return stop * eased(portion(moment, leaves, halts)) + (1 - stop) * eased(portion(moment, goes, lands));
  }

  /** The way as points, so that no frame has to ask the page for one; how far along it are the gate, the halt
      before it and its other side. */
  measures() {
    if (this.measured) return this.measured;
    const length = this.way.getTotalLength() || 1, size = (part) => Number(part?.dataset.wide) || 0;
    const points = Array.from({ length: POINTS + 1 }, (_, k) => {
      const { x, y } = this.way.getPointAtLength((k / POINTS) * length);
      return [x, y];
    });
    const gate = this.gate ? partNearest(points, this.way.dataset.at.split(" ").map(Number)) : 0;
    const apart = (size(this.gate) / 2 + size(this.pill) / 2 + APART) / length;
    this.measured = { points, gate, stop: Math.max(gate - apart, 0), out: Math.min(gate + apart, 1) };
    return this.measured;
  }

  grow(far) {
    const { stop, out } = this.measured ?? { stop: 0, out: 1 };
    const scale = 1 + GROWS * Math.sin(Math.PI * portion(far, stop, out)) * (far > 0);
    put(this.gate, "transform", `scale(${scale.toFixed(3)})`);
  }

  place(moment, far, moving) {
    this.pill.style.display = moving ? "inline" : "none";
    if (!moving) return;
    const { points, gate } = this.measures(), [x, y] = between(points, far);
    this.pill.setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    this.pill.style.opacity = Math.min(portion(moment, 0, 0.05), 1 - portion(moment, MOMENTS.lands, 1));
    const face = far < gate ? "leaves" : "lands";
    for (const each of this.faces) each.style.display = each.dataset.face === face ? "inline" : "none";
  }
}

/** The place at a part of a way, from 0 to 1. */
function between(points, part) {
  const at = clamp(part, 0, 1) * POINTS, k = Math.min(Math.floor(at), POINTS - 1), more = at - k;
  return [0, 1].map((axis) => (1 - more) * points[k][axis] + more * points[k + 1][axis]);
}

/** How far along a way, from 0 to 1, it comes nearest to a point. */
function partNearest(points, [x, y]) {
  const away = points.map((point) => Math.hypot(point[0] - x, point[1] - y));
  return away.indexOf(Math.min(...away)) / POINTS;
}
