// The line below a lesson, and the worker before JupyterLite's, in what only says that it is a browser.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const PAGE = new URL("../../../helpers/classroom/browser/page/", import.meta.url), ROOT = "http://x/", MB = 1e6;
const LESSON = "notebooks/01.ipynb", TYPED = [{ id: "a", cell_type: "code", source: "1" }], MINE = "01 (my copy 1970-01-01";
const TOLD = { version: "9", files: [["python/a", 3 * MB], ["b", MB]], later: ["c"], notebooks: { [LESSON]: "n1", new: "" } };
const run = (name, world) => vm.runInNewContext(readFileSync(new URL(name, PAGE), "utf-8"), world);
const refuses = () => { throw new Error("no"); };

async function settled() {
  for (let turn = 0; turn < 40; turn++) await new Promise(setImmediate);
}

function later() {
  const it = {};
  return Object.assign(it, { promise: new Promise((resolve) => (it.resolve = resolve)) });
}

function element() {
  const heard = {}, told = {}, toggle = (name, on) => on ? classes.add(name) : classes.delete(name);
  const classes = Object.assign(new Set(), { remove: (name) => classes.delete(name), toggle });
  return {
    heard, told, classList: classes, children: [], textContent: "", offsetHeight: 20,
    append(child) { this.children.push(child); },
    appendChild(child) { return this.children.push(child), child; },
    setAttribute: (name, text) => (told[name] = text), removeAttribute(name) { delete this[name]; },
    addEventListener: (kind, act) => (heard[kind] = act),
  };
}

function answered(result, fails) {
  const asked = { result };
  setImmediate(() => fails ? asked.onerror() : asked.onsuccess());
  return asked;
}

/** What a server answers, where it may at once: two million bytes. */
async function serve(address, waits = {}) {
  let sent = 0;
  const read = async () => (await waits[String(address).at(-1)], sent++ ? { done: true } : { value: { length: 2 * MB } });
  const told = { [`${ROOT}edition/edition.json`]: TOLD, [`${ROOT}files/${LESSON}`]: { cells: [{ source: ["1"] }] } };
  return { ok: true, json: async () => told[address], body: { getReader: () => ({ read }) } };
}

