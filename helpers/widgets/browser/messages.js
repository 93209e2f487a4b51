// What is told to the kernel. Python holds the inputs. What the person changes is told as a change, with a
// number, until it is among the inputs: an answer under way may set any of them (a reset does), and what was
// typed meanwhile is typed on top of it.

/** `base` with the change from `was` to `is`, as `with_change` in Python makes it; a paste that is not
    answered yet waits in its cells. */
function changed(base, was, is) {
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
    this.sent = 0; // when
  }

  /** The changes that are not among the inputs yet: [number, control, before, after]. */
  unheard() {
    return this.model.get("changes").filter(([number]) => number > this.model.get("heard"));
  }

  /** What the controls hold: the inputs, with what is not among them yet. */
  entered() {
    const enter = (inputs, [, name, was, is]) => ({ ...inputs, [name]: changed(inputs[name], was, is) });
    return this.unheard().reduce(enter, this.model.get("inputs"));
  }

  /** Tell that a control holds `raw` now. */
  send(name, raw) {
    const before = this.entered()[name], others = this.unheard(), last = others.at(-1);
    const more = last?.[1] === name && !last[3]?.paste; // the same control goes on changing: one change
    const number = Math.max(this.model.get("heard"), last?.[0] ?? 0) + 1;
    const change = [number, name, more ? last[2] : before?.cells ?? before, raw];
    this.model.set("changes", [...(more ? others.slice(0, -1) : others), change]);
    this.model.save_changes(); // one message is in flight at a time; what is typed meanwhile is merged
    this.hurry();
  }

  /** While dragging, also a word that asks for nothing: the server holds its second message back until the
      first is acknowledged (Nagle's algorithm), and with nothing to send, the browser's system waits up to 40
      ms. */
  hurry() {
    const soon = performance.now() - this.sent < 100;
    this.sent = performance.now();
    try {
      if (soon) this.model.send({});
    } catch {
      // without a kernel there is nothing to hurry
    }
  }
}
