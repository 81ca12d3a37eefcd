/** The functions that encode, decode and read forms, with a small module that the caller passes. */

export {
  decode,
  decodeToBytes,
  decodeURI,
  decodeURIComponent,
  DecodeStream,
  encode,
  encodeURI,
  encodeURIComponent,
  EncodeStream,
  escape,
  parseForm,
  serializeForm,
  sets,
  TripletError,
  unescape,
} from "./index.js";
export type { Bytes, DecodeOptions, EncodeOptions, ErrorKind, OwnBytes, SetDescription, SetName } from "./index.js";
export { init, initSync } from "./init.js";
export type { ModuleSource } from "./init.js";
