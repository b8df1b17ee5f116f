// What a visitor counts on: workers that fail are replaced, tabs leave each other alone, keys and focus stay where they are.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { address, go, open, ready, recipe, uses, write } from "../page.mjs";
import { expect, test } from "../test.mjs";

const SMALL = { version: 1, width: 24, height: 16, initial: { use: "cellular-automata" } };

test("workers that end in the midst of their call have successors", async ({ browser, site }) => {
  const { page, context, problems } = await open(site.url, { browser });
  // The next workers fail at each call of this name, as one that has no memory left.
  await page.addInitScript(() => {
    const Real = globalThis.Worker;
    let failures = 6;
    globalThis.Worker = class extends Real {
      postMessage(message, ...rest) {
        if (message?.name === "thumb" && failures > 0) {
          failures -= 1;
          this.onmessage({ data: { id: message.id, fault: { message: "no memory", retryable: false }, dead: true } });
        } else super.postMessage(message, ...rest);
      }
    };
  });
  await page.reload();
  await ready(page);
  await go(page, "vary");
  // Sixteen seeds: the first few fail, and all others are drawn.
  await expect(page.locator("#view canvas[data-drawn=yes]")).not.toHaveCount(0);
  const drawn = () => document.querySelectorAll("canvas[data-drawn=yes]").length >= 12;
  await page.waitForFunction(drawn);
  assert.deepEqual(problems, []);
  await context.close();
});

test("a worker that does not start is told", async ({ browser, site }) => {
  const { page, context } = await open(site.url, { browser });
  await page.addInitScript(() => {
    const Real = globalThis.Worker;
    let isFirst = true;
    globalThis.Worker = class extends Real {
      postMessage(message, ...rest) {
        super.postMessage(message, ...rest);
        if (message?.name === "build" && isFirst) {
          isFirst = false;
          this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
        }
      }
    };
  });
  await page.reload();
  await ready(page, "error");
  await expect(page.getByTestId("error").first()).toHaveText(/the worker ended: out of memory/);
  await page.getByRole("button", { name: "Try again" }).click();
  await ready(page);
  await context.close();
});

test("the page says that it loads", async ({ browser, site }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route(/\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(site.url);
  await expect(page.getByTestId("loading")).toHaveText(/loading/);
  for (const control of ["width", "seed", "dice"]) await expect(page.getByTestId(control)).toHaveCount(0);
  assert.equal(await page.getByPlaceholder(/0 recipes/).count(), 0);
  release();
  await ready(page);
  await expect(page.getByTestId("loading")).toHaveCount(0);
  await context.close();
});

test("of two tabs that one is kept that was used last, and files of both", async ({ page }) => {
  await recipe(page, "cave");
  await address(page);
  const other = await page.context().newPage();
  await other.goto(page.url().replace(/#.*/, ""));
  await ready(other);
  await recipe(other, "braided-maze");
  await other.waitForFunction(() => JSON.parse(localStorage.getItem("mapwright.work.1")).name === "braided-maze");
  // The first is closed last, and was not touched since.
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("mapwright.work.1")).name);
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  assert.equal(await kept(), "braided-maze");
  const drop = (page, name) =>
    page.evaluate(async (name) => {
      const input = document.querySelector("input[type=file]");
      const data = new DataTransfer();
      data.items.add(new File(["#"], name));
      input.files = data.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    }, name);
  for (const [tab, name] of [
    [page, "one.txt"],
    [other, "two.txt"],
  ]) {
    await write(tab, { ...SMALL, initial: { use: "prefab-level" } });
    await ready(tab);
    const stage = tab.locator('[data-testid=stage][data-use="prefab-level"]');
    if (!(await stage.locator("input[type=file]").count())) await stage.locator(".name").click();
    await drop(tab, name);
    await tab.waitForFunction((name) => localStorage.getItem("mapwright.files")?.includes(name), name);
  }
  const names = await page.evaluate(() => JSON.parse(localStorage.getItem("mapwright.files")).map(([name]) => name));
  assert.deepEqual(names, ["one.txt", "two.txt"]);
});

test("a full storage is told once, and nothing else stops", async ({ page }) => {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await recipe(page, "cave");
  await expect(page.getByTestId("notice")).toHaveText(/no room to keep/);
  await page.getByRole("button", { name: "Put away" }).click();
  await recipe(page, "braided-maze");
  await address(page);
  await expect(page.getByTestId("notice")).toHaveText("");
});

test("a seed that is none leaves the work and the page as they are", async ({ page }) => {
  for (const seed of ["7", 1.5, -1, null, [], 1e300]) {
    await recipe(page, "cave");
    await write(page, { ...SMALL, seed });
    await page.waitForFunction(() => document.body.dataset.state !== "building");
    await go(page, "vary");
    await go(page, "map");
    await page.waitForTimeout(500);
    const own = await page.getByTestId("text").textContent();
    await page.reload();
    await page.waitForFunction(() => ["ready", "error"].includes(document.body.dataset.state));
    await expect(page.getByTestId("text"), JSON.stringify(seed)).toHaveText(own);
  }
});

test("a link cannot put a file outside of a folder", async ({ page }) => {
  const link = (name) => {
    const zip = Buffer.from(zipSync({ [name]: new Uint8Array([35]) }));
    const packed = deflateRawSync(JSON.stringify(SMALL)).toString("base64url");
    return `#r=${packed}&f=${zip.toString("base64url")}`;
  };
  for (const name of ["../../.bashrc", "/etc/passwd", "a/../../b.txt", "..\\b.txt", "C:b.txt"]) {
    await page.evaluate((hash) => (location.hash = hash), link(name));
    await expect(page.getByTestId("notice"), name).toHaveText(/outside of the recipe's folder/);
    await page.getByRole("button", { name: "Put away" }).click();
  }
  await page.evaluate((hash) => (location.hash = hash), link("rooms/..b.txt"));
  await page.waitForFunction(() => localStorage.getItem("mapwright.files")?.includes("rooms/..b.txt"));
});

test("what is typed keeps the focus while maps are built, and undo works in the text", async ({ page }) => {
  await recipe(page, "castle-keys");
  await go(page, "play");
  await page.getByTestId("seed").fill("5");
  await ready(page);
  await page.waitForTimeout(300);
  await expect(page.getByTestId("seed")).toBeFocused();
  await go(page, "map");
  const before = await uses(page);
  await write(page, SMALL);
  await ready(page);
  assert.deepEqual(await uses(page), ["cellular-automata"]);
  await page.getByTestId("text").press("ControlOrMeta+z");
  await page.waitForFunction(
    (count) => document.querySelectorAll("[data-testid=stage]").length === count,
    before.length,
  );
  await page.getByTestId("text").press("ControlOrMeta+Shift+Z");
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=stage]").length === 1);
});

test("a stage that is moved keeps the focus and stays open", async ({ page }) => {
  const metas = [{ use: "start" }, { use: "exit" }, { use: "cull-unreachable" }];
  await write(page, { ...SMALL, metas });
  await ready(page);
  const card = page.locator('[data-testid=stage][data-use="cull-unreachable"]');
  const up = card.getByTestId("stage-up");
  const isOpen = async () => card.locator(".name").getAttribute("aria-expanded");
  if ((await isOpen()) === "false") await card.locator(".name").click();
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("stage").nth(2)).toHaveAttribute("data-use", "cull-unreachable");
  await expect(up).toBeFocused();
  assert.equal(await isOpen(), "true");
});
