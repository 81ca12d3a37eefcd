// What is behind the # of the address: the text and the options, written and read by the library's forms. Browsers send no
// fragment to a server.

/** Longer addresses are cut by programs on the way. */
export const LONGEST = 64_000;

const FLAGS = ["plus", "lines", "crlf", "once", "escape"];

export function write(engine, state) {
  const pairs = [[state.source === "encoded" ? "e" : "p", state[state.source]]];
  if (state.set !== "rfc3986:unreserved") pairs.push(["set", state.set]);
  if (state.keep) pairs.push(["keep", state.keep]);
  if (state.also) pairs.push(["also", state.also]);
  if (state.charset !== "utf-8") pairs.push(["charset", state.charset]);
  for (const flag of FLAGS) if (state[flag]) pairs.push([flag, "1"]);
  return engine.formSerialize(pairs);
}

/** What a fragment says, as far as it is known; a fragment that says nothing of this kind is a text that is encoded. */
export function read(engine, fragment, { sets, charsets }) {
  const pairs = engine.formParse(fragment);
  const value = (name) => pairs.find(([key]) => key === name)?.[1];
  const found = {};
  if (value("e") !== undefined) Object.assign(found, { source: "encoded", encoded: value("e") });
  else if (value("p") !== undefined) Object.assign(found, { source: "plain", plain: value("p") });
  else return { source: "encoded", encoded: fragment };
  if (sets.includes(value("set"))) found.set = value("set");
  if (charsets.includes(value("charset"))) found.charset = value("charset");
  for (const name of ["keep", "also"]) if (/^[ -~]*$/.test(value(name) ?? "")) found[name] = value(name) ?? "";
  for (const flag of FLAGS) found[flag] = value(flag) === "1";
  return found;
}
