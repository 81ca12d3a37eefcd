// Written by `cargo xtask vocabulary` from the names of the libraries in Rust.

/** The encode sets. */
export const SETS = [
  "rfc3986:unreserved", "rfc3986:userinfo", "rfc3986:reg-name", "rfc3986:segment", "rfc3986:segment-nz-nc", "rfc3986:segment-data",
  "rfc3986:path", "rfc3986:query", "rfc3986:query-value", "rfc3986:fragment", "rfc3987:iunreserved", "rfc3987:iuserinfo",
  "rfc3987:ireg-name", "rfc3987:isegment", "rfc3987:isegment-nz-nc", "rfc3987:ipath", "rfc3987:iquery", "rfc3987:ifragment",
  "whatwg:c0-control", "whatwg:fragment", "whatwg:query", "whatwg:special-query", "whatwg:path", "whatwg:userinfo",
  "whatwg:component", "whatwg:form", "ecmascript:uri", "ecmascript:uri-component", "ecmascript:escape", "rfc8187:attr-char",
  "rfc6265:cookie-octet", "gff3:column", "gff3:attribute", "vcf:info", "rfc6570:unreserved", "rfc6570:reserved", "rfc2732:uric",
  "rfc2732:query", "rfc2732:fragment", "rfc2396:unreserved", "rfc2396:userinfo", "rfc2396:reg-name", "rfc2396:segment",
  "rfc2396:path", "rfc2396:rel-segment", "rfc2396:uric", "rfc2396:query", "rfc2396:fragment", "rfc1738:unreserved",
  "rfc1738:xchar", "rfc1738:user", "rfc1738:fsegment", "rfc1738:hsegment", "rfc1738:search", "rfc1738:psegment",
  "rfc1738:fieldname", "rfc1738:article", "rfc1630:xalpha", "rfc1630:xpalpha", "dialect:java", "dialect:python-quote",
  "dialect:python-quote-plus", "dialect:go-query", "dialect:go-path", "dialect:php-raw", "dialect:php-form", "dialect:spark",
  "dialect:duckdb", "dialect:clickhouse", "dialect:clickhouse-form", "dialect:dotnet-data", "dialect:dotnet-form",
  "dialect:aws-sigv4", "dialect:aws-sigv4-path", "dialect:oauth1", "dialect:purl", "dialect:grpc-message",
  "dialect:hive-partition", "dialect:ruby-url-encode", "dialect:ruby-form", "dialect:ruby-uri-component", "dialect:ruby-cgi",
  "dialect:perl", "dialect:elixir-uri", "dialect:elixir-form", "dialect:swift-user", "dialect:swift-host", "dialect:swift-path",
  "dialect:swift-query", "dialect:swift-fragment", "dialect:r-url", "dialect:r-url-reserved", "dialect:dart-component",
  "dialect:dart-full", "dialect:dart-query"
];

/** The kinds of errors. */
export const ERROR_KINDS = [
  "truncated", "not-hex", "invalid-utf-8", "invalid-charset", "unmappable", "lone-surrogate", "unknown-charset", "unknown-set",
  "unknown-name", "not-ascii", "buffer-too-small", "memory", "offsets", "too-long", "too-many-pairs", "too-many-bytes", "too-deep",
  "too-many-elements", "conflict", "dropped", "wrong-type", "duplicate-field", "unreadable", "not-a-form", "content-length",
  "control-character", "scheme", "host", "port", "dot-segment", "no-host", "not-allowed", "ambiguous", "no-scheme", "character",
  "triplet", "ip-literal", "first-segment", "domain-name", "unreachable", "domain-name-length", "after-text", "text-after",
  "not-reference", "text-lost", "unclosed-expression", "stray-brace", "disallowed-literal", "malformed-triplet", "missing-name",
  "reserved-operator", "disallowed-in-name", "invalid-prefix", "after-modifier", "prefix-of-composite", "malformed"
];

/** The components of a reference. */
export const COMPONENTS = [
  "scheme", "userinfo", "host", "port", "path", "query", "fragment"
];

