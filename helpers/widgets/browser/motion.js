// Motion. What moves is a pure function of a time: `show(2.7)` draws 70 % of step 3. So it can be played,
// halted, dragged, printed and tested. A Timeline keeps that time and lets it run:
//
//     this.timeline = new Timeline((time) => this.show(time)); // draws the moment, and reads no clock
//     this.timeline.run(3, 1700);   // from where it is to 3, in 1700 ms, frame by frame; then calls a third
//                                   // argument, if there is one
//     this.timeline.jump(2.4);      // at once: a hand that drags never waits for an animation
//     this.timeline.finish();       // the run under way is over now: for a second click on "one step"
//     this.timeline.halt();         // pause where it is; also when the view goes away
//
// The time runs evenly; `show` eases each leg by itself: `eased(portion(time, 0.04, 0.38))` goes from 0 to 1
// between these two moments, and is 0 before and 1 after them. When the reader prefers reduced motion, a run
// is at its end at once, and what follows it waits as long as the run would have taken.
//
// What a picture declares is moved by parts: `data-step` by stage.js, numbers on their way by travel.js.

import { clamp } from "./elements.js";

const FRAME = 16; // ms: a run begins one frame ahead, so that the very next frame already shows it
const LONGEST = 50; // ms that one frame may count for: after a stall it goes on where it was

/** How much of the time between two moments has passed, from 0 to 1. */
export const portion = (time, from, until) => clamp((time - from) / (until - from), 0, 1);

/** Cubic, in and out: from 0 to 1 without a bounce. */
export const eased = (part) => (part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2);

export const prefersStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Timeline {
  constructor(show) {
    this.show = show;
    this.time = 0;
    this.goal = null; // where the run under way ends
    this.frame = this.timer = null;
  }

  get moving() {
    return this.goal !== null;
  }

  /** Show a time at once. */
  jump(time) {
    this.halt();
    this.time = time;
    this.show(time);
  }

  /** Let the time run to `goal`, in so many milliseconds; then call `then`. */
  run(goal, milliseconds, then = () => {}) {
    this.halt();
    if (prefersStill()) {
      this.jump(goal);
      this.timer = setTimeout(then, milliseconds);
      return;
    }
    const from = this.time;
    let passed = 0, last = null;
    const go = (more) => {
      passed += clamp(more, 0, LONGEST);
      const part = Math.min(passed / milliseconds, 1);
      this.time = from + part * (goal - from);
      if (part < 1) this.frame = requestAnimationFrame(tick);
      else this.goal = null;
      this.show(this.time);
      if (part === 1) then();
    };
    const tick = (now) => {
      if (last !== null) go(now - last);
      else this.frame = requestAnimationFrame(tick); // this frame shows what was drawn ahead of it
      last = now;
    };
    this.goal = goal;
    go(FRAME);
  }

  /** Put an end to the run under way, at its end; returns whether there was one. */
  finish() {
    const { moving, goal } = this;
    if (moving) this.jump(goal);
    return moving;
  }

  /** Stay at this time; what was to follow does not. */
  halt() {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.goal = null;
  }
}
