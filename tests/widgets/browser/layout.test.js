import assert from "node:assert/strict";
import { test } from "node:test";

import { fitted, readableScale, scrolled, shapeOf, wantsNarrow } from "../../../helpers/widgets/browser/layout.js";

const shape = shapeOf(800, 400, [16, 14]);
const page = (width, more) => ({ width, height: 0, window: 900, fills: false, asked: 0, ...more });

test("with room a picture has its own size, with less it shrinks", () => {
  assert.deepEqual(fitted(shape, page(1200)), { scale: 1, scrolls: false });
  assert.deepEqual(fitted(shape, page(700)), { scale: 700 / 800, scrolls: false });
});

test("it shrinks only as far as its smallest type can be read, then it scrolls at a larger scale", () => {
  assert.equal(readableScale(shape), 11 / 14);
  const { scale, scrolls } = fitted(shape, page(600));
  assert.ok(scrolls);
  assert.equal(scale, 0.85);
  assert.ok(!fitted(shapeOf(800, 400, [30]), page(600)).scrolls);
});

test("a picture higher than the window shrinks to it, but never beyond what can be read", () => {
  const high = shapeOf(500, 2000, [14]);
  assert.equal(fitted(high, page(900)).scale, 1);
  const projected = { ...page(1920), height: 900, fills: true };
  assert.ok(fitted(high, projected).scale * 14 < 11); // where it fills a hall, the least is set by the hall
});

test("a picture that is laid out for little room fills it, as far as its type is not too large", () => {
  const slim = shapeOf(320, 400, [11]);
  assert.equal(fitted(slim, page(400)).scale, 1);
  assert.equal(fitted(slim, page(400, { narrow: 400 })).scale, 1.25);
  assert.equal(fitted(slim, page(600, { narrow: 600 })).scale, 1.35);
});

test("a projector shows it as large as the frame allows", () => {
  const hall = { width: 1600, height: 900, window: 1000, fills: true, asked: 0 };
  assert.deepEqual(fitted(shape, hall), { scale: 2, scrolls: false });
  assert.equal(fitted(shapeOf(100, 50, [14]), hall).scale, 2.4);
  assert.ok(fitted(shapeOf(800, 4000, [14]), hall).scrolls);
});

test("where a page asks for larger type, the picture shrinks less", () => {
  const slide = { width: 500, height: 900, window: 1000, fills: true, asked: 18 };
  assert.ok(fitted(shape, slide).scale > fitted(shape, { ...slide, asked: 0 }).scale);
});

test("another layout is wanted in little room only, and only where this one would have to scroll", () => {
  assert.ok(wantsNarrow(shape, 800, 500));
  assert.ok(!wantsNarrow(shape, 800, 650));
  assert.ok(!wantsNarrow(shape, 500, 500));
});

test("scrolling brings the middle of what fits into view, or the end of what does not", () => {
  assert.equal(scrolled(10, 90, 0, 100), 0);
  assert.equal(scrolled(110, 130, 0, 100), 70);
  assert.equal(scrolled(110, 330, 0, 100), 230);
});
