// What is to be reached on the picture: one goal after the other, each met there or missed. What was found is
// said once it is met and what moves is at rest; later it was “found before”, where it is about the numbers shown
// (`brief`) as soon as they are others.

import { h, put, tell } from "./elements.js";

export class Goals {
  /** `rolls()` says whether something on the picture is still on its way. */
  constructor(model, brief, rolls) {
    Object.assign(this, { model, brief, rolls, met: 0, at: "", now: true });
    this.dots = h("span", { class: "up-dots", role: "img" });
    this.found = h("p", { class: "up-found", role: "status" });
    this.wanted = h("p", { class: "up-wanted" });
    this.words = h("div", {}, this.found, this.wanted);
    this.element = h("div", { class: "up-goals" }, this.dots, this.words);
  }

  show() {
    const rolls = this.rolls(), goals = this.model.get("goals"), found = this.model.get("found");
    const met = rolls ? this.met : found.length;
    const numbers = String(this.model.get("transcript")); // laid out for other room, a picture has the same
    if (met !== this.met) Object.assign(this, { met, at: numbers });
    this.element.hidden = goals.length === 0;
    if (!goals.length) return;
    const missed = (k) => found[k]?.startsWith("✗"); // a guess that was wrong
    const dot = (k) => k >= met ? h("span", { class: "up-dot" }) :
      h("span", { class: missed(k) ? "up-dot up-met up-missed" : "up-dot up-met" }, missed(k) ? "✗" : "✓");
    const dots = goals.map((_, k) => dot(k));
    this.dots.replaceChildren(...(goals.length > 1 || met ? dots : []));
    put(this.dots, "aria-label", `${met} of ${goals.length} goals met`);
    this.now = !this.model.get("past") && (this.now || !rolls);
    const isTrue = this.brief ? this.at === numbers : this.now, last = found[met - 1] ?? "";
    const before = this.brief && goals[met] ? "" : `Found before: ${last}`;
    tell(this.found, isTrue || !met ? last : before);
    this.found.classList.toggle("up-missed", Boolean(missed(met - 1)));
    if (!rolls || !this.wanted.textContent) tell(this.wanted, goals[met] ?? ""); // the next waits for what moves
    put(this.words, "data-longest", goals.reduce((one, other) => (other.length > one.length ? other : one)));
    this.found.hidden = !this.found.textContent;
    this.wanted.hidden = !this.wanted.textContent;
  }
}
