// What is sent to the kernel. Python holds the inputs; the browser sends numbered changes, each again and
// again until Python has heard of it. An answer on its way may set any input (a reset does): what was typed
// in the meantime is then applied on top of it.

const APART = 8; // ms between words to the server,
const WORDS = 5; // and how many it is worth

/** `base` with the change from `was` to `is`, as by `with_change` in Python; a paste keeps its cells. */
export function changed(base, was, is) {
  if (!Array.isArray(is)) return is;
  if (base?.cells) return { ...base, cells: changed(base.cells, was, is) };
  const lengths = (table) => (Array.isArray(table) ? table.map((line) => line.length).join() : "");
  if (lengths(base) !== lengths(is)) return base;
  const before = lengths(was) === lengths(is) ? was : base;
  return base.map((line, i) => line.map((text, j) => (is[i][j] === before[i][j] ? text : is[i][j])));
}

export class Messages {
  constructor(model) {
    this.model = model;
    this.words = { since: 0, sent: 0 }; // of `hurry`, since what Python heard last
  }

  /** The changes that Python has not heard of: [number, control, before, after]. */
  unheard() {
    return this.model.get("changes").filter(([number]) => number > this.model.get("heard"));
  }

  /** What the controls hold: the inputs, with the unheard changes on top. */
  entered() {
    const enter = (inputs, [, name, was, is]) => ({ ...inputs, [name]: changed(inputs[name], was, is) });
    return this.unheard().reduce(enter, this.model.get("inputs"));
  }

  /** Send that a control now holds `raw`. */
  send(name, raw) {
    const before = this.entered()[name], others = this.unheard(), last = others.at(-1);
    const more = last?.[1] === name && !last[3]?.paste; // still the same control: still one change
    const number = Math.max(this.model.get("heard"), last?.[0] ?? 0) + 1;
    const change = [number, name, more ? last[2] : before?.cells ?? before, raw];
    this.model.set("changes", [...(more ? others.slice(0, -1) : others), change]);
    this.model.save_changes(); // one message is under way at a time; later ones are merged
    this.hurry();
  }

  /** Tell Python whether something is in the hand: what is only passed is not reached. */
  hold(held) {
    if (this.model.get("held") === held) return;
    this.model.set("held", held);
    this.model.save_changes();
  }

  /** While an answer is awaited, send a few words that ask for nothing. The server may not send on before
      what it sent last is acknowledged (Nagle's algorithm): up to 40 ms, for a browser with nothing to send. */
  hurry() {
    this.soon ??= setTimeout(() => {
      this.soon = null;
      const since = this.model.get("heard");
      if (since !== this.words.since) this.words = { since, sent: 0 };
      if (!this.unheard().length || ++this.words.sent > WORDS) return;
      this.say();
      this.hurry();
    }, APART);
  }

  say() {
    try {
      this.model.send({});
    } catch {
      // without a kernel there is nothing to hurry
    }
  }
}
