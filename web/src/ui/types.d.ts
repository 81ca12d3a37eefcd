import type { Engine, Token } from "../../../npm/engine.js";
import type { Explained, SetDescription } from "../../../npm/index.js";
import type { Class, Context, Level } from "../../../npm/vocabulary.js";
import type { past } from "../model/history.js";
import type { Conversion, Facts, LegacyCharacter, Options, Problem, Reads, State } from "../model/types.js";
import type { Background } from "../work/background.js";

/** The page as it is now: its state, and what is known of the last conversion. */
export interface Session {
  engine: Engine;
  sets: SetDescription[];
  background: Background;
  past: ReturnType<typeof past>;
  panes: Record<State["source"], HTMLTextAreaElement>;
  /** It stays the same object; the texts and options in it change. */
  state: State;
  errors: Problem[];
  /** The description of the texts, when it is known. */
  facts?: Facts;
  /** Whether the Worker is at the last conversion. */
  waits: boolean;
}

/** What the views ask of the page, and what they make it do. Each names what it needs. */
export interface Page {
  engine: Engine;
  background: Background;
  state(): State;
  options(): Options;
  /** The options that apply to files. */
  fileOptions(): Options;
  conversion(): Conversion;
  /** The text of the innermost layer that is decoded. */
  inner(): string;
  /** The reference that the text is compared with. */
  other(): string;
  setOther(text: string): void;
  /** Changes options; Undo restores the old ones. */
  setOptions(changes: Partial<State>): void;
  /** Takes a charset for a node of the tree, or for the whole text. */
  setCharset(charset: string, node?: Explained): void;
  /** With `byTable`, the view of the parts is not drawn again; `typed` says that a letter was typed. */
  setEncoded(text: string, how?: { byTable?: boolean; typed?: boolean }): void;
  /** Puts a text into the box, and explains it; `outer` is the way back to the texts that it is in. */
  open(text: string, outer?: string[]): void;
  /** Shows a byte of the encoded text: selects it in its box, or, where the box has only the head of a long text, in the view of bytes. */
  showByte(byte: number): void;
}

/** An event of a field, which is its target. */
export type FieldEvent<Field extends HTMLElement, Of extends Event = Event> = Of & { target: Field };

/** The class of a cell. */
export type CellKind = Exclude<Class, "percent"> | "triplet" | "needless" | "lower-case" | "not-utf-8" | "malformed";
/** Bytes that are explained together: the triplets of a character, or a raw one. `before` counts the triplets before these, and `legacy` is the
 * character of another charset that they are. */
export type Cell = Token & { cell: CellKind; raw: string; legacy?: LegacyCharacter } & (
    { before: number; triplets: number } | { before?: undefined; triplets?: undefined }
  );
/** The page, with what the view of the parts shows now. Each part of the view reads it when it is drawn. */
export interface Shown extends Page {
  /** The encoded text, or its head. An edit of the query table changes it. */
  text: string;
  /** How the link is read: the charset is one of the innermost layer, and the layers around it are UTF-8. */
  reads: Reads & Options;
  /** What a form lacks to be a reference: `?`, or nothing. */
  lead: string;
  isReference: boolean;
  /** Whether the text is only the head of a long one. */
  cut: boolean;
  /** Whether the query can be edited as a table. */
  hasTable: boolean;
  level: Level;
  context: Context;
}
