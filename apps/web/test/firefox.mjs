// The built page in Firefox, driven by WebDriver BiDi: npm run firefox. Five steps, each going on where the one before ended.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "puppeteer-core";
import { serve } from "./page.mjs";

const golden = readFileSync(new URL("../../../tests/golden/braided-maze.txt", import.meta.url), "utf8");
const downloads = mkdtempSync(join(tmpdir(), "mapwright-firefox-"));
const site = await serve();
const browser = await launch({
  browser: "firefox",
  executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
  extraPrefsFirefox: { "browser.download.folderList": 2, "browser.download.dir": downloads },
});
const page = await browser.newPage();
await page.setViewport({ width: 1400, height: 900 });
const problems = [];
page.on("console", (message) => ["error", "warn"].includes(message.type()) && problems.push(message.text()));
page.on("pageerror", (error) => problems.push(String(error.stack)));

const until = (holds, ...given) => page.waitForFunction(holds, { timeout: 120_000, polling: 50 }, ...given);
const fill = (selector, value) => page.locator(selector).fill(value);
const picture = () => page.$eval("[data-testid=map]", (canvas) => canvas.toDataURL());

/** Waits for a map with another digest than this one; returns its digest. */
async function another(old) {
  const settled = (old) => {
    const { state, digest } = document.body.dataset;
    return state === "ready" && digest !== old && { digest };
  };
  return (await (await until(settled, old)).jsonValue()).digest;
}

/** Waits until the canvas of the map shows something else; returns what. */
async function redrawn(old) {
  await until((old) => document.querySelector("[data-testid=map]").toDataURL() !== old, old);
  return picture();
}

/** Has the page save a format; returns the bytes of the file. */
async function download(to, ending) {
  await page.click(`[data-testid=export][data-to=${to}]`);
  for (let tries = 0; tries < 600; tries++) {
    const name = readdirSync(downloads).find((name) => name.endsWith(ending));
    const bytes = name ? readFileSync(join(downloads, name)) : [];
    // An empty file stands for what is on its way in a `.part`.
    if (bytes.length > 0 && !readdirSync(downloads).some((name) => name.endsWith(".part"))) return bytes;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no *${ending} was saved; there are: ${readdirSync(downloads).join(", ")}`);
}

let digest;
let shown;
const steps = {
  async "the page opens with a map"() {
    await page.goto(site.url);
    digest = await another("");
    assert.match(digest, /^[0-9a-f]{16}$/);
    shown = await picture();
  },
  async "a recipe has its golden digest"() {
    await page.click("[data-testid=gallery-item][data-name=braided-maze]");
    digest = await another(digest);
    assert.equal(digest, /^seed \d+: map (\w{16})/.exec(golden)[1]);
    shown = await redrawn(shown);
  },
  async "a parameter changes the map"() {
    const stage = "[data-testid=stage][data-use=loop-injector]";
    await (await page.$(`${stage} .name[aria-expanded=false]`))?.click();
    await fill(`${stage} [data-param=chance] input[type=number]`, "0.9");
    digest = await another(digest);
    shown = await redrawn(shown);
  },
  async "the scrubber shows an earlier moment"() {
    await fill("[data-testid=scrub]", "0");
    const first = await redrawn(shown);
    await page.$eval("[data-testid=scrub]", (scrub) => scrub.focus());
    await page.keyboard.press("End");
    await redrawn(first);
  },
  async "what is taken home is the map shown"() {
    const map = await page.evaluate(() => globalThis.mapwright.map());
    assert.deepEqual(JSON.parse(await download("json", ".json")), map);
    assert.deepEqual([...(await download("png", ".png")).subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
  },
};

let failed = 0;
console.log(await browser.version());
for (const [name, step] of Object.entries(steps)) {
  const start = performance.now();
  try {
    await step();
    assert.deepEqual(problems, [], "the console says something");
    console.log(`ok    ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    console.log(`FAIL  ${name}\n${error.stack ?? error}`);
    failed = 1;
    break;
  }
}
await browser.close();
site.close();
rmSync(downloads, { recursive: true });
process.exit(failed);
