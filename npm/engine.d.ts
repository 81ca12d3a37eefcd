/** The types of `engine.js` for the page, which calls the module without the functions of the package. */

import type {
  CharsetReading,
  Comparison,
  DecodeOptions as Decode,
  EncodeOptions as Encode,
  Explained,
  Finding,
  SetDescription,
} from "./index.js";
import type { Class, Context, Level, ReaderName } from "./vocabulary.js";

export { TripletError } from "./index.js";

/** With `octets`, the bytes are in another charset than UTF-8. Names of sets may come from outside. */
export interface EncodeOptions extends Omit<Encode, "set"> {
  set?: string;
  octets?: boolean;
}
/** With `lines`, triplets of line breaks are kept. */
export interface DecodeOptions extends Decode {
  lines?: boolean;
}

/** A token of the UTF-8 of a text. `value` is the class of a raw character, a code point, or an octet. */
export interface TokenPlace {
  start: number;
  end: number;
  part: string;
  needless: boolean;
  lowercase: boolean;
}
export type Token = TokenPlace &
  (
    | { kind: "raw"; value: Class }
    | { kind: "character"; value: number }
    | { kind: "octet"; value: number }
    | { kind: "malformed"; value: number }
  );

/** An error of one line. */
export interface LineError {
  line: number;
  kind: string;
  offset: number;
  message: string;
}

/** A reading of octets in a charset that the platform has decoded. */
export type Tried = Pick<CharsetReading, "charset" | "text" | "malformed">;

/** The root of a tree has the links of the text as a person reads them. */
export type Root = Explained & { readable?: string };

export interface Stream {
  push(chunk: Uint8Array, last?: boolean): Uint8Array<ArrayBuffer>;
  release(): void;
}

/** The platform's functions for strings. */
export interface Strings {
  ascii(bytes: Uint8Array, at: number, end: number): string;
  wide(bytes: Uint8Array, at: number, end: number): string;
  writes(string: string): boolean;
  write(bytes: Uint8Array, string: string, at: number): number;
}

/** The parts of a reference. `valid` is the narrowest grammar that the text is valid in; empty if it is in none. */
export type Split = {
  parts: SplitPart[];
  segments: SplitText[];
  /** A name without `=` has no value. */
  pairs: { name: SplitText; value: SplitText | null }[];
} & ({ valid: "uri" | "uri-reference" | "iri" | "iri-reference"; error?: undefined } | { valid: ""; error: SplitError });
export interface SplitError {
  kind: string;
  offset: number;
  message: string;
  component?: string;
}
/** A text of a reference: `plain` is it decoded, if it is `sound`. */
export interface SplitText {
  raw: string;
  plain: string;
  offset: number;
  sound: boolean;
}
export interface SplitPart extends SplitText {
  name: string;
}

export declare class Engine {
  constructor(module: WebAssembly.Module, strings: (memory: WebAssembly.Memory, module: WebAssembly.Module) => Strings);
  sets(): SetDescription[];
  encode(input: string | Uint8Array, options?: EncodeOptions): string;
  decode(input: string | Uint8Array, options?: DecodeOptions): string;
  decodeBytes(input: string | Uint8Array, options?: DecodeOptions): Uint8Array<ArrayBuffer>;
  decodeLines(input: string | Uint8Array, options?: DecodeOptions): { text: string; errors: LineError[] };
  encoder(options?: EncodeOptions): Stream;
  decoder(options?: DecodeOptions): Stream;
  repair(input: string): string;
  /** A function of ECMA-262 by its number: 4 is `escape`, 5 is `unescape`. */
  javascript(number: number, input: string): string;
  tokens(input: string): Token[];
  lint(input: string | Uint8Array, options?: { as?: Context; max?: number }): { findings: Finding[]; capped: boolean };
  layers(input: string | Uint8Array, max?: number): { count: number; limited: boolean };
  explain(input: string, languages?: readonly string[]): Root;
  readers(input: string | Uint8Array): { reader: ReaderName; text?: string; hex?: string; refused?: true }[];
  rank(octets: Uint8Array, readings: Tried[], languages?: readonly string[]): CharsetReading[];
  split(input: string, options?: { plus?: boolean }): Split;
  normalize(input: string, level?: Level): string;
  compare(a: string, b: string, level?: Level): Comparison;
  requote(input: string): string;
  isTracking(name: string): boolean;
  expand(template: string, variables: Uint8Array, options?: { literalNames?: boolean }): string;
  formParse(input: string | Uint8Array, options?: { strict?: boolean; stripQuestionMark?: boolean }): [string, string][];
  formSerialize(pairs: Iterable<readonly [string, string]>, options?: { plus?: boolean; crlf?: boolean }): string;
  formJoined(parts: string[], options?: { plus?: boolean; crlf?: boolean }): string | undefined;
}
