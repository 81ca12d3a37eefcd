/** Percent-encoding by the specifications, from the Rust library `triplet`. */

import type { Component, Context, ErrorKind, Evidence, Level, ReaderName, RuleId, SetName, Severity, Step } from "./vocabulary.js";
export type { Component, Context, ErrorKind, Evidence, Level, ReaderName, RuleId, SetName, Severity, Step } from "./vocabulary.js";

export { CONTEXTS, LEVELS, RULES, SETS } from "./vocabulary.js";

// These merge with the types of the platform's library, if one is chosen. Without one they are empty.
declare global {
  interface ReadableStream<R = any> {}
  interface WritableStream<W = any> {}
}

/** A buffer, or a view of one, such as a `Buffer` or a `DataView`. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** A reference: its text, or an object that has it as `href`, such as a `URL`, a `Location` or a link of a page. */
export type ReferenceInput = string | { readonly href: string };

/** Bytes in their own `ArrayBuffer`. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;

/** An error in an input. */
export declare class TripletError extends Error {
  /** A stable name: `truncated`, `not-hex`, `invalid-utf-8`, `lone-surrogate`, … */
  readonly kind: ErrorKind | (string & {});
  /** Where, in bytes of the input's UTF-8 from 0; for `lone-surrogate`, in code units. */
  readonly offset: number;
  /** The place in an input that is a string, in code units from 0: `input[error.index]`. Errors of bytes and of streams have no index. */
  readonly index?: number;
}

export interface EncodeOptions {
  /** The encode set: the characters that are kept. The default is `rfc3986:unreserved`. */
  set?: SetName;
  /** ASCII characters to keep in addition. */
  alsoKeep?: string;
  /** ASCII characters to encode in addition. */
  alsoEncode?: string;
  /** `true`: a space becomes `+`. `false`: it does not, even if the set writes it so. The default is as the set does. */
  plus?: boolean;
  /** Triplets have lower-case digits. */
  lower?: boolean;
  /** Triplets of the input are kept. */
  keepTriplets?: boolean;
  /** Line breaks become CRLF before encoding, as in forms. */
  crlf?: boolean;
  /** Each line is encoded separately, and line breaks are kept. */
  lines?: boolean;
}

export interface DecodeOptions {
  /** `+` becomes a space. */
  plus?: boolean;
  /** A malformed `%` is kept; it is not an error. */
  lenient?: boolean;
  /** Invalid UTF-8 becomes U+FFFD; it is not an error. */
  lossy?: boolean;
  /** Triplets that are not UTF-8 are left as they are; they are not an error. For people to read: the rest is decoded. */
  keepInvalid?: boolean;
  /** ASCII characters whose triplets are kept. */
  keepTripletsOf?: string;
}

/** Encodes text or bytes. A lone surrogate is a `TripletError`. */
export declare function encode(input: string | Bytes, options?: EncodeOptions): string;
/** Decodes to text, strictly: a malformed triplet or invalid UTF-8 is a `TripletError` with its offset. */
export declare function decode(input: string | Bytes, options?: DecodeOptions): string;
/** Decodes to bytes. */
export declare function decodeToBytes(input: string | Bytes, options?: Omit<DecodeOptions, "lossy" | "keepInvalid">): OwnBytes;

export interface SetDescription {
  name: SetName;
  about: string;
  /** The ASCII characters that it keeps. */
  keeps: string;
  /** Whether the set keeps characters outside ASCII, all or some. */
  nonAscii: boolean;
  /** Whether the set writes a space as `+`. */
  plus: boolean;
  /** Whether the set keeps triplets. */
  keepsTriplets: boolean;
}
/** All encode sets. */
export declare function sets(): SetDescription[];

/** The functions of ECMA-262, with the same results. Their `URIError`s have `kind`, `offset` and `index` too. */
export declare function encodeURI(uri: unknown): string;
export declare function encodeURIComponent(component: unknown): string;
export declare function decodeURI(uri: unknown): string;
export declare function decodeURIComponent(component: unknown): string;
/** ECMA-262 Annex B: encodes code units, and writes `%uXXXX`, which is not percent-encoding. */
export declare function escape(text: unknown): string;
export declare function unescape(text: unknown): string;

