/** Percent-encoding by the specifications, from the Rust library `triplet`. */

// What the platform has where it has streams, and nothing where no such library is chosen: these types need neither.
declare global {
  interface ReadableStream<R = any> {}
  interface WritableStream<W = any> {}
}

/** Bytes, whatever they are kept in: a buffer, or a view of one, such as a `Buffer` or a `DataView`. */
export type Bytes = ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** Bytes in a buffer of their own. */
export type OwnBytes = ReturnType<Uint8Array["slice"]>;

/** What is wrong with an input, and where. */
export declare class TripletError extends Error {
  /** A stable name: `truncated`, `not-hex`, `invalid-utf-8`, `lone-surrogate`, … */
  readonly kind: string;
  /** In bytes of the input's UTF-8; for `lone-surrogate` in code units. */
  readonly offset: number;
}

/** The name of an encode set, such as `rfc3986:segment`; `sets()` lists them. */
export type SetName = `${string}:${string}`;

export interface EncodeOptions {
  /** What stays as it is; `rfc3986:unreserved` by default. */
  set?: SetName;
  /** Characters of ASCII to keep too. */
  keep?: string;
  /** Characters of ASCII to encode too. */
  also?: string;
  /** A space is `+`. */
  plus?: boolean;
  /** Lower-case digits. */
  lower?: boolean;
  /** Triplets of the input pass. */
  once?: boolean;
  /** Line breaks become CRLF first, as in forms. */
  crlf?: boolean;
  /** Each line on its own. */
  lines?: boolean;
}

export interface DecodeOptions {
  /** `+` is a space. */
  plus?: boolean;
  /** A malformed `%` stands for itself instead of being an error. */
  lenient?: boolean;
  /** What is not UTF-8 becomes U+FFFD instead of being an error. */
  lossy?: boolean;
  /** Characters of ASCII whose triplets stay. */
  leave?: string;
}

/** Encodes text, or bytes. Throws a `TripletError` on a lone surrogate. */
export declare function encode(input: string | Bytes, options?: EncodeOptions): string;
/** Decodes to text, strictly: a malformed triplet, and what is not UTF-8, is a `TripletError` with its place. */
export declare function decode(input: string | Bytes, options?: DecodeOptions): string;
/** Decodes to bytes. */
export declare function decodeToBytes(input: string | Bytes, options?: Omit<DecodeOptions, "lossy">): OwnBytes;

export interface SetDescription {
  name: SetName;
  about: string;
  /** The characters of ASCII that stay. */
  keeps: string;
  /** Characters outside ASCII may stay. */
  nonAscii: boolean;
  /** A space is written `+`. */
  plus: boolean;
  /** Triplets pass. */
  triplets: boolean;
}
export declare function sets(): SetDescription[];

/** The functions of ECMA-262, with its results and its `URIError`s, which here have `kind` and `offset` too. */
export declare function encodeURI(uri: unknown): string;
export declare function encodeURIComponent(component: unknown): string;
export declare function decodeURI(uri: unknown): string;
export declare function decodeURIComponent(component: unknown): string;
/** Annex B: code units, and `%uXXXX`, which no server reads. */
export declare function escape(text: unknown): string;
export declare function unescape(text: unknown): string;

/** `application/x-www-form-urlencoded` by the URL standard, as pairs in order. A `?` at the start belongs to the first name, but
 * with `stripQuestionMark`. With `strict`, what is malformed or no text is a `TripletError`. */
export declare function parseForm(form: string | Bytes, options?: { strict?: boolean; stripQuestionMark?: boolean }): [string, string][];
/** Pairs, or the names and values of an object, as `new URLSearchParams(pairs).toString()`. Without `plus` a space is `%20`, with
 * `crlf` line breaks become CRLF, as when an HTML form is submitted. Throws a `TypeError` where a pair is not two, or a value is
 * an object without a text. */
export declare function serializeForm(
  pairs: Iterable<readonly [unknown, unknown]> | Record<string, unknown>,
  options?: { plus?: boolean; crlf?: boolean },
): string;

/** How much is the same: each level includes those before it. */
export type Level = "percent" | "path" | "scheme";
/** The normal form of a URI reference, RFC 3986 section 6. */
export declare function normalize(reference: string, options?: { level?: Level }): string;

export type Comparison =
  | { same: true; reason: string; steps: string[] }
  | { same: false; reason: string; component: string; first: number; second: number; reserved: boolean; disallowed: boolean };
export declare function compare(a: string, b: string, options?: { level?: Level }): Comparison;
/** What people paste, repaired: encodes what is missing, keeps what is right. */
export declare function requote(reference: string): string;

export type Context = "url" | "path" | "segment" | "query" | "form" | "host" | "userinfo" | "fragment" | "any";
export interface Finding {
  /** A stable name, such as `double-encoding`. */
  id: string;
  severity: "info" | "warn" | "error";
  /** In bytes of the input's UTF-8. */
  offset: number;
  length: number;
  /** How many times the input must be decoded until it is there. */
  layer: number;
  message: string;
  reference: string;
}
export declare function lint(input: string | Bytes, options?: { as?: Context; max?: number }): { findings: Finding[]; capped: boolean };
/** How many times a text is encoded; `limited` if it was not looked at further. */
export declare function layers(input: string | Bytes, options?: { max?: number }): { count: number; limited: boolean };
/** How known decoders read the same bytes. */
export declare function readers(input: string | Bytes): { reader: string; text?: string; hex?: string; refused?: true }[];

/** Bytes or strings in, bytes out: the same result, and the same places of errors, however the input is cut. */
export declare class EncodeStream {
  constructor(options?: Pick<EncodeOptions, "set" | "keep" | "also" | "plus" | "lower" | "once">);
  readonly readable: ReadableStream<OwnBytes>;
  readonly writable: WritableStream<string | Bytes>;
}
export declare class DecodeStream {
  constructor(options?: Pick<DecodeOptions, "plus" | "lenient">);
  readonly readable: ReadableStream<OwnBytes>;
  readonly writable: WritableStream<string | Bytes>;
}

/** Compiles the module without blocking. Nobody has to call it, but in the page itself of Chromium before version 115. */
export declare function init(): Promise<void>;
