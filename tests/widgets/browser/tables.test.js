import assert from "node:assert/strict";
import { test } from "node:test";

import { numberField } from "../../../helpers/widgets/browser/fields.js";
import { table } from "../../../helpers/widgets/browser/tables.js";

/** What stands where an element would: it remembers what hears its events. */
function pretended() {
  const hears = {}, field = { hears, dataset: {}, value: "", selected: 0, title: "", append() {}, setPointerCapture() {} };
  field.addEventListener = (kind, act) => (hears[kind] ??= []).push(act);
  field.setAttribute = (name, value) => (field[name] = value);
  field.removeAttribute = (name) => delete field[name];
  field.select = () => field.selected++;
  field.focus = () => (document.activeElement = field);
  field.does = (kind, about) => {
    const event = { ...about, target: field, isTaken: false, preventDefault: () => (event.isTaken = true) };
    for (const act of hears[kind]) act(event);
    return event.isTaken;
  };
  return field;
}

globalThis.document = { createElement: pretended };
const key = (name, more) => ["keydown", { key: name, ...more }];
const shift = { shiftKey: true }, mouse = (moved, buttons = 1) => ["pointermove", { clientX: 9 + moved, buttons }];

test("a number is changed by keys, by ten with Shift, and by dragging it far enough", () => {
  for (const [inTable, events, value] of [
    [false, [key("ArrowUp")], "4"], [false, [key("ArrowDown")], "2"], [false, [key("ArrowUp", shift)], "13"],
    [false, [key("ArrowUp", { altKey: true })], "3"], [false, [key("ArrowUp", { ctrlKey: true })], "3"],
    [false, [key("ArrowUp", { metaKey: true })], "3"], [false, [key("a")], "3"],
    [true, [key("ArrowUp")], "3"], [true, [key("ArrowUp", shift)], "4"],
    [false, [mouse(5)], "3"], [false, [mouse(6)], "4"], [false, [mouse(16), mouse(5)], "4"], [false, [mouse(-16)], "1"],
    [false, [mouse(16, 0)], "3"], [false, [mouse(16, 0), mouse(16)], "3"], [false, [["pointercancel"], mouse(16)], "3"],
    [false, [["click"], mouse(16)], "3"],
  ]) {
    const changed = [], field = numberField("x", 1, (text) => changed.push(text), inTable);
    field.value = "3";
    field.does("pointerdown", { button: 0, clientX: 9 });
    const taken = events.map(([kind, about]) => field.does(kind, about));
    assert.equal(taken.includes(true), value !== "3");
    assert.deepEqual([field.value, changed.at(-1) ?? "3"], [value, value], JSON.stringify(events));
    field.value = "5";
    field.does("input");
    assert.equal(changed.at(-1), "5");
    field.does("pointercancel");
    field.value = "3";
    field.does("pointerdown", { button: 2, clientX: 9 });
    assert.equal(field.does(...mouse(16)) || field.value, "3");
  }
});

test("keys lead from cell to cell, and out of a text only from its ends", () => {
  const places = [["a", "b"], ["c", "d"]], { cells } = table({ rows: 2, cols: 2, places, step: 1, name: "A", label: "A" }, () => {});
  cells.forEach((cell, k) => Object.assign(cell, { offsetLeft: 50 * (k % 2), offsetTop: 30 * Math.floor(k / 2), value: "123" }));
  for (const [from, name, [selectionStart, selectionEnd], to] of [
    [0, "Enter", [0, 0], 2], [2, "Enter", [0, 0], 1], [3, "Enter", [0, 0], 0],
    [0, "ArrowRight", [3, 3], 1], [0, "ArrowRight", [0, 3], 1], [0, "ArrowRight", [0, 0], 0], [0, "ArrowRight", [1, 2], 0],
    [1, "ArrowLeft", [0, 0], 0], [1, "ArrowLeft", [0, 3], 0], [1, "ArrowLeft", [3, 3], 1], [1, "ArrowLeft", [1, 3], 1],
    [0, "ArrowDown", [1, 1], 2], [3, "ArrowUp", [1, 1], 1], [0, "ArrowUp", [0, 0], 0], [0, "a", [0, 0], 0],
  ]) {
    Object.assign(cells[from], { selectionStart, selectionEnd }).focus();
    assert.equal(cells[from].does(...key(name)), from !== to, `${name} from ${from}`);
    assert.equal(cells.indexOf(document.activeElement), to, `${name} from ${from}`);
    for (const other of ["altKey", "ctrlKey", "metaKey"]) assert.equal(cells[from].does(...key(name, { [other]: true })), false);
  }
});

test("a table sends all its numbers, takes new ones, and leaves what is pasted to the kernel", () => {
  const sent = [], places = [["a", "b"], ["c", "d"]], spec = { rows: 2, cols: 2, places, step: 1, name: "A", label: "A" };
  const { cells, update } = table(spec, (what) => sent.push(what)), now = [["1", "2"], ["3", "4"]];
  update(now);
  cells[3].does("input");
  const pastes = (text) => cells[2].does("paste", { clipboardData: { getData: () => text } });
  assert.deepEqual([pastes("7"), pastes("1,5"), pastes("1\t2")], [false, false, true]);
  assert.deepEqual(sent, [now, { cells: now, row: 1, column: 0, paste: "1\t2" }]);
  assert.deepEqual([cells[1]["aria-label"], cells[1].title, typeof cells[1]["aria-description"]], ["A, b", undefined, "string"]);
  const { cells: [alone] } = table({ ...spec, rows: 1, cols: 1 }, () => {});
  alone.value = "1";
  alone.does(...key("ArrowUp"));
  assert.deepEqual([alone["aria-label"], alone.value], ["A", "2"]);
});
