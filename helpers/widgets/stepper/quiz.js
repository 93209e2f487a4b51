// The quiz: what lands is guessed before it is shown, by typing it or, in a poll, by choosing from a few
// numbers. A way declares its question, `data-ask`, `data-answer`, `data-because` (why that is so) and
// `data-slips` (a list of [number, sentence] for likely wrong answers), so that it works without a kernel.

import { h, tell } from "../browser/elements.js";
import { readable } from "../browser/numbers.js";

const MODES = ["Watch", "Guess first", "Poll"];
const LETTERS = "ABCDEFGH";
// How far an answer may be off, as a part of it, if it is a whole number, and if it is not.
const WHOLE = 1e-9, ROUNDED = 0.005;

export class Quiz {
  /** `go(step)` goes on to a step, whose numbers are then shown; `changed()` is told of another mode. */
  constructor(stage, go, changed) {
    Object.assign(this, { stage, go, step: 0, passed: 0, way: null });
    const options = MODES.map((mode) => h("option", { value: mode }, mode));
    const onchange = () => {
      this.passed = 0;
      this.say("", false);
      changed();
    };
    const title = "Watch, or guess what arrives before it is shown";
    this.mode = h("select", { class: "up-choice", "aria-label": "Quiz", title, onchange }, ...options);
    this.asked = h("span");
    const field = { type: "text", inputmode: "decimal", class: "up-field", autocomplete: "off" };
    const onkeydown = (event) => this.press(event);
    this.field = h("input", { ...field, "aria-label": "Your guess", onkeydown });
    const button = (word, onclick) => h("button", { type: "button", class: "up-button", onclick }, word);
    this.check = button("Check", () => this.judge(this.field.value));
    this.choices = h("span", { class: "up-choices" });
    this.tells = button("Tell me", () => this.pass(`${this.way.dataset.because}.`));
    this.verdict = h("p", { class: "up-verdict", role: "status" });
    const { asked, check, choices, tells, verdict } = this;
    const parts = [asked, this.field, check, choices, tells, verdict];
    const label = { role: "group", "aria-label": "Quiz", hidden: true };
    this.element = h("div", { class: "up-quiz", ...label }, ...parts);
  }

  get on() {
    return this.mode.value !== MODES[0];
  }

  /** Whether the picture has anything to ask. */
  get possible() {
    return this.stage.timing.travel.trips.some(({ way }) => way.dataset.ask);
  }

  questions(step) {
    return this.stage.timing.travel.ways(step).filter((way) => way.dataset.ask);
  }

  /** Ask what the next step brings, once the one before is shown. */
  show(shown) {
    this.mode.hidden = !this.possible;
    this.element.hidden = !this.on || !this.possible;
    if (this.element.hidden) return;
    if (this.step !== shown + 1) Object.assign(this, { step: shown + 1, passed: 0 });
    const way = this.questions(this.step)[this.passed] ?? null;
    if (way?.dataset.ask !== this.asked.textContent || way?.dataset.answer !== this.way?.dataset.answer) {
      this.field.value = "";
    }
    this.way = way;
    tell(this.asked, way ? way.dataset.ask : "There is nothing more to guess here.");
    const poll = this.mode.value === MODES[2];
    for (const part of [this.field, this.check]) part.hidden = poll || !way;
    this.choices.hidden = !poll || !way;
    this.tells.hidden = !way;
    if (poll && way) this.offer();
  }

  /** The numbers to choose from, in their order. */
  offer() {
    const numbers = [Number(this.way.dataset.answer), ...this.slips().map(([number]) => number)];
    const sorted = offered(numbers);
    if (sorted.join() === this.offered) return;
    this.offered = sorted.join();
    const choice = (text, k) => h("button", {
      type: "button", class: "up-button", onclick: () => this.judge(text),
    }, `${LETTERS[k]}: ${text}`);
    this.choices.replaceChildren(...sorted.map(choice));
  }

  slips() {
    return JSON.parse(this.way.dataset.slips ?? "[]");
  }

  press(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.judge(this.field.value);
  }

  /** Whether the numbers of a step may be shown; else says that a guess comes first. */
  mayShow(step) {
    if (!this.on || !this.questions(step).length) return true;
    if (this.step === step && this.passed >= this.questions(step).length) return true;
    this.say("A guess first: then you see it arrive.", false);
    if (!this.field.hidden) this.field.focus();
    return false;
  }

  /** Say whether an answer is right. */
  judge(text) {
    const typed = readable(text), answer = Number(this.way.dataset.answer);
    if (text.trim() === "" || !Number.isFinite(typed)) {
      this.say("Type a number, such as 32 or -0.5.", false);
    } else if (isNear(typed, answer)) {
      this.pass(`Right: ${this.way.dataset.because}.`);
    } else {
      const slip = this.slips().find(([number]) => isNear(typed, number))?.[1];
      this.say(`Not yet. ${slip || "What leaves the box is multiplied by the local on its way."}`, false);
    }
  }

  /** On to the next question of this step, or to its numbers. */
  pass(sentence) {
    const { step } = this;
    this.passed += 1;
    this.say(sentence, true);
    if (this.passed < this.questions(step).length) this.show(step - 1);
    else this.go(step);
  }

  say(sentence, right) {
    tell(this.verdict, sentence);
    this.verdict.classList.toggle("up-right", right);
  }
}

/** Whether what was typed means a number: exactly if that is whole, else rounded to three digits or so. */
export const isNear = (typed, number) =>
  Math.abs(typed - number) <= (Number.isInteger(number) ? WHOLE : ROUNDED) * Math.abs(number) + WHOLE;

/** The numbers to choose from, in their order, as they are printed. */
export const offered = (numbers) =>
  [...new Set(numbers.map(short))].sort((one, other) => readable(one) - readable(other));

const short = (number) => String(Number(number.toPrecision(4))).replace("-", "−");
