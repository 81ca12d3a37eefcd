// What the page says outside its texts: the title, the icon, the printed page, and what a screen reader is told.

import assert from "node:assert/strict";
import { onPage, paste, served, speak } from "./browser.mjs";

const it = served();
const inPage = (name, run, options) => onPage(it, name, run, { mode: "decode", ...options });

inPage("title and icon say the state, and no part of the text", async (page) => {
  const said = async () => [
    await page.title(),
    ...(await page
      .locator("#icon")
      .evaluate(({ href }) => [/fill='%23([0-9a-f]{6})'/.exec(href)[1], decodeURIComponent(/middle'%3E(.*?)%3C/.exec(href)[1])])),
  ];
  assert.deepEqual(await said(), ["Triplet", "0b57a4", "%"]);
  await paste(page, "encoded", "caf%C3%A9");
  assert.deepEqual(await said(), ["Decoded – Triplet", "1b6e3c", "✓"]);
  await paste(page, "encoded", "%zz");
  assert.match((await said()).join(), /Triplet/);
  await paste(page, "encoded", "%FF");
  await page.locator("#charset").selectOption("utf-8");
  assert.deepEqual(await said(), ["error – Triplet", "b3261e", "!"]);
  await paste(page, "plain", "a b");
  assert.deepEqual(await said(), ["Encoded – Triplet", "1b6e3c", "✓"]);
  await speak(page, "fr");
  assert.equal(await page.title(), "Encodé – Triplet");
  await page.locator("#clear").click();
  assert.deepEqual(await said(), ["Triplet", "0b57a4", "%"]);
  // The icon is an image that the browser can draw, and needs no request.
  const { width } = await page.evaluate(async () => {
    const image = new Image();
    image.src = document.querySelector("#icon").href;
    await image.decode();
    return { width: image.width };
  });
  assert.ok(width > 0);
});

inPage("printed, both texts are whole and the controls are gone", async (page) => {
  const text = Array.from({ length: 200 }, (_, i) => `line ${i}`).join("\n");
  await paste(page, "plain", text);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator("#print-plain").evaluate((node) => node.innerText.trimEnd()), text);
  const { height, whole } = await page
    .locator("#print-plain")
    .evaluate((node) => ({ height: node.clientHeight, whole: node.scrollHeight }));
  assert.ok(height >= whole && height > 2000, `${height} of ${whole}`);
  assert.match(await page.locator("#print-encoded").innerText(), /^line%200%0Aline%201%0A/);
  for (const id of ["plain", "copy-plain", "undo", "purpose", "tabs", "language"])
    assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
  assert.ok((await page.pdf()).length > 1000);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#print-plain").textContent(), "");
});

inPage("a screen reader finds roles, names, states and the result", async (page) => {
  await paste(page, "encoded", "caf%C3%A9?%zz");
  await page.waitForFunction(() => document.querySelector("#status").textContent !== "");
  const tree = await page.locator("body").ariaSnapshot();

  for (const part of [
    '- textbox "Encoded" [invalid]',
    '- textbox "Plain"',
    '- combobox "Space"',
    '- tab "Bytes" [selected]',
    '- tab "Parts"',
    '- tabpanel "Bytes"',
    '- listbox "The encoded text, byte by byte"',
    '- button "Undo"',
    '- button "Redo" [disabled]',
    "- status: ",
  ])
    assert.ok(tree.includes(part), `${part}\n${tree}`);
  // Each box is named, and the source says that it is wrong.
  await page.locator("#charset").selectOption("utf-8");
  await paste(page, "encoded", "%FF");
  assert.equal(await page.locator("#encoded").getAttribute("aria-invalid"), "true");
  await page.waitForFunction(() => /^Error: /.test(document.querySelector("#status").textContent));
});

inPage("in forced colours the marked bytes, buttons and the selected tab keep a border", async (page) => {
  await page.emulateMedia({ forcedColors: "active" });
  await paste(page, "encoded", "caf%C3%A9");
  for (const selector of ["#panel-bytes .byte[role=option]", "#clear", "[role=tab][aria-selected=true]"]) {
    const { width, colour, text } = await page
      .locator(selector)
      .first()
      .evaluate((node) => {
        const style = getComputedStyle(node);
        return {
          width: parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth),
          colour: style.borderTopWidth === "0px" ? style.borderBottomColor : style.borderTopColor,
          text: style.color,
        };
      });
    assert.ok(width > 0, selector);
    assert.equal(colour, text, selector);
  }
});

inPage("where motion is reduced nothing moves by itself", async (page) => {
  const moving = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll("body *")].filter((node) => {
          const { transitionDuration, animationName } = getComputedStyle(node);
          return transitionDuration.split(", ").some((time) => parseFloat(time) > 0) || animationName !== "none";
        }).length,
    );
  await page.emulateMedia({ reducedMotion: "no-preference" });
  assert.ok((await moving()) > 0);
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await moving(), 0);
});

inPage(
  "at 400 % zoom, 320 by 256 pixels, the first box can be typed into and its answer read",
  async (page) => {
    await paste(page, "encoded", "caf%C3%A9");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    for (const id of ["encoded", "plain", "clear", "tab-bytes"]) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      const { x, width } = await page.locator(`#${id}`).boundingBox();
      assert.ok(x >= 0 && x + width <= 321, id);
    }
  },
  { viewport: { width: 320, height: 256 } },
);
