// Long texts, texts in the address, line breaks, persistent modes, and undo.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { open, paste, served, speak, value } from "./browser.mjs";

const it = served();

function inPage(name, run, options = {}) {
  test(name, async () => {
    const opened = await open(it.browser, `${it.server.address}${options.fragment ? `#${options.fragment}` : ""}`, options);
    try {
      await run(opened.page, opened);
      await opened.clean();
    } finally {
      await opened.close();
    }
  });
}

// ---- long texts

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
/** The page measures its longest task, and counts the messages of its Worker. */
const measured = () => {
  globalThis.longest = 0;
  globalThis.answers = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: "longtask" });
  const Real = Worker;
  globalThis.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => {
        answers++;
      });
    }
  };
};

const FIVE = 5_000_000;
const longText = (length, line = "The quick brown fox / jumps & 你好 é +\n") =>
  line.repeat(Math.ceil(length / line.length)).slice(0, length);
/** Encodes by RFC 3986, section 2.3: the function of ECMA-262 keeps five more characters. */
const encodedOf = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const settled = (page, pane) =>
  page.waitForFunction((pane) => !/Converting|Type or/.test(document.getElementById(`count-${pane}`).textContent), pane, {
    timeout: 60_000,
  });
const copied = async (page, pane) => {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  // The button says it for a moment only, which a busy machine may miss.
  const said = await page.evaluateHandle((pane) => {
    const button = document.getElementById(`copy-${pane}`);
    const seen = { copied: false };
    new MutationObserver(() => {
      seen.copied ||= button.textContent === "Copied";
    }).observe(button, { childList: true });
    return seen;
  }, pane);
  await page.locator(`#copy-${pane}`).click();
  await page.waitForFunction((seen) => seen.copied, said, { timeout: 60_000 });
  return page.evaluate(() => navigator.clipboard.readText());
};

/** Checks both panes of a long text. */
async function held(page, source, text, result) {
  const target = source === "plain" ? "encoded" : "plain";
  await settled(page, target);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  console.log(`${text.length} characters in ${source}: the longest task took ${(await page.evaluate(() => longest)).toFixed(0)} ms`);
  for (const [pane, whole] of [
    [source, text],
    [target, result],
  ]) {
    const shown = await value(page, pane);
    assert.ok(shown.length <= 1 << 16, `${pane} has ${shown.length}`);
    assert.ok(whole.startsWith(shown) && shown.length > 1000, `${pane} shows its head`);
    if (whole.length <= 1 << 16) continue;
    assert.ok(await page.locator(`#${pane}`).evaluate((node) => node.readOnly));
    assert.match(
      await page.locator(`#notes-${pane}`).innerText(),
      /The first [\d,]+ of [\d,]+ characters are shown\. All of it is converted/,
    );
  }
  assert.ok(["ltr", "rtl"].includes(await page.locator("#plain").getAttribute("dir")));
  assert.ok((await page.evaluate(() => answers)) > 0, "the Worker converted it");
  assert.match(await page.locator(`#count-${target}`).innerText(), new RegExp(`^${Buffer.byteLength(result).toLocaleString("en")} bytes`));
  assert.equal(sha256(await copied(page, target)), sha256(result));
  assert.equal(sha256(await copied(page, source)), sha256(text));
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    page.locator(`#notes-${target} .notice`, { hasText: "The first" }).getByRole("button").click(),
  ]);
  assert.equal(sha256(readFileSync(await download.path())), sha256(result));
}

for (const [name, pane, text] of [
  ["of many lines", "plain", longText(FIVE)],
  ["of one line", "plain", longText(FIVE, "a b")],
  ["of a million characters from right to left", "plain", longText(1_000_000, "12 שלום ")],
  [
    "that is encoded",
    "encoded",
    encodedOf(longText(FIVE / 2))
      .slice(0, FIVE)
      .replace(/%.?$/, ""),
  ],
]) {
  inPage(
    `a long text ${name} is pasted`,
    async (page) => {
      // Half a character would be an error, so the pasted text ends with a whole one.
      const whole = pane === "plain" ? text : text.replace(/(%[8-F].)+$/, "");
      await page.locator(`#${pane}`).focus();
      await page.evaluate((text) => navigator.clipboard.writeText(text), whole);
      await page.evaluate(
        () =>
          new Promise((resolve) =>
            setTimeout(() => {
              longest = 0;
              resolve();
            }, 500),
          ),
      );
      await page.keyboard.press("Control+v");
      await held(page, pane, whole, pane === "plain" ? encodedOf(whole) : decodeURIComponent(whole));
      assert.equal(await page.locator("#plain").getAttribute("dir"), text.includes("ש") ? "rtl" : "ltr");
    },
    { init: measured },
  );
}

