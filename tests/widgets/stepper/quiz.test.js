import assert from "node:assert/strict";
import { test } from "node:test";

import { isNear, offered } from "../../../helpers/widgets/stepper/quiz.js";

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

test("a poll offers each number once, in their order, in four digits", () => {
  assert.deepEqual(offered([32, 1 / 3, -4, 32, 0.33333]), ["−4", "0.3333", "32"]);
});
