import assert from "node:assert/strict";
import { test } from "node:test";

import { Room } from "../../../helpers/widgets/browser/room.js";

/** What a new view of so much room makes of a picture that another view had laid out for 480 px. */
function asked(width) {
  globalThis.innerHeight = 900;
  const model = { narrow: 480, get: (name) => model[name], set: (name, value) => (model[name] = value), save_changes() {} };
  const frame = { clientWidth: width, clientHeight: 400, closest: () => null, style: {} };
  const drawn = { querySelectorAll: () => [], getAttribute: (name) => ({ width: 480, height: 300 })[name], style: {} };
  const room = new Room(model, { frame, over: { style: { setProperty() {} } } });
  room.survey(drawn);
  room.refit();
  return model.narrow;
}

test("a new view with more room asks for the picture's own layout, one with as much keeps what is there", () => {
  assert.equal(asked(700), 0);
  assert.equal(asked(490), 480);
});
