// Run in a page of slides: goes through it with the clicker's key, and measures every step on the way.
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const SVG = "http://www.w3.org/2000/svg";
  const leafNow = () => document.querySelector(".leaf.here");
  const isShown = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });

  /** The size in which a text is seen, in px. */
  function seen(part) {
    const size = parseFloat(getComputedStyle(part).fontSize);
    const svg = part.namespaceURI === SVG ? part.closest("svg") : null;
    return svg ? (size * svg.getBoundingClientRect().width) / Number(svg.getAttribute("width")) : size;
  }

  function smallestText(leaf) {
    const walker = document.createTreeWalker(leaf, NodeFilter.SHOW_TEXT), parts = new Set();
    while (walker.nextNode()) if (walker.currentNode.data.trim()) parts.add(walker.currentNode.parentElement);
    const sizes = [...parts].filter((part) => !part.closest(".up-live, .jump, .number, title, desc, script, .still")
      && isShown(part)).map((part) => [seen(part), part.textContent.trim().slice(0, 40)]);
    for (const img of leaf.querySelectorAll(".picture img")) sizes.push(inImage(img));
    return sizes.reduce((least, one) => (one[0] < least[0] ? one : least), [999, ""]);
  }

  function inImage(img) {
    const [, data] = /^data:image\/svg\+xml;base64,(.*)$/.exec(img.src) ?? [];
    if (!data) return [999, ""];
    const sizes = [...atob(data).matchAll(/font-size[=:] ?"?([\d.]+)/g)].map((found) => Number(found[1]));
    const scale = Math.min(img.clientWidth / img.naturalWidth, img.clientHeight / img.naturalHeight);
    return [scale * Math.min(...sizes), "a picture"];
  }

  /** What sticks out of the page: parts that lie beyond it, or that scroll. */
  function beyond(leaf) {
    const page = leaf.getBoundingClientRect(), content = leaf.querySelector(".content");
    const parts = [...leaf.querySelectorAll(".block, .block > *, .up-exhibit > *")];
    const out = parts.filter((part) => isShown(part) && !part.closest(".still") && !part.matches(".up-live"))
      .filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width && (box.right > page.right + 1 || box.bottom > page.bottom + 1 || box.top < page.top - 1);
      }).map((part) => part.className);
    if (content.scrollHeight > content.clientHeight + 1) out.push("content");
    for (const part of leaf.querySelectorAll("pre, table, .up-picture")) {
      if (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1) {
        out.push(part.className || part.tagName);
      }
    }
    return out;
  }

  /** Words of an exhibit that were written larger for the room, and no longer have room in their frame. */
  function crowded(leaf) {
    const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1;
    const box = (part) => part.getBoundingClientRect();
    return [...leaf.querySelectorAll("svg")].flatMap((svg) => {
      const larger = [...svg.querySelectorAll("[font-size]")].filter((part) => part.style.fontSize);
      const words = larger.flatMap((part) => part.matches("text") ? [part] : [...part.querySelectorAll("text")]);
      const after = new Map(words.map((text) => [text, box(text)]));
      const sizes = larger.map((part) => part.style.fontSize);
      for (const part of larger) part.style.fontSize = "";
      const frames = [...svg.querySelectorAll("rect")].map(box);
      const before = new Map(words.map((text) => [text, box(text)]));
      larger.forEach((part, k) => (part.style.fontSize = sizes[k]));
      return words.filter((text) => {
        const was = before.get(text), holds = (frame) => was.width && inside(was, frame)
          && was.top >= frame.top && was.bottom <= frame.bottom;
        return frames.some((frame) => holds(frame) && !inside(after.get(text), frame));
      }).map((text) => text.textContent);
    });
  }

  const looks = (leaf) => leaf.id + [...leaf.querySelectorAll(".block")].map((block) =>
    (block.classList.contains("later") ? "-" : "+")).join("");
  const pages = document.querySelectorAll(".leaf").length, steps = [], cells = new Set();
  let idle = 0;
  for (;;) {
    const leaf = leafNow();
    if (leaf.querySelector(".up-exhibit")) await frame();
    const [size, text] = smallestText(leaf);
    for (const block of leaf.querySelectorAll(".block:not(.later)")) cells.add(block.dataset.cell);
    steps.push({ page: leaf.id, size, text, beyond: beyond(leaf), crowded: crowded(leaf) });
    const before = looks(leaf);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true }));
    if (looks(leafNow()) !== before) continue;
    const ends = leafNow().id === `page-${pages}`;
    if (!ends) idle += 1;
    if (ends || idle > 3) break;
  }
  return { pages, steps, cells: [...cells], idle };
}
