import assert from "node:assert/strict";
import { test } from "node:test";

import { Notes } from "../../../helpers/widgets/browser/notes.js";

const at = (left, right, top, bottom, more) => {
  const box = { left, right, top, bottom, width: right - left, height: bottom - top };
  return { getBoundingClientRect: () => box, ...more };
};

test("a sentence stands below its own control, inside the frame, and below what stands there", () => {
  const notes = [at(380, 500, 50, 70)], note = at(0, 200, 0, 20, { style: {} });
  const home = at(100, 900, 10, 90, { querySelectorAll: () => notes, append() {} });
  const place = (element) => {
    const { settleBelow, enter } = Notes.prototype, frame = at(100, 900, 10, 90, { clientWidth: 800 });
    settleBelow.call({ panel: { element: home }, stage: { frame }, enter }, note, element);
    return [note.style.left, note.style.top];
  };
  assert.deepEqual(place(at(400, 450, 10, 40)), ["300px", "62px"]);
  assert.deepEqual(place(at(520, 560, 10, 40)), ["420px", ""]);
  assert.deepEqual(place(at(850, 890, 10, 40)), ["600px", ""]); // ends where the frame does
});