/** The parts of a reference: the components, and what is between them. */
export const PARTS = [
  "scheme", "userinfo", "host", "port", "path", "query", "fragment", "delimiter"
];

/** The levels of normalising. */
export const LEVELS = [
  "percent", "path", "scheme", "decoded"
];

/** The steps of normalising. */
export const STEPS = [
  "hex case", "unreserved triplet", "scheme case", "host case", "dot segments", "empty port", "IPv6 form", "default port",
  "empty path", "scheme's own rule", "domain name", "decoded triplet", "plus as space", "NFC", "IRI encoding", "parameter order"
];

/** Why characters that look alike differ. */
export const DIFFERENCES = [
  "reserved-character", "outside-ascii", "disallowed-character", "delimiter", "plus"
];

/** The classes of raw characters. */
export const CLASSES = [
  "unreserved", "gen-delim", "sub-delim", "percent", "control", "other", "non-ascii"
];

/** What a text that is checked may be. */
export const CONTEXTS = [
  "url", "path", "segment", "query", "form", "host", "userinfo", "fragment", "any"
];

/** The severities of findings. */
export const SEVERITIES = [
  "info", "warn", "error"
];

/** The rules of findings. */
export const RULES = [
  "malformed-escape", "percent-u", "double-encoding", "layer-limit", "over-encoded", "lowercase-hex", "encoded-dot-segment",
  "dot-segment", "dot-segment-path-param", "encoded-separator", "encoded-delimiter", "encoded-delimiter-in-host",
  "over-encoded-host", "nfkc-delimiter", "invalid-ace-label", "leading-dash", "nul-byte", "nul-byte-nested", "crlf",
  "control-char", "terminal-escape", "lossy-narrowing", "overlong-utf8", "surrogate-utf8", "beyond-unicode", "invalid-utf8",
  "raw-non-ascii", "raw-backslash", "bidi-control", "invisible-char", "not-nfc", "html-metachar", "semicolon-separator",
  "duplicate-key", "plus-ambiguity", "proto-key", "deep-or-huge-index", "ntfs-ads", "windows-device", "invalid-scheme",
  "empty-host", "invalid-port", "invalid-ip-literal", "invalid-label", "disallowed-char", "raw-space", "raw-control", "raw-byte",
  "script-scheme", "fetcher-scheme", "wrong-slashes", "misleading-userinfo", "credentials-in-userinfo", "at-sign-after-host",
  "numeric-host", "private-host", "embedded-ipv4", "zone-id", "url-in-value", "scheme-relative-value", "network-path",
  "mixed-script", "confusable-label", "idna-deviation", "idna-dot", "confusable-delimiter", "case-fold", "compat-char",
  "best-fit-char", "truncated-utf8", "noncharacter", "utf-7", "nested-triplet", "empty-segment", "path-parameter",
  "windows-trailing", "windows-short-name", "windows-drive", "field-limit", "object-graph-name", "query-operator", "expression",
  "html-ampersand", "system-file", "hidden-file", "cache-deception", "callback-code", "secret-in-query", "header-as-name",
  "nested-query"
];

/** The decoders that are compared. */
export const READERS = [
  "WHATWG percent-decode", "WHATWG form", "ECMAScript decodeURIComponent", "Python unquote", "Python unquote_plus",
  "Java URLDecoder", "Go QueryUnescape", "Go PathUnescape", "PHP urldecode", "PHP rawurldecode", "Perl uri_unescape",
  "curl_easy_unescape", "nginx path", ".NET UnescapeDataString", ".NET WebUtility.UrlDecode"
];

/** The charsets that are worth trying, in the order of the library. */
export const TRIED = [
  "utf-8", "iso-2022-jp", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp", "windows-1252", "windows-1251", "koi8-r",
  "windows-1250", "iso-8859-2", "windows-1253", "iso-8859-7", "windows-1254", "windows-1255", "windows-1256", "windows-874",
  "windows-1258"
];

/** How strong the evidence for a charset is. */
export const EVIDENCE = [
  "ascii-only", "strong", "plausible", "possible", "malformed"
];

/** The forms of line breaks. */
export const LINE_BREAKS = [
  "lf", "crlf", "cr"
];
