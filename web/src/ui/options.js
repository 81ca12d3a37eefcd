// The fields of the options: the lists in them, what the reader chooses, and the grid of the characters that are kept.

import { about, t } from "../i18n/language.js";
import { CHARSETS, NAMES } from "../model/charsets.js";
import { byId, element, onChange } from "./dom.js";
import { grid } from "./grid.js";
import { PURPOSES, purposeOf } from "./purposes.js";
import { chosenSet, keptNow, setNamed } from "./session.js";

/** @import { Changes } from "./changes.js" */
/** @import { Session } from "./types.js" */

/** The fields of options, by their kind. */
const SETS = /** @type {const} */ (["set", "purpose"]);
const TWO = /** @type {const} */ (["plus", "crlf"]);
const BOXES = /** @type {const} */ (["lines", "keepTriplets", "escape"]);
/** The fields that mean nothing for `escape` and `unescape`. */
const OPTIONS = /** @type {const} */ (["set", "purpose", "charset", "plus", "crlf", "lines", "keepTriplets"]);

/**
 * Fills the lists, and returns what draws the options.
 * @param {Session} session
 * @param {Pick<Changes, "set">} changes
 */
export function optionFields(session, { set }) {
  const { sets, state } = session;
  const keys = [...new Set([...PURPOSES.map(([key]) => key), ...sets.map(({ name }) => purposeOf(name))])];
  for (const key of keys) {
    const members = sets.filter(({ name }) => purposeOf(name) === key);
    byId("set").append(element("optgroup", { "data-key": key }, ...members.map(({ name }) => element("option", { value: name }))));
  }
  byId("charset").append(...CHARSETS.map((charset) => element("option", { value: charset }, NAMES[charset])));

  onChange("plus", ({ value }) => set({ plus: value === "1", ownPlus: value === "1" }));
  onChange("crlf", ({ value }) => set({ crlf: value === "1" }));
  for (const name of BOXES) onChange(name, ({ checked }) => set({ [name]: checked, ...(name === "escape" && { ownEscape: checked }) }));
  onChange("charset", ({ value }) => set({ charset: value, ownCharset: value, readAs: state.source === "encoded" ? { "": value } : {} }));
  for (const id of SETS) {
    onChange(id, ({ value }) => {
      const { plus } = setNamed(session, value);
      set({ set: value, alsoKeep: "", alsoEncode: "", plus: plus || state.ownPlus });
    });
  }
  const drawGrid = grid({
    toggle: (character, keep) => {
      const own = chosenSet(session).keeps.includes(character);
      const without = (/** @type {string} */ text) => text.replace(character, "");
      set({
        alsoKeep: keep && !own ? state.alsoKeep + character : without(state.alsoKeep),
        alsoEncode: !keep && own ? state.alsoEncode + character : without(state.alsoEncode),
      });
    },
    reset: () => set({ alsoKeep: "", alsoEncode: "" }),
  });

  return () => {
    for (const entry of sets)
      /** @type {Element} */ (byId("set").querySelector(`[value="${entry.name}"]`)).textContent = `${entry.name} — ${about(entry)}`;
    for (const group of byId("set").querySelectorAll("optgroup")) group.label = t(/** @type {string} */ (group.dataset.key));
    byId("set").value = state.set;
    const usual = PURPOSES.some(([, name]) => name === state.set);
    byId("purpose").replaceChildren(
      ...[...PURPOSES, ...(usual ? [] : [["", state.set]])].map(([key, name]) =>
        element("option", { value: name, selected: name === state.set }, key ? t(key) : name),
      ),
    );
    byId("charset").value = state.charset;
    for (const name of TWO) byId(name).value = state[name] ? "1" : "";
    for (const name of BOXES) byId(name).checked = state[name];
    for (const name of OPTIONS) byId(name).disabled = state.escape || (name === "crlf" && state.lines);
    byId("set-about").textContent = `(${about(chosenSet(session))})`;
    drawGrid(keptNow(session), state.alsoKeep !== "" || state.alsoEncode !== "");
  };
}
