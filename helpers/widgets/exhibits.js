// The browser side shared by every exhibit. It puts the picture (SVG text made in Python) in place, draws the
// controls that Python described, reports what the person did, and reveals steps without asking the kernel.
// It knows no mathematics but weighted sums. Everything it needs of the model is get, set, save_changes, on and off.

const ICONS = {
  first: "M6 5v14M19 5 9 12l10 7z",
  back: "M16 5 6 12l10 7z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  next: "M8 5l10 7-10 7z",
  last: "M5 5l10 7-10 7zM18 5v14",
  screen: "M3 5h18v11H3zM12 16v4M8 20h8",
  copy: "M9 9h11v11H9zM5 15V4h11",
};
const SPEEDS = { Slow: 3200, Medium: 1800, Fast: 800 };
const SMALLEST = 0.62; // a picture shrinks to this scale at most: smaller type could not be read
const SCROLLED = 0.85; // the scale of a picture that does not fit even so, and scrolls
const PROJECTED = { least: 1.2, scrolled: 1.45, most: 2.2 }; // the scales in projector mode: it scrolls rather than stay small

const HOT = "[data-hot]:not([data-cell])"; // what can be focused in a picture beside its buttons: parts that light up,
const JUMP = "[data-goto]:not([data-step])"; // and boxes that lead to a step
const ACTIVE = `[data-set],${HOT},${JUMP}`;
// Attributes on which nothing rests but what is seen and read; of text also its place.
const SLIGHT = new Set(["", "fill", "fill-opacity", "data-label", "data-words", "data-value"]), OF_TEXT = new Set(["x", "y", "font-size"]);

/** An element with attributes and children; null attributes are left out. */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Writes an attribute only when it differs: even the same again costs a new style. */
const put = (element, name, value) => { if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value); };
const tell = (element, text) => { if (element.textContent !== text) element.textContent = text; };

// --- pictures: SVG text, one element per tag; all texts stand in elements without children ----------------------------

/** The element that SVG text describes. */
const parsed = (text) => { const aside = h("template"); aside.innerHTML = text; return aside.content.querySelector("svg"); };

/** `shown` is the picture `before`: make it the picture `next` by touching only what differs, so that the rest needs no new
    style, layout and paint, and keeps its focus. What is built otherwise is drawn anew. Returns the picture and what was
    touched: [element, names of its attributes, "" for its text]. */
export function turned(shown, before, next) {
  const pieces = (text) => text.match(/<[^>]*>[^<]*/g); // a tag, and the text behind it
  const olds = pieces(before), news = pieces(next), differing = [], texts = [];
  const nameOf = (piece) => /^<[^\s/>]*/.exec(piece)[0];
  const whole = (piece) => (piece.endsWith("/>") ? piece : `${piece}</${nameOf(piece).slice(1)}>`);
  let at = -1, alike = olds.length === news.length;
  for (let k = 0; alike && k < news.length; k++) {
    at += news[k][1] !== "/";
    if (olds[k] === news[k]) continue;
    alike = nameOf(olds[k]) === nameOf(news[k]) && news[k][1] !== "/";
    differing.push(at);
    texts.push(whole(olds[k]), whole(news[k]));
  }
  if (!alike) {
    const fresh = parsed(next);
    shown.replaceWith(fresh);
    return [fresh, null];
  }
  const elements = [shown, ...shown.querySelectorAll("*")], parts = parsed(`<svg>${texts.join("")}</svg>`).children;
  const touched = differing.map((at, k) => {
    const was = parts[2 * k], is = parts[2 * k + 1], names = new Set([...was.getAttributeNames(), ...is.getAttributeNames()]);
    const changed = [...names].filter((name) => was.getAttribute(name) !== is.getAttribute(name));
    for (const name of changed) if (is.hasAttribute(name)) elements[at].setAttribute(name, is.getAttribute(name)); else elements[at].removeAttribute(name);
    if (was.textContent === is.textContent) return [elements[at], changed];
    elements[at].textContent = is.textContent;
    return [elements[at], [...changed, ""]];
  });
  return [shown, touched];
}

function icon(name) {
  const holder = h("span", { class: "up-icon", "aria-hidden": "true" });
  holder.innerHTML = `<svg viewBox="0 0 24 24"><path d="${ICONS[name]}"/></svg>`;
  return holder;
}

const decimals = (text) => (/e/i.test(text) ? 0 : (String(text).split(/[.,]/)[1] || "").length);
const readable = (text) => Number(String(text).trim().replace("−", "-").replace(",", "."));
const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d{1,4})?$/i;
const short = (value) => String(Number(value.toFixed(2)));
const typeSize = (part) => Number(part.parentNode.closest("[font-size]").getAttribute("font-size")); // of what is drawn in it
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** `text` moved by `count` steps, written with as many decimals as it or the step has. */
function nudged(text, step, count) {
  const value = readable(text);
  if (!Number.isFinite(value) || String(text).trim() === "") return text;
  const places = clamp(Math.max(decimals(text), decimals(step)), 0, 12);
  return String(Number((value + step * count).toFixed(places)));
}

// --- numbers: written exactly as svg.number in Python writes them ---------------------------------------------------

