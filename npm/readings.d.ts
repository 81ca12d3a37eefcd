/** The types of `readings.js` for the page. */

import type { DecodeOptions, Engine } from "./engine.js";
import type { CharsetReading } from "./index.js";

/** The text of a charset; `wrong` is the number of malformed sequences, less than 0 if the platform lacks the charset. `part` is the
 * first part with such a sequence. */
export interface Read {
  text: string;
  wrong: number;
  part?: { text: string; start: number };
}
export declare function readText(engine: Engine, text: string, options: DecodeOptions, charset: string): Read;
export declare function ranked(engine: Engine, text: string, options?: { plus?: boolean; languages?: readonly string[] }): CharsetReading[];
