// One function per kind of control that Python describes. Each returns {element, cells, update}: what to
// show, the fields in it that can take the focus, and how to fill it with an input. What is entered goes to
// `send`.

import { fill, h, put } from "./elements.js";
import { numberField } from "./fields.js";
import { decimals, readable } from "./numbers.js";
import { table } from "./tables.js";

/** The label beside a control; screen readers get it from the control itself. */
const labelled = (spec) => h("span", { class: "up-label", "aria-hidden": "true" }, spec.label);

/** A control with a single field. */
function single(spec, cell, element, update) {
  cell.dataset.cell = spec.name;
  return { element, cells: [cell], update };
}

function number(spec, send) {
  const written = (text) => String(Number(Number(text).toFixed(decimals(spec.step))));
  const range = { type: "range", min: spec.low, max: spec.high, step: spec.step };
  const slide = () => {
    fill(field, written(slider.value));
    send(field.value);
  };
  const label = { class: "up-slider", "aria-label": `${spec.label}, slider` };
  const slider = h("input", { ...range, ...label, oninput: slide });
  const follow = (text) => {
    const value = readable(text);
    if (Number.isFinite(value) && Number(slider.value) !== value) slider.value = value;
  };
  const field = numberField(spec.label, spec.step, (text) => {
    follow(text);
    send(text);
  });
  const place = { class: "up-control", hidden: spec.in_picture };
  return single(spec, field, h("div", place, labelled(spec), slider, field), (raw) => {
    fill(field, raw);
    follow(raw);
  });
}

function toggle(spec, send) {
  const box = h("input", { type: "checkbox", onchange: () => send(box.checked) });
  const words = h("span", {}, spec.label);
  const element = h("label", { class: "up-control up-toggle", hidden: spec.in_picture }, box, words);
  return single(spec, box, element, (raw) => {
    box.checked = Boolean(raw);
  });
}

/** All options in sight, one of them pressed. */
function tabs(spec, send) {
  const press = ({ target }) => send(target.textContent);
  const buttons = spec.options.map((option) => {
    const cell = `${spec.name}[${option}]`;
    return h("button", { type: "button", class: "up-tab", "data-cell": cell, onclick: press }, option);
  });
  const row = h("div", { class: "up-tabs", role: "group", "aria-label": spec.label }, ...buttons);
  const update = (raw) => {
    for (const button of buttons) put(button, "aria-pressed", button.textContent === raw);
  };
  return { element: h("div", { class: "up-control" }, labelled(spec), row), cells: buttons, update };
}

function choice(spec, send) {
  if (spec.in_sight) return tabs(spec, send);
  const options = spec.options.map((option) => h("option", { value: option }, option));
  const attributes = { class: "up-choice", "aria-label": spec.label, onchange: () => send(list.value) };
  const list = h("select", attributes, ...options);
  const name = h("span", { class: "up-label" }, spec.label);
  const place = { class: "up-control", hidden: spec.in_picture };
  return single(spec, list, h("label", place, name, list), (raw) => {
    list.value = raw;
  });
}

function button(spec, send) {
  let presses = 0;
  const press = () => spec.enabled && send(presses + 1);
  const disabled = { "aria-disabled": spec.enabled ? null : "true" }; // not `disabled`: it keeps the focus
  const look = spec.main ? "up-button up-main" : "up-button";
  const attributes = { type: "button", class: look, onclick: press, ...disabled };
  const element = h("button", attributes, spec.label);
  return single(spec, element, element, (raw) => {
    presses = Number(raw) || 0;
  });
}

export const CONTROLS = { number, matrix: table, toggle, choice, button };