/** |value| rounded as Python rounds, ties to even, and written with `digits` significant digits, or `places` decimals. */
function rounded(value, digits, places = null) {
  if (value === 0) return places === null ? "0" : (0).toFixed(places);
  const [mantissa, power] = Math.abs(value).toExponential(50).split("e"); // 51 digits: enough to know a tie
  const all = mantissa.replace(".", ""), exponent = Number(power), kept = places === null ? digits : exponent + 1 + places;
  if (kept < 0) return (0).toFixed(places);
  const head = BigInt(all.slice(0, kept) || "0"), rest = all.slice(kept), half = "5".padEnd(rest.length, "0");
  const up = rest > half || (rest === half && head % 2n === 1n);
  const text = String(up ? head + 1n : head), shift = exponent - kept + 1; // the value is text × 10^shift
  if (places !== null) {
    const long = text.padStart(places + 1, "0");
    return places === 0 ? long : `${long.slice(0, -places)}.${long.slice(-places)}`;
  }
  const lead = text.length - 1 + shift; // the power of ten of the first digit
  const tidy = (number) => (number.includes(".") ? number.replace(/\.?0+$/, "") : number);
  if (lead < -4 || lead >= digits) return `${tidy(`${text[0]}.${text.slice(1)}`)}e${String(lead).replace("-", "−")}`;
  if (lead < 0) return tidy(`0.${"0".repeat(-lead - 1)}${text}`);
  return tidy(`${text.slice(0, lead + 1).padEnd(lead + 1, "0")}.${text.slice(lead + 1)}`);
}

export function written(value, digits = 4) {
  if (Number.isNaN(value)) return "NaN";
  const size = Math.abs(value), sign = value < 0 ? "−" : "";
  if (size === Infinity) return `${sign}∞`;
  return size === 0 ? "0" : sign + (size >= 10 ** (digits - 1) && size <= 1e6 ? rounded(size, 0, 0) : rounded(size, digits));
}

const charWidth = (c) => (c === "." ? 0.28 : "+−∞".includes(c) ? 0.6 : c === "N" ? 0.68 : 0.556);
const textWidth = (text, size) => 1.06 * size * [...text].reduce((sum, c) => sum + charWidth(c), 0);

/** Σ weights[k] · rows[k][j] for every j, added in this order; what is `noise` beside the rest is 0. */
export function mixed(weights, rows, noise) {
  return rows[0].map((_, j) => {
    const sum = rows.reduce((total, row, k) => total + weights[k] * row[j], 0);
    return Math.abs(sum) < noise ? 0 : sum;
  });
}

/** `base` with the change from `was` to `is`, as `with_change` in Python makes it; a paste that is not answered yet waits in its cells. */
function changed(base, was, is) {
  if (!Array.isArray(is)) return is;
  if (base?.cells) return { ...base, cells: changed(base.cells, was, is) };
  const lengths = (table) => (Array.isArray(table) ? table.map((line) => line.length).join() : "");
  if (lengths(base) !== lengths(is)) return base;
  const before = lengths(was) === lengths(is) ? was : base;
  return base.map((line, i) => line.map((text, j) => (is[i][j] === before[i][j] ? text : is[i][j])));
}

// --- controls: each returns {element, update(raw), cells: [inputs]} ------------------------------------------------

/** One text field for a number: typing, up and down keys (with Shift in a table, where the arrows move between the
    cells), and dragging sideways all report through `changed`. */
function numberField(label, step, changed, table = false) {
  const field = h("input", {
    type: "text", inputmode: "decimal", class: "up-field", "aria-label": label, autocomplete: "off", spellcheck: "false",
    title: table ? "Type a number, drag sideways, or press Shift and ↑ or ↓; the arrow keys move" : "Type a number, press ↑ or ↓, or drag sideways",
  });
  const put = (text) => { if (text !== field.value) { field.value = text; changed(text); } };
  field.addEventListener("input", () => changed(field.value));
  field.addEventListener("keydown", (event) => {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || (table && !event.shiftKey)) return;
    event.preventDefault();
    put(nudged(field.value, step, way * (event.shiftKey && !table ? 10 : 1)));
    field.select(); // so that the next digit replaces it, as it does after moving here
  });
  field.addEventListener("focus", () => field.select()); // at once: whoever types fast has typed before the next frame
  let drag = null;
  field.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    drag = { x: event.clientX, from: field.value, on: false, first: document.activeElement !== field };
    field.setPointerCapture(event.pointerId); // a quick hand has left the field before its first movement is told
  });
  field.addEventListener("pointermove", (event) => {
    if (!(event.buttons & 1)) drag = null;
    if (!drag) return;
    const moved = event.clientX - drag.x;
    drag.on ||= Math.abs(moved) > 5;
    if (drag.on) { event.preventDefault(); put(nudged(drag.from, step, Math.round(moved / 8))); }
  });
  field.addEventListener("click", () => { if (drag?.first) field.select(); drag = null; }); // the click that gave it the focus
  field.addEventListener("pointercancel", () => { drag = null; });
  return field;
}

/** Text goes into a field only when it differs, so that the caret of someone typing never moves. */
const fill = (field, text) => { if (field.value !== String(text)) field.value = text; };

