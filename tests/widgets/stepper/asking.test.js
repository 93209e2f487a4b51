import assert from "node:assert/strict";
import { test } from "node:test";

import { isNear, parsed } from "../../../helpers/widgets/stepper/asking.js";

test("a whole number is meant exactly", () => {
  assert.ok(isNear(32, 32));
  assert.ok(!isNear(32.01, 32));
  assert.ok(!isNear(0, 32));
  assert.ok(isNear(0, 0) && !isNear(0.001, 0));
});

test("any other may be rounded to three digits, and no further", () => {
  assert.ok(isNear(0.333, 1 / 3));
  assert.ok(isNear(-2.72, -Math.E));
  assert.ok(!isNear(0.34, 1 / 3));
  assert.ok(!isNear(0.3, 1 / 3));
  assert.ok(!isNear(-1 / 3, 1 / 3));
});

test("a guess may be written as a fraction, with a comma, or with a true minus sign", () => {
  assert.deepEqual(["1/4", "-½", "0,5", "−3", "2"].map(parsed), [0.25, -0.5, 0.5, -3, 2]);
  assert.ok(["", "one", "1/", "1/2/3", "/2"].every((text) => Number.isNaN(parsed(text))));
});
