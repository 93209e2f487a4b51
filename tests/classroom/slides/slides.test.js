// The scripts of pages and slides, in what only says that it is a browser, with an exhibit, a vote and reveal.js.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../../helpers/classroom/", import.meta.url);
const Script = (async () => {}).constructor;

function element(about = {}) {
  const classes = new Set(), styled = {};
  const toggle = (name, on) => classes[on ? "add" : "delete"](name);
  return {
    styled, dataset: {}, children: [], classList: Object.assign(classes, { toggle }), querySelectorAll: () => [],
    style: { setProperty: (name, value) => (styled[name] = value) }, appendChild: (child) => child,
    append(...more) { this.children.push(...more); }, ...about,
  };
}

/** What is drawn in a picture of that size: all but a margin of 4, or what stands behind a #. */
const picture = ([wide, high], box = "") => `<svg viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}">#${box}`;

function drawnIn(text) {
  const [, wide, high, box] = /viewBox="0 0 (\S+) (\S+)".*#(.*)/.exec(text), [x, y, width, height] = box ? box.split(",").map(Number) : [3, 2, wide - 8, high - 8];
  return { transform: { baseVal: { consolidate: () => ({ matrix: { e: 1, f: 2 } }) } }, getBBox: () => ({ x, y, width, height }) };
}

/** An exhibit with its drawings, and the step of its slide at which it is. */
function exhibit({ state = {}, drawings = [{}], presses = [[0, 0]], size = [100, 100], mute } = {}) {
  const model = { takes: {}, transcript: [], controls: [], film: {}, changes: [], inputs: {}, ...state };
  const script = { textContent: JSON.stringify({ state: model, drawings: drawings.map((each) => ({ picture: picture(size), ...each })), presses, mute }) };
  const steps = presses.slice(1).map(() => ({ isSeen: false, matches() { return this.isSeen; } }));
  return element({ script, steps, querySelector: () => script, parentElement: { querySelectorAll: () => steps } });
}

/** What stands on a page when these scripts have run, what was done to it, and what hears events. */
async function shown(scripts, { all = {}, one = {}, search = "", page = { querySelector: () => null }, render = () => {}, changes = {} } = {}) {
  const done = [], told = {}, hears = {}, keys = {}, turns = {}, head = element();
  const note = (...what) => { done.push(what.join(" ")); };
  const body = element({ style: {}, appendChild: (child) => (told[child.className] = child) });
  const Reveal = {
    isOverview: () => false, isPaused: () => false, togglePause: (on) => note("paused", on), next: () => note("next"),
    prev: () => note("prev"), getScale: () => 4, sync: () => note("sync"), initialize: async (options) => (told.options = options),
    addKeyBinding: ({ key, keyCode }, act) => (keys[key] = [keyCode, act]), on: (event, act) => (turns[event] ??= []).push(act),
    getCurrentSlide: () => page,
  };
  const world = {
    JSON, Reveal, RevealNotes: "notes", RevealZoom: "zoom", innerWidth: 2560, innerHeight: 2160, render,
    location: { search, host: "host" }, console: { warn: (...what) => note(what[0]) },
    matchMedia: () => ({ matches: false, addEventListener: (_, act) => (hears.dark = act) }),
    getComputedStyle: () => ({ getPropertyValue: (name) => ({ "--least-type": "12", "--u": "2px" })[name] }),
    addEventListener: (kind, act, first) => (hears[kind] = Object.assign(act, { first })),
    fetch: (address, { body }) => note(address, body), EventSource: class { constructor(path) { hears[path] = this; } },
    document: {
      body, documentElement: head, activeElement: { blur: () => note("blurred") }, createElement: (tag) => element({
        tag, remove: () => note("removed"), querySelector() { return drawnIn(this.innerHTML); }, firstChild: { viewBox: { baseVal: { width: 990, height: 990 } } },
        close() { this.open = false; }, showModal() { this.open = true; }, querySelectorAll: () => [{ removeAttribute: (name) => note("shown", name) }],
      }),
      querySelectorAll: (which) => all[which] ?? [], querySelector: (which) => one[which],
    },
    ...changes,
  };
  const sources = scripts.map((path) => readFileSync(new URL(path, FOLDER), "utf-8"));
  await new Script(...Object.keys(world), sources.join("\n"))(...Object.values(world));
  await new Promise(setImmediate);
  const turn = (event) => turns[event].forEach((act) => act());
  return { done, told, hears, keys, turn, body, head, reveal: Reveal };
}

const KERNEL = ["page/kernel.js"], STAGED = ["slides/stage.js", ...KERNEL], SLIDES = [...STAGED, "slides/slides.js"], ROOM = [...SLIDES, "slides/room.js"];
const stood = (place) => ({ ".exhibit": [].concat(place) });

