// Guesses, typed into the picture where a `?` stands, and judged there when the number has arrived. Each
// entry that can be guessed is declared, so that it works without a kernel:
//
//     <g data-ask="x" data-at="0" data-since="0" data-answer="2430" data-when="4.94" data-key="ask x 0 0">
//         what arrives at x, entry 0, counted from step 0 on; all of it is there at 4.94
//     data-found="972 + 1458 = …"   at the value that is the goal: what is found by the guess
//     data-guess="2430"             a guess that was made before
//     data-near="256=what arrives at a;…"   what else a guess may be, if it is wrong
//     <text data-said="x">          where it is said what was guessed, and what came
//     <text data-why="x">           right behind it, where it is said what else the guess is

import { clamp, h, put, tell } from "../browser/elements.js";
import { readable } from "../browser/numbers.js";

// How far a guess may be off, as a part of it: if it is a whole number, and if it is not.
const WHOLE = 1e-9, ROUNDED = 0.005;
const FOLD = "fold "; // begins the name of a switch, which changes no number
const EDGE = 5; // from what is said to the edge of the picture
const SUM = /[*·×]|[\d.,]\s*[-−+]/; // stands in the picture as the number it comes to
const SIZE = 15, DIGIT = 0.58, GAP = 1.5; // of a guess: its type, a digit in it, room at its sides
const WIDE = 34, WIDEST = 70; // of the place of a number, and as its box has room for

