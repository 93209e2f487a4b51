// All that is said in words: the sentence of a step; the steps, to read and to copy; and what a screen reader
// is told.

import { h, tell } from "./elements.js";
import { icon } from "./icons.js";

export class Words {
  /** `again` is said behind the last step, where a guess has missed. */
  constructor(model, again = "") {
    this.again = again;
    this.telling = this.lines = this.stops = null;
    this.said = h("div", { class: "up-say" });
    this.list = h("ol", { class: "up-list", start: "0" });
    this.live = h("div", { class: "up-live", "aria-live": "polite" });
    const steps = copier(() => model.get("transcript").join("\n"), this.list);
    const title = h("summary", {}, `The ${(model.get("stepping") ?? ["", "step"])[1]}s in words`);
    this.inWords = h("details", { class: "up-words" }, title, this.list, ...steps);
  }

  /** Show the sentences of the steps, and which of them is the current one: until its number has `landed`
      without what stands behind its first =, ≈ or colon. */
  show(lines, step, landed) {
    if (lines !== this.lines) this.write(lines);
    if (lines === this.lines && step === this.step && landed === this.landed) return;
    Object.assign(this, { lines, step, landed });
    lines.forEach((line, i) => {
      const item = this.list.children[i], sentence = this.said.children[i];
      if (i === step) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
      sentence.classList.toggle("up-said", i === step);
      sentence.classList.toggle("up-begun", i === step && !landed);
    });
    if (landed) this.announce(firstLine(lines[step] ?? ""));
  }

  /** Show the sentence of a stop of a film, and below the picture those of a few stops. */
  showStop(lines, { said, room }, stop) {
    if (lines !== this.lines || said !== this.stops) {
      const most = Math.max(room, ...said.map((each) => each.length)), longest = "nnnn ".repeat(most / 6);
      this.list.replaceChildren(...lines.map((line) => h("li", {}, line)));
      this.said.replaceChildren(h("p", {}, longest), h("p", { class: "up-said" })); // as high as the longest
      Object.assign(this, { lines, stops: said });
    }
    if (this.said.lastChild.textContent === said[stop]) return;
    tell(this.said.lastChild, said[stop]);
    this.announce(said[stop]);
  }

  write(lines) {
    if (this.list.children.length !== lines.length) {
      this.list.replaceChildren(...lines.map(() => h("li")));
      const again = this.again ? { "data-again": this.again } : {};
      const sentence = () => h("p", again, h("span"), h("span", { class: "up-late" }));
      this.said.replaceChildren(...lines.map(sentence), h("p")); // in one place: as high as the longest
    }
    const said = lines.map(firstLine).map(widened);
    tell(this.said.lastChild, longest([...said, said.at(-1) + this.again]));
    lines.forEach((line, i) => {
      const first = firstLine(line), end = first.search(/ [=≈] |: /);
      const [begin, late] = this.said.children[i].children;
      tell(this.list.children[i], line);
      tell(begin, end < 0 ? first : first.slice(0, end));
      tell(late, end < 0 ? "" : first.slice(end));
    });
  }

  /** Tell a screen reader, unless something newer comes in a moment. */
  announce(text) {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      this.live.textContent = text ?? "";
    }, 350);
  }

  leave() {
    clearTimeout(this.telling);
  }
}

/** The line for stepping; the others are for reading at leisure. */
const firstLine = (text) => text.split("\n")[0];

/** The line as long as it may get when its numbers change, so that nothing moves when they do. */
const widened = (line) => line.replace(/(?<![\w.])−?\d[\d.]*/g, "−0.0000");
const longest = (lines) => lines.reduce((most, line) => (line.length > most.length ? line : most), "");

/** A button that copies a text, or selects it where copying is not allowed, and a place that says so. */
function copier(text, from) {
  const done = h("span", { class: "up-count", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      done.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(from);
      done.textContent = "Selected: now copy it";
    }
    setTimeout(() => {
      done.textContent = "";
    }, 2500);
  };
  return [h("button", { type: "button", class: "up-button", onclick: copy }, icon("copy"), "Copy"), done];
}
