// Whether Python answers. A kernel that died or was started anew hears nothing: an exhibit that drew on would
// be silently wrong, so it says so beside its controls, and how to wake it.

import { h } from "./elements.js";

const PATIENCE = 4000; // milliseconds

export class Waiting {
  constructor(model, messages) {
    Object.assign(this, { model, messages, asked: null });
    const says = "Python does not answer. It may be busy; if it was restarted, run this cell again.";
    this.element = h("p", { class: "up-asleep", role: "status", hidden: true }, says);
  }

  /** Something was sent, or heard of. */
  show() {
    const waits = this.messages.unheard().length > 0 && !Object.keys(this.model.get("errors")).length;
    if (!waits) this.leave();
    else this.asked ??= setTimeout(() => { this.element.hidden = false; }, PATIENCE);
  }

  leave() {
    clearTimeout(this.asked);
    this.asked = null;
    this.element.hidden = true;
  }
}