export class Asking {
  /** `on()` moves the focus on, once all entries of a value are guessed. */
  constructor(model, stage, on) {
    Object.assign(this, { model, stage, on, field: null, time: 0, places: [], picture: "", landed: 0 });
    this.guesses = new Map(); // by the key of its place: what was guessed, and what was asked
    this.handed = new Set(); // the keys of guesses that were made before, which are taken over once
    const { picture } = stage;
    picture.addEventListener("click", (event) => {
      const place = event.target.closest("[data-ask]");
      if (!place) return;
      event.stopImmediatePropagation(); // its box would lead to a step
      this.ask(place);
    });
    picture.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const place = event.target.closest("[data-ask]");
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const types = /^[-−.\d]$/.test(event.key);
    if (!types && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    this.ask(place, types ? event.key : undefined);
  }

  /** Have a guess typed. */
  ask(place, typed) {
    this.field?.remove();
    const { key, at, ask } = place.dataset, box = place.getBoundingClientRect();
    const whole = this.stage.element.getBoundingClientRect();
    const middle = box.left - whole.left + box.width / 2, top = box.top - whole.top - 2;
    const style = `top:${top}px;height:${box.height + 4}px`;
    const look = { class: "up-field up-typed up-guess", type: "text", inputmode: "decimal", style };
    const about = { "aria-label": place.getAttribute("aria-label"), autocomplete: "off" };
    const field = (this.field = h("input", { ...look, ...about }));
    field.value = typed ?? this.guesses.get(key)?.text ?? "";
    const fit = () => {
      const width = Math.max(box.width, 52, 10 * field.value.length + 14); // all of a long number is seen
      Object.assign(field.style, { left: `${middle - width / 2}px`, width: `${width}px` });
    };
    const note = h("span", { class: "up-note", role: "alert" });
    field.addEventListener("input", () => {
      field.removeAttribute("aria-invalid");
      note.remove();
      fit();
    });
    fit();
    const refuse = () => {
      field.setAttribute("aria-invalid", "true");
      tell(note, `“${field.value}” is not a number: type digits, or a product such as 3*4.`);
      this.stage.element.append(note);
      const left = clamp(middle - note.offsetWidth / 2, 0, whole.width - note.offsetWidth);
      Object.assign(note.style, { left: `${left}px`, top: `${top + box.height + 8}px` });
    };
    const rest = () => this.places.filter(isOf(ask)).slice(Number(at)); // this place and the next ones
    const each = () => (rest().length > 1 ? parted(field.value) : [field.value]);
    let open = true;
    const end = (keep) => {
      if (!open) return;
      open = false;
      note.remove();
      field.remove();
      this.field = null;
      if (keep) each().forEach((one, k) => this.take(one, rest()[k] ?? place));
    };
    field.addEventListener("blur", () => end(true));
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const { key: pressed, shiftKey } = event;
      if (pressed !== "Enter" && pressed !== "Escape" && (pressed !== "Tab" || shiftKey)) return;
      event.preventDefault();
      const typed = each();
      if (pressed === "Enter" && field.value.trim() && !typed.every(isNumber)) return refuse();
      end(pressed !== "Escape");
      const next = rest()[pressed === "Escape" ? 0 : typed.length];
      if (!next) this.on();
      else if (pressed === "Escape") next.focus();
      else this.ask(next);
    });
    this.stage.element.append(field);
    field.focus();
    if (typed === undefined) field.select();
    field.addEventListener("click", () => field.select(), { once: true }); // or what is typed joins the old
  }

  /** Keep what was typed, if it is a number; an empty guess is none. */
  take(text, { dataset }) {
    const number = parsed(text), sum = SUM.test(text);
    const stands = sum ? String(Number(number.toPrecision(12))) : text.trim();
    if (Number.isFinite(number)) this.keep(dataset.key, stands, dataset.answer);
    else this.guesses.delete(dataset.key);
    this.show(this.time, true);
  }

  /** A guess is one of these numbers: at any others it is none, even if as much arrives. */
  keep(key, text, answer) {
    this.guesses.set(key, { text, answer, about: this.numbers });
  }

  get numbers() {
    const folds = ([name]) => name.startsWith(FOLD);
    return JSON.stringify(Object.entries(this.model.get("inputs")).filter((each) => !folds(each)));
  }

  /** Show what was guessed, and how it stands at a time. */
  show(time, changed = false) {
    const { drawn, text: picture } = this.stage, isNew = picture !== this.picture;
    if (isNew) this.places = [...drawn.querySelectorAll("[data-ask]")];
    const landed = this.places.filter(({ dataset }) => time >= Number(dataset.when)).length;
    const stays = !changed && !isNew && landed === this.landed;
    Object.assign(this, { time, picture, landed });
    if (!stays) this.judge(drawn, time);
  }

  judge(drawn, time) {
    const judged = new Map(), { numbers } = this;
    for (const place of this.places) {
      const { key, answer, guess, since, ask } = place.dataset;
      if (guess && !this.handed.has(key) && !this.guesses.has(key)) this.keep(key, guess, answer);
      this.handed.add(key);
      const made = this.guesses.get(key), kept = made?.answer === answer && made.about === numbers;
      if (made && !kept) this.guesses.delete(key); // the numbers were changed
      const text = place.querySelector("text"), stands = kept ? made.text : "?";
      put(place, "aria-label", place.getAttribute("aria-label").replace(/[^:]*$/, ` ${stands}`));
      text.classList.toggle("up-guessed", kept);
      const other = ({ dataset: each }) => each.ask === ask && each.at !== place.dataset.at;
      fit(text, this.places.some(other) ? amongOthers(stands) : minus(stands), place);
      const name = `${ask} ${since}`, so = judged.get(name) ?? { place, ask, entries: [] };
      const right = kept && isNear(parsed(made.text), Number(answer));
      so.entries.push(kept ? { text: made.text, right, answer } : null);
      judged.set(name, so);
    }
    const said = new Map([...judged.values()].filter(begun).map((each) => [each.ask, each]));
    const lines = drawn.querySelectorAll("[data-said]");
    for (const line of lines) this.say(line, said.get(line.dataset.said), time);
  }

  say(line, guess, time) {
    const there = guess && time >= Number(guess.place.dataset.when);
    const right = there && guess.entries.every((entry) => entry?.right);
    const written = (of) => guess.entries.map((entry) => (entry ? of(entry) : "?")).join(", ");
    const several = guess?.entries.length > 1;
    const after = line.nextElementSibling, more = after?.matches("[data-why]") ? after : null;
    const typed = ({ text, right }) => (there && several ? `${right ? "✓" : "✗"} ` : "") + minus(text);
    const text = guess && written(typed);
    const why = there && !right && more ? (several ? text : near(guess)) : undefined;
    // What came stands above: to repeat it would take the room of what is sent beside it. So would a long line.
    const [so, rest] = several ? [`you said${why ? "" : ` ${text}`}`, why]
      : why ? halves(`✗ ${text}, ${why}`) : [`✗ you said ${text}`];
    if (!guess) tell(line, "");
    else if (!there) tell(line, `you say ${text}`);
    else tell(line, right ? "✓ as you said" : so);
    line.classList.toggle("up-right", Boolean(right));
    if (more) tell(more, (why && rest) ?? "");
    for (const each of more ? [line, more] : [line]) this.keepInside(each);
    if (there && guess.place.dataset.found) this.meet(guess, right, text);
  }

  /** A line longer than its box is moved to where the picture has room for it. */
  keepInside(line) {
    put(line, "dx", 0);
    if (!line.textContent) return; // to ask for its size would have all laid out, in the midst of the changes
    const { left, right, width } = line.getBoundingClientRect(), { drawn, room } = this.stage;
    const whole = drawn.getBoundingClientRect(), scale = room.shape.width / whole.width;
    const by = Math.max(whole.left + EDGE - left, Math.min(whole.right - EDGE - right, 0));
    if (width && by) line.setAttribute("dx", by * scale);
  }

  /** The guess is met if it is right; where more is to be reached, it need only have been made. */
  meet({ ask, place, entries }, right, text) {
    const goals = this.model.get("goals"), found = this.model.get("found");
    const counts = right || (goals.length > 1 && entries.every(Boolean));
    if (!counts || !goals[found.length]?.startsWith(`What will arrive at ${ask}?`)) return;
    const said = place.dataset.found;
    this.model.set("found", [...found, right ? said : said.replace(/, as you said\.$/, `; you said ${text}.`)]);
    this.model.save_changes();
  }
}

