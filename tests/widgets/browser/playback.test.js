import assert from "node:assert/strict";
import { test } from "node:test";

import { Playback, told } from "../../../helpers/widgets/browser/playback.js";

test("steps are counted, and the stops of a film are named", () => {
  assert.equal(told(1.5, { shown: 2, count: 4 }, null), "step 2 of 4");
  assert.equal(told(1.5, { shown: 2, count: 2 }, { stops: ["0", "10", "400"] }), "step 10 of 400");
});

test("who has left saves nothing any more", async () => {
  let isSaved = false;
  const saving = setTimeout(() => (isSaved = true));
  Playback.prototype.leave.call({ pause() {}, saving });
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(isSaved, false);
});

test("a hand that takes hold in the midst of a step finds it finished", () => {
  const jumps = [];
  for (const time of [1.4, 2]) {
    const timeline = { time, jump: (to) => jumps.push([time, to]) };
    Playback.prototype.stand.call({ pause() {}, shown: 2, timeline });
  }
  assert.deepEqual(jumps, [[1.4, 2]]);
});

test("play goes on where it was halted, then to the next step, and from the end to the start", () => {
  const did = (time, step) => {
    let does = null;
    const run = () => (does = "run"), goto = (to) => (does = to);
    const at = { timeline: { time }, shown: step, step, count: 3 };
    Playback.prototype.play.call({ playing: false, label() {}, run, goto, ...at });
    return does;
  };
  assert.deepEqual([did(1.4, 2), did(2, 2), did(3, 3)], ["run", 3, 0]);
});