/** A visit to a lesson: what the browser holds, what was done, and a way to let time pass. */
async function visit({ stored = {}, kept = [], shows = ["1"], taken = [], waits, changes = {} } = {}) {
  const done = [], every = [], heard = {}, document = element(), body = element(), lesson = later(), worker = later();
  const note = (...what) => { done.push(what.join(" ")); };
  const cell = (source, place) => ({ id: "ab"[place], cell_type: "code", source, setSource(to) { this.source = to; } });
  const cells = shows.map(cell), sharedModel = { cells, insertCell: (place, one) => cells.splice(place, 0, one) };
  const context = {
    path: LESSON, isReady: true, model: { dirty: false, sharedModel }, contentsModel: { writable: true },
    async save() { note("saved"); this.model.dirty = false; },
  };
  const kernel = { id: "k", requestExecute: (asks) => (note("asked", JSON.stringify(asks)), { done: lesson.promise }) };
  const sessionContext = { session: { kernel }, shutdown: async () => note("ended") };
  const panel = { isVisible: true, context, dispose: () => note("closed"), sessionContext };
  const contents = {
    get: async (folder, { content }) => ({ content: content && taken.map((name) => ({ path: `${folder}/${name}` })) }),
    rename: async (from, to) => note("moved", from, to),
  };
  const listens = { connect(act) { note("listens"); heard.command = act; } };
  const commands = { commandExecuted: listens, execute: async (name, { path }) => note(name, path) };
  const files = { getKey: (key) => answered(kept.find((one) => one === key)) };
  const store = { close: () => note("left"), transaction: () => ({ objectStore: () => files }) };
  let now = 5000;
  const world = {
    URL, Event, console, isSecureContext: true, location: { href: `${ROOT}lab/` },
    document: Object.assign(document, {
      currentScript: { src: `${ROOT}edition/edition.js` }, createElement: element, body,
      documentElement: { style: { setProperty: note } }, getElementById: () => ({ textContent: '{"baseUrl": "/"}' }),
    }),
    localStorage: { getItem: (key) => stored[key] ?? null, setItem: (key, text) => (stored[key] = text) },
    Date: class extends Date { static now = () => now; constructor() { super(0); } },
    performance: { now: () => now, getEntriesByType: () => [{ name: `${ROOT}api/drive` }, { name: "http://y/" }] },
    WebAssembly: { Memory: class {} }, indexedDB: { open: () => answered(store), deleteDatabase: (name) => note("deleted", name) },
    navigator: { serviceWorker: { ready: worker.promise, getRegistrations: async () => ["kept"] } },
    caches: {
      delete: async (name) => note("emptied", name),
      open: async () => ({ match: async () => undefined, put: async (address) => note("kept", address) }),
    },
    fetch: (address) => serve(address, waits), ResizeObserver: class { constructor(act) { this.observe = act; } },
    setInterval: (act) => every.push(act) - 1, clearInterval: (place) => (every[place] = () => {}),
    addEventListener: (kind, act) => (heard[kind] = act), dispatchEvent: () => note("resized"),
    history: { replaceState: (state, _, address) => note("address", address) },
    jupyterapp: { shell: { currentWidget: null, widgets: () => [{}, panel] }, commands, serviceManager: { contents } }, ...changes,
  };
  world.window = world;
  run("edition.js", world);
  const [line] = body.children, [said, bar, stamp, fresh] = line.children;
  const pass = async (ms = 0) => {
    now += ms;
    await settled();
    every.forEach((act) => act());
    await settled();
  };
  await pass();
  const says = () => said.textContent, remembered = (key) => JSON.parse(stored[`upstream.${key}`] ?? "{}");
  return { done, line, said, bar, stamp, fresh, says, pass, heard, document, world, lesson, worker, context, cells, remembered };
}

test("the line says what is loaded, how long Python takes, and that it is ready", async () => {
  const a = later(), b = later(), here = await visit({ waits: { a: a.promise, b: b.promise } });
  assert.deepEqual([here.line.id, here.line.told, here.said.told, here.bar.told],
    ["up-edition", { "aria-label": "This edition" }, { role: "status" }, { "aria-label": "Loading" }]);
  assert.deepEqual([here.says(), here.bar.hidden, here.bar.value], ["Loading Python into this page: 0 of 4 MB", false, 0]);
  a.resolve();
  await here.pass();
  assert.deepEqual([here.says(), here.bar.value], ["Loading Python into this page: 3 of 4 MB", 0.75]);
  b.resolve();
  await here.pass(3400);
  assert.deepEqual([here.says(), here.bar.hidden, here.stamp.title], ["Python is starting: 3 s", true, "Upstream 9"]);
  here.lesson.resolve();
  await here.pass();
  assert.match(here.says(), /^Python is ready, .* File → Download takes them with you\.$/);
  assert.deepEqual([here.bar.hidden, here.remembered("start")], [true, { took: 3400 }]);
  for (const what of ['asked {"code":"","silent":true,"store_history":false}', "--up-edition-height 20px", "resized"]) {
    assert(here.done.includes(what), what);
  }
});

test("the address is that of the lesson in front, to reload or to send", async () => {
  assert((await visit()).done.includes(`address ?path=${LESSON}`));
});

test("a bar says how far Python is, as it was last time, and after two minutes what is wrong", async () => {
  const here = await visit({ stored: { "upstream.start": '{"took": 2000}' } });
  await here.pass(500);
  assert.deepEqual([here.says(), here.bar.value], ["Python is starting: 1 s (2 s last time)", 0.25]);
  await here.pass(5000);
  assert.equal(here.bar.value, 1);
  await here.pass(120_000);
  here.lesson.resolve();
  await here.pass();
  assert.match(here.says(), /^Python has not answered for two minutes\./);
  assert.deepEqual([here.bar.hidden, here.line.classList.has("up-wrong")], [true, true]);
});

