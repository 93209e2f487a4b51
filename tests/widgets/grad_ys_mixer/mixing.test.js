import assert from "node:assert/strict";
import { test } from "node:test";

import { mixed } from "../../../helpers/widgets/grad_ys_mixer/mixing.js";

test("each number is the sum of its rows, weighted, and what is below the noise is 0", () => {
  assert.deepEqual(mixed([2, -1], [[1, 2, 3], [0, 4, 6]], 0), [2, 0, 0]);
  assert.deepEqual(mixed([1, 1], [[0.1, 0.5], [-0.1 + 1e-17, 0.5]], 1e-12), [0, 1]);
});
