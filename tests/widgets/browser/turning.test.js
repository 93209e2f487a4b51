import assert from "node:assert/strict";
import { test } from "node:test";

import { differences, slight } from "../../../helpers/widgets/browser/turning.js";

const drawn = (text, more = "") => `<svg><g id="a"><text x="1">${text}</text></g><rect${more}/></svg>`;

test("only the elements that differ are told, by their place", () => {
  assert.deepEqual(differences(drawn("1"), drawn("1"), 4), []);
  assert.deepEqual(differences(drawn("1"), drawn("2"), 4), [[2, '<text x="1">1</text>', '<text x="1">2</text>']]);
  assert.deepEqual(differences(drawn("1"), drawn("1", ' fill="red"'), 4).map(([at]) => at), [3]);
});

test("another structure is drawn anew, and so is a picture that was not wholly harmless", () => {
  assert.equal(differences(drawn("1"), drawn("1") + "<g/>", 4), null);
  assert.equal(differences(drawn("1"), drawn("1").replace("rect", "circle"), 4), null);
  assert.equal(differences(drawn("1"), drawn("2"), 3), null);
});

test("a number in another place is slight, a box in another place is not", () => {
  assert.ok(slight([{ localName: "text" }, ["x", ""]]));
  assert.ok(!slight([{ localName: "rect" }, ["x"]]));
  assert.ok(slight([{ localName: "rect" }, ["fill"]]));
});