/** Parses `application/x-www-form-urlencoded` by the URL standard, to pairs in order. A `?` at the start belongs to the first name;
 * `stripQuestionMark` removes it. With `strict`, a malformed triplet or invalid UTF-8 is a `TripletError`. A form of more bytes than `maxBytes`, or
 * of more pairs than `maxPairs`, is a `TripletError` too. */
export declare function parseForm(
  form: string | Bytes,
  options?: { strict?: boolean; stripQuestionMark?: boolean; maxPairs?: number; maxBytes?: number },
): [string, string][];
/** Serializes pairs, or the names and values of an object, as `new URLSearchParams(pairs).toString()` does. With `plus: false` a space
 * becomes `%20`; with `crlf` line breaks become CRLF, as when an HTML form is submitted. A pair that does not have two elements and
 * a value that is an object without a text are `TypeError`s. */
export declare function serializeForm(
  pairs: Iterable<readonly unknown[]> | { readonly [name: string]: unknown } | (object & { readonly [Symbol.iterator]?: never }),
  options?: { plus?: boolean; crlf?: boolean },
): string;

/** A value of a variable: a text, a list or a map. What is undefined or null, and a list or map without members, is left out. */
export type TemplateText = string | number | bigint | boolean;
export type TemplateValue =
  | TemplateText
  | readonly (TemplateText | null | undefined)[]
  | ReadonlySet<TemplateText | null | undefined>
  | ReadonlyMap<TemplateText, TemplateText | null | undefined>
  | { readonly [name: string]: TemplateText | null | undefined }
  | null
  | undefined;
/** What a property of an object or of an interface must be to be a variable: a value, or an object of texts. */
export type TemplateVariable<Value> = Value extends TemplateValue
  ? Value
  : Value extends (...args: never) => unknown
    ? never
    : Value extends object
      ? { readonly [Name in keyof Value]: TemplateText | null | undefined }
      : TemplateValue;
/** Expands a URI template (RFC 6570), of all four levels: each value is encoded once, for its place. What is wrong with a template is a
 * `TripletError` with its offset. With `literalNames`, reserved characters and triplets in the names of a map's pairs are kept, as
 * section 3.2.1 says; otherwise they are encoded as values are, so that no name adds a pair. */
export declare function expand(
  template: string,
  variables: ReadonlyMap<string, TemplateValue>,
  options?: { literalNames?: boolean },
): string;
export declare function expand<Variables extends object>(
  template: string,
  variables: { readonly [Name in keyof Variables]: TemplateVariable<Variables[Name]> },
  options?: { literalNames?: boolean },
): string;

/** The normal form of a URI reference, RFC 3986 section 6. The level says what may change (section 6.2.2 and 6.2.3): each includes those before
 * it, and the default is `path`. Of a text that is not a reference, only the well-formed parts are normalized. Words that stand beside a
 * reference are taken for a part of it. */
export declare function normalize(reference: ReferenceInput, options?: { level?: Exclude<Level, "decoded"> }): string;

export type Comparison =
  | { same: true; reason: string; steps: Step[] }
  | { same: false; reason: string; component: Component; first: number; second: number; reserved: boolean; disallowed: boolean };
/** Whether two references have the same normal form, and why; at the level `decoded` whether their data is the same, which a server may
 * still answer differently (RFC 3986 section 2.2). At that level `plus` reads `+` in a query as a space. */
export declare function compare(a: ReferenceInput, b: ReferenceInput, options?: { level?: Level; plus?: boolean }): Comparison;
/** Repairs a pasted reference: encodes the characters that a URI must not contain, and keeps its triplets. */
export declare function requote(reference: ReferenceInput): string;

export interface Finding {
  /** A stable name, such as `double-encoding`. */
  id: RuleId;
  severity: Severity;
  /** In bytes of the input's UTF-8, as is `length`. */
  offset: number;
  length: number;
  /** The number of times that the input must be decoded before the finding appears. */
  layer: number;
  message: string;
  /** The clause or the CWE entry that explains the rule. */
  reference: string;
  /** What to do about it. */
  advice: string;
}
/** Findings about a text by the rules for octets, triplets, segments and names, which are those up to `windows-device` in `RuleId`. The module is
 * small, and has no rules for schemes, hosts, user information and values: the command `triplet lint` and the crate `triplet-inspect` have all. `capped` says that there are more than `max`. */
