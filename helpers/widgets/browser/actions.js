// What a click or a key does in an exhibit: set a control, go to a step, move the focus, or scroll.

import { put } from "./elements.js";
import { buttonOf, partOf } from "./pointing.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Actions {
  constructor(root, { stage, messages, playback, picture }) {
    Object.assign(this, { stage, messages, playback, pointing: picture.pointing });
    stage.picture.addEventListener("click", (event) => this.act(event.target));
    // JupyterLab looks for this mark on the focused element too; without it, x would cut the cell.
    root.addEventListener("focusin", ({ target }) => put(target, "data-lm-suppress-shortcuts", "true"));
    root.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target.matches("input,select,textarea")) return; // which have keys of their own
      if (this.press(event)) event.preventDefault();
    });
  }

  /** Do what a click does: set a control (or press a button), or go to a step. */
  act(target) {
    const setter = target.closest?.("[data-set]"), jump = target.closest?.("[data-goto]");
    if (setter) this.messages.send(setter.dataset.set, this.valueOf(setter.dataset));
    else if (jump) this.playback.jump(Number(jump.dataset.goto));
  }

  valueOf({ set, value }) {
    return value ?? (Number(this.messages.entered()[set]) || 0) + 1;
  }

  /** Do what a key does; returns whether it does anything here. */
  press({ key, shiftKey, target }) {
    const { picture } = this.stage, way = WAYS[key], part = partOf(target);
    if (shiftKey && way?.[0] && picture.contains(target)) {
      picture.scrollBy({ left: 0.4 * picture.clientWidth * way[0], behavior: "smooth" });
    } else if (part && way) {
      this.pointing.move(part, way);
    } else if ((key === "Enter" || key === " ") && buttonOf(target)) {
      this.act(target);
    } else {
      return this.step(key);
    }
    return true;
  }

  step(key) {
    const { step, count } = this.playback;
    const to = { ArrowLeft: step - 1, Home: 0, End: count }[key];
    if (!count || (to === undefined && key !== "ArrowRight")) return false;
    if (key === "ArrowRight") this.playback.on();
    else this.playback.jump(Math.max(to, 0));
    return true;
  }
}
