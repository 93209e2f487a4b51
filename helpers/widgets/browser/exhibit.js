// The browser side shared by every exhibit: its parts, and how it answers each change of the model. It shows
// the picture and the controls that Python described, reports what the person does, and reveals steps without
// asking the kernel. The only mathematics in it is weighted sums. Of the model it needs get, set,
// save_changes, send, on and off.

import { Actions } from "./actions.js";
import { h, put } from "./elements.js";
import { Holding } from "./holding.js";
import { Messages } from "./messages.js";
import { Notes } from "./notes.js";
import { Panel } from "./panel.js";
import { Picture } from "./picture.js";
import { Playback } from "./playback.js";
import { Projector } from "./projector.js";
import { Quiz } from "./quiz.js";
import { Stage } from "./stage.js";
import { LANDED } from "./travel.js";
import { Words } from "./words.js";

class Exhibit {
  constructor(model) {
    this.model = model;
    this.messages = new Messages(model);
    this.stage = new Stage(model);
    this.panel = new Panel(model, this.messages, this.stage.over);
    this.quiz = new Quiz(this.stage, (step) => this.playback.goto(step), () => this.reveal());
    this.playback = new Playback(model, {
      show: (time) => this.show(time),
      moves: () => this.stage.moves,
      may: (step) => this.quiz.mayShow(step),
    });
    this.picture = new Picture(model, this);
    this.holding = new Holding(model, this.stage);
    this.words = new Words(model);
    this.notes = new Notes(model, this.stage, this.panel);
    this.projector = new Projector(model, () => this.refit());
    this.told = null; // the sentences now shown
    this.root = this.projector.root = this.arrange();
    this.actions = new Actions(this.root, this);
  }

  arrange() {
    const { panel, playback, quiz, words, stage } = this;
    playback.element.append(quiz.mode);
    this.top = h("div", { class: "up-top" }, panel.element);
    this.bar = h("div", { class: "up-bar" }, playback.element, h("span", { class: "up-gap" }));
    const below = [stage.frame, words.inWords, words.inCode, words.live];
    const parts = [this.top, this.bar, words.said, quiz.element, ...below];
    return h("div", { class: "up-exhibit", role: "group", "data-lm-suppress-shortcuts": "true" }, ...parts);
  }

  /** How each change of the model is answered. */
  get answers() {
    return {
      source: () => this.words.showProgram(),
      controls: () => {
        this.build();
        this.complain();
      },
      inputs: () => this.enter(),
      changes: () => this.enter(),
      errors: () => this.complain(),
      picture: () => this.place(),
      transcript: () => {
        if (this.told !== this.model.get("transcript")) this.reveal(); // else place() has done it
      },
      step: () => this.reveal(),
      held: () => this.holding.show(),
      projector: () => this.projector.show(),
    };
  }

  /** Show everything in `el` and answer changes from now on; returns a function that puts an end to it. */
  live(el) {
    const answers = Object.entries(this.answers).map(([name, answer]) => [`change:${name}`, answer]);
    for (const [event, answer] of answers) this.model.on(event, answer);
    this.build();
    this.place();
    this.words.showProgram();
    el.append(this.root);
    const room = new ResizeObserver(() => {
      this.projector.show(); // it may have been on from the start
      if (this.stage.hasNewRoom()) this.refit();
    });
    room.observe(this.stage.frame);
    return () => {
      room.disconnect();
      for (const [event, answer] of answers) this.model.off(event, answer);
      const { playback, holding, words, stage, projector, picture } = this;
      for (const part of [playback, holding, words, stage, projector, picture.pointing]) part.leave();
    };
  }

  /** The description of the controls has changed. */
  build() {
    if (this.panel.build()) this.picture.overlay.cover(); // the picture may have come first
    this.fill();
  }

  /** An input has changed, here or in Python. */
  enter() {
    this.fill();
    this.picture.mix();
  }

  fill() {
    this.panel.fill();
    this.picture.overlay.show();
  }

  /** Show what is wrong with the inputs. */
  complain() {
    this.notes.show();
    this.picture.overlay.show();
  }

  place() {
    this.picture.place(() => this.reveal());
    put(this.root, "aria-label", this.picture.title);
    if (Object.keys(this.model.get("errors")).length) this.notes.show(); // laid out for another room
    if (this.picture.description && !this.playback.count) this.words.announce(this.picture.description);
  }

  /** Show the current step, or travel there. */
  reveal() {
    const { count, shown } = this.playback;
    this.bar.hidden = this.words.said.hidden = count === 0;
    this.words.inWords.hidden = count === 0 || this.quiz.on; // which would tell the answers
    const home = count === 0 ? this.top : this.bar; // without steps the button stands beside the controls
    if (this.projector.button.parentElement !== home) home.append(this.projector.button);
    this.playback.follow();
    this.holding.show();
    const place = `${shown} of ${count}`;
    if (count > 0 && place !== this.followed) this.stage.follow(shown); // else somebody may have scrolled
    this.followed = place;
  }

  /** Show one moment, in the picture and in words. */
  show(time) {
    const { count, shown, film, playing } = this.playback, lines = this.model.get("transcript");
    if (this.stage.reveal(time, playing)) this.picture.pointing.nameJumps();
    this.told = lines;
    if (count === 0) return;
    this.playback.show();
    if (film) this.words.showStop(lines, film, Math.floor(time));
    else this.words.show(lines, shown, !this.stage.moves || time >= shown - 1 + LANDED);
    if (time === shown) this.quiz.show(shown);
    this.stage.settle();
  }

  refit() {
    this.stage.refit();
    this.stage.follow(this.playback.shown);
    this.complain(); // the sentences need new places
  }
}

function render({ model, el }) {
  return new Exhibit(model).live(el);
}

export default { render };
