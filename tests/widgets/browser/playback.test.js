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
