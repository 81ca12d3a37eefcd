// The encode sets by what they are for. The sets that most people need are in one list, and all others in another.

/** The key of a purpose, and its set. */
export const PURPOSES = [
  ["purposeAny", "rfc3986:unreserved"],
  ["purposeFile", "rfc3986:segment"],
  ["purposeValue", "rfc3986:query-value"],
  ["purposePath", "rfc3986:path"],
  ["purposeUrl", "ecmascript:uri"],
  ["purposeForm", "whatwg:form"],
];

/** @type {[key: string, names: RegExp][]} */
const GROUPS = [
  ["purposeForm", /form$|plus$|:java$|go-query|spark|ruby-cgi|dart-query/],
  ["purposeFile", /segment|xpalpha|go-path|partition/],
  ["purposePath", /path$/],
  ["purposeValue", /query|fieldname|search$/],
  ["partFragment", /fragment$/],
  ["purposeHost", /user|swift-host|reg-name|xchar|article|attr-char/],
  ["purposeUrl", /:uri$|uric$|elixir-uri|r-url$|dart-full|c0-control|:reserved$/],
];

/** The key of the purpose of a set. */
export const purposeOf = (/** @type {string} */ name) => GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? "purposeAny";
