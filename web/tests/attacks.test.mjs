// Hostile texts, typed, pasted, dropped and in the address: no script runs, no element appears, no policy is violated, and
// no request is made. The cases of TRIPLET_VECTORS/attacks.tsv, and texts that attack a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { test } from "node:test";
import { fourAtATime, open, paste, served, value } from "./browser.mjs";

/** The vectors are outside the tree. Without them only the texts in this file are tested, and the output says so. */
function vectors() {
  if (!env.TRIPLET_VECTORS) {
    console.log("TRIPLET_VECTORS names no folder: only the texts of this file are tried");
    return [];
  }
  const rows = readFileSync(join(env.TRIPLET_VECTORS, "attacks.tsv"), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
  assert.ok(rows.length > 50, "the attacks are there");
  return rows.map(([id, , , input]) => [id, input]);
}

const MARKUP = [
  "<script>ran++</script>",
  "<img src=x onerror=ran++>",
  "<svg onload=ran++>",
  '"><script>ran++</script>',
  "'-ran++-'",
  "</textarea><script>ran++</script>",
  "</title><script>ran++</script>",
  "<iframe srcdoc='<script>parent.ran++</script>'></iframe>",
  "javascript:ran++",
  "javascript:alert(1)//http://example.com/",
  "data:text/html,<script>ran++</script>",
  "http://example.com/<a href=//evil.test>x</a>",
  "{{constructor.constructor('ran++')()}}",
  "${ran++}",
  "<style>@import '//evil.test/x'</style>",
  "<link rel=stylesheet href=//evil.test>",
  "<base href=//evil.test>",
  "<meta http-equiv=refresh content='0;url=//evil.test'>",
  "<form action=//evil.test><input name=q></form>",
  "?__proto__[x]=1&constructor=2&toString=3",
  "__proto__=1&hasOwnProperty=2",
  "\u202Egnp.exe\u2066\u2069",
  "\0\x1b[31m\u009b\r\n",
  "\uFEFF\uFFFE\u{10FFFF}",
  "a".repeat(5000),
  "%25".repeat(500),
  "%".repeat(2000),
  "?".concat("a=b&".repeat(500)),
];
const texts = [
  ...vectors(),
  ...MARKUP.map((text, i) => [`markup-${i}`, text]),
  ...MARKUP.slice(0, 22).map((text, i) => [`encoded-${i}`, encodeURIComponent(text)]),
  ...MARKUP.slice(0, 4).map((text, i) => [`twice-${i}`, encodeURIComponent(encodeURIComponent(text))]),
];

const it = served();

const VIEWS = ["reference", "charsets", "readers", "code", "bytes"];

/** Opens each view, and lets the browser lay it out. */
async function everyView(page) {
  await page.evaluate(async (views) => {
    for (const view of views) {
      document.getElementById(`tab-${view}`).click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  }, VIEWS);
}

/** A text as a textarea holds it: each line break is LF, and there are no lone surrogates. */
const held = (text) => text.replace(/\r\n?/g, "\n");

/** Runs on all texts, in four pages at once. Each page must stay clean after each text. */
async function onTexts(list, run) {
  const pages = await Promise.all(Array.from({ length: 4 }, () => open(it.browser, it.server.address)));
  await fourAtATime(list, async ([id, text]) => {
    const opened = pages.pop();
    for await (const where of run(opened, id, text)) {
      await opened.clean().catch((error) => {
        throw new Error(`${id} ${where}`, { cause: error });
      });
    }
    pages.push(opened);
  });
  for (const { close } of pages) await close();
}

test(`${texts.length} texts pasted into each pane, seen in every view`, async () => {
  await onTexts(texts, async function* (opened, id, text) {
    for (const pane of ["encoded", "plain"]) {
      await paste(opened.page, pane, text);
      assert.equal(await value(opened.page, pane), held(text), id);
      await everyView(opened.page);
      yield `in ${pane}`;
    }
  });
  console.log(`${texts.length} texts in two panes and ${VIEWS.length} views`);
});

test("the same texts in the address: raw, encoded, plain", async () => {
  await onTexts(texts, async function* ({ page }, id, text) {
    const form = new URLSearchParams([["e", text]]).toString();
    for (const [kind, fragment, pane] of [
      ["raw", text],
      ["e", form, "encoded"],
      ["p", form.replace("e=", "p="), "plain"],
    ]) {
      await page.evaluate((fragment) => {
        location.hash = "";
        location.hash = fragment;
      }, fragment);
      if (pane)
        await page
          .waitForFunction(([pane, text]) => document.getElementById(pane).value === text, [pane, held(text)], { timeout: 5000 })
          .catch((error) => {
            throw new Error(`${id} by #${kind}`, { cause: error });
          });
      yield `by #${kind}`;
    }
  });
});

test("a page opened with each markup in its address", async () => {
  await fourAtATime(MARKUP.slice(0, 16), async (text, i) => {
    const opened = await open(it.browser, `${it.server.address}#${text}`);
    await everyView(opened.page);
    await opened.clean().catch((error) => {
      throw new Error(`markup-${i}`, { cause: error });
    });
    await opened.close();
  });
});

test("texts dropped as text and as files", async () => {
  const opened = await open(it.browser, it.server.address);
  const { page, context } = opened;
  const session = await context.newCDPSession(page);
  for (const [id, text] of texts.filter(([, text]) => text.length < 1000)) {
    await page.locator("#clear").click();
    const box = await page.locator("#encoded").boundingBox();
    const at = { x: box.x + 20, y: box.y + 20 };
    const data = {
      items: [
        { mimeType: "text/plain", data: text },
        { mimeType: "text/html", data: text },
      ],
      dragOperationsMask: 1,
    };
    for (const type of ["dragEnter", "dragOver", "drop"]) await session.send("Input.dispatchDragEvent", { type, ...at, data });
    await page
      .waitForFunction((text) => document.querySelector("#encoded").value === text, held(text), { timeout: 5000 })
      .catch((error) => {
        throw new Error(`${id} dropped`, { cause: error });
      });
    await opened.clean().catch((error) => {
      throw new Error(`${id} dropped`, { cause: error });
    });
  }
  // The name of a file is hostile too.
  for (const name of ["<img src=x onerror=ran++>.html", "\u202Egnp.exe", "a%2Fb.txt"]) {
    const transfer = await page.evaluateHandle((name) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["<script>ran++</script>"], name, { type: "text/html" }));
      return transfer;
    }, name);
    await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
    await page.locator("#panel-files").getByRole("button", { name: "Start" }).click();
    await page.locator("#panel-files").getByRole("link").waitFor();
    await opened.clean({ links: 1 });
  }
  await opened.close();
});