test("before there is a Python or a lesson nothing is said of them", async () => {
  const silent = await visit({ changes: { fetch: () => new Promise(() => {}) } });
  assert.deepEqual([silent.says(), silent.bar.hidden, silent.fresh.hidden], ["", true, true]);
  const none = { context: { path: "x", isReady: true, model: {}, save() {} }, sessionContext: { session: null } };
  const { context, ...odd } = none;
  for (const [currentWidget, says] of [
    [none, "Opening the lesson"], [odd, ""], [{ ...none, sessionContext: { session: { kernel: null } } }, ""],
  ]) {
    const jupyterapp = { shell: { currentWidget }, commands: { commandExecuted: { connect() {} } } };
    assert.equal((await visit({ changes: { jupyterapp } })).says(), says);
  }
});

test("what is missing is told, and what goes on nevertheless", async () => {
  const room = (usage, quota) => ({ navigator: { storage: { estimate: async () => ({ usage, quota }) } } });
  for (const [changes, says] of [
    [{ WebAssembly: undefined }, /^This browser does not run WebAssembly.* lockdown modes .* read the lessons\.$/],
    [{ WebAssembly: { Memory: refuses } }, /^There is not enough memory .* tabs and programs, and load this page again\.$/],
    [{ fetch: refuses }, /^edition\.json could not be loaded\. /],
    [{ fetch: (address) => String(address).endsWith("a") ? refuses() : serve(address) }, /^a could not be loaded\. /],
    [{ indexedDB: { open: refuses } }, /^Python is ready, inside this page\. This browser saves nothing/],
    [{ indexedDB: { open: () => answered(null, true) } }, /page\. This browser saves nothing/],
    [room(41 * MB, 60 * MB), /page\. This browser's storage is nearly full/],
    [room(41 * MB, 61.5 * MB), /page\. Your changes are kept/],
    [{ navigator: {} }, /page\. Your changes are kept/],
    [{ isSecureContext: false }, /page\. Over plain http/],
  ]) {
    const here = await visit({ changes });
    here.lesson.resolve();
    await here.pass();
    assert.match(here.says(), says);
    assert.equal(here.line.classList.has("up-wrong"), !here.says().startsWith("Python is ready"));
    if (changes.indexedDB) assert.deepEqual(here.remembered("opened"), { [LESSON]: "n1" }, "nothing is kept, so it is new");
    else assert.equal(here.done.includes("deleted upstream-try"), true);
  }
});

test("where a browser refuses to store, the page keeps what is stored", async () => {
  const { world: { localStorage, sessionStorage, indexedDB } } = await visit({ changes: { localStorage: null } });
  sessionStorage.setItem("a", 1);
  const { length } = sessionStorage;
  assert.deepEqual([length, sessionStorage.key(0), sessionStorage.getItem("a"), indexedDB], [1, "a", "1", undefined]);
  assert(localStorage.getItem("upstream.opened"));
});

test("a copy of an older version is told, and a fresh one leaves it beside itself", async () => {
  const stored = { "upstream.opened": `{"${LESSON}": "n0"}` }, here = await visit({ kept: [LESSON], stored, taken: [`${MINE}).ipynb`] });
  const looked = here.done.length;
  assert.deepEqual([here.fresh.hidden, [...here.fresh.classList]], [false, ["up-wanted"]]);
  await here.pass(11_000);
  assert.deepEqual([here.done.length, here.says()], [looked, "This is your copy of an older version of the lesson."]);
  here.fresh.heard.click();
  await settled();
  assert.deepEqual(here.done.slice(looked).filter((what) => what !== "left"),
    ["saved", `moved ${LESSON} notebooks/${MINE}, 2).ipynb`, `docmanager:open ${LESSON}`, "ended", "closed"]);
  assert.equal(here.says(), `A fresh lesson. Your old copy is beside it in the list of files: ${MINE}, 2).ipynb`);
  assert.deepEqual(here.remembered("opened"), { [LESSON]: "n1" });
  await here.pass(12_001);
  assert.match(here.says(), /^Python is starting/);
  for (const path of ["new", "mine"]) {
    here.context.path = path;
    here.fresh.classList.add("up-wanted"); // by the lesson before
    await here.pass();
    assert.deepEqual([here.fresh.hidden, here.fresh.classList.size], [path === "mine", 0]);
  }
});

test("what nobody has changed needs no fresh copy", async () => {
  for (const [kept, shows, moves] of [[[], ["1"], false], [[LESSON], ["1"], true], [[], ["2"], true]]) {
    const here = await visit({ kept, shows, stored: { "upstream.opened": `{"${LESSON}": "n1"}` } });
    assert.equal(here.fresh.classList.size, 0);
    here.fresh.heard.click();
    await settled();
    const moved = here.done.includes(`moved ${LESSON} notebooks/${MINE}).ipynb`);
    assert.deepEqual([moved, here.says().startsWith("This lesson is fresh")], [moves, !moves]);
  }
});

test("what was typed before a tab is closed is written down at once, and put back", async () => {
  const here = await visit(), { context } = here, hears = { ...here.document.heard, ...here.heard };
  for (const [event, hidden, dirty, writable] of [
    ["visibilitychange", false, true, true], ["pagehide", true, false, true], ["pagehide", true, true, false],
    ["visibilitychange", true, true, true], ["pagehide", true, true, true],
  ]) {
    here.document.hidden = hidden;
    Object.assign(context, { model: { ...context.model, dirty }, contentsModel: { writable } });
    hears[event]();
    assert.deepEqual(here.remembered("unsaved")[LESSON] ?? [], hidden && dirty && writable ? TYPED : []);
    await settled();
    assert(!here.remembered("unsaved")[LESSON]);
  }
  const unsaved = JSON.stringify({ [LESSON]: [{ ...TYPED[0], source: "2" }, { ...TYPED[0], id: "z", source: "3" }] });
  const again = await visit({ shows: ["1", "4"], stored: { "upstream.unsaved": unsaved } });
  assert.deepEqual([again.cells.map(({ source }) => source), again.remembered("unsaved")], [["2", "3", "4"], { [LESSON]: null }]);
  assert(again.done.includes("saved"));
});

test("a save waits for the one before it, also for one that fails", async () => {
  const lasts = [later(), later()], begun = [], context = { path: LESSON, isReady: true, model: {}, contentsModel: {} };
  context.save = () => begun.push(1) < 2 ? lasts[0].promise.then(refuses) : lasts[1].promise;
  const panel = { context, isVisible: true, sessionContext: { session: null } }, other = { ...panel, context: { ...context, path: "x" } };
  const shell = { currentWidget: panel }, jupyterapp = { shell, commands: { commandExecuted: { connect() {} } } };
  const here = await visit({ changes: { jupyterapp } });
  for (const next of [other, panel]) {
    shell.currentWidget = next;
    await here.pass();
  }
  const first = context.save().catch(({ message }) => message), second = context.save();
  await settled();
  assert.equal(begun.length, 1);
  lasts[0].resolve();
  assert.equal(await first, "no");
  await settled();
  assert.equal(begun.length, 2);
  lasts[1].resolve("saved");
  assert.equal(await second, "saved");
});

test("what is run is saved before and after, and who presses Stop hears what does", async () => {
  const here = await visit(), ends = later();
  for (const [id, saves] of [["notebook:move", 0], ["notebook:run-cell", 1], [null, 2]]) {
    here.context.model.dirty = true;
    if (id) here.heard.command(null, { id, result: ends.promise });
    else ends.resolve();
    await settled();
    assert.equal(here.done.filter((what) => what === "saved").length, saves);
  }
  assert.equal(here.done.filter((what) => what === "listens").length, 1);
  here.heard.command(null, { id: "notebook:interrupt-kernel" });
  assert.match(here.says(), /^Stop cannot reach Python here/);
});

test("what was fetched is kept for a visit without a network, once for each version", async () => {
  for (const [version, names] of [["8", ["lab/", "python/a", "b", "c", `files/${LESSON}`, "files/new"]], ["9", []]]) {
    const here = await visit({ stored: { "upstream.offline": `{"version": "${version}"}` } });
    here.lesson.resolve();
    for (let time = 0; time < 3; time++) await here.pass();
    const wanted = names.length ? ["emptied upstream", ...names.map((name) => `kept ${ROOT}${name}`)] : [];
    assert.deepEqual(here.done.filter((what) => /^(kept|emptied)/.test(what)), wanted);
    here.worker.resolve();
    await settled();
    assert.equal(here.remembered("offline").version, "9");
  }
});

test("of what could not be kept no offline visit is promised, and the next visit fetches that alone", async () => {
  const stored = {}, inCache = new Set(), last = `${ROOT}files/new`;
  for (const [answer, begins, puts, version] of [
    [refuses, "emptied", 5], [() => ({ status: 503 }), undefined, 0], [serve, "put", 1, "9"], [refuses, undefined, 0, "9"],
  ]) {
    const done = [], put = (address) => done.push("put") && inCache.add(address);
    const cache = { match: async (address) => inCache.has(address), put };
    const caches = { delete: async () => { done.push("emptied"); }, open: async () => cache };
    const fetch = (address) => (address === last ? answer : serve)(address);
    const here = await visit({ stored, changes: { caches, fetch } });
    here.lesson.resolve();
    here.worker.resolve();
    for (let time = 0; time < 3; time++) await here.pass();
    assert.deepEqual([done[0], done.filter((what) => what === "put").length, here.remembered("offline").version], [begins, puts, version]);
  }
  const none = await visit({ changes: { fetch: async (address) => address === last ? { status: 404 } : serve(address) } });
  none.lesson.resolve();
  none.worker.resolve();
  for (let time = 0; time < 3; time++) await none.pass();
  assert.equal(none.remembered("offline").version, "9", "what there is not need not be kept");
});

test("JupyterLite finds no worker that it would end on a second visit, which may have no network", async () => {
  const { world } = await visit();
  assert.equal((await world.navigator.serviceWorker.getRegistrations()).length, 0);
});

test("without a network the worker hands out what was fetched, and what never changes at once", async () => {
  const kept = new Map(), path = ({ url }, { ignoreSearch }) => ignoreSearch ? url.split("?")[0] : url;
  const cache = { put: (request, what) => kept.set(request.url, what), match: async (...asked) => kept.get(path(...asked)) };
  let hears, answers = { status: 200, clone: () => "kept" };
  const self = { addEventListener: (_, act) => (hears = act) }, caches = { open: async () => cache };
  run("offline.js", { self, caches, URL, location: { origin: "http://x" }, fetch: async () => answers ?? refuses() });
  const asks = (url, request) => new Promise((resolve) => {
    let isOurs = false;
    const respondWith = (answer) => resolve(isOurs && answer.catch((error) => error.message));
    hears({ request: { url, method: "GET", ...request }, respondWith, stopImmediatePropagation: () => (isOurs = true) });
    setTimeout(resolve, 0, "left to others");
  });
  for (const [next, url, says, request] of [
    [answers, "http://x/a", answers], [answers, "http://x/python-1/b", answers],
    [{ status: 404 }, "http://x/python-1/b", "kept"], [{ status: 404 }, "http://x/a", { status: 404 }],
    [null, "http://x/a", "kept"], [null, "http://x/a?1", "kept", { mode: "navigate" }], [null, "http://x/a?1", "no"],
    [null, "http://x/a", "left to others", { method: "POST" }],
    [null, "http://x/api/drive", "left to others"], [null, "http://y/a", "left to others"],
  ]) {
    answers = next;
    assert.deepEqual(await asks(url, request), says, url);
  }
});
