// Projector mode: the exhibit fills the window, in larger type, with its whole picture in sight. It lies
// above everything else as a popover does, whatever stands around it; Escape leaves it, as its button does.

import { put } from "./elements.js";
import { iconButton } from "./icons.js";

const ENTER = "Projector mode: fill the screen", LEAVE = "Projector mode: back to the page (Escape)";

export class Projector {
  /** `fit` is called when the exhibit has other room. */
  constructor(model, fit) {
    Object.assign(this, { model, fit, root: null });
    this.button = iconButton("screen", ENTER, () => this.turn(!this.on));
    this.hear = (event) => this.press(event);
    this.resized = () => this.fit();
  }

  get on() {
    return this.model.get("projector");
  }

  turn(on) {
    this.model.set("projector", on);
    this.model.save_changes();
  }

  /** Fill the window, or go back to one's place; only what is on the page can do so. */
  show() {
    put(this.button, "aria-pressed", this.on);
    put(this.button, "title", this.on ? LEAVE : ENTER);
    if (!this.root?.isConnected || this.root.matches(".up-projector") === this.on) return;
    if (this.on) this.enter();
    else this.leave();
    this.fit();
  }

  enter() {
    const { root } = this;
    root.parentElement.style.minHeight = `${root.offsetHeight}px`; // nothing below it moves meanwhile
    root.classList.add("up-projector");
    root.setAttribute("popover", "manual");
    root.showPopover();
    document.addEventListener("keydown", this.hear, true);
    addEventListener("resize", this.resized);
  }

  leave() {
    const { root } = this, within = root?.contains(document.activeElement);
    document.removeEventListener("keydown", this.hear, true);
    removeEventListener("resize", this.resized);
    if (!root?.matches(".up-projector")) return;
    root.classList.remove("up-projector");
    root.removeAttribute("popover");
    root.parentElement?.style.removeProperty("min-height");
    if (!within) this.button.focus();
  }

  /** Escape leaves; Tab stays inside, for what lies behind cannot be seen. */
  press(event) {
    const { root } = this;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.turn(false);
    } else if (event.key === "Tab" && !root.contains(document.activeElement)) {
      event.preventDefault();
      this.button.focus();
    }
  }
}