test("what stands where a kernel would shows what Python drew beforehand", async () => {
  for (const [change, stops, shows, step] of [
    [undefined, 1, false, 7], [[3, "x", 0, "b"], 1, false, 7], [[4, "y", 0, "b"], 1, false, 7], [[4, "x", 0, "z"], 1, false, 7],
    [[4, "x", 0, "b"], 1, true, 0], [[4, "x", 0, "b"], 2, true, 7],
  ]) {
    const of = { b: { picture: "new", film: { stops: [1, 2] }, inputs: { y: 2 } } }, heard = [];
    const state = {
      heard: 3, step: 7, inputs: { x: 1, z: 1 }, film: { stops: Array(stops) }, errors: { x: "?" }, picture: "old",
      changes: change ? [change] : [], takes: { control: "x", of },
    };
    const place = element({ querySelector: () => ({ textContent: JSON.stringify(state) }) });
    await shown(KERNEL, { all: stood(place) });
    const { model } = place;
    for (const event of ["inputs", "picture", "found", "errors", "step"]) model.on(`change:${event}`, () => heard.push(event));
    model.save_changes();
    assert.deepEqual([model.get("picture"), model.get("step"), model.get("heard")], [shows ? "new" : "old", step, shows ? 4 : 3]);
    assert.deepEqual(heard, shows ? ["inputs", "picture", "found", "errors", ...(step ? [] : ["step"])] : []);
    if (shows) assert.deepEqual([model.get("inputs"), model.get("errors")], [{ x: "b", y: 2, z: 1 }, {}]);
    assert(place.classList.has("live"));
  }
});

test("an exhibit that cannot be shown stays a still picture", async () => {
  const place = exhibit(), { done } = await shown(KERNEL, { all: stood(place), render: () => { throw new Error(); } });
  assert.deepEqual([done, place.classList.has("live")], [["An exhibit stays a still picture:"], false]);
});

test("a page is as light as its system, and what is too wide scrolls by keys", async () => {
  const boxes = [[3, 2], [2, 2]].map(([scrollWidth, clientWidth]) => ({ scrollWidth, clientWidth }));
  const { body, hears } = await shown(["page/page.js"], { all: { "pre, .shown, table": boxes } });
  assert.deepEqual([body.dataset.jpThemeLight, boxes.map(({ tabIndex }) => tabIndex)], ["true", [0, undefined]]);
  assert(hears.dark);
});

test("an exhibit on a slide has its controls where its picture is larger", async () => {
  const steps = { transcript: [1, 2] }, given = [{ in_picture: false }];
  for (const [about, isBeside] of [
    [{ size: [100, 100] }, false], [{ size: [100, 100], state: steps }, true], [{ size: [200, 100], state: steps }, false],
    [{ size: [100, 100], state: { transcript: [1] } }, false], [{ size: [100, 100], state: { film: { stops: [1] } } }, true],
    [{ size: [100, 100], state: steps, mute: true }, false], [{ size: [100, 100], state: { controls: given } }, true],
    [{ size: [100, 100], state: { controls: [{ in_picture: true }] } }, false],
    [{ size: [171.4, 100], state: { ...steps, controls: given } }, true],
    [{ size: [171.4, 100], state: steps }, false],
    [{ size: [100, 100], drawings: [steps, { transcript: [] }], presses: [[1, 0], [0, 0]] }, true],
  ]) {
    const place = exhibit(about);
    await shown(STAGED, { all: stood(place) });
    assert.deepEqual([...place.classList].sort(), [...(isBeside ? ["up-beside"] : []), "up-fills", ...(about.mute ? ["up-mute"] : []), "live"].sort());
    const [[drawing, step]] = about.presses ?? [[0, 0]];
    assert.deepEqual([place.at, place.model.get("step"), place.model.get("transcript")],
      [drawing, step, about.drawings?.[drawing].transcript ?? about.state?.transcript ?? []]);
  }
  for (const [size, least] of [[[955, 100], undefined], [[965, 100], 16], [[100, 410], undefined], [[100, 416], 16]]) {
    const place = exhibit({ size });
    await shown(STAGED, { all: stood(place) });
    assert.equal(place.styled["--least-type"], least, size);
  }
});

test("presses step an exhibit and draw it anew, on paper all of them", async () => {
  const places = () => {
    const drawings = [{ title: "a" }, { title: "b" }];
    return exhibit({ drawings, presses: [[0, 0], [0, 1], [1, 1]] });
  };
  const place = places(), { turn } = await shown(SLIDES, { all: { ".exhibit": [place] } }), drawn = [];
  place.model.on("change:picture", () => drawn.push(place.model.get("title")));
  const said = [0, 1, 2, 1].map((count) => {
    place.steps.forEach((step, at) => (step.isSeen = at < count));
    turn(count ? "fragmentshown" : "slidechanged");
    return [place.model.get("title"), place.model.get("step")];
  });
  assert.deepEqual(said, [["a", 0], ["a", 1], ["b", 1], ["a", 1]]);
  assert.deepEqual(drawn, ["b", "a"]);
  const paper = places();
  await shown(SLIDES, { all: { ".exhibit": [paper] }, search: "?print-pdf" });
  assert.deepEqual([paper.model.get("title"), paper.model.get("step")], ["b", 1]);
});