export declare function lint(
  input: ReferenceInput | Bytes,
  options?: { as?: Context; max?: number },
): { findings: Finding[]; capped: boolean };
/** The number of times that a text is encoded; `limited` says that it may be more than `max`. */
export declare function layers(input: string | Bytes, options?: { max?: number }): { count: number; limited: boolean };
/** What known decoders make of the same bytes. */
export declare function readers(input: string | Bytes): { reader: ReaderName; text?: string; hex?: string; refused?: true }[];

export interface Explained {
  /** What the text is, or which part: a stable name, such as `url`, `pair` or `value`. */
  kind: string;
  /** The kind in words: "a URL". */
  title: string;
  /** Where it is in the text read of the parent, in bytes of its UTF-8: the first, and the one after the last. */
  span: [start: number, end: number];
  /** The text as it is written. */
  written: string;
  /** The text as it is read, decoded once; absent if it is the same. */
  read?: string;
  /** The octets, if they are not text in any charset. */
  octets?: string | { hex: string };
  /** The charset of octets outside ASCII, why it is that, and the next best one with its text. */
  charset?: {
    name: string;
    evidence: CharsetReading["evidence"];
    reason: string;
    why: string;
    writing?: number;
    /** The name of the part that names it. */
    named_by?: string;
    runner_up?: { name: string; text: string };
  };
  /** The notation is only likely: it is offered beside the plain reading. */
  likely?: true;
  /** More about the kind, such as the media type of data. */
  detail?: string;
  /** What is wrong, and the text that is right. */
  remedies?: {
    kind: "requote" | "encode-userinfo" | "encode-number-sign" | "remove-tracking";
    message: string;
    offset: number;
    text: string;
  }[];
  /** Findings of `lint` that lie here and not in a child. */
  findings?: { rule: RuleId; severity: Finding["severity"]; span: [start: number, end: number] }[];
  /** The parts, or the notation that the text read is in. */
  children?: Explained[];
  /** Children are missing, because a limit was reached. */
  cut?: true;
}
/** What a text is: a tree of its parts, in which each is decoded once, as `triplet explain --json` prints it. The module is small: hosts in
 * Punycode stay as they are, tracking parameters are not marked, and notations that few texts are in are not read: cookies, misread UTF-8,
 * base64, encoded words of mail, defanged links, the carets of Windows' command prompt. `languages` are the reader's,
 * as `Accept-Language` has them. */
export declare function explain(text: ReferenceInput, options?: { languages?: string | readonly string[] }): Explained;
/** The links of a text as a person reads them, that still work: letters outside ASCII are readable, and all that matters stays encoded.
 * `undefined` if the text is not a link and has none. */
export declare function readable(text: ReferenceInput): string | undefined;

export interface CharsetReading {
  /** The name in the Encoding standard, in lower case, as `TextDecoder` takes it. */
  charset: string;
  /** The text in that charset, with U+FFFD in place of malformed sequences. */
  text: string;
  /** The number of malformed sequences. */
  malformed: number;
  evidence: Evidence;
  /** A stable name, such as `frequent`. */
  reason: string;
  /** The reason in words, such as "frequent Korean syllables". */
  words: string;
  /** The place of the writing whose letters are frequent, in the order of the library's `Writing`. */
  writing?: number;
  /** From 0 to 100; each point less than another reading's makes it half as likely. */
  score: number;
}
/** What an encoded text is in each charset that may be meant, the likeliest first. The platform's `TextDecoder` decodes; charsets that it
 * lacks are left out. `languages` are the reader's, as `Accept-Language` has them: their readings are preferred a little, and none is
 * excluded. A malformed `%` is kept as it is. */
export declare function readings(
  input: string,
  options?: { plus?: boolean; languages?: string | readonly string[] },
): [CharsetReading, ...CharsetReading[]];

/** A `TransformStream` from strings or bytes to bytes. The chunks of the input change neither the result nor the offset of an error. */
export declare class EncodeStream {
  constructor(options?: Pick<EncodeOptions, "set" | "alsoKeep" | "alsoEncode" | "plus" | "lower" | "keepTriplets">);
  readonly readable: ReadableStream<OwnBytes>;
  readonly writable: WritableStream<string | Bytes>;
}
export declare class DecodeStream {
  constructor(options?: Pick<DecodeOptions, "plus" | "lenient">);
  readonly readable: ReadableStream<OwnBytes>;
  readonly writable: WritableStream<string | Bytes>;
}

/** Compiles the module asynchronously. A call is required only in the main thread of Chromium before version 115. */
export declare function init(): Promise<void>;