/** What a wrong guess of one number is, if it is one of those that are near. */
function near({ place, entries: [entry] }) {
  const known = (place.dataset.near ?? "").split(";").map((each) => each.split("="));
  return known.find(([number]) => isNear(parsed(entry.text), Number(number)))?.[1];
}

/** A sentence in two lines, as equally long as its words allow. */
function halves(text) {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index), off = (at) => Math.abs(2 * at - text.length);
  const at = spaces.reduce((best, each) => (off(each) < off(best) ? each : best));
  return [text.slice(0, at), text.slice(at + 1)];
}

/** What stands in a place among others is written as numbers in arrays are. */
const amongOthers = (stands) => minus(stands).replace(/^(−?)0(?=\.)/, "$1");

/** What stands in a place, as large as there is room for; one that stands alone in its box is widened. */
function fit(text, stands, place) {
  tell(text, stands);
  const { length } = text.textContent.replace(/[.,]/, ""); // nothing can be measured while it is hidden
  const needs = (length + 0.5) * DIGIT, rect = place.querySelector("rect");
  let wide = Number(rect.getAttribute("width"));
  if (wide >= WIDE && place.parentNode.parentNode.previousElementSibling?.textContent !== "+") {
    wide = clamp(needs * SIZE + 2 * GAP, WIDE, WIDEST);
    put(rect, "width", wide);
    put(rect, "x", (WIDE - wide) / 2);
  }
  put(text, "font-size", Math.min(SIZE, (wide - 2 * GAP) / needs));
}

const begun = ({ entries }) => entries.some(Boolean);
const isOf = (ask) => (place) => place.dataset.ask === ask && !place.closest(".up-off"); // and shown
const isNumber = (text) => Number.isFinite(parsed(text));
const minus = (text) => text.replace("-", "−");

/** What was typed for several places, one by one: “-10 -10”, but not “5 + 6” or “12 - 4”. */
export function parted(text) {
  const parts = text.trim().split(/\s+/);
  return parts.every((part) => Number.isFinite(readable(part))) ? parts : [text];
}

/** The number that a text means: 0.25, −3, ¼, 1/4, 3 · 32 or 5 + 6; NaN if it means none. */
export function parsed(text) {
  const written = text.trim().replace("¼", "1/4").replace("½", "1/2").replace("¾", "3/4");
  const sum = /^(.*[\d.,]\s*)([-−+])(.+)$/.exec(written); // not 1e-3
  const [, one, sign, other] = sum ?? /^(.+)([*·×/])(.+)$/.exec(written) ?? [];
  if (!sign) return written ? readable(written) : NaN;
  const [a, b] = [parsed(one), parsed(other)];
  return sign === "+" ? a + b : sign === "/" ? a / b : "-−".includes(sign) ? a - b : a * b;
}

/** Whether what was typed means a number: exactly if that is whole, else rounded to three digits or so. */
export const isNear = (typed, number) =>
  Math.abs(typed - number) <= (Number.isInteger(number) ? WHOLE : ROUNDED) * Math.abs(number) + WHOLE;
