// The line below a lesson of the browser edition. It says what is being loaded until Python answers, what
// cannot work here, which version this is, and hands out a fresh copy of a lesson. Everything else on the page
// is JupyterLite's.

(() => {
  const ROOT = new URL("../", document.currentScript.src);
  const MB = 1e6, LOOK_EVERY = 300, PATIENCE = 120_000, MOMENT = 12_000;
  const NEEDED_PAGES = 4000; // 250 MB: what Python and a lesson take, in pages of WebAssembly
  const RUN = /^(notebook:run-|runmenu:run|notebook:restart-run-all)/;
  const ASKS_THE_PAGE = /\/api\/(drive|stdin|service-worker)/; // as in offline.js
  const STOP = /^(notebook:interrupt-kernel|kernelmenu:interrupt|console:interrupt-kernel)$/;
  const SAYS = {
    wasm: "This browser does not run WebAssembly, so Python cannot start in it. Strict security settings and lockdown "
      + "modes switch it off: allow it for this page, or use another browser. You can still read the lessons.",
    memory: "There is not enough memory left for Python, which needs about half a gigabyte. Close other tabs and "
      + "programs, and load this page again.",
    silent: "Python has not answered for two minutes. The usual reason is too little free memory: close other tabs, "
      + "and load this page again.",
    refused: "This browser saves nothing (is this a private window?). Before you leave, take your work with you: File → Download.",
    full: "This browser's storage is nearly full, so changes may not be kept. Take them with you: File → Download.",
    stop: "Stop cannot reach Python here, because it runs inside this page. To end a cell, use Kernel → Restart.",
    plain: "Over plain http, progress() sees only the lesson you are in.",
    ready: "Python is ready, inside this page. Your changes are kept in this browser; File → Download takes them with you.",
    unchanged: "This lesson is fresh: you have changed nothing in it.",
    newer: "This is your copy of an older version of the lesson.",
    failed: (name) => `${name} could not be loaded. Check the network, or the server of this folder, and load the page again.`,
    kept: (name) => `A fresh lesson. Your old copy is beside it in the list of files: ${name}`,
  };

  // --- a browser that refuses storage ---

  /** Keep in the page what would be stored: JupyterLite starts nowhere else, and such a browser throws when asked. */
  function storeInThePage() {
    for (const name of ["localStorage", "sessionStorage"]) {
      const kept = new Map();
      const storage = {
        get length() { return kept.size; },
        key: (place) => [...kept.keys()][place] ?? null,
        getItem: (key) => kept.get(String(key)) ?? null,
        setItem: (key, text) => { kept.set(String(key), String(text)); },
        removeItem: (key) => { kept.delete(String(key)); },
        clear: () => kept.clear(),
      };
      Object.defineProperty(window, name, { value: storage });
    }
    Object.defineProperty(window, "indexedDB", { value: undefined });
  }

  try {
    void localStorage.length;
  } catch {
    storeInThePage();
  }

  // --- the line ---

  const line = document.createElement("aside");
  line.id = "up-edition";
  line.setAttribute("aria-label", "This edition");
  const said = line.appendChild(document.createElement("span"));
  said.setAttribute("role", "status");
  const bar = line.appendChild(document.createElement("progress"));
  bar.setAttribute("aria-label", "Loading");
  bar.hidden = true;
  const stamp = line.appendChild(document.createElement("span"));
  stamp.className = "up-version";
  const fresh = line.appendChild(document.createElement("button"));
  fresh.textContent = "Fresh copy";
  fresh.title = "Start this lesson afresh, as it is in this version; what you have now is kept under another name";
  fresh.hidden = true;

  let isBroken = false, momentary = 0;

  /** Say a sentence; `share` is how far a thing is, from 0 to 1. Without it no bar, which would move and slow Python down. */
  function say(sentence, share) {
    if (isBroken || Date.now() < momentary) return;
    if (said.textContent !== sentence) said.textContent = sentence;
    bar.hidden = share === undefined;
    if (!bar.hidden) bar.value = share;
  }

  /** Say a sentence that others must not replace at once. */
  function sayForAMoment(sentence) {
    momentary = 0;
    say(sentence);
    momentary = Date.now() + MOMENT;
  }

  function complain(sentence) {
    momentary = 0;
    say(sentence);
    isBroken = true;
    line.classList.add("up-wrong");
  }

  // --- what a browser may lack ---

  /** Can Python start here at all? */
  function checkWebAssembly() {
    if (typeof WebAssembly !== "object") return complain(SAYS.wasm);
    try {
      new WebAssembly.Memory({ initial: NEEDED_PAGES, maximum: 32768 });
    } catch {
      complain(SAYS.memory);
    }
  }

  /** A sentence about where changes are kept, or "". */
  async function remarkOnStorage() {
    try {
      (await opened("upstream-try")).close();
      indexedDB.deleteDatabase("upstream-try");
      const { usage, quota } = await (navigator.storage?.estimate?.() ?? {});
      return quota && quota - usage < 20 * MB ? SAYS.full : "";
    } catch {
      return SAYS.refused;
    }
  }

  function opened(name) {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open(name);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = asked.onblocked = () => reject(asked.error);
    });
  }

  /** What was kept under a name, and a way to keep it: nothing where storage is refused. */
  function recall(key) {
    try {
      return JSON.parse(localStorage.getItem(`upstream.${key}`)) ?? {};
    } catch {
      return {};
    }
  }

  function remember(key, changes) {
    try {
      localStorage.setItem(`upstream.${key}`, JSON.stringify({ ...recall(key), ...changes }));
    } catch { /* then there is nothing to remember it by */ }
  }

  // --- loading ---

  let edition = { version: "", files: [], later: [], notebooks: {} };
  const loaded = { bytes: 0, of: 0, get isThere() { return this.bytes >= this.of; } };

  /** Bring one file into the browser's cache, where Python will find it, and count its bytes. */
  async function bring([address, size]) {
    let got = 0;
    try {
      const reader = (await fetch(new URL(address, ROOT))).body.getReader();
      for (let piece; !(piece = await reader.read()).done; loaded.bytes += piece.value.length) got += piece.value.length;
      loaded.bytes += size - got; // packed on its way, it may have another size
    } catch {
      complain(SAYS.failed(address.split("/").pop()));
    }
  }

  async function load() {
    checkWebAssembly();
    const remark = remarkOnStorage();
    try {
      edition = await (await fetch(new URL("edition/edition.json", ROOT), { cache: "no-cache" })).json();
    } catch {
      return complain(SAYS.failed("edition.json"));
    }
    stamp.textContent = stamp.title = `Upstream ${edition.version}`;
    loaded.of = edition.files.reduce((sum, [, size]) => sum + size, 0);
    edition.files.forEach(bring);
    const notes = [await remark, isSecureContext ? "" : SAYS.plain].filter(Boolean);
    if (notes.length) SAYS.ready = ["Python is ready, inside this page.", ...notes].join(" ");
  }

  // --- the Python of the lesson in front ---

  let isKeeping = false;
  const kernels = new Map(); // id -> { since, isReady }

  function front() {
    const shell = window.jupyterapp?.shell; // in a window without the focus, none is its current one
    const panel = shell?.currentWidget ?? [...shell?.widgets("main") ?? []].find((each) => each.isVisible);
    return panel?.sessionContext && panel.context ? panel : null;
  }

  /** Ask a new kernel for nothing; it answers as soon as it can. */
  function greet(kernel) {
    const about = { since: performance.now(), isReady: false };
    kernels.set(kernel.id, about);
    kernel.requestExecute({ code: "", silent: true, store_history: false }).done.then(() => {
      about.isReady = true;
      remember("start", { took: performance.now() - about.since });
    }).catch(() => kernels.delete(kernel.id));
  }

  function look() {
    const kernel = front()?.sessionContext.session?.kernel;
    if (kernel && !kernels.has(kernel.id)) greet(kernel);
    const about = kernel && kernels.get(kernel.id);
    if (about?.isReady) {
      if (!isKeeping) keepForOffline();
      isKeeping = true;
      return say(SAYS.ready);
    }
    if (!loaded.isThere || !edition.version) {
      const done = (loaded.bytes / MB).toFixed(0), all = (loaded.of / MB).toFixed(0);
      return say(`Loading Python into this page: ${done} of ${all} MB`, loaded.of ? loaded.bytes / loaded.of : undefined);
    }
    if (!about) return say(kernel === undefined && front() ? "Opening the lesson" : "");
    const took = performance.now() - about.since, before = recall("start").took;
    if (took > PATIENCE) return complain(SAYS.silent);
    const last = before ? ` (${Math.round(before / 1000)} s last time)` : "";
    say(`Python is starting: ${Math.round(took / 1000)} s${last}`, before ? Math.min(1, took / before) : undefined);
  }

  // --- fresh copies ---

  /** Is there a copy of this lesson that the learner has changed and the browser keeps? */
  async function isKept(path) {
    const base = JSON.parse(document.getElementById("jupyter-config-data").textContent).baseUrl;
    let store;
    try {
      store = await opened(`JupyterLite Storage - ${base}`);
      const asked = store.transaction("files").objectStore("files").getKey(path);
      return await new Promise((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result !== undefined);
        asked.onerror = reject;
      });
    } catch {
      return false;
    } finally {
      store?.close();
    }
  }

  let shown = null;

  /** A lesson came to the front: which version is it a copy of? */
  async function welcome() {
    const panel = front(), path = panel?.context.path;
    if (path === shown || (panel && !panel.context.isReady)) return;
    shown = path;
    if (panel) {
      const address = encodeURIComponent(path).replaceAll("%2F", "/");
      history.replaceState(history.state, "", `?path=${address}`); // or a reload shows no lesson: JupyterLite drops it
      queueSaves(panel.context);
    }
    if (panel) await putBack(panel);
    fresh.hidden = !(path in edition.notebooks);
    fresh.classList.remove("up-wanted");
    if (fresh.hidden) return;
    if (!(await isKept(path))) return remember("opened", { [path]: edition.notebooks[path] });
    const isOlder = recall("opened")[path] !== edition.notebooks[path];
    fresh.classList.toggle("up-wanted", isOlder);
    if (isOlder) sayForAMoment(SAYS.newer);
  }

  function nameOfCopy(path, taken) {
    const [stem, day] = [path.replace(/\.ipynb$/, ""), new Date().toISOString().slice(0, 10)];
    for (let count = 1; ; count++) {
      const name = `${stem} (my copy ${day}${count > 1 ? `, ${count}` : ""}).ipynb`;
      if (!taken.has(name)) return name;
    }
  }

  async function giveFreshCopy() {
    const { commands, serviceManager: { contents } } = window.jupyterapp, panel = front(), path = panel.context.path;
    const given = await (await fetch(new URL(`files/${path}`, ROOT), { cache: "reload" })).json();
    const { cells } = panel.context.model.sharedModel, text = (cell) => [cell.source].flat().join("");
    const isSame = cells.map(text).join("\0") === given.cells.map(text).join("\0");
    if (isSame && !(await isKept(path))) return sayForAMoment(SAYS.unchanged);
    await panel.context.save();
    const folder = await contents.get(path.split("/").slice(0, -1).join("/"), { content: true });
    const copy = nameOfCopy(path, new Set(folder.content.map((file) => file.path)));
    await contents.rename(path, copy); // what is open goes with it
    remember("opened", { [path]: edition.notebooks[path] });
    shown = null;
    await commands.execute("docmanager:open", { path });
    await panel.sessionContext.shutdown();
    panel.dispose();
    sayForAMoment(SAYS.kept(copy.split("/").pop()));
  }

  // --- nothing is lost ---

  const isUnsaved = (panel) => panel?.context.model?.dirty && panel.context.contentsModel?.writable;

  const isQueued = new WeakSet();

  /** Save once at a time: a second save takes what a first has just written for somebody else's, and asks whose to keep. */
  function queueSaves(context) {
    if (isQueued.has(context)) return;
    isQueued.add(context);
    const saveNow = context.save.bind(context);
    let last = Promise.resolve();
    context.save = () => last = last.catch(() => {}).then(saveNow);
  }

  /** Save a lesson that was changed. */
  function save(panel) {
    if (isUnsaved(panel)) panel.context.save().catch(() => sayForAMoment(SAYS.full));
  }

  /** The tab may be gone in a moment, and saving takes longer than that: write down what was typed, at once. */
  function writeDown() {
    const panel = front();
    if (!isUnsaved(panel)) return;
    const cells = panel.context.model.sharedModel.cells.map(({ id, cell_type, source }) => ({ id, cell_type, source }));
    remember("unsaved", { [panel.context.path]: cells });
    panel.context.save().then(() => remember("unsaved", { [panel.context.path]: null }), () => {});
  }

  /** Put back what was typed into a lesson, and not saved, when its tab was closed. */
  async function putBack(panel) {
    const { path, model: { sharedModel } } = panel.context, typed = recall("unsaved")[path];
    if (!typed) return;
    remember("unsaved", { [path]: null });
    typed.forEach(({ id, cell_type, source }, place) => {
      const cell = sharedModel.cells.find((one) => one.id === id);
      if (!cell) sharedModel.insertCell(Math.min(place, sharedModel.cells.length), { id, cell_type, source, metadata: {} });
      else if (cell.source !== source) cell.setSource(source);
    });
    await panel.context.save();
  }

  /** Save what is run, when it begins and when it is done. */
  function saveAround(result) {
    const panel = front();
    save(panel);
    result.then(() => save(panel), () => save(panel));
  }

  /** Keep what is at an address; whether nothing is missing then. */
  async function keep(cache, address) {
    try {
      if (await cache.match(address)) return true;
      const answer = await fetch(address);
      if (answer.ok) await cache.put(address, answer);
      return answer.ok || answer.status === 404; // as a browser's favicon
    } catch {
      return false;
    }
  }

  /** Let the browser keep what a first visit has fetched before anything could keep it, and what plots take. */
  async function keepForOffline() {
    const { version, begun } = recall("offline");
    if (!navigator.serviceWorker || version === edition.version) return;
    if (begun !== edition.version) await caches.delete("upstream"); // of an older version
    remember("offline", { begun: edition.version });
    const kept = await caches.open("upstream"); // offline.js hands it out
    const lessons = Object.keys(edition.notebooks).map((path) => `files/${path}`);
    const named = [...edition.files.map(([address]) => address), ...edition.later, ...lessons];
    const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
    const all = new Set([location.href, ...fetched, ...named.map((address) => new URL(address, ROOT).href)]);
    let isWhole = true;
    for (const address of all) {
      if (address.startsWith(ROOT.href) && !ASKS_THE_PAGE.test(address)) isWhole = await keep(kept, address) && isWhole;
    }
    await navigator.serviceWorker.ready;
    if (isWhole) remember("offline", { version: edition.version }); // or a next visit goes on
  }

  /**
   * Let a worker live that JupyterLite has not seen before: it would replace it on a second visit, and without a
   * network there is nothing to replace it by. What has changed in a worker, the browser notices by itself.
   */
  function spareTheWorker() {
    if (navigator.serviceWorker) navigator.serviceWorker.getRegistrations = async () => [];
  }

  // --- begin ---

  function listen() {
    if (!window.jupyterapp) return;
    clearInterval(waiting);
    window.jupyterapp.commands.commandExecuted.connect((_, { id, result }) => {
      if (STOP.test(id)) sayForAMoment(SAYS.stop);
      if (RUN.test(id)) saveAround(result);
    });
  }

  spareTheWorker();
  document.body.append(line);
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--up-edition-height", `${line.offsetHeight}px`);
    window.dispatchEvent(new Event("resize")); // JupyterLab takes the room that is left
  }).observe(line);
  document.addEventListener("visibilitychange", () => document.hidden && writeDown());
  window.addEventListener("pagehide", writeDown);
  fresh.addEventListener("click", () => giveFreshCopy().catch((error) => sayForAMoment(`No fresh copy: ${error.message}`)));
  const waiting = setInterval(listen, LOOK_EVERY);
  load().then(() => setInterval(() => {
    look();
    welcome();
  }, LOOK_EVERY));
})();
