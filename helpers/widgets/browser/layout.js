// How large a picture is shown, and how far it is scrolled: from its own size, and from the room there is.

// The scales of a picture. It shrinks to the least; if that is still too wide, it scrolls, at a larger scale.
const SCALES = { least: 0.62, scrolled: 0.85, most: 1 };
const NARROWED = { ...SCALES, most: 1.35 }; // one for little room fills it: its type is the smallest
const PROJECTED = { least: 0.62, scrolled: 1.2, most: 2.4 };
const SMALL = 820; // px: with less room, a picture may be laid out for that
const SMALLEST = 11; // px: smaller type would be hard to read
const RAISED = 1.33; // as much larger small type may be written where a page asks for larger type
const TALLEST = 0.72; // of the window's height, if the picture can be read at that

/** What counts of a picture: its own width and height, and the smallest of its type sizes. */
export const shapeOf = (width, height, sizes) =>
  ({ width, height, smallest: Math.min(...sizes, SMALLEST / SCALES.least) });

/** The scale at which the smallest type can still be read. */
export const readableScale = ({ smallest }) => Math.min(SMALLEST / smallest, 1);

/** The scale of a picture of this shape, and whether it scrolls in its room: {width, height, window, fills,
    asked, narrow}. `height` counts only where the picture `fills` its frame; else the `window` is as high;
    `asked` is how small type may be there at the least; a `narrow` picture is laid out for little room. */
export function fitted(shape, { width: room, height, window, fills, asked, narrow }) {
  const { least, scrolled, most } = fills ? PROJECTED : narrow ? NARROWED : SCALES;
  const raised = asked / RAISED / Math.max(shape.smallest, SMALLEST);
  const low = Math.max(least, fills ? raised : readableScale(shape));
  const whole = fills ? height / shape.height : Math.max(1, (TALLEST * window) / shape.height);
  const fitting = Math.min(room / shape.width, most, Math.max(low, whole));
  const scale = room < shape.width * low ? Math.max(scrolled, low) : fitting;
  const tooHigh = fills && shape.height * scale > height + 1;
  return { scale, scrolls: shape.width * scale > room + 1 || tooHigh };
}

/** Whether a picture that is so `wide` with room should be laid out for little room. */
export const wantsNarrow = (shape, wide, room) => room < SMALL && room < wide * readableScale(shape);

/** How far to scroll, so that `from` to `to` is in view: its middle, or its end, where a way begins. */
export function scrolled(from, to, low, high) {
  if (from >= low - 1 && to <= high + 1) return 0;
  return to - from <= high - low ? (from + to - low - high) / 2 : to - high;
}
