// Numbers: read as people type them, moved by steps, and printed exactly as `svg.number` prints them in
// Python.

import { clamp } from "./elements.js";

/** How many decimals a text has. */
export const decimals = (text) => (/e/i.test(text) ? 0 : (String(text).split(/[.,]/)[1] || "").length);

/** The number in a text; a decimal comma and a true minus sign are understood. */
export const readable = (text) => Number(String(text).trim().replace("−", "-").replace(",", "."));

/** `text` moved by `count` steps, with as many decimals as the text or the step has, whichever is more. */
export function nudged(text, step, count) {
  const value = readable(text);
  if (!Number.isFinite(value) || String(text).trim() === "") return text;
  const places = clamp(Math.max(decimals(text), decimals(step)), 0, 12);
  return String(Number((value + step * count).toFixed(places)));
}

/** A size rounded to `digits` digits and written as 1.23e+4; ties go to the even digit, as in Python. */
function rounded(size, digits) {
  const [mantissa, power] = size.toExponential(50).split("e"); // enough digits to know a tie
  const all = mantissa.replace(".", ""), kept = all.slice(0, digits);
  const down = /^50*$/.test(all.slice(digits)) && /[02468]$/.test(kept); // toExponential would round up
  return (down ? Number(`${kept}e${power - digits + 1}`) : size).toExponential(digits - 1);
}

/** The power of ten of the first digit. */
const leading = (size) => Number(size.toExponential().split("e")[1]);

/** A number in at most `digits` digits, or as a whole number up to `whole`; a true minus sign, never -0. */
export function written(value, { digits, whole }) {
  if (Number.isNaN(value)) return "NaN";
  const size = Math.abs(value), sign = value < 0 ? "−" : "";
  if (size === 0) return "0";
  if (size === Infinity) return `${sign}∞`;
  const integer = size >= 10 ** (digits - 1) && size <= whole;
  const text = rounded(size, integer ? leading(size) + 1 : digits);
  const [mantissa, power] = text.split("e").map(Number);
  const plain = integer || (power >= -4 && power < digits);
  return sign + (plain ? String(Number(text)) : `${mantissa}e${String(power).replace("-", "−")}`);
}
