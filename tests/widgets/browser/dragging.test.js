import assert from "node:assert/strict";
import { test } from "node:test";

import { direction, onGrid } from "../../../helpers/widgets/browser/dragging.js";

test("a hand stops on the grid and at the limits", () => {
  const way = { low: -1, high: 2, grid: 0.25 };
  assert.deepEqual([0.3, 0.4, 9, -9].map((value) => onGrid(value, way)), ["0.25", "0.5", "2", "-1"]);
  assert.equal(onGrid(0.30000000000000004, { low: 0, high: 1, grid: 0.1 }), "0.3");
});

test("a handle may follow the hand two ways, each with limits of its own", () => {
  const handle = { dataset: { drag: "w", lift: "b", per: "40", perLift: "-20", low: "0", grid: "0.5" } };
  const both = { low: 0, high: Infinity, grid: 0.5, snaps: false, at: undefined };
  assert.deepEqual(direction(handle, "drag"), { name: "w", per: 40, ...both });
  assert.deepEqual(direction(handle, "lift"), { name: "b", per: -20, ...both });
  assert.equal(direction({ dataset: { drag: "w" } }, "lift"), null);
});