test("a slide fills its wall, its frame and its paper", async () => {
  for (const [search, unit, width, scaled] of [["", "2px", "100%", false], ["?print-pdf", "1px", 1280, true], ["?receiver", "1px", 1280, true]]) {
    const sections = [element(), element()];
    const { told, head, body, hears } = await shown(SLIDES, { search, all: { ".slides > section": sections } });
    const room = width === 1280 ? { width, height: 720 } : { width, height: width, minScale: 1, maxScale: 1 };
    assert.deepEqual(told.options, {
      ...room, margin: 0, center: false, controls: false, hash: true, transition: "none", backgroundTransition: "none",
      slideNumber: "c/t", defaultTiming: 0, keyboard: { 36: null }, plugins: ["notes", "zoom"],
      pdfSeparateFragments: false, pdfMaxPagesPerSlide: 1, scrollActivationWidth: null,
    });
    assert.deepEqual([head.styled["--u"], head.classList.has("scaled"), body.dataset.ready], [unit, scaled, ""]);
    assert.deepEqual([sections.map(({ styled }) => styled["--at"]), typeof hears.resize], [[0, 1], "function"]);
  }
  for (const changes of [{ innerWidth: 640 }, { innerHeight: 360 }]) {
    assert.equal((await shown(SLIDES, { changes })).head.styled["--u"], "0.5px");
  }
});

test("a picture is as large as what is drawn, and its small type larger", async () => {
  for (const [search, at, sizes] of [["", { e: 1, f: 2 }, ["12px", ""]], ["?receiver", null, ["48px", "48px"]]]) {
    const type = [10, 12].map((size) => ({ style: {}, getAttribute: () => size })), asked = [];
    const group = { getBBox: () => ({ x: 10, y: 20, width: 92, height: 32 }), transform: { baseVal: { consolidate: () => at && { matrix: at } } } };
    const svg = {
      ...group, querySelector: () => at ? group : null, setAttribute: (name, value) => asked.push(name, value),
      getBoundingClientRect: () => ({ width: 200, height: 100 }), viewBox: { baseVal: { width: 100, height: 40 } }, querySelectorAll: () => type,
    };
    await shown(SLIDES, { search, all: { "section.present .picture svg, .reveal-print .picture svg": [svg] } });
    assert.deepEqual(asked, ["viewBox", at ? "7 18 100 40" : "6 16 100 40"]);
    assert.deepEqual(type.map(({ style }) => style.fontSize), sizes);
  }
});

test("a clicker turns the slide, keys its look and a pointer, and what enlarges presses nothing", async () => {
  const one = {}, { done, told: { pointer }, hears, keys, body, reveal } = await shown(SLIDES, { one });
  const does = (kind, about, { transform, joins, ...changes } = {}) => {
    one["dialog[open]"] = joins && { close: () => done.push("closed") };
    done.length = 0;
    body.style.transform = transform;
    Object.assign(reveal, { isOverview: () => false, isPaused: () => false }, changes);
    hears[kind]({ ...about, preventDefault: () => done.push("kept"), stopImmediatePropagation: () => done.push("stopped") });
    return [...done];
  };
  const yes = () => true, large = { transform: "scale(2)" };
  for (const [kind, about, wanted, changes] of [
    ["keydown", { key: "PageDown" }, ["kept", "stopped", "blurred", "next"]],
    ["keydown", { key: "PageUp" }, ["kept", "stopped", "blurred", "prev"]],
    ["keydown", { key: "PageUp" }, ["kept", "stopped", "blurred", "paused false"], { isPaused: yes }],
    ["keydown", { key: "PageUp" }, [], { isOverview: yes }],
    ["keydown", { key: "F5" }, ["kept", "stopped", "blurred", "closed"], { joins: true }],
    ["keydown", { key: "Shift" }, [], { joins: true }], ["keydown", { key: "j" }, [], { joins: true }],
    ["keydown", { key: "a" }, [], large], ["keydown", { key: "Escape" }, []], ["keydown", { key: "Escape" }, ["stopped"], large],
    ["click", {}, []], ["click", { ctrlKey: true }, ["stopped"]], ["pointerdown", { altKey: true }, ["stopped"]],
  ]) {
    assert.deepEqual(does(kind, about, changes), wanted);
    assert.equal(hears[kind].first, true);
  }
  hears.mousemove({ clientX: 3, clientY: 4 });
  assert.deepEqual([pointer.className, pointer.style.translate, pointer.hidden], ["pointer", "3px 4px", true]);
  const looks = [body.dataset.look, ...[1, 2, 3].map(() => (keys.C[1](), body.dataset.look))];
  assert.deepEqual([looks, body.dataset.jpThemeLight], [["light", "dark", "contrast", "light"], "true"]);
  keys.L[1]();
  assert.deepEqual([keys.C[0], keys.L[0], pointer.hidden], [67, 76, false]);
  const dark = { changes: { matchMedia: () => ({ matches: true }) } };
  const looked = async (about) => (await shown(SLIDES, { ...dark, ...about })).body.dataset;
  assert.deepEqual({ ...(await looked({})) }, { look: "dark", jpThemeLight: "false", ready: "" });
  assert.equal((await looked({ search: "?print-pdf" })).look, "light");
});

