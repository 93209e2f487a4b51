// A picture has come from the kernel: it is shown, and all that depends on it follows: the fields over it,
// the focus, and what is pointed at.

import { put } from "./elements.js";
import { Overlay } from "./overlay.js";
import { Pointing } from "./pointing.js";
import { parsed } from "./svg.js";
import { slight } from "./turning.js";

export class Picture {
  constructor(model, { stage, panel, playback }) {
    Object.assign(this, { model, stage, playback });
    this.overlay = new Overlay(stage, panel);
    this.pointing = new Pointing(stage);
    this.title = "";
  }

  /** Show the model's picture; `reveal` shows the current step in it. */
  place(reveal) {
    const { stage, overlay, pointing } = this, focused = pointing.focused();
    // The title becomes a label: as an element it would also pop up as a tooltip, all over the picture.
    const [heading] = /<title>[^<]*<\/title>/.exec(this.model.get("picture")) ?? [""];
    const text = this.model.get("picture").replace(heading, "");
    if (!/^<svg[\s>]/.test(text)) return;
    const touched = stage.show(text);
    if (touched?.every(slight)) {
      pointing.introduceAround(touched.map(([element]) => element));
      overlay.show();
    } else {
      this.survey();
    }
    this.label(parsed(`<svg>${heading}</svg>`).textContent);
    stage.fit(); // before it is scrolled to a step, which needs its size
    reveal();
    pointing.light(pointing.hot);
    pointing.focus(focused);
    overlay.moveOn();
  }

  /** Look over a picture that is new, or in which more has changed than numbers, colours and sentences. */
  survey() {
    this.stage.survey();
    this.pointing.survey();
    this.overlay.cover();
  }

  label(title) {
    const { drawn, picture } = this.stage;
    const keys = this.playback.count ? ": left and right arrow keys step, with Shift they scroll" : "";
    this.title = title;
    put(drawn, "aria-label", title);
    put(picture, "aria-label", title + keys);
  }

  /** The picture in words. */
  get description() {
    return this.stage.drawn?.querySelector(":scope > desc")?.textContent;
  }
}
