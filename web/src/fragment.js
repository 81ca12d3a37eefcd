// What is behind the # of the address: the text and the options, written and read by the library's forms. Browsers send no
// fragment to a server.

/** Longer addresses are cut by programs on the way. */
export const LONGEST = 64_000;

const FLAGS = ["plus", "lines", "crlf", "once", "escape", "lenient", "lossy"];

export function write(engine, state) {
  const pairs = [[state.source === "encoded" ? "e" : "p", state[state.source]]];
  if (state.set !== "rfc3986:unreserved") pairs.push(["set", state.set]);
  if (state.keep) pairs.push(["keep", state.keep]);
  if (state.also) pairs.push(["also", state.also]);
  if (state.charset !== "utf-8") pairs.push(["charset", state.charset]);
  for (const flag of FLAGS) if (state[flag]) pairs.push([flag, "1"]);
  return engine.formSerialize(pairs);
}

/** What a fragment says if it is as `write` writes one: the text first, then options, each once and with a value that it can
 * have. Every other fragment is a text that is encoded, all of it: an address with `e=` in its query is no link of this page. */
export function read(engine, fragment, { sets, charsets }) {
  const [[name, text] = [], ...options] = engine.formParse(fragment);
  const found = { e: { source: "encoded", encoded: text }, p: { source: "plain", plain: text } }[name];
  for (const [name, value] of options) {
    const fits = name === "set" ? sets.includes(value) : name === "charset" ? charsets.includes(value)
      : name === "keep" || name === "also" ? /^[ -~]*$/.test(value) : FLAGS.includes(name) && /^[01]$/.test(value);
    if (!found || !fits || name in found) return { source: "encoded", encoded: fragment };
    found[name] = FLAGS.includes(name) ? value === "1" : value;
  }
  return found ?? { source: "encoded", encoded: fragment };
}
