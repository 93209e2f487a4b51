import assert from "node:assert/strict";
import { test } from "node:test";

import { changed, Messages } from "../../../helpers/widgets/browser/messages.js";

/** The state shared with Python, and what was saved of it. */
class Model {
  constructor(state) {
    Object.assign(this, { state, saved: 0 });
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    this.state[name] = value;
  }
  save_changes() {
    this.saved += 1;
  }
  send() {}
}

const begin = (inputs) => {
  const model = new Model({ inputs, changes: [], heard: 0 });
  return [model, new Messages(model)];
};

test("a change stands until Python has heard of it, whatever an answer sets meanwhile", () => {
  const [model, messages] = begin({ x: "1", y: "2" });
  messages.send("x", "5");
  Object.assign(model.state, { inputs: { x: "1", y: "9" } }); // an answer that knows nothing of it
  assert.deepEqual(messages.entered(), { x: "5", y: "9" });
  assert.deepEqual(messages.unheard().map(([, name]) => name), ["x"]);
  Object.assign(model.state, { inputs: { x: "7", y: "9" }, heard: 1 }); // Python rounded it
  assert.deepEqual(messages.entered(), { x: "7", y: "9" });
  assert.deepEqual(messages.unheard(), []);
});

test("typing on in one control is one change, with the number of the last; another control is another", () => {
  const [model, messages] = begin({ x: "1", y: "2" });
  for (const text of ["15", "150"]) messages.send("x", text);
  messages.send("y", "3");
  assert.deepEqual(model.state.changes, [[2, "x", "1", "150"], [3, "y", "2", "3"]]);
  assert.equal(model.saved, 3);
});

test("numbers go on after what was heard, also after a reload", () => {
  const [model, messages] = begin({ x: "1" });
  Object.assign(model.state, { heard: 7, changes: [[7, "x", "0", "1"]] });
  messages.send("x", "2");
  assert.deepEqual(model.state.changes, [[8, "x", "1", "2"]]);
});

test("of a table only the cells that were changed are", () => {
  const was = [["1", "2"], ["3", "4"]], is = [["1", "9"], ["3", "4"]];
  assert.deepEqual(changed([["5", "2"], ["3", "0"]], was, is), [["5", "9"], ["3", "0"]]);
  assert.deepEqual(changed([["5"]], was, is), [["5"]]); // it has grown or shrunk meanwhile
  assert.deepEqual(changed({ cells: was, paste: "a" }, was, is), { cells: is, paste: "a" });
  assert.equal(changed("1", "1", "2"), "2");
});

test("without a kernel a drag goes on", () => {
  const [model, messages] = begin({ x: "1" });
  model.send = () => {
    throw new Error("no kernel");
  };
  messages.send("x", "2");
  messages.send("x", "3");
  assert.equal(messages.entered().x, "3");
});

test("while an answer is awaited a few words keep the server talking, and none afterwards", async () => {
  const [model, messages] = begin({ x: "1" }), words = [];
  const wait = () => new Promise((done) => setTimeout(done, 100));
  model.send = (word) => words.push(word);
  messages.send("x", "2");
  await wait();
  const said = words.length;
  messages.send("x", "3"); // Python has heard of neither: it is busy
  await wait();
  assert.deepEqual(words, Array(said).fill({}));
  assert.ok(said > 1 && said < 9, String(said));
  model.state.heard = model.state.changes.at(-1)[0];
  await wait();
  messages.send("x", "4"); // it heard, so the next answer is worth some words again
  await wait();
  assert.equal(words.length, 2 * said);
  model.state.heard = model.state.changes.at(-1)[0];
  messages.hurry();
  await wait();
  assert.equal(words.length, 2 * said);
});
