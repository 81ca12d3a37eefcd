// What is said of files: how far a conversion is, a line for each file that is done, the results as links, and what reads on over errors.

import { t } from "../../../i18n/language.js";
import { button, element, shown } from "../../dom.js";

/** @typedef {"lenient" | "lossy"} Remedy An option that reads on over an error. */

/**
 * `again` converts the files again under another option.
 * @param {(remedy: Remedy) => unknown} again
 */
export function outcomes(again) {
  const line = element("p", { class: "note", role: "status" });
  const readOn = element("p");
  const result = element("p");
  /** The message for each finished file. */
  /** @type {(() => string)[]} */
  let messages = [];
  /** The options that would read on over the errors. */
  /** @type {Remedy[]} */
  let remedies = [];
  let say = () => "";

  /** Says a text, or the last one in another language. */
  function tell(text = say) {
    say = text;
    label();
    // One line for each file.
    line.replaceChildren(
      ...say()
        .split("\n")
        .flatMap((part) => [...shown(part), element("br")]),
    );
    readOn.replaceChildren(...remedies.map((key) => button(t(key), () => again(key))));
  }
  function label() {
    for (const link of result.querySelectorAll("a")) link.replaceChildren(...shown(t("download", { name: link.download })));
  }

  return {
    nodes: [line, readOn, result],
    tell,
    /**
     * Says how far a file is. `tell` is not used: a screen reader would read each step.
     * @param {() => string} text
     */
    report(text) {
      say = text;
      line.textContent = say();
    },
    /**
     * Offers the result of a file.
     * @param {Blob} blob
     * @param {string} name
     */
    offer(blob, name) {
      result.append(element("a", { href: URL.createObjectURL(blob), download: name }), " ");
      label();
    },
    /**
     * Keeps the message for a finished file, and what would read on over its error.
     * @param {() => string} message
     * @param {Remedy} [remedy]
     */
    keep(message, remedy) {
      messages.push(message);
      if (remedy && !remedies.includes(remedy)) remedies.push(remedy);
    },
    /** Says all messages, and returns the first result. */
    end() {
      tell(() => messages.map((message) => message()).join("\n"));
      return result.querySelector("a");
    },
    clear() {
      for (const link of result.querySelectorAll("a")) URL.revokeObjectURL(link.href);
      result.replaceChildren();
      readOn.replaceChildren();
      [messages, remedies] = [[], []];
    },
  };
}