inPage(
  "a long text is dropped, in the address, typed, and shown in every view",
  async (page) => {
    const text = longText(1_000_000);
    const transfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer();
      transfer.setData("text/plain", text);
      return transfer;
    }, text);
    await page.dispatchEvent("#plain", "drop", { dataTransfer: transfer });
    await held(page, "plain", text, encodedOf(text));
    for (const tab of ["reference", "charsets", "readers", "files", "code", "bytes"]) await page.locator(`#tab-${tab}`).click();
    await page.locator("#clear").click();
    assert.equal(await value(page, "plain"), "");
    await page.evaluate((text) => {
      location.hash = `p=${encodeURIComponent(text)}`;
    }, text);
    await held(page, "plain", text, encodedOf(text));
    await page.locator("#clear").click();
    // The value is set as an extension would set it; by keyboard it would take the browser minutes.
    const typed = longText(200_000);
    await page.locator("#plain").evaluate((node, text) => {
      node.value = text;
      node.dispatchEvent(new InputEvent("input"));
    }, typed);
    await held(page, "plain", typed, encodedOf(typed));
  },
  { init: measured },
);

inPage(
  "a page opened with a long text in its address",
  async (page) => {
    const text = longText(300_000);
    await held(page, "encoded", encodedOf(text), text);
  },
  { init: measured, fragment: encodedOf(longText(300_000)) },
);

inPage("a long text stays whole", async (page) => {
  const text = longText(300_000);
  await page.locator("#plain").fill("before");
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("End");
  await page.keyboard.press("Control+v");
  await settled(page, "encoded");
  assert.equal(await copied(page, "plain"), `before${text}`);
  // Neither pane can be edited; an input event without a change has no effect.
  for (const pane of ["plain", "encoded"]) {
    await page.locator(`#${pane}`).focus();
    await page.keyboard.type("x");
    await page.locator(`#${pane}`).evaluate((node) => node.dispatchEvent(new InputEvent("input")));
  }
  assert.equal(await copied(page, "plain"), `before${text}`);
  // Selecting everything that is shown copies the whole text.
  await page.locator("#encoded").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), encodedOf(`before${text}`));
  // The Worker takes options.
  await page.locator("#lines").check();
  await settled(page, "encoded");
  assert.equal(await copied(page, "encoded"), encodedOf(`before${text}`).replaceAll("%0A", "\n"));
  await page.locator("#lines").uncheck();
  await page.locator("#charset").selectOption("gb18030");
  await settled(page, "encoded");
  assert.ok((await copied(page, "encoded")).includes("%C4%E3%BA%C3"));
  // Undo by keyboard takes back the charset, both changes of the lines, and the paste; what is typed then is added.
  await page.locator("#plain").focus();
  for (let i = 0; i < 4; i++) await page.keyboard.press("Control+z");
  assert.equal(await value(page, "plain"), "before");
  assert.equal(await value(page, "encoded"), "before");
  assert.ok(await page.locator("#plain").isEditable());
  await page.keyboard.press("End");
  await page.keyboard.type("+");
  assert.equal(await value(page, "encoded"), "before%2B");
});

inPage(
  "another text is pasted over a long one, and while it is converted",
  async (page) => {
    const text = longText(2_000_000);
    await page.locator("#plain").focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await page.keyboard.press("Control+v");
    await page.evaluate(() => navigator.clipboard.writeText("a b"));
    await page.keyboard.press("Control+v");
    assert.equal(await value(page, "plain"), "a b");
    assert.equal(await value(page, "encoded"), "a%20b");
    // The result for the long text is discarded.
    await page.waitForFunction(() => answers > 0, null, { timeout: 60_000 });
    assert.equal(await value(page, "encoded"), "a%20b");
    await page.locator("#undo").click();
    await settled(page, "encoded");
    assert.equal(sha256(await copied(page, "encoded")), sha256(encodedOf(text)));
  },
  { init: measured },
);

inPage("an error far into a long text has its position", async (page) => {
  const text = `${"%41".repeat(100_000)}%4`;
  await page.locator("#encoded").fill("%42");
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.locator("#encoded").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  const note = page.locator("#notes-encoded .error");
  await note.waitFor();
  assert.match(await note.innerText(), /column 300,001/);
  await note.getByRole("button", { name: "Repair" }).click();
  await settled(page, "plain");
  assert.equal(await copied(page, "plain"), `${"A".repeat(100_000)}%4`);
});

test("without a Worker the page converts a long text", async () => {
  const init = () => {
    globalThis.Worker = class {
      constructor() {
        throw new Error("no Worker");
      }
    };
  };
  const opened = await open(it.browser, it.server.address, { init });
  const text = longText(300_000);
  await opened.page.evaluate((text) => {
    location.hash = `p=${encodeURIComponent(text)}`;
  }, text);
  await settled(opened.page, "encoded");
  assert.equal(await copied(opened.page, "encoded"), encodedOf(text));
  await opened.clean();
  await opened.close();
});

