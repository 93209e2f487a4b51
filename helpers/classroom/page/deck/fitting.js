// Steps become pages. A page is 1280 × 720 units, and everything on it is measured in units (--u in the
// style sheet), so what fits once fits every screen. A step that has no room in large type is broken: between
// cells, and where one cell alone is too much, between its blocks or at last between its lines.

const TYPE = [32, 30, 28, 26, 24, 22, 20]; // units; code, tables and formulas in it are at least 18

const SMALLEST = 18;

// What a page costs, so that the cheapest way through a step can be chosen: each page costs something, small
// type costs more the smaller it is, and so does a break that parts what belongs together.
const COST = { page: 40, smaller: 3.5, shown: 24, code: 10, wrapped: 30 };

/** Break a step into pages: [{leaf, presses}], where presses[k] are the blocks that press k brings. */
function paginated(step, desk) {
  const pages = [];
  for (const run of runsOf(step)) {
    const way = cheapest(atomsOf(run), desk);
    for (const { atoms, type, wraps } of way) {
      lay(atoms, wraps, desk);
      fits(desk, type); // so that wide code gets its own type for this page
      pages.push(paged(step, pressesOf(atoms), { type, wraps, goesOn: pages.length > 0 }));
    }
  }
  return pages;
}

/** The units of a step, parted where some must stand on a page of their own. */
function runsOf(step) {
  const runs = [];
  let last = null;
  for (const unit of step.querySelectorAll(":scope > .unit")) {
    const alone = unit.dataset.alone ?? ""; // units that name the same page share it
    if (alone === last) runs.at(-1).push(unit);
    else runs.push([unit]);
    last = alone;
  }
  return runs;
}

/** The least that can be parted, in order: {blocks, waits, kind}, at first a unit each. */
function atomsOf(units) {
  return units.map((unit) => {
    const [, kind] = unit.classList;
    return { blocks: blocksOf(unit), waits: unit.matches("[data-waits]"), kind };
  });
}

/** What each press brings, as lists of blocks. */
function pressesOf(atoms) {
  const presses = [];
  for (const { blocks, waits } of atoms) {
    if (waits || !presses.length) presses.push([...blocks]);
    else presses.at(-1).push(...blocks);
  }
  return presses;
}

function blocksOf(unit) {
  const parts = unit.matches(".text, .poll") ? [...unit.children] : [unit];
  return parts.map((part) => {
    const block = document.createElement("div");
    block.className = `block ${unit.className}`;
    block.dataset.cell = unit.dataset.cell;
    block.append(...(part === unit ? [...unit.childNodes] : [part]));
    return block;
  });
}

/** The cheapest way to break atoms into pages: [{atoms, type, wraps}]. What has no room alone is broken. */
function cheapest(atoms, desk) {
  if (isWhole(atoms[0])) return [{ atoms, type: TYPE[0] }];
  for (let k = 0; k < atoms.length; ) {
    if (typeFor([atoms[k]], desk)) k += 1;
    else if (!broken(atoms, k)) atoms[k++].hopeless = true; // the test that measures will name it
  }
  const ways = [{ cost: 0, pages: [] }]; // ways[n]: through the first n atoms
  for (let end = 1; end <= atoms.length; end++) {
    for (let start = end - 1; start >= 0; start--) {
      const taken = atoms.slice(start, end);
      const found = typeFor(taken, desk) ?? (taken[0].hopeless && { type: TYPE.at(-1) });
      if (!found) break; // what is even longer has no room either
      const cost = ways[start].cost + costOf(found) + (start > 0 ? COST[atoms[start].kind] ?? 0 : 0);
      if (ways[end] && ways[end].cost <= cost) continue;
      ways[end] = { cost, pages: [...ways[start].pages, { atoms: taken, ...found }] };
    }
  }
  return ways.at(-1).pages;
}

const isWhole = ({ kind }) => kind === "stage" || kind === "picture";
const costOf = ({ type, wraps }) => COST.page + (TYPE[0] - type) * COST.smaller + (wraps ? COST.wrapped : 0);

