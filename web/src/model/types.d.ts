import type { Part } from "./part.js";

/** The state of the page. */
export interface State extends Options {
  view: "explain" | "encode" | "decode";
  /** The reader has pressed the view. */
  chosen: boolean;
  /** The charsets that the reader has chosen for values of the tree, by where each stands; under the empty name, the one for all. */
  readAs: Record<string, string>;
  /** The texts that Open was pressed in, from the outside in, each with the path of the node that was opened. */
  outer: string[];
  /** The pane that the other one follows from. */
  source: "encoded" | "plain";
  encoded: string;
  plain: string;
  /** The reader's choice for `+`. */
  ownPlus: boolean;
  /** The reader's choice of a charset. */
  ownCharset: string;
  /** The reader's choice for `%uXXXX`. */
  ownEscape: boolean;
  keepInvalid: boolean;
  layers: number;
  /** The reference that the text is compared with. */
  other: string;
}

/** The options of a conversion. */
export interface Options {
  set: string;
  alsoKeep: string;
  alsoEncode: string;
  charset: string;
  plus: boolean;
  lines: boolean;
  crlf: boolean;
  keepTriplets: boolean;
  escape: boolean;
  lenient: boolean;
  lossy: boolean;
}

/** An error as the page shows it. `units` says that the offset counts code units; of an error that is `inner`, the offset is one of a text that
 * is not shown. */
export interface Problem {
  kind: string;
  offset: number;
  message?: string;
  charset?: string;
  length?: number;
  units?: boolean;
  inner?: boolean;
}

export interface TextFacts {
  bytes: number;
  characters: number;
  deceptive: string[];
}
/** The number of times that a text is encoded; `limited` says that it may be more. */
export interface Layers {
  count: number;
  limited: boolean;
}
/** The description of both texts. */
export interface Facts {
  encoded: TextFacts;
  plain: TextFacts;
  layers?: false | Layers;
}

/** How a name or a value of a link is read. */
export interface Reads {
  charset: string;
  plus: boolean;
  escape: boolean;
  crlf?: boolean;
}

/** A pair of a query. Without `hasValue` there is no `=` until the value has a text. */
export interface Row {
  name: Part;
  value: Part;
  hasValue: boolean;
}

/** A piece of the encoded text and what it means. The units of a run (1) correspond one by one. */
export type Piece = [from: number, to: number, plainFrom: number, plainTo: number, isRun: 0 | 1];
/** A character of a charset other than UTF-8: its bytes in the encoded text, and its octets in words. */
export interface LegacyCharacter {
  from: number;
  to: number;
  character: string;
  octets: string;
}
export type Range = [from: number, to: number];
/** A part of the encoded text, what it means, and whether it is a run. */
export type Meaning = [raw: string, means: string, isRun?: boolean];

/** What the snippets say: the texts, and the options that matter for them. */
export interface Conversion extends Pick<Options, "set" | "alsoKeep" | "alsoEncode" | "plus" | "charset"> {
  /** The plain text is the source. */
  encoding: boolean;
  /** The encoded text is a link that is explained. */
  isLink?: boolean;
  encoded: string;
  plain: string;
  /** The characters that are kept. */
  keeps: string;
  /** The set itself writes a space as `+`. */
  setPlus: boolean;
}

/** The file of a language: its texts in the order of English, without their keys; 0 where a text is as in English. */
export interface TextFile {
  stamp: number;
  texts: (string | 0)[];
  rules: string[];
  sets: Record<string, string>;
}

/** The texts of a language, by their keys. A file of another version may lack some. */
export interface Texts {
  [key: string]: string | Record<string, string>;
  /** The messages of findings, by the ids of the rules. In English they are the library's. */
  rules: Record<string, string>;
  /** The descriptions of sets, by the library's. */
  sets: Record<string, string>;
}
