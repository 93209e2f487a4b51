import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { eased, portion, Timeline } from "../../../helpers/widgets/browser/motion.js";
import { visible } from "../../../helpers/widgets/browser/timing.js";

let clock, still;

/** The frames and timers of a page, which come when they are told to. */
class Clock {
  constructor() {
    Object.assign(this, { now: 1000, frames: new Map(), timers: new Map(), last: 0 });
  }
  frame(milliseconds = 16) {
    this.now += milliseconds;
    const due = [...this.frames.values()];
    this.frames.clear();
    for (const each of due) each(this.now);
    for (const [id, [at, then]] of this.timers) if (at <= this.now && this.timers.delete(id)) then();
  }
  later(map, what) {
    map.set(++this.last, what);
    return this.last;
  }
}

beforeEach(() => {
  clock = new Clock();
  still = false;
  Object.assign(globalThis, {
    requestAnimationFrame: (then) => clock.later(clock.frames, then),
    cancelAnimationFrame: (id) => clock.frames.delete(id),
    setTimeout: (then, after) => clock.later(clock.timers, [clock.now + after, then]),
    clearTimeout: (id) => clock.timers.delete(id),
    matchMedia: () => ({ matches: still }),
  });
});

function line() {
  const times = [];
  return [new Timeline((time) => times.push(time)), times];
}

test("a portion is 0 before and 1 after its moments, and eases from end to end", () => {
  assert.deepEqual([0.1, 0.2, 0.3, 0.4, 9].map((time) => portion(time, 0.2, 0.4)).map((p) => +p.toFixed(9)),
    [0, 0, 0.5, 1, 1]);
  assert.deepEqual([0, 0.5, 1].map(eased), [0, 0.5, 1]);
  assert.ok(eased(0.1) < 0.1 && eased(0.9) > 0.9);
});

test("a part shows from one moment until another, and fades in", () => {
  const part = { from: 1, until: 3, fade: 0 };
  assert.deepEqual([0.99, 1, 2.99, 3].map((time) => visible(part, time)), [0, 1, 1, 0]);
  assert.equal(visible({ ...part, fade: 0.5 }, 1.25), 0.5);
});

test("a run ends at its goal and calls once what follows", () => {
  const [run, times] = line();
  let then = 0;
  run.run(1, 100, () => then++);
  for (let k = 0; k < 20; k++) clock.frame();
  assert.deepEqual(times, [...times].sort((one, other) => one - other));
  assert.equal(times.filter((time) => time === 1).length, 1);
  assert.deepEqual([times.at(-1), then, run.moving], [1, 1, false]);
});

test("the first frame of a run only paints what was drawn ahead of it", () => {
  const [run, times] = line();
  run.run(1, 60000);
  const drawn = [times.length];
  for (let k = 0; k < 2; k++) {
    clock.frame();
    drawn.push(times.length);
  }
  assert.deepEqual(drawn, [1, 1, 2]);
});

test("after a stall a run goes on where it was", () => {
  const [run, times] = line();
  run.run(1, 1000);
  clock.frame();
  clock.frame(5000);
  assert.ok(times.at(-1) < 0.1);
});

test("a run is finished, halted or overtaken by a hand", () => {
  const [run, times] = line();
  run.run(1, 60000);
  assert.ok(run.finish());
  assert.ok(!run.finish());
  run.run(2, 60000);
  run.jump(1.4);
  run.run(2, 60000);
  run.halt();
  for (let k = 0; k < 5; k++) clock.frame();
  assert.deepEqual(times.map((time) => Math.round(10 * time) / 10), [0, 1, 1, 1.4, 1.4]);
});

test("with reduced motion a run is over at once and what follows waits", () => {
  const [run, times] = line();
  still = true;
  let then = 0;
  run.run(1, 80, () => then++);
  assert.deepEqual([times, then], [[1], 0]);
  clock.frame(50);
  assert.equal(then, 0);
  clock.frame(50);
  assert.deepEqual([times, then], [[1], 1]);
});
