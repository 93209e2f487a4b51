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
  assert.ok(["", "one", "1/", "/2"].every((text) => Number.isNaN(parsed(text))));
});

test("a guess may be a product or a sum, as in a field for a number", () => {
  assert.deepEqual(["3*32 · 8×4", "5 + 6", "2*-3 − 1e-3", "-2+3*4/2"].map(parsed), [3072, 11, -6.001, 4]);
  assert.ok(["3*", "3072?", "-", "8*2**7", "2+"].every((text) => Number.isNaN(parsed(text))));
});
