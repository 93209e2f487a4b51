// The browser side shared by every exhibit: its parts, and what each change of the model is answered with. It
// shows the picture and the controls that Python described, reports what the person did, and reveals steps
// without asking the kernel. It knows no mathematics but weighted sums. Of the model it needs get, set,
// save_changes, send, on, off.

import { Actions } from "./actions.js";
import { h, put } from "./elements.js";
import { iconButton } from "./icons.js";
import { Messages } from "./messages.js";
import { Notes } from "./notes.js";
import { Panel } from "./panel.js";
import { Picture } from "./picture.js";
import { Playback } from "./playback.js";
import { Stage } from "./stage.js";
import { Words } from "./words.js";

class Exhibit {
  constructor(model) {
    this.model = model;
    this.messages = new Messages(model);
    this.stage = new Stage(model);
    this.panel = new Panel(model, this.messages, this.stage.over);
    this.playback = new Playback(model);
    this.picture = new Picture(model, this);
    this.words = new Words(model);
    this.notes = new Notes(model, this.stage, this.panel);
    this.projector = iconButton("screen", "Projector mode: bigger type", () => this.toggleProjector());
    this.told = null; // the sentences that are shown
    this.root = this.arrange();
    this.actions = new Actions(this.root, this);
  }

  arrange() {
    const { panel, playback, words, stage } = this;
    this.top = h("div", { class: "up-top" }, panel.element);
    this.bar = h("div", { class: "up-bar" }, playback.element, h("span", { class: "up-gap" }));
    const parts = [this.top, this.bar, words.said, stage.frame, words.inWords, words.inCode, words.live];
    return h("div", { class: "up-exhibit", role: "group", "data-lm-suppress-shortcuts": "true" }, ...parts);
  }

  /** What the model's changes are answered with. */
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
        if (this.told !== this.model.get("transcript")) this.reveal(); // it mostly comes with its picture
      },
      step: () => this.reveal(),
      projector: () => this.project(),
    };
  }

  /** Show everything in `el`, and go on answering; returns a function that ends it. */
  live(el) {
    const answers = Object.entries(this.answers).map(([name, answer]) => [`change:${name}`, answer]);
    for (const [event, answer] of answers) this.model.on(event, answer);
    this.build();
    this.place();
    this.project();
    this.words.showProgram();
    el.append(this.root);
    const room = new ResizeObserver(() => {
      if (this.stage.hasNewRoom()) this.refit();
    });
    room.observe(this.stage.frame);
    return () => {
      room.disconnect();
      for (const [event, answer] of answers) this.model.off(event, answer);
      for (const part of [this.playback, this.words, this.stage]) part.leave();
    };
  }

  /** The controls are described anew. */
  build() {
    if (this.panel.build()) this.picture.overlay.cover(); // the picture may have come before the cells
    this.fill();
  }

  /** Something was entered, here or in Python. */
  enter() {
    this.fill();
    this.picture.mix();
  }

  fill() {
    this.panel.fill();
    this.picture.overlay.show();
  }

  /** Something that was entered is at fault, or no longer. */
  complain() {
    this.notes.show();
    this.picture.overlay.show();
  }

  place() {
    this.picture.place(() => this.reveal());
    put(this.root, "aria-label", this.picture.title);
    if (this.picture.description && !this.playback.count) this.words.announce(this.picture.description);
  }

  /** Show the step that the model is at, in the picture and in words. */
  reveal() {
    const { count, shown } = this.playback, lines = this.model.get("transcript");
    this.stage.reveal(shown);
    this.told = lines;
    this.bar.hidden = this.words.inWords.hidden = this.words.said.hidden = count === 0;
    const home = count === 0 ? this.top : this.bar; // without steps the button stands beside the controls
    if (this.projector.parentElement !== home) home.append(this.projector);
    if (count === 0) return;
    this.playback.show();
    this.words.show(lines, shown);
    this.stage.follow(shown);
  }

  toggleProjector() {
    this.model.set("projector", !this.model.get("projector"));
    this.model.save_changes();
  }

  project() {
    const on = this.model.get("projector");
    this.root.classList.toggle("up-projector", on);
    this.projector.setAttribute("aria-pressed", on);
    this.refit();
  }

  refit() {
    this.stage.refit();
    this.stage.follow(this.playback.shown);
    this.complain(); // the sentences find other places
  }
}

function render({ model, el }) {
  return new Exhibit(model).live(el);
}

export default { render };
