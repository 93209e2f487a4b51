// What an exhibit's module sees of Jupyter: the state shared with Python, told and heard as ipywidgets does it.
// One message is under way at a time; what changes meanwhile is merged, and goes with the next.

export class Model {
  constructor(id, state) {
    Object.assign(this, { id, state, changed: {}, under_way: false, listeners: new Map() });
  }
  get(name) {
    return this.state[name];
  }
  set(name, value) {
    if (this.#take(name, value)) this.changed[name] = value;
  }
  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }
  off(event, listener) {
    this.listeners.set(event, this.listeners.get(event).filter((each) => each !== listener));
  }
  send() {}
  async save_changes() {
    if (this.under_way || window.kernelIsGone || !Object.keys(this.changed).length) return;
    const changed = this.changed;
    this.changed = {};
    this.under_way = true;
    const answer = await window.tellPython(this.id, changed);
    for (const state of answer) this.receive(state);
    this.under_way = false;
    this.save_changes();
  }
  receive(state) {
    const news = Object.keys(state).filter((name) => JSON.stringify(state[name]) !== JSON.stringify(this.state[name]));
    Object.assign(this.state, state); // all of it before anybody is told
    for (const name of news) this.#tell(name);
  }
  #take(name, value) {
    if (JSON.stringify(this.state[name]) === JSON.stringify(value)) return false;
    this.state[name] = value;
    this.#tell(name);
    return true;
  }
  #tell(name) {
    for (const listener of this.listeners.get(`change:${name}`) ?? []) listener();
  }
}