inPage("the direction is that of the first letter", async (page) => {
  for (const [text, direction] of [
    ["abc שלום", "ltr"],
    ["12 - שלום abc", "rtl"],
    ["«مرحبا» a", "rtl"],
    ["\u200f12", "rtl"],
    ["\u{1e900}", "rtl"],
    ["12", "ltr"],
  ]) {
    await page.locator("#plain").fill(text);
    assert.equal(await page.locator("#plain").evaluate((node) => getComputedStyle(node).direction), direction, text);
    assert.equal(await page.locator("#plain").getAttribute("dir"), direction, text);
  }
});

// ---- the address

inPage("the link to the panes moves the focus, and keeps the text", async (page) => {
  await page.locator("#plain").fill("a b");
  await page.locator(".skip").press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "encoded");
  assert.deepEqual([await value(page, "plain"), await value(page, "encoded")], ["a b", "a%20b"]);
  // So does the id of an element in the address.
  for (const place of ["main", "encoded", ""]) {
    await page.evaluate((place) => {
      location.hash = place;
    }, place);
    await page.waitForTimeout(50);
    assert.deepEqual([await value(page, "plain"), await value(page, "encoded")], ["a b", "a%20b"]);
  }
  // A fragment with a text replaces the text, and undo restores it.
  await page.evaluate(() => {
    location.hash = "c%20d";
  });
  await page.waitForFunction(() => document.querySelector("#plain").value === "c d");
  await page.locator("#undo").click();
  assert.equal(await value(page, "plain"), "a b");
});

for (const [fragment, pane, text] of [
  ["https://a.com/?q=1&e=2", "encoded", "https://a.com/?q=1&e=2"],
  ["e=1&q=2", "encoded", "e=1&q=2"],
  ["e=1&e=2", "encoded", "e=1&e=2"],
  ["p=1&p=2", "encoded", "p=1&p=2"],
  ["set=rfc3986:path&e=1", "encoded", "set=rfc3986:path&e=1"],
  ["e=1&set=nothing", "encoded", "e=1&set=nothing"],
  ["e=1&plus=yes", "encoded", "e=1&plus=yes"],
  ["%41&p=1", "encoded", "%41&p=1"],
  ["e=a%2526b&plus=1", "encoded", "a%26b"],
  ["p=a+%26&set=rfc3986%3Apath&lines=1", "plain", "a &"],
  ["p=", "plain", ""],
]) {
  inPage(`#${fragment}`, async (page) => assert.equal(await value(page, pane), text), { fragment });
}

// ---- line breaks

inPage("line breaks outside an edit stay as they are", async (page) => {
  const plain = page.locator("#plain");
  for (const [encoded, keys, then] of [
    ["a%0D%0Ab%0D%0Ac", ["End", "x"], "ax%0D%0Ab%0D%0Ac"],
    ["a%0D%0Ab", ["Enter"], "%0D%0Aa%0D%0Ab"],
    ["a%0Db%0Ac%0D%0Ad", ["ArrowDown", "End", "x"], "a%0Dbx%0Ac%0D%0Ad"],
    ["a%0Db%0Ac%0D%0Ad", ["Delete", "Delete"], "b%0Ac%0D%0Ad"],
    ["a%0Ab", ["Enter"], "%0Aa%0Ab"],
  ]) {
    await page.locator("#encoded").fill(encoded);
    await plain.evaluate((node) => {
      node.focus();
      node.setSelectionRange(0, 0);
    });
    for (const key of keys) await page.keyboard.press(key);
    assert.equal(await value(page, "encoded"), then, encoded);
  }
  // Line breaks cause no warning, and are copied on the first press, unchanged.
  await page.locator("#encoded").fill("a%0D%0Ab");
  assert.equal(await page.locator("#notes-plain .warn").count(), 0);
  assert.equal(await copied(page, "plain"), "a\r\nb");
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await plain.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "a\r\nb");
  // A lone CR is not shown as a line break.
  await page.locator("#encoded").fill("a%0Db");
  assert.match(await page.locator("#notes-plain .warn").innerText(), /U\+000D/);
});

// ---- modes

inPage("lenient reading lasts until it is switched off", async (page) => {
  await page.locator("#encoded").fill("100% %41");
  await page.getByRole("button", { name: "Read on" }).click();
  assert.equal(await value(page, "plain"), "100% A");
  await page.locator("#encoded").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("!%FF");
  assert.equal(await page.locator("#notes-encoded .error").count(), 1);
  await page.getByRole("button", { name: "Replace invalid sequences" }).click();
  await page.locator("#encoded").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("?");
  assert.equal(await value(page, "plain"), "100% A!\uFFFD?");
  await page.getByRole("button", { name: "Read strictly again" }).click();
  await page.locator("#encoded").press("End");
  assert.equal(await page.locator("#notes-encoded .error").count(), 1);
});

