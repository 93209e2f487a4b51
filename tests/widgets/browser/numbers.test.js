import assert from "node:assert/strict";
import { test } from "node:test";

import { decimals, nudged, readable, written } from "../../../helpers/widgets/browser/numbers.js";

const RULES = { digits: 4, whole: 1e6 };

test("what people type is read: a decimal comma, a true minus sign, spaces", () => {
  assert.deepEqual([" −2,5 ", "1e-3", "+4", ".5"].map(readable), [-2.5, 0.001, 4, 0.5]);
  assert.ok(["two", "1,2,3", "--1"].map(readable).every(Number.isNaN));
});

test("a nudge keeps as many decimals as the text or the step has", () => {
  assert.deepEqual([["2", 1, 1], ["2.50", 0.1, -1], ["0.1", 0.1, 2], ["−1", 0.5, 1]].map((of) => nudged(...of)),
    ["3", "2.4", "0.3", "-0.5"]);
  assert.deepEqual([nudged("two", 1, 1), nudged("", 1, 1)], ["two", ""]);
  assert.equal(decimals("1e-3"), 0);
});

test("numbers are printed in four digits, ties to even, without minus zero", () => {
  const of = [0, -0, 1 / 3, 1.0625, 1000.5, 1001.5, 1e6, 2.5e9, -1e-5, Infinity, NaN];
  assert.deepEqual(of.map((value) => written(value, RULES)),
    ["0", "0", "0.3333", "1.062", "1000", "1002", "1000000", "2.5e9", "−1e−5", "∞", "NaN"]);
});