const CONTROLS = {
  number(spec, send) {
    const field = numberField(spec.label, spec.step, (text) => { follow(text); send(text); });
    field.dataset.cell = spec.name;
    if (String(spec.high).length > 6) field.style.width = `${String(spec.high).length * 0.6 + 1}em`;
    const slider = spec.slider && h("input", {
      type: "range", class: "up-slider", min: spec.low, max: spec.high, step: spec.step, "aria-label": `${spec.label}, slider`,
      oninput: () => { fill(field, String(Number(Number(slider.value).toFixed(decimals(spec.step))))); send(field.value); },
    });
    const follow = (text) => {
      const value = readable(text);
      if (slider && Number.isFinite(value) && Number(slider.value) !== value) slider.value = value;
    };
    const name = h("span", { class: "up-label", "aria-hidden": "true" }, spec.label);
    return { element: h("div", { class: "up-control" }, name, slider || null, field), cells: [field],
      update: (raw) => { fill(field, raw); follow(raw); } };
  },

  matrix(spec, send) {
    const at = (i, j) => cells[i * spec.cols + j];
    const texts = () => Array.from({ length: spec.rows }, (_, i) => Array.from({ length: spec.cols }, (_, j) => at(i, j).value));
    const cells = [], table = spec.in_picture || spec.rows > 1;
    const nearest = (from, way) => { // a picture may stack the cells otherwise than the array does
      const far = (cell) => way * (cell.offsetTop - from.offsetTop) + 3 * Math.abs(cell.offsetLeft - from.offsetLeft);
      const there = cells.filter((cell) => !cell.hidden && way * (cell.offsetTop - from.offsetTop) > 1);
      return there.length ? there.reduce((best, cell) => (far(cell) < far(best) ? cell : best)) : null;
    };
    for (let i = 0; i < spec.rows; i++) for (let j = 0; j < spec.cols; j++) {
      const field = numberField(`${spec.label}, ${spec.places[i][j]}`, spec.step, () => send(texts()), table);
      field.dataset.cell = `${spec.name}[${i},${j}]`;
      if (spec.in_picture) { field.setAttribute("aria-description", field.title); field.removeAttribute("title"); } // it would cover the picture
      field.addEventListener("keydown", (event) => {
        if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
        const start = field.selectionStart === 0, end = field.selectionEnd === field.value.length;
        const whole = start && end;
        const to = event.key === "Enter" ? at((i + 1) % spec.rows, i + 1 < spec.rows ? j : (j + 1) % spec.cols)
          : event.key === "ArrowLeft" && start && (whole || field.selectionEnd === 0) ? cells[i * spec.cols + j - 1]
          : event.key === "ArrowRight" && end && (whole || field.selectionStart === field.value.length) ? cells[i * spec.cols + j + 1]
          : table && event.key === "ArrowUp" ? (spec.in_picture ? nearest(field, -1) : cells[(i - 1) * spec.cols + j])
          : table && event.key === "ArrowDown" ? (spec.in_picture ? nearest(field, 1) : cells[(i + 1) * spec.cols + j])
          : null;
        if (to) { event.preventDefault(); to.focus(); }
      });
      field.addEventListener("paste", (event) => {
        const paste = event.clipboardData.getData("text");
        if (!/[\t\n;,]|\S\s+\S|\[/.test(paste.trim()) || /^\s*[+-]?\d+,\d+\s*$/.test(paste)) return; // one number: as usual
        event.preventDefault();
        send({ cells: texts(), row: i, column: j, paste }); // the kernel reads it, and answers with cells or a sentence
      });
      cells.push(field);
    }
    const grid = h("div", { class: spec.in_picture ? "up-over" : "up-cells", role: "group", "aria-label": spec.label, style: `--cols:${spec.cols}` }, ...cells);
    const name = h("span", { class: "up-label", "aria-hidden": "true" }, spec.label);
    return { element: spec.in_picture ? grid : h("div", { class: "up-control up-table" }, name, grid), cells,
      update: (raw) => (Array.isArray(raw) ? raw : raw.cells).forEach((line, i) => line.forEach((text, j) => at(i, j) && fill(at(i, j), text))) };
  },

  toggle(spec, send) {
    const box = h("input", { type: "checkbox", onchange: () => send(box.checked) });
    box.dataset.cell = spec.name;
    return { element: h("label", { class: "up-control up-toggle", hidden: spec.in_picture }, box, h("span", {}, spec.label)), cells: [box],
      update: (raw) => { box.checked = Boolean(raw); } };
  },

  choice(spec, send) {
    const list = h("select", { class: "up-choice", "aria-label": spec.label, onchange: () => send(list.value) }, ...spec.options.map((option) => h("option", { value: option }, option)));
    list.dataset.cell = spec.name;
    return { element: h("label", { class: "up-control" }, h("span", { class: "up-label" }, spec.label), list), cells: [list],
      update: (raw) => { list.value = raw; } };
  },

  text(spec, send) {
    const field = h("input", { type: "text", class: "up-text", "aria-label": spec.label, maxlength: spec.longest, autocomplete: "off", autocapitalize: "off",
      spellcheck: "false", oninput: () => send(field.value) });
    field.dataset.cell = spec.name;
    const name = h("span", { class: "up-label", "aria-hidden": "true" }, spec.label);
    return { element: h("div", { class: "up-control" }, name, field), cells: [field], update: (raw) => fill(field, raw) };
  },

  progress(spec) {
    const bar = h("progress", { class: "up-progress", max: 1, value: 0, "aria-label": spec.label });
    const percent = h("span", { class: "up-count" });
    return { element: h("div", { class: "up-control" }, bar, percent), cells: [],
      update: (raw) => { bar.value = raw; percent.textContent = raw > 0 ? `${Math.round(100 * raw)} %` : ""; } };
  },

  button(spec, send) {
    let presses = 0;
    const button = h("button", { type: "button", class: "up-button", onclick: () => send(presses + 1) }, spec.label);
    button.dataset.cell = spec.name;
    return { element: button, cells: [button], update: (raw) => { presses = Number(raw) || 0; } };
  },
};

// --- the exhibit ---------------------------------------------------------------------------------------------------

function render({ model, el }) {
  const listeners = [];
  const listen = (name, callback) => { model.on(`change:${name}`, callback); listeners.push([`change:${name}`, callback]); };
  // Python holds the inputs. What the person changes is told as a change, by number, until it is among the inputs: an
  // answer under way may set any of them (a reset does), and what was typed meanwhile is typed on top of it.
  const unheard = () => model.get("changes").filter(([number]) => number > model.get("heard"));
  const entered = () => unheard().reduce((inputs, [, name, was, is]) => ({ ...inputs, [name]: changed(inputs[name], was, is) }), model.get("inputs"));
  let sent = 0;
  const send = (name, raw) => {
    const before = entered()[name], others = unheard(), last = others.at(-1);
    const more = last?.[1] === name && !last[3]?.paste; // the same control goes on changing: one change
    const number = Math.max(model.get("heard"), last?.[0] ?? 0) + 1;
    model.set("changes", [...(more ? others.slice(0, -1) : others), [number, name, more ? last[2] : before?.cells ?? before, raw]]);
    model.save_changes(); // one message is in flight at a time; what is typed meanwhile is merged, the newest wins
    // While dragging, also a word that asks for nothing: the server holds its second message back until the first is
    // acknowledged (Nagle's algorithm), and without anything to send, that takes the browser's system up to 40 ms.
    const soon = performance.now() - sent < 100;
    sent = performance.now();
    try { if (soon) model.send({}); } catch { /* without a kernel there is nothing to hurry */ }
  };

  // Steps ------------------------------------------------------------------------------------------------------
  const steps = () => Math.max(model.get("transcript").length - 1, 0);
  let saving = null;
  const goto = (step) => {
    step = clamp(step, 0, steps());
    if (step === model.get("step")) return;
    model.set("step", step); // every view in this page listens; the kernel hears later, so that a reload remembers
    clearTimeout(saving);
    saving = setTimeout(() => model.save_changes(), 400);
  };
  let timer = null;
  const pause = () => { if (timer !== null) { clearInterval(timer); timer = null; playing(false); } };
  const play = () => {
    if (timer !== null) return pause();
    if (model.get("step") >= steps()) goto(0);
    const beat = () => { goto(model.get("step") + 1); if (model.get("step") >= steps()) pause(); };
    timer = setInterval(beat, SPEEDS[speed.value]);
    playing(true);
  };
  const button = (name, label, onclick) => h("button", { type: "button", class: "up-button up-square", "aria-label": label, title: label, onclick }, icon(name));
  const byHand = (action) => () => { pause(); action(); };
  const first = button("first", "Back to the start", byHand(() => goto(0)));
  const back = button("back", "One step back", byHand(() => goto(model.get("step") - 1)));
  const start = button("play", "Play", play);
  const next = button("next", "One step on", byHand(() => goto(model.get("step") + 1)));
  const last = button("last", "Show every step", byHand(() => goto(steps())));
  const where = h("input", { type: "range", class: "up-slider up-where", min: 0, step: 1, "aria-label": "Step", oninput: () => { pause(); goto(Number(where.value)); } });
  const count = h("span", { class: "up-count" });
  const speed = h("select", { class: "up-choice", "aria-label": "Speed", title: "Speed", onchange: () => { if (timer !== null) { pause(); play(); } } },
    ...Object.keys(SPEEDS).map((name) => h("option", { value: name, selected: name === "Medium" }, name)));
  const playing = (on) => {
    start.replaceChildren(icon(on ? "pause" : "play"));
    start.setAttribute("aria-label", on ? "Pause" : "Play"); start.title = on ? "Pause" : "Play";
  };
  const stepping = h("div", { class: "up-steps" }, first, back, start, next, last, where, count, speed);
  const projector = h("button", { type: "button", class: "up-button up-square", "aria-label": "Projector mode: bigger type", title: "Projector mode: bigger type",
    onclick: () => { model.set("projector", !model.get("projector")); model.save_changes(); } }, icon("screen"));

  const controls = h("div", { class: "up-controls" });
  const top = h("div", { class: "up-top" }, controls);
  const bar = h("div", { class: "up-bar" }, stepping, h("span", { class: "up-gap" }));
  const say = h("div", { class: "up-say" });
  const live = h("div", { class: "up-live", "aria-live": "polite" });
  const fault = h("div", { class: "up-fault", role: "alert", hidden: true });
  const holder = h("div"), over = h("div"); // the picture, and the cells of matrices that are edited in it
  const stage = h("div", { class: "up-stage" }, holder, over);
  const picture = h("div", { class: "up-picture", role: "group", tabindex: "0" }, stage);
  const frame = h("div", { class: "up-frame" }, picture, fault);
  const list = h("ol", { class: "up-list", start: "0" });
  const copier = (text, from) => {
    const copied = h("span", { class: "up-count", role: "status" });
    return [h("button", { type: "button", class: "up-button", onclick: async () => {
      try { await navigator.clipboard.writeText(text()); copied.textContent = "Copied"; }
      catch { getSelection().selectAllChildren(from); copied.textContent = "Selected: now copy it"; } // no permission to write
      setTimeout(() => { copied.textContent = ""; }, 2500);
    } }, icon("copy"), "Copy"), copied];
  };
  const inWords = h("details", { class: "up-words" }, h("summary", {}, "The steps in words"), list, ...copier(() => model.get("transcript").join("\n"), list));
  const program = h("pre", { class: "up-program" });
  const inCode = h("details", { class: "up-words" }, h("summary", {}, "As NumPy code"), program, ...copier(() => model.get("source"), program));
  const root = h("div", { class: "up-exhibit", role: "group", "data-lm-suppress-shortcuts": "true" }, top, bar, say, frame, inWords, inCode, live);

  // The picture ------------------------------------------------------------------------------------------------
  let middles = new Map(); // part -> where it lies in the picture; forgotten with each picture, step and size
  let drawn = null, before = "", parts = [], lit = new Map(), only = new Map(), lines = [], about = new Map(), rest = null, size = [1, 1], tallest = 0, wide = 0, hot = null;
  let marked = [], opened = []; // the parts of the picture that are lit now, and those that show for what is hot
  const byKey = (name) => { // the parts that name a key, by key
    const found = new Map();
    for (const part of drawn.querySelectorAll(`[data-${name}]`))
      for (const key of part.dataset[name].split(" ")) if (!found.get(key)?.push(part)) found.set(key, [part]);
    return found;
  };
  const fit = () => {
    const room = wide || size[0];
    const { least, scrolled, most } = model.get("projector") ? PROJECTED : { least: SMALLEST, scrolled: SCROLLED, most: 1 };
    const whole = Math.max(least, (0.72 * innerHeight) / size[1]); // a picture larger than its place is seen as a whole
    const shown = size[0] * (room < size[0] * least ? scrolled : Math.min(room / size[0], most, Math.max(1, whole)));
    middles = new Map();
    if (drawn) drawn.style.width = `${shown}px`;
    stage.style.setProperty("--up-scale", shown / size[0]);
    tallest = Math.max(tallest, Math.ceil((shown * size[1]) / size[0])); // never shrinks: nothing below it jumps
    frame.style.minHeight = `${tallest}px`;
  };
  const place = () => {
    const focused = drawn?.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    // The title is a label, which is read out; as an element it would also pop up over the whole picture.
    const [heading] = /<title>[^<]*<\/title>/.exec(model.get("picture")) ?? [""], next = model.get("picture").replace(heading, "");
    if (!next) return;
    let touched = null;
    if (drawn) [drawn, touched] = turned(drawn, before, next);
    else holder.append(drawn = parsed(next));
    before = next;
    if (!touched || touched.some(([element, names]) => !names.every((name) => SLIGHT.has(name) || (element.localName === "text" && OF_TEXT.has(name))))) survey();
    else {
      for (const part of new Set(touched.map(([element]) => element.closest(ACTIVE)))) if (part) introduce(part);
      for (const { cells } of widgets.values()) cells.forEach(showTyped);
    }
    const title = parsed(`<svg>${heading}</svg>`).textContent;
    for (const [part, label] of [[drawn, title], [root, title], [picture, steps() ? `${title}: left and right arrow keys step, with Shift they scroll` : title]])
      put(part, "aria-label", label);
    const desc = drawn.querySelector(":scope > desc");
    if (desc && !steps()) announce(desc.textContent);
    mix(); fit(); reveal(); light(hot); // in this order: only a picture of known size can be scrolled
    if (focused && !drawn.contains(document.activeElement)) [...drawn.querySelectorAll(ACTIVE)].find((part) => part.dataset.key === focused)?.focus();
  };
  const survey = () => { // what is where in a picture that is new, or in which more than numbers, colours and sentences is new
    size = [Number(drawn.getAttribute("width")), Number(drawn.getAttribute("height"))];
    parts = [...drawn.querySelectorAll("[data-step],[data-until]")].map((part) => [part, Number(part.dataset.step ?? 0), Number(part.dataset.until ?? Infinity)]);
    lit = byKey("lit"); only = byKey("only");
    for (const part of marked) part.classList.remove("up-lit"); // it may have stayed, for another key
    marked = []; opened = [...drawn.querySelectorAll('[data-only]:not([display="none"])')];
    lines = [...drawn.querySelectorAll("[data-line] text")].map((part) => [part, Number(part.parentNode.dataset.line)]);
    about = new Map([...drawn.querySelectorAll("[data-hot][data-label]")].map((part) => [part.dataset.hot, part.dataset]));
    rest = drawn.querySelector("[data-rest]")?.dataset.rest ?? null;
    const active = [...drawn.querySelectorAll(ACTIVE)];
    if (active.length) put(drawn, "role", "group"); // an image may not contain things to focus
    const stops = [active.find((part) => part.matches(HOT)), active.find((part) => part.matches(JUMP))]; // arrows move on from them
    for (const part of active) {
      introduce(part);
      put(part, "role", part.matches(HOT) && !part.dataset.set ? "img" : "button");
      put(part, "tabindex", part.dataset.set || stops.includes(part) ? "0" : "-1");
    }
    cover();
  };
  const introduce = (part) => {
    const title = part.dataset.goto && part.querySelector("text")?.textContent;
    put(part, "data-key", part.dataset.hot || part.dataset.set || title);
    put(part, "aria-label", part.dataset.label || (title ? `${title}: go to step ${part.dataset.goto}` : part.textContent));
  };
  const cover = () => { // each cell that is edited in the picture lies over the number drawn for it
    const targets = new Map([...(drawn?.querySelectorAll("[data-cell]") ?? [])].map((part) => [part.dataset.cell, part]));
    const corners = new Map([[drawn, [0, 0]]]); // of the groups that the cells share
    const corner = (part) => {
      if (!corners.has(part)) {
        const [x, y] = corner(part.parentNode), [, dx, dy] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(part.getAttribute("transform") ?? "") ?? [0, 0, 0];
        corners.set(part, [x + Number(dx), y + Number(dy)]);
      }
      return corners.get(part);
    };
    for (const { cells } of widgets.values()) for (const cell of cells) {
      if (!cell.parentElement?.matches(".up-over")) continue;
      const target = targets.get(cell.dataset.cell), box = target?.querySelector("rect");
      cell.hidden = !box;
      cell.drawn = target;
      if (!box) continue;
      const [x, y, width, height] = ["x", "y", "width", "height"].map((of) => Number(box.getAttribute(of))), [dx, dy] = corner(target);
      const percent = (value, whole) => `${(100 * value) / whole}%`;
      put(cell, "style", `left:${percent(x + dx, size[0])};top:${percent(y + dy, size[1])};width:${percent(width, size[0])};`
        + `height:${percent(height, size[1])};font-size:calc(var(--up-scale) * ${typeSize(target)}px)`);
      put(target, "aria-hidden", "true");
      if (target.dataset.hot) put(cell, "data-hot", target.dataset.hot);
      showTyped(cell);
    }
  };
  const showTyped = (cell) => { // what was typed shows while it is edited, at fault, or not drawn yet; else the drawn number
    if (!cell.drawn) return;
    const typed = cell === document.activeElement || cell.hasAttribute("aria-invalid") || readable(cell.value) !== Number(cell.drawn.dataset.value);
    cell.classList.toggle("up-typed", typed);
    cell.drawn.classList.toggle("up-hidden", typed);
  };
  for (const name of ["focusin", "focusout", "input"]) over.addEventListener(name, (event) => requestAnimationFrame(() => showTyped(event.target)));
  // What is linear in a table of weights follows the weights here, with or without a kernel.
  const mix = () => {
    const linear = model.get("linear"), raw = linear?.parts && entered()[linear.control];
    if (!drawn || !Array.isArray(raw)) return;
    const texts = raw.flat().map((text) => String(text).trim().replace("−", "-"));
    if (!texts.every((text) => NUMBER.test(text) && Math.abs(readable(text)) <= linear.limit)) return; // the last good picture stays
    const weights = texts.map(readable), noise = 1e-12 * linear.scale * Math.max(...weights.map(Math.abs));
    for (const [name, rows] of Object.entries(linear.parts)) {
      const values = mixed(weights, rows, noise), largest = Math.max(0, ...values.map(Math.abs).filter(Number.isFinite));
      values.forEach((value, j) => {
        const part = drawn.querySelector(`[data-mix="${name}-${j}"]`), box = part?.querySelector("rect"), label = part?.querySelector("text");
        if (!label) return;
        const text = (name === "gap" && value > 0 ? "+" : "") + written(value), share = largest ? Math.min(Math.abs(value) / largest, 1) : 0;
        const [y, width, height] = ["y", "width", "height"].map((of) => Number(box.getAttribute(of))), size = typeSize(part);
        const fitting = size * Math.min(1, width / (textWidth(text, size) + 0.75 * size));
        label.textContent = text;
        label.setAttribute("y", short(y + height / 2 + 0.36 * fitting));
        if (fitting < size) label.setAttribute("font-size", short(fitting)); else label.removeAttribute("font-size");
        if (!part.dataset.label) part.setAttribute("aria-label", text);
        box.setAttribute("fill", value < 0 ? linear.hues.negative : linear.hues.positive);
        box.setAttribute("fill-opacity", share > 1e-12 ? short(0.1 + 0.45 * share) : 0);
      });
      if (name === "gap") for (const part of drawn.querySelectorAll("[data-off]"))
        part.setAttribute("display", String(values.some((value) => value !== 0)) === part.dataset.off ? "inline" : "none");
    }
  };
  let told = null;
  const reveal = () => {
    const n = steps(), step = Math.min(model.get("step"), n), lines = model.get("transcript");
    middles = new Map();
    for (const [part, from, until] of parts) {
      const shown = from <= step && step < until;
      part.classList.toggle("up-on", shown); part.classList.toggle("up-off", !shown);
    }
    told = lines;
    bar.hidden = inWords.hidden = say.hidden = n === 0;
    const home = n === 0 ? top : bar; // without steps the button stands beside the controls
    if (projector.parentElement !== home) home.append(projector);
    if (n === 0) return;
    where.max = n; where.value = step;
    where.setAttribute("aria-valuetext", `step ${step} of ${n}`);
    count.textContent = `step ${step} of ${n}`;
    first.setAttribute("aria-disabled", step === 0); back.setAttribute("aria-disabled", step === 0);
    next.setAttribute("aria-disabled", step === n); last.setAttribute("aria-disabled", step === n);
    if (list.children.length !== lines.length) {
      list.replaceChildren(...lines.map(() => h("li")));
      say.replaceChildren(...lines.map(() => h("p"))); // all in one place, so the longest decides the height
    }
    lines.forEach((line, i) => {
      const [short] = line.split("\n"); // what follows a line break is only for reading at leisure
      if (list.children[i].textContent !== line) list.children[i].textContent = line;
      if (say.children[i].textContent !== short) say.children[i].textContent = short;
      if (i === step) list.children[i].setAttribute("aria-current", "step");
      else list.children[i].removeAttribute("aria-current");
      say.children[i].classList.toggle("up-said", i === step);
    });
    announce((lines[step] ?? "").split("\n")[0]);
    follow();
  };
  let following = 0;
  const follow = () => { // with the next frame: asking for sizes now would keep the next message to the kernel waiting
    cancelAnimationFrame(following);
    following = requestAnimationFrame(() => scrollTo(Math.min(model.get("step"), steps())));
  };
  const scrollTo = (step) => { // a wide graph scrolls so that the step is in sight
    if (!drawn || picture.scrollWidth <= picture.clientWidth + 1) return;
    const boxes = parts.filter(([, from]) => from === step && step > 0).map(([part]) => part.getBoundingClientRect());
    if (!boxes.length) return;
    const view = picture.getBoundingClientRect();
    const fits = ([a, b]) => b - a <= view.width, all = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
    const [left, right] = fits(all) ? all : [boxes[0].left, boxes[0].right]; // the edge, if not all that is new
    if (left < view.left || right > view.right) picture.scrollLeft += (left + right - view.left - view.right) / 2;
  };
  let telling = null;
  const announce = (text) => { clearTimeout(telling); telling = setTimeout(() => { live.textContent = text ?? ""; }, 350); };

  // Hover and focus in the picture -------------------------------------------------------------------------------
  const light = (key) => {
    hot = key;
    const shown = lit.has(key) || about.has(key) ? key : rest; // the entry at rest, while nothing is pointed at that is there
    const lighted = lit.get(shown) ?? [], open = only.get(shown ?? "") ?? [];
    for (const part of marked) if (!lighted.includes(part)) part.classList.remove("up-lit");
    for (const part of lighted) part.classList.add("up-lit");
    for (const part of opened) if (!open.includes(part)) put(part, "display", "none");
    for (const part of open) put(part, "display", "inline");
    [marked, opened] = [lighted, open];
    const { label = "", words = "" } = about.get(shown) ?? {}, said = label.split("\n"), told = words.split(" ");
    for (const [part, i] of lines) tell(part, said[i] ?? "");
    open.flatMap((part) => [...part.querySelectorAll("[data-word]")]).forEach((part, i) => tell(part, told[i]));
  };
  const keyOf = (event) => event.target.closest?.("[data-hot]")?.dataset.hot ?? null;
  picture.addEventListener("pointerover", (event) => { const key = keyOf(event); if (key !== hot) light(key ?? keyOf({ target: document.activeElement })); });
  picture.addEventListener("pointerleave", () => light(keyOf({ target: document.activeElement })));
  const point = (element) => { const key = keyOf({ target: element ?? document.body }); if (key !== hot) light(key); };
  picture.addEventListener("focusin", (event) => point(event.target));
  picture.addEventListener("focusout", (event) => point(event.relatedTarget)); // at once what comes, not first what is at rest
  const act = (event) => {
    const setter = event.target.closest?.("[data-set]"), jump = event.target.closest?.("[data-goto]");
    const value = setter?.dataset.value; // a matrix is written as JSON
    if (setter) send(setter.dataset.set, value?.startsWith("[[") ? JSON.parse(value) : value ?? (Number(entered()[setter.dataset.set]) || 0) + 1);
    else if (jump) { pause(); goto(Number(jump.dataset.goto)); }
  };
  picture.addEventListener("click", act);
  const middle = (part) => { // asked once for each part: each answer may cost a layout
    if (!middles.has(part)) {
      const box = part.getBoundingClientRect(), all = drawn.getBoundingClientRect();
      middles.set(part, [box.left + box.width / 2 - all.left, box.top + box.height / 2 - all.top]);
    }
    return middles.get(part);
  };
  const neighbour = (from, [dx, dy]) => { // the nearest part of the same kind that way
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const part of drawn.querySelectorAll(from.matches(JUMP) ? JUMP : HOT)) {
      const [px, py] = middle(part), along = (px - x) * dx + (py - y) * dy, across = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (along > 1 && along + 3 * across < least) { least = along + 3 * across; best = part; }
    }
    return best;
  };

  // JupyterLab's shortcuts look at the focused element first (x would cut the cell): mark it, not only the root.
  root.addEventListener("focusin", (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true"));

  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input,select,textarea")) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const part = event.target.closest(`[data-hot],${JUMP}`);
    if (event.shiftKey && ways[event.key]?.[0] && picture.contains(event.target)) {
      event.preventDefault(); picture.scrollBy({ left: 0.4 * picture.clientWidth * ways[event.key][0], behavior: "smooth" });
    } else if (part && ways[event.key]) {
      event.preventDefault();
      const to = neighbour(part, ways[event.key]);
      if (to) { part.setAttribute("tabindex", "-1"); to.setAttribute("tabindex", "0"); to.focus(); }
    } else if ((event.key === "Enter" || event.key === " ") && event.target.closest(`[data-set],${JUMP}`)) {
      event.preventDefault(); act(event);
    } else if (steps()) {
      const to = { ArrowLeft: model.get("step") - 1, ArrowRight: model.get("step") + 1, Home: 0, End: steps() }[event.key];
      if (to !== undefined) { event.preventDefault(); pause(); goto(to); }
    }
  });

  // Controls, and the sentences about them -----------------------------------------------------------------------
  let built = "", widgets = new Map();
  const inPicture = (element) => element.matches(".up-over");
  const build = () => {
    const specs = model.get("controls"), text = JSON.stringify(specs);
    if (text !== built) {
      const focused = controls.contains(document.activeElement) || over.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
      built = text;
      const old = widgets; // a control that is described as before stays, with its focus and its caret
      widgets = new Map(specs.map((spec) => {
        const about = JSON.stringify(spec), kept = old.get(spec.name);
        const start = spec.new_row ? [h("span", { class: "up-row" })] : [];
        return [spec.name, kept?.about === about ? kept : { ...CONTROLS[spec.kind](spec, (raw) => send(spec.name, raw)), about, start }];
      }));
      for (const [name, { element, note }] of old) if (widgets.get(name)?.element !== element) note?.remove();
      const elements = [...widgets.values()].flatMap(({ start, element }) => [...start, element]);
      for (const [place, mine] of [[controls, elements.filter((e) => !inPicture(e))], [over, elements.filter(inPicture)]]) {
        for (const element of [...place.children]) if (!mine.includes(element)) element.remove();
        mine.forEach((element, i) => { if (place.children[i] !== element) place.insertBefore(element, place.children[i] ?? null); });
      }
      controls.hidden = widgets.size === 0;
      if (focused && !root.contains(document.activeElement)) root.querySelector(`:is(input,select,button)[data-cell="${CSS.escape(focused)}"]`)?.focus();
      cover(); // the picture may have come before the cells
    }
    fillAll();
  };
  const fillAll = () => {
    const inputs = entered();
    for (const [name, widget] of widgets) if (name in inputs) { widget.update(inputs[name]); widget.cells.forEach(showTyped); }
  };
  const complain = () => {
    const errors = { ...model.get("errors") };
    for (const [name, widget] of widgets) {
      const { element, cells } = widget, keys = Object.keys(errors).filter((key) => key === name || key.startsWith(`${name}[`));
      const texts = keys.map((key) => errors[key]);
      for (const key of keys) delete errors[key];
      if (!texts.length) { widget.note?.remove(); widget.note = null; }
      else if (element.matches(".up-control,.up-over")) {
        widget.note ??= h("span", { class: "up-note", role: "alert" });
        tell(widget.note, texts[0]);
        settle(widget.note, element, cells, cells.find((cell) => keys.includes(cell.dataset.cell)) ?? cells[0]);
      }
      for (const cell of cells) {
        const wrong = keys.includes(cell.dataset.cell) || keys.includes(name);
        if (wrong) { cell.setAttribute("aria-invalid", "true"); cell.setAttribute("aria-errormessage", texts[0]); }
        else { cell.removeAttribute("aria-invalid"); cell.removeAttribute("aria-errormessage"); }
        showTyped(cell);
      }
    }
    fault.textContent = Object.values(errors).join(" ");
    fault.hidden = fault.textContent === "";
  };
  const settle = (note, element, cells, cell) => { // below its control; a cell in the picture: where it covers the fewest numbers
    const home = inPicture(element) ? frame : element;
    if (note.parentElement !== home) home.append(note);
    Object.assign(note.style, { left: 0, top: "", maxWidth: `${frame.clientWidth}px` });
    const around = home.getBoundingClientRect(), { width, height } = note.getBoundingClientRect();
    const right = frame.getBoundingClientRect().right - around.left - width;
    if (home === element) { note.style.left = `${Math.min(0, right)}px`; return; }
    const boxes = cells.filter((cell) => !cell.hidden).map((cell) => cell.getBoundingClientRect());
    const left = Math.max(0, Math.min(cell.getBoundingClientRect().left - around.left, right));
    const places = [Math.max(...boxes.map((box) => box.bottom)) + 3, Math.min(...boxes.map((box) => box.top)) - height - 3, around.bottom - height];
    const texts = [...drawn.querySelectorAll("text")].map((text) => text.getBoundingClientRect()).filter((box) => box.width);
    const others = [...home.querySelectorAll(":scope > .up-note")].filter((other) => other !== note).map((other) => other.getBoundingClientRect());
    places.push(...others.map((box) => box.bottom + 3));
    const under = (top, slack) => (box) => box.top + slack * box.height < top + height && box.bottom - slack * box.height > top
      && box.left < around.left + left + width && box.right > around.left + left;
    // Digits are not as high as their line; and of two sentences none may cover the other.
    const covered = (top) => texts.filter(under(top, 0.2)).length + 1000 * others.filter(under(top, 0)).length;
    const best = places.reduce((one, other) => (covered(other) < covered(one) ? other : one));
    Object.assign(note.style, { left: `${left}px`, top: `${best - around.top}px` });
  };
  const project = () => {
    const on = model.get("projector");
    root.classList.toggle("up-projector", on);
    projector.setAttribute("aria-pressed", on);
    tallest = 0; fit(); follow(); complain();
  };

  const showCode = () => { program.textContent = model.get("source"); inCode.hidden = !program.textContent; };
  listen("source", showCode);
  listen("controls", () => { build(); complain(); });
  for (const name of ["inputs", "changes"]) listen(name, () => { fillAll(); mix(); });
  listen("errors", complain);
  listen("picture", place);
  listen("transcript", () => { if (told !== model.get("transcript")) reveal(); }); // it mostly comes with its picture
  listen("step", reveal);
  listen("projector", project);
  build(); place(); project(); showCode();
  el.append(root);
  const watch = new ResizeObserver(() => {
    const now = frame.clientWidth;
    if (now && now !== wide) { wide = now; tallest = 0; fit(); follow(); complain(); }
  });
  watch.observe(frame);
  return () => {
    pause(); watch.disconnect(); clearTimeout(telling); clearTimeout(saving); cancelAnimationFrame(following);
    for (const [name, callback] of listeners) model.off(name, callback);
  };
}

export default { render };
