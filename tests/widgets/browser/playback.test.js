import assert from "node:assert/strict";
import { test } from "node:test";

import { told } from "../../../helpers/widgets/browser/playback.js";

test("steps are counted, and the stops of a film are named", () => {
  assert.equal(told(1.5, { shown: 2, count: 4 }, null).said, "step 2 of 4");
  const film = { stops: ["0", "10", "400"], leap: 10 };
  assert.deepEqual(told(1.5, { shown: 2, count: 2 }, film), { said: "step 10 of 400", leap: "10 steps" });
});

test("the button for many steps says nothing where there is no such leap", () => {
  assert.equal(told(0, { shown: 0, count: 2 }, { stops: ["0", "1", "2"] }).leap, "");
  assert.equal(told(0, { shown: 0, count: 2 }, null).leap, "");
});