test("the policy holds: no markup, no other policy, no script by address", async () => {
  const { page, close } = await open(it.browser, it.server.address);
  const refused = await page.evaluate(async () => {
    const tries = {
      innerHTML: () => {
        document.body.innerHTML = "<b>x</b>";
      },
      write: () => document.write("x"),
      policy: () => trustedTypes.createPolicy("triplet-worker", { createScriptURL: (url) => url }),
      other: () => trustedTypes.createPolicy("default", { createHTML: (html) => html }),
      worker: () => new Worker("page.js"),
      eval: () => (0, eval)("1"),
      function: () => new Function("return 1"),
      script: () => {
        document.createElement("script").src = "//evil.test/x.js";
      },
      style: () => {
        const style = document.createElement("style");
        style.textContent = "body{outline:3px solid}";
        document.head.append(style);
        if (getComputedStyle(document.body).outlineStyle !== "none") return;
        throw new Error("not applied");
      },
    };
    const outcome = {};
    // Code that the debugger runs synchronously is exempt from the policy.
    await new Promise((resolve) => setTimeout(resolve));
    for (const [name, run] of Object.entries(tries)) {
      try {
        run();
        outcome[name] = "allowed";
      } catch {
        outcome[name] = "refused";
      }
    }
    try {
      await fetch("http://127.0.0.1:9/");
      outcome.fetch = "allowed";
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
      outcome.fetch = violations.some((text) => text.startsWith("connect-src")) ? "refused" : "failed";
    }
    return outcome;
  });
  for (const [name, outcome] of Object.entries(refused)) assert.equal(outcome, "refused", name);
  await close();
});
