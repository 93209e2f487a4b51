// Stands before JupyterLite's own service worker, so that a lesson opens without a network too: what was fetched
// is kept. What never changes under its name comes from there at once, all else only when the network does not
// answer. What the kernel asks the page (its files, its questions) is left to JupyterLite.

(() => {
  const KEPT = "upstream", FOR_EVER = /\/(python-|build\/)/, ASKS_THE_PAGE = /\/api\/(drive|stdin|service-worker)/;

  async function fetched(request) {
    const answer = await fetch(request);
    if (answer.status === 200) (await caches.open(KEPT)).put(request, answer.clone());
    return answer;
  }

  async function kept(request) {
    return (await caches.open(KEPT)).match(request, { ignoreSearch: request.mode === "navigate" });
  }

  async function answer(request) {
    if (FOR_EVER.test(request.url)) return await kept(request) ?? fetched(request);
    try {
      return await fetched(request);
    } catch (error) {
      const found = await kept(request);
      if (found) return found;
      throw error;
    }
  }

  self.addEventListener("fetch", (event) => {
    const { request } = event, { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin || ASKS_THE_PAGE.test(pathname)) return;
    event.stopImmediatePropagation();
    event.respondWith(answer(request));
  });
})();