inPage("what is no text can be left encoded", async (page) => {
  await page.locator("#encoded").fill("caf%C3%A9 %FF");
  await page.locator("#notes-encoded .error").waitFor();
  await page.getByRole("button", { name: "Leave encoded what is no text" }).click();
  assert.equal(await value(page, "plain"), "café %FF");
  assert.match(await page.locator("#notes-encoded").innerText(), /left encoded/);
  // A link keeps the choice, undo takes it back, and redo does it again.
  await page.locator("#share").click();
  assert.match(new URL(page.url()).hash, /&keepInvalid=1$/);
  await page.locator("#undo").click();
  await page.locator("#notes-encoded .error").waitFor();
  await page.locator("#redo").click();
  assert.equal(await value(page, "plain"), "café %FF");
  await page.locator("#lines").check();
  await page.locator("#encoded").fill("%41%FF\n%C3%A9");
  assert.equal(await value(page, "plain"), "A%FF\né");
  await page.getByRole("button", { name: "Read strictly again" }).click();
  await page.locator("#notes-encoded .error").waitFor();
});

inPage("the plus of a set lasts as long as the set, and the reader's choice stays", async (page) => {
  const choose = async (set) => {
    await page.locator("#set").selectOption(set);
    return value(page, "plus");
  };
  await page.locator("#plain").fill("a b");
  assert.equal(await choose("whatwg:form"), "1");
  assert.equal(await value(page, "encoded"), "a+b");
  assert.equal(await choose("rfc3986:segment"), "");
  assert.equal(await value(page, "encoded"), "a%20b");
  await page.locator("#plus").selectOption("1");
  assert.equal(await choose("whatwg:form"), "1");
});

inPage(
  "a link that says nothing of the plus chooses nothing",
  async (page) => {
    await page.locator("#set").selectOption("rfc3986:segment");
    await page.locator("#share").click();
    await page.waitForFunction(() => location.hash === "#p=a+b&set=rfc3986%3Asegment");
  },
  { fragment: "p=a+b" },
);

inPage("clear resets everything, and undo restores everything", async (page) => {
  const all = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".options select, .options input, textarea")].map((node) =>
        node.type === "checkbox" ? node.checked : node.value,
      ),
    );
  assert.ok((await page.locator("#undo").isDisabled()) && (await page.locator("#redo").isDisabled()));
  const initial = await all();
  await page.locator("#set").selectOption("rfc3986:path");
  await page.locator("#plus").selectOption("1");
  await page.locator("#crlf").selectOption("1");
  await page.locator("#charset").selectOption("big5");
  for (const name of ["lines", "keepTriplets"]) await page.locator(`#${name}`).check();
  await page.locator("#plain").fill("你%41\nb");
  await page.locator("#escape").check();
  const before = await all();
  assert.equal(await value(page, "encoded"), "%u4F60%2541%0Ab");
  await page.locator("#clear").click();
  assert.deepEqual(await all(), initial);
  await page.locator("#plain").fill("你%41");
  assert.equal(await value(page, "encoded"), "%E4%BD%A0%2541");
  // The text that was typed after it, and then the clearing itself; each can be done again.
  await page.locator("#undo").click();
  assert.deepEqual(await all(), initial);
  await page.locator("#undo").click();
  assert.deepEqual(await all(), before);
  assert.equal(await page.evaluate(() => document.activeElement.id), "plain");
  await page.locator("#redo").click();
  await page.locator("#redo").click();
  assert.equal(await value(page, "encoded"), "%E4%BD%A0%2541");
  assert.ok(await page.locator("#redo").isDisabled());
  // Everything is undone, one change at a time, until the page is as it was.
  while (await page.locator("#undo").isEnabled()) await page.locator("#undo").click();
  assert.deepEqual(await all(), initial);
});

inPage("nonsense, undo, and every language in turn", async (page) => {
  const texts = [
    "%%%\u202e%zz%u12 \u{1F9E8}",
    longText(70_000, `${"%E4%BD%".repeat(20)}\r\n%`),
    "\ufeff\0\t\r",
    longText(70_000, "\u05d0%"),
  ];
  for (const text of texts) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    for (const pane of ["encoded", "plain"]) {
      await page.locator(`#${pane}`).focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+v");
      for (const code of ["zh", "ja", "ko", "en"]) await speak(page, code);
      await page.waitForFunction(() =>
        ["plain", "encoded"].every((name) => document.querySelector(`#count-${name}`).textContent !== "Converting…"),
      );
    }
  }
  while (await page.locator("#undo").isEnabled()) await page.locator("#undo").click();
  await page.locator("#clear").click();
  await paste(page, "plain", "a b");
  assert.equal(await value(page, "encoded"), "a%20b");
});