/** Break the k-th atom in two: between its blocks, or within its only block; returns whether that helped. */
function broken(atoms, k) {
  const atom = atoms[k], { blocks } = atom, half = Math.ceil(blocks.length / 2);
  const pieces = blocks.length > 1 ? [blocks.slice(0, half), blocks.slice(half)] : cut(blocks[0]);
  if (!pieces) return false;
  atoms.splice(k, 1, { ...atom, blocks: pieces[0] }, { ...atom, blocks: pieces[1], waits: true });
  return true;
}

/** Cut a block of lines, or a list, or a table in two; null if it is none of these. */
function cut(block) {
  const lines = block.querySelector("pre code, pre") ?? block.querySelector("ol, ul, tbody");
  const parts = lines ? (lines.matches("pre, code") ? linesOf(lines) : [...lines.children]) : [];
  if (parts.length < 2) return null;
  const middle = Math.ceil(parts.length / 2), second = block.cloneNode(true);
  fill(block, parts.slice(0, middle));
  fill(second, parts.slice(middle));
  const list = second.querySelector("ol");
  if (list) list.start = middle + 1;
  return [[block], [second]];
}

function fill(block, parts) {
  const lines = block.querySelector("pre code, pre") ?? block.querySelector("ol, ul, tbody");
  lines.replaceChildren(...parts.map((part) => part.cloneNode(true)));
}

/** The lines of a piece of code, each with its colours. */
function linesOf(code) {
  const lines = [document.createDocumentFragment()];
  for (const node of code.childNodes) {
    node.textContent.split("\n").forEach((text, k) => {
      if (k > 0) {
        lines.at(-1).append("\n");
        lines.push(document.createDocumentFragment());
      }
      const part = node.cloneNode(false);
      part.textContent = text;
      lines.at(-1).append(part);
    });
  }
  return lines.filter((line) => line.textContent);
}

/** The largest type in which these have room on the desk; wide lines wrap only if they must. */
function typeFor(atoms, desk) {
  for (const wraps of [false, true]) {
    lay(atoms, wraps, desk);
    if (fits(desk, TYPE.at(-1))) return { type: largest(desk), wraps };
  }
  return null;
}

function lay(atoms, wraps, desk) {
  desk.classList.toggle("wraps", wraps);
  desk.replaceChildren(...atoms.flatMap(({ blocks }) => blocks));
}

/** The largest type that fits, given that the smallest does. */
function largest(desk) {
  let good = TYPE.length - 1, bad = -1;
  while (good - bad > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(desk, TYPE[middle])) good = middle;
    else bad = middle;
  }
  return TYPE[good];
}

function fits(desk, type) {
  desk.style.setProperty("--type", type);
  for (const code of desk.querySelectorAll("pre")) if (!narrowed(code)) return false;
  if (desk.scrollHeight > desk.clientHeight) return false;
  return [...desk.querySelectorAll("pre, table, math, p, .block")].every((part) =>
    part.scrollWidth <= part.clientWidth + 1 || part.clientWidth === 0);
}

/** Write wide code smaller than the text around it, if it can still be read. */
function narrowed(code) {
  code.style.fontSize = "";
  if (code.scrollWidth <= code.clientWidth) return true;
  const size = (parseFloat(getComputedStyle(code).fontSize) * code.clientWidth) / code.scrollWidth;
  const units = Math.floor(size * 10) / 10;
  code.style.fontSize = `calc(${units} * var(--u))`;
  return units >= SMALLEST;
}

/** A page of these presses. */
function paged(step, presses, { type, wraps, goesOn }) {
  const leaf = document.createElement("div"), content = document.createElement("div");
  leaf.className = "leaf";
  content.className = wraps ? "content wraps" : "content";
  content.style.setProperty("--type", type);
  content.append(...presses.flat());
  const heading = content.querySelector("h1, h2, h3");
  const title = document.createElement("div");
  title.className = "where";
  title.textContent = goesOn || !heading ? step.dataset.section : "";
  if (content.querySelector(".stage, .picture")) leaf.classList.add("whole");
  else leaf.append(title);
  leaf.append(content);
  return { leaf, presses, step, title: heading?.textContent ?? step.dataset.section };
}
