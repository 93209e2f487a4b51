// The browser side shared by every exhibit: its parts, and how it answers each change of the model. It shows
// the picture and the controls that Python described, reports what the person does, and reveals steps without
// asking the kernel. Of the model it needs get, set, save_changes, send, on and off.
//
// An exhibit that does more has a script.js in its own folder, which names what it has besides:
//
//     export default exhibit({ Asking });
//
// `Asking` has guesses typed into the picture (stepper/asking.js).

import { Actions } from "./actions.js";
import { Dragging } from "./dragging.js";
import { h, put } from "./elements.js";
import { Goals } from "./goals.js";
import { Messages } from "./messages.js";
import { Notes } from "./notes.js";
import { Panel } from "./panel.js";
import { Picture } from "./picture.js";
import { Playback } from "./playback.js";
import { Projector } from "./projector.js";
import { Stage } from "./stage.js";
import { LANDED } from "./travel.js";
import { Waiting } from "./waiting.js";
import { Words } from "./words.js";

class Exhibit {
  constructor(model, { Asking }) {
    this.model = model;
    this.messages = new Messages(model);
    this.stage = new Stage(model);
    this.panel = new Panel(model, this.messages, this.stage.over);
    this.playback = new Playback(model, {
      show: (time) => this.show(time),
      moves: () => this.stage.timing.moves,
    });
    this.asking = Asking ? new Asking(model, this.stage, () => this.playback.next.focus()) : null;
    this.picture = new Picture(model, this);
    this.dragging = new Dragging(this.stage, this.messages, this.playback);
    this.goals = new Goals(model, Boolean(Asking), () => this.stage.rolls);
    this.waiting = new Waiting(model, this.messages);
    this.words = new Words(model, Asking ? " To guess, go back to the start." : "");
    this.notes = new Notes(model, this.stage, this.panel);
    this.projector = new Projector(model, () => this.refit());
    this.told = null; // the sentences now shown
    this.root = this.projector.root = this.arrange();
    this.actions = new Actions(this.root, this);
  }

  arrange() {
    const { panel, playback, words, stage, goals, waiting } = this;
    this.top = h("div", { class: "up-top" }, panel.element);
    // Before a control is heard: else a step of the run would follow, and undo where the answer begins anew.
    this.top.addEventListener("click", () => playback.pause(), true);
    this.bar = h("div", { class: "up-bar" }, playback.element);
    const below = [stage.frame, words.inWords, words.live];
    let order = [this.top, waiting.element, this.bar, words.said, ...below];
    if (this.asking || this.model.get("goals").length) {
      const [frame, ...folded] = below; // a picture that is taken hold of comes before its controls
      const hands = h("div", { class: "up-hands" }, this.top, this.bar); // side by side where they fit
      order = [goals.element, frame, waiting.element, hands, words.said, ...folded];
    }
    return h("div", { class: "up-exhibit", role: "group", "data-lm-suppress-shortcuts": "true" }, ...order);
  }

  /** How each change of the model is answered. */
  get answers() {
    return {
      controls: () => {
        this.build();
        this.complain();
      },
      inputs: () => this.enter(),
      changes: () => this.enter(),
      heard: () => this.enter(), // what was heard may have been set back at once
      goals: () => this.goals.show(),
      past: () => this.goals.show(),
      found: () => {
        this.goals.show();
        this.askAgain();
      },
      errors: () => this.complain(),
      picture: () => {
        this.place();
        this.goals.show();
        this.askAgain();
      },
      film: () => queueMicrotask(() => this.roll()), // once its picture is there
      transcript: () => {
        if (this.told !== this.model.get("transcript")) this.reveal(); // else place() has done it
      },
      step: () => this.reveal(),
      projector: () => this.projector.show(),
    };
  }

  /** Show everything in `el` and answer changes from now on; returns a function that puts an end to it. */
  live(el) {
    const answers = Object.entries(this.answers).map(([name, answer]) => [`change:${name}`, answer]);
    for (const [event, answer] of answers) this.model.on(event, answer);
    this.build();
    this.place();
    this.goals.show();
    this.roll();
    el.append(this.root);
    const room = new ResizeObserver(() => {
      this.projector.show(); // it may have been on from the start
      if (this.stage.room.isNew) this.refit();
    });
    room.observe(this.stage.frame);
    return () => {
      room.disconnect();
      for (const [event, answer] of answers) this.model.off(event, answer);
      const { playback, dragging, waiting, words, stage, projector } = this;
      for (const part of [playback, dragging, waiting, words, stage, projector]) part.leave();
    };
  }

  roll() {
    this.stage.roll(() => this.goals.show());
  }

  /** The description of the controls has changed. */
  build() {
    if (this.panel.build()) this.picture.overlay.cover(); // the picture may have come first
    this.fill();
  }

  /** An input has changed, here or in Python. */
  enter() {
    this.fill();
    this.dragging.follow();
    this.waiting.show();
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
    this.picture.place(() => {
      this.dragging.introduce();
      this.reveal();
    });
    put(this.root, "aria-label", this.picture.title);
    if (Object.keys(this.model.get("errors")).length) this.complain(); // laid out for another room
    if (this.picture.description && !this.playback.count) this.words.announce(this.picture.description);
  }

  /** Show the current step, or travel there. */
  reveal() {
    const { count, shown } = this.playback;
    this.bar.hidden = this.words.said.hidden = count === 0;
    this.words.inWords.hidden = count === 0;
    this.askAgain();
    const home = count === 0 ? this.top : this.bar; // without steps the button stands beside the controls
    if (this.projector.button.parentElement !== home) home.append(this.projector.button);
    this.playback.follow();
    const place = `${shown} of ${count}`;
    if (count > 0 && place !== this.followed) this.stage.follow(shown); // else somebody may have scrolled
    this.followed = place;
  }

  /** At the end, where a guess has missed, it is said how to guess again. */
  askAgain() {
    const { shown, count } = this.playback;
    const met = this.model.get("found").length > 0 || !this.stage.drawn?.querySelector("[data-found]");
    this.root.classList.toggle("up-missed", shown === count && !met);
  }

  /** Show one moment, in the picture and in words. */
  show(time) {
    const { count, shown, film, playing } = this.playback, lines = this.model.get("transcript");
    if (this.stage.reveal(time, playing)) this.picture.pointing.nameJumps();
    this.asking?.show(time);
    this.told = lines;
    if (count === 0) return;
    this.playback.show();
    if (film) this.words.showStop(lines, film, Math.floor(time));
    else this.words.show(lines, shown, !this.stage.timing.moves || time >= shown - 1 + LANDED);
    this.stage.settle();
  }

  refit() {
    this.stage.refit();
    this.stage.follow(this.playback.shown);
    this.complain(); // the sentences need new places
  }
}

/** What renders an exhibit that has this besides. */
export const exhibit = (besides) => ({ render: ({ model, el }) => new Exhibit(model, besides).live(el) });

export default exhibit({});
