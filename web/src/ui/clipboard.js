// Copies texts. A text with invisible characters is copied only on the second press.

import { t } from "../i18n/language.js";
import { deceptive } from "../model/visible.js";
import { button, element } from "./dom.js";

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser refuses where the context is not secure or the permission is missing.
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "hidden";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/**
 * Makes a button copy the result of `text`; `find` returns its deceptive characters.
 * @param {HTMLElement} node
 * @param {() => string} text
 */
export function makeCopy(node, text, find = deceptive, key = "copy") {
  let warned = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const calm = () => {
    warned = "";
    node.textContent = key && t(key);
  };
  node.addEventListener("click", async () => {
    const now = text();
    const found = find(now);
    if (found.length > 0 && warned !== now) {
      warned = now;
      node.textContent = t("copyAnyway", { what: found.slice(0, 3).join(", ") });
      return;
    }
    if (await copy(now)) {
      node.textContent = t("copied");
      // The timer of an earlier press must not end this message.
      clearTimeout(timer);
      timer = setTimeout(calm, 1500);
    }
  });
  node.addEventListener("blur", calm);
  return node;
}

/**
 * @param {() => string} text
 * @param {{ label: string }} options
 */
export const copyButton = (text, { label }) =>
  makeCopy(
    button(t("copy"), () => {}, { "aria-label": label }),
    text,
  );

/**
 * Downloads a text as a file.
 * @param {string} text
 * @param {string} name
 */
export function save(text, name) {
  const href = URL.createObjectURL(new Blob([text]));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
