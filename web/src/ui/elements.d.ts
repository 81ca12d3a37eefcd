/** The elements of `index.html` that are more than an `HTMLElement`, by their ids. */
export interface Elements {
  encoded: HTMLTextAreaElement;
  plain: HTMLTextAreaElement;
  icon: HTMLLinkElement;
  language: HTMLSelectElement;
  theme: HTMLSelectElement;
  set: HTMLSelectElement;
  purpose: HTMLSelectElement;
  charset: HTMLSelectElement;
  plus: HTMLSelectElement;
  crlf: HTMLSelectElement;
  lines: HTMLInputElement;
  keepTriplets: HTMLInputElement;
  escape: HTMLInputElement;
  undo: HTMLButtonElement;
  redo: HTMLButtonElement;
  "copy-encoded": HTMLButtonElement;
  "copy-plain": HTMLButtonElement;
}