test("a vote is opened at its question, closed with its count, and counted on its slide alone", async () => {
  const row = (option) => element({ dataset: { option }, output: {}, querySelector() { return this.output; } });
  const rows = ["A", "B"].map(row), em = {}, join = element(), seen = { count: null };
  const vote = (id) => ({
    dataset: { vote: JSON.stringify({ id }) }, querySelector: (which) => which === "em" ? em : seen.count, querySelectorAll: () => rows,
  });
  const here = vote("01.p1"), all = { ".vote": [here], ".join": [join] }, page = { querySelector: () => here };
  const wall = { all, one: { "meta[name=room]": { content: "abc" } }, page };
  const { done, told: { joining }, turn, hears, keys } = await shown(ROOM, wall);
  assert.deepEqual([joining.open, joining.children.map(({ tag }) => tag)], [true, ["img", "b"]]);
  assert.deepEqual(join.children.map(({ tag }) => tag), ["img", "b", "em"]);
  assert.deepEqual([join.children[0].src, join.children[1].textContent], ["/code.svg", "host/abc"]);
  seen.count = {};
  turn("fragmentshown");
  assert.equal(joining.open, false);
  const asked = [0, 1].map(() => (keys.J[1](), joining.open));
  assert.deepEqual([keys.J[0], asked], [74, [true, false]]);
  page.querySelector = () => null;
  turn("slidechanged");
  assert.deepEqual(done, ['/control {"id":"01.p1","open":true}', '/control {"id":"01.p1","open":false}', '/control {"open":false}']);
  for (const [counts, says, parts, shown] of [[{ A: 1, B: 3 }, "4 votes", [0.25, 0.75], [1, 3]], [{ B: 1 }, "1 vote", [0, 1], [0, 1]], [{}, "0 votes", [0, 0], [0, 0]]]) {
    for (const id of ["01.p1", "01.p2"]) hears["/counts"].onmessage({ data: JSON.stringify({ id, counts: id === "01.p1" ? counts : { A: 9 } }) });
    assert.deepEqual([em.textContent, rows.map(({ styled }) => styled["--part"]), rows.map(({ output }) => output.textContent)], [says, parts, shown]);
  }
  const small = await shown(ROOM, { ...wall, search: "?receiver" });
  assert.deepEqual([small.done, small.told.joining, "/counts" in small.hears], [[], undefined, true]);
  const counted = [], count = { remove: () => counted.push("removed") };
  const { done: alone } = await shown(ROOM, { all: { ".join": [join], ".fragment.count": [count] } });
  assert.deepEqual([counted, alone, join.textContent], [["removed"], ["sync"], "One finger for A, two for B, and so on."]);
});

test("what is empty around all the drawings of an exhibit is cut away", async () => {
  const drawings = ["20,30,40,50", "10,40,30,70", "-9,-9,2000,9"].map((box) => ({ picture: picture([90, 91], box) }));
  const other = { picture: picture([80, 91], "1,1,1,1") }, size = ([{ picture }]) => /viewBox=(.*?)>/.exec(picture)[1];
  for (const [given, shape] of [
    [drawings.slice(0, 1), '"17 28 48 58" width="48" height="58"'], [[...drawings.slice(0, 2), other], '"7 28 58 88" width="58" height="88"'],
    [drawings.slice(2), '"-4 -4 998 10" width="998" height="10"'],
  ]) {
    const place = exhibit({ drawings: given }), { done, body } = await shown(STAGED, { all: stood(place) });
    assert.equal(body.children.length, 1, "only what is on the page can be measured");
    assert.equal(size(place.drawings), shape);
    assert.deepEqual(done, [...given.filter((each) => each !== other).map(() => "shown display"), "removed"]);
    if (given.includes(other)) assert.equal(place.drawings.at(-1).picture, other.picture);
  }
});
