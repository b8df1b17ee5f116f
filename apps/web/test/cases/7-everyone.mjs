// For everyone: contrast, names and roles by axe-core, in dark and light, by keyboard, on a narrow screen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { another, go, ready, recipe } from "../page.mjs";
import { expect, test } from "../test.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function check(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const words = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes
        .slice(0, 3)
        .map(({ html }) => html)
        .join("\n  ")}`,
  );
  assert.equal(words.length, 0, `${what}\n${words.join("\n")}`);
}

test("axe-core finds nothing, in dark and light", async ({ visit }) => {
  for (const scheme of ["light", "dark"]) {
    const { page } = await visit({ scheme });
    await page.getByTestId("text").waitFor();
    const stage = page.getByTestId("stage").nth(4);
    await stage.locator(".name").click();
    for (const tab of ["map", "vary", "play", "world"]) {
      await go(page, tab);
      await page.waitForTimeout(400);
      await check(page, `${scheme}, ${tab}`);
    }
    await go(page, "vary");
    for (const view of ["parameters", "statistics", "search"]) {
      await page.locator(`[data-view=${view}]`).click();
      await check(page, `${scheme}, ${view}`);
    }
    await go(page, "map");
    await page.locator("[data-overlay=keep]").click();
    for (const mode of ["Choose", "Brush"]) {
      await page.getByRole("button", { name: mode }).click();
      await page.getByTestId("map").press("Enter");
      await ready(page);
      await page.waitForTimeout(400);
      await check(page, `${scheme}, keeping, ${mode}`);
    }
    await page.getByTestId("undo").click();
    await page.locator("[data-overlay=keep]").click();
    await page.getByTestId("stage-add").focus();
    await check(page, `${scheme}, adding a stage`);
    await page.getByTestId("stage-add").fill("room treasure");
    assert.equal(await page.locator(".add [role=option]").first().getAttribute("data-use"), "spawns");
    await page.getByTestId("stage-add").fill("spaceship");
    assert.match(await page.locator(".add [role=status]").textContent(), /No stage is about “spaceship”/);
    await check(page, `${scheme}, no stage found`);
    await page.getByTestId("stage-add").fill("pipe-shuffler");
    await page.getByTestId("stage-add").press("Enter");
    await ready(page, "error");
    await check(page, `${scheme}, an error`);
  }
});

test("360 pixels are enough", async ({ visit }) => {
  const { page } = await visit({ width: 360, height: 740, touch: true, scheme: "dark" });
  const fits = async (what) => {
    await page.waitForTimeout(300);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${what} is ${wide} pixels wide`);
    await check(page, `360 pixels, ${what}`);
  };
  for (const tab of ["map", "vary", "play", "world"]) {
    await go(page, tab);
    await fits(tab);
  }
  await go(page, "vary");
  for (const view of ["parameters", "statistics", "search"]) {
    await page.locator(`[data-view=${view}]`).click();
    await fits(view);
  }
  await go(page, "map");
  await page.locator("[data-overlay=keep]").click();
  await page.getByTestId("map").press("Enter");
  await page.getByRole("button", { name: "Keep all but this" }).click();
  await fits("keeping");
  await page.locator("[data-testid=gallery-item][data-name=braided-maze]").click();
  await ready(page);
});

test("the page opens without a network, and leaves other copies of it alone", async ({ page }) => {
  const digest = await ready(page);
  // A copy in another folder of the same host, and an older build of this one.
  const [other, old] = ["mapwright /elsewhere/ 1", `mapwright ${new URL(page.url()).pathname} 1`];
  await page.evaluate((names) => Promise.all(names.map((name) => caches.open(name))), [other, old]);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.unregister()));
  await page.reload();
  await ready(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.waitForFunction((old) => caches.has(old).then((has) => !has), old);
  assert.equal(await page.evaluate((other) => caches.has(other), other), true);
  await page.context().setOffline(true);
  await page.reload();
  assert.equal(await ready(page), digest);
});

test("a single letter acts where the focus is, and nowhere else", async ({ page }) => {
  const first = await recipe(page, "castle-keys");
  const letters = async () => {
    for (const letter of "abcdefghijklmnopqrstuvwxyz") await page.keyboard.press(letter);
    await page.waitForTimeout(100);
  };
  for (const name of ["body", "[data-testid=dice]", "[data-testid=tab]"]) {
    await page.evaluate(
      (name) => (name === "body" ? document.activeElement.blur() : document.querySelector(name).focus()),
      name,
    );
    await letters();
    assert.equal(await ready(page), first, name);
  }
  // In a game, letters belong to the game.
  await go(page, "play");
  await page.waitForFunction(() => document.querySelector("[data-testid=walk-state]")?.dataset.at);
  await page.getByTestId("walk").press("r");
  await page.waitForTimeout(100);
  assert.equal(await ready(page), first);
  await go(page, "map");
  await page.getByTestId("map").press("r");
  assert.notEqual(await another(page, first), first);
});

test("everything is within reach of the keyboard", async ({ page }) => {
  const first = await ready(page);
  const reached = new Set();
  let skips = 0;
  const skip = page.getByRole("button", { name: "Skip the recipes" });
  for (let step = 0; step < 190; step++) {
    await page.keyboard.press("Tab");
    const id = await page.evaluate(() => document.activeElement.dataset.testid ?? "");
    if (id) reached.add(id);
    if (await skip.evaluate((one) => one === document.activeElement)) skips++;
    if (id === "text") await page.keyboard.press("Escape");
  }
  for (const id of [
    "tab",
    "seed",
    "dice",
    "gallery-item",
    "map",
    "scrub",
    "stage-up",
    "stage-down",
    "stage-remove",
    "stage-add",
    "text",
    "link",
    "export",
  ]) {
    assert.ok(reached.has(id), `${id} is out of reach; reached ${[...reached].join(", ")}`);
  }
  assert.ok(skips > 0);
  await skip.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".stage") !== null), true, "past the gallery");
  await page.locator("[data-testid=dice]").focus();
  await page.keyboard.press("Enter");
  assert.notEqual(await ready(page), first);
  await page.keyboard.press("Control+z");
  assert.equal(await ready(page), first);
  await page.getByTestId("stage").nth(2).locator(".name").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByTestId("stage").nth(1)).toHaveAttribute("data-use", "exit");
});
