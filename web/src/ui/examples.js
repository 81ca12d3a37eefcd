// Texts to begin with, for somebody who has none at hand.

/** Pairs of the key of a name and a text. */
export const EXAMPLES = [
  ["exampleLink", "https://ko.example.org/wiki/%ED%8D%BC%EC%84%BC%ED%8A%B8_%EC%9D%B8%EC%BD%94%EB%94%A9"],
  ["exampleCharset", "https://example.com/search?q=%B0%D9%B7%D6%BA%C5%B1%E0%C2%EB&page=2"],
  ["exampleTwice", "https://example.com/login?next=%252Fcaf%25C3%25A9%253Fq%253Dtea%252Bmilk"],
  ["exampleLog", '10.0.0.7 "GET /find?q=%E3%81%8A%E8%8C%B6 HTTP/1.1" 200 "https://example.com/?q=100%25+sure"'],
  ["exampleFile", "50% off/été 2026.pdf"],
];
