// Pictures of the page, for people to look at: `node web/screenshots.mjs` after `node web/build.mjs` and `cargo build -p triplet-cli`.
// There is one for each width, theme, language and text, in web/screenshots/, which is not committed. With `--readme` only those of the
// README are taken, before they are made smaller for docs/images/.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { open, speak, startBrowser, startServer, web } from "./tests/browser.mjs";

const LINK =
  "https://login.example/authorize?response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fnext%3Dhttps%253A%252F%252Fapp.example%252Fgo%253Fto%253D%25252Fhome";
const SEARCH = "https://www.example.cn/s?wd=%D6%D0%B9%FA%D0%C2%CE%C5&ie=gbk&utm_source=mail";
const LOG = '10.0.0.7 "GET /find?q=%E3%81%8A%E8%8C%B6 HTTP/1.1" 200 "https://example.com/?q=100%25+sure"';
const BYTES = "https://user@example.com/caf%C3%A9/%E4%BD%A0%E5%A5%BD/a%2fb/%7Euser?q=tea+%26+milk&x=1#%E2%80%AEtop";

const WIDTHS = { 390: 844, 768: 1024, 1440: 900 };
/** The texts, and what is pressed after the paste. */
const SCENES = {
  empty: [""],
  link: [LINK],
  search: [SEARCH],
  log: [LOG],
  bytes: [BYTES, "#tab-bytes"],
  decode: [LINK, "#mode-decode"],
};
/** Of the README: the name, the scene, the size, the languages and themes. */
const README = [
  ["page-link", "link", { width: 1000, height: 640 }, "en", ["light", "dark"]],
  ["page-search", "search", { width: 1000, height: 640 }, "zh", ["light", "dark"]],
  ["page-phone", "log", { width: 390, height: 700 }, "ja", ["light", "dark"]],
];

const folder = join(web, "screenshots");
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
let count = 0;

async function scene(page, name) {
  const [text, press] = SCENES[name];
  await page.locator("#mode-explain").click();
  await page.locator("#clear").click();
  await page.locator("#encoded").focus();
  if (text) await page.keyboard.insertText(text);
  if (press) await page.locator(press).click();
  if (press === "#tab-bytes") await page.locator("#panel-bytes .byte", { hasText: "%E4%BD%A0" }).click();
}

async function take(page, name, more = {}) {
  // The pointer is over nothing.
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(folder, `${name}.png`), ...more });
  count++;
}

if (argv.includes("--readme")) {
  for (const [name, text, viewport, language, themes] of README) {
    const { page, close } = await open(browser, server.address, { viewport, options: false, folds: false, more: { deviceScaleFactor: 2 } });
    if (language !== "en") await speak(page, language);
    await scene(page, text);
    for (const theme of themes) {
      await page.locator("#theme").selectOption(theme);
      await take(page, `${name}-${theme}`);
    }
    await close();
  }
} else {
  for (const [width, height] of Object.entries(WIDTHS)) {
    const { page, close } = await open(browser, server.address, {
      viewport: { width: Number(width), height },
      options: false,
      folds: false,
    });
    for (const language of ["en", "zh", "ja", "ko", "de"]) {
      await speak(page, language);
      for (const name of Object.keys(SCENES)) {
        await scene(page, name);
        for (const theme of ["light", "dark"]) {
          await page.locator("#theme").selectOption(theme);
          await take(page, `${name}-${width}-${language}-${theme}`, { fullPage: name !== "empty" });
        }
      }
    }
    await close();
  }
}
await browser.close();
server.stop();
console.log(`${count} pictures in web/screenshots/`);
