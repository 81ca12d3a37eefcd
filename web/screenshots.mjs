// Screenshots of the page in four languages, three themes and three widths, in web/screenshots/, for people: `node web/screenshots.mjs`
// after `node web/build.mjs` and `cargo build -p triplet-cli`.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { open, speak, startBrowser, startServer, web } from "./tests/browser.mjs";

const TEXT = "https://user@example.com/caf%C3%A9/%E4%BD%A0%E5%A5%BD/a%2fb/%7Euser?q=tea+%26+milk&x=1#%E2%80%AEtop";
const folder = join(web, "screenshots");
mkdirSync(folder, { recursive: true });
const server = await startServer();
const browser = await startBrowser();
let count = 0;
for (const [name, viewport] of [
  ["wide", { width: 1280, height: 1000 }],
  ["middle", { width: 768, height: 1024 }],
  ["narrow", { width: 390, height: 844 }],
]) {
  const { page, close } = await open(browser, server.address, { viewport });
  await page.locator("#encoded").fill(TEXT);
  for (const theme of ["light", "dark", "contrast"]) {
    await page.locator("#theme").selectOption(theme);
    for (const language of ["en", "zh", "ja", "ko"]) {
      await speak(page, language);
      for (const view of ["bytes", "reference"]) {
        await page.locator(`#tab-${view}`).click();
        if (view === "bytes") await page.locator("#panel-bytes .byte", { hasText: "%E4%BD%A0" }).click();
        await page.screenshot({ path: join(folder, `${view}-${name}-${theme}-${language}.png`), fullPage: true });
        count++;
      }
    }
  }
  await close();
}
await browser.close();
server.stop();
console.log(`${count} screenshots in web/screenshots/`);
