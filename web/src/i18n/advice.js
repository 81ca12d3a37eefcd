// What to do about a finding. Many rules have the same remedy, so that all languages together have few texts.

/** The number of rules that the command has. This page has those that it has advice for. */
export const ALL_RULES = 90;

const RULES = {
  adviceRefuse: [
    "encoded-delimiter-in-host",
    "invalid-ace-label",
    "nul-byte",
    "overlong-utf8",
    "surrogate-utf8",
    "beyond-unicode",
    "proto-key",
    "ntfs-ads",
    "windows-device",
    "layer-limit",
  ],
  adviceOnce: ["double-encoding", "nul-byte-nested"],
  adviceNormal: ["over-encoded", "lowercase-hex", "over-encoded-host", "nfkc-delimiter", "not-nfc"],
  adviceSplit: ["encoded-separator", "encoded-delimiter"],
  adviceDots: ["encoded-dot-segment", "dot-segment", "dot-segment-path-param"],
  advicePercent: ["malformed-escape"],
  adviceEncode: ["raw-non-ascii", "raw-backslash"],
  adviceUtf8: ["percent-u", "lossy-narrowing"],
  adviceCharset: ["invalid-utf8"],
  adviceEscape: ["crlf", "control-char", "terminal-escape", "bidi-control", "invisible-char", "html-metachar"],
  adviceOption: ["leading-dash"],
  adviceDecide: ["duplicate-key", "semicolon-separator"],
  adviceSpace: ["plus-ambiguity"],
  adviceLimit: ["deep-or-huge-index"],
};

/** The key of the text, by the id of a rule. */
export const ADVICE = Object.fromEntries(Object.entries(RULES).flatMap(([key, ids]) => ids.map((id) => [id, key])));
