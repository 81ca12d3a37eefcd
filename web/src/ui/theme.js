// Light, dark or high contrast: the preference of the system, or the reader's choice.

import { kept, keep } from "../work/storage.js";

export const THEMES = ["auto", "light", "dark", "contrast"];
/** @type {MediaQueryList} */
let dark;
/** @type {MediaQueryList} */
let contrast;

export const theme = () => (THEMES.includes(kept("theme")) ? kept("theme") : "auto");

let picked = theme();

function apply() {
  const automatic = contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
  document.documentElement.dataset.theme = picked === "auto" ? automatic : picked;
}

/** @param {string} name */
export function pickTheme(name) {
  picked = name;
  keep("theme", name);
  apply();
}

export function startTheme() {
  dark = matchMedia("(prefers-color-scheme: dark)");
  contrast = matchMedia("(prefers-contrast: more)");
  for (const query of [dark, contrast]) query.addEventListener("change", apply);
  apply();
}
