// Compose, break, mend, undo, scrub, cancel, share.
import assert from "node:assert/strict";
import { add, address, changed, recipe as open, ready, sharp, uses, write } from "../page.mjs";
import { expect, test } from "../test.mjs";

test("a chain is composed, broken, mended and taken back", async ({ page }) => {
  const first = await open(page, "cave");
  const before = await uses(page);
  await add(page, "pipe-shuffler");
  await ready(page, "error");
  const stage = page.getByTestId("stage").last();
  await expect(stage.getByTestId("error")).toHaveText(/sides/);
  await stage.getByTestId("stage-remove").click();
  assert.equal(await ready(page), first);
  await add(page, "exit");
  await add(page, "start");
  const state = await page.waitForFunction(
    () => document.body.dataset.state !== "building" && document.body.dataset.state,
  );
  assert.ok(["ready", "error"].includes(await state.jsonValue()));
  await page.getByTestId("stage").last().getByTestId("stage-up").click();
  await ready(page);
  assert.deepEqual((await uses(page)).slice(-2), ["start", "exit"]);
  const last = await ready(page);
  for (let steps = 0; steps < 5; steps++) await page.getByTestId("undo").click();
  assert.deepEqual(await uses(page), before);
  assert.equal(await ready(page), first);
  for (let steps = 0; steps < 5; steps++) await page.getByTestId("redo").click();
  assert.equal(await ready(page), last);
});

test("a missing plane is offered where it is missing", async ({ page }) => {
  await open(page, "cave");
  await write(
    page,
    '{ "version": 1, "width": 40, "height": 30, "initial": { "use": "cellular-automata" }, "metas": [{ "use": "exit" }] }',
  );
  await ready(page, "error");
  const stage = page.locator('[data-testid=stage][data-use="exit"]');
  await stage.getByTestId("mend").first().click();
  await ready(page);
  await expect(page.getByTestId("stage")).toHaveCount(3);
});

test("parameters are controls, with their defaults and a way back", async ({ page }) => {
  const first = await open(page, "braided-maze");
  const stage = page.locator('[data-testid=stage][data-use="loop-injector"]');
  const p = stage.locator('[data-testid=param][data-param="chance"]');
  if (!(await p.isVisible())) await stage.locator(".name").click();
  await p.locator("input[type=range]").fill("0.9");
  const looped = await ready(page);
  assert.notEqual(looped, first);
  await expect(page.getByTestId("text")).toHaveText(/"chance": 0.9/);
  await stage.locator('[data-param="rule"] select').selectOption("random");
  assert.notEqual(await ready(page), looped);
  await expect(page.getByTestId("text"), "it goes with another rule only").not.toHaveText(/"chance"/);
  await page.getByTestId("undo").click();
  assert.equal(await ready(page), looped);
  await p.locator("input[type=number]").fill("7");
  await ready(page, "error");
  await expect(stage.getByTestId("error")).toHaveText(/0 to 1/);
  await page.getByTestId("undo").click();
  await ready(page);
  await stage.locator("input[type=checkbox]").first().uncheck();
  const without = await ready(page);
  assert.ok(![first, looped].includes(without), "a stage that is switched off does nothing");
  await stage.locator("input[type=checkbox]").first().check();
  await ready(page);
});

test("a place is chosen with a click on the map", async ({ page }) => {
  await write(page, '{ "version": 1, "width": 21, "height": 15, "initial": { "use": "prim-maze" } }');
  await ready(page);
  await page.locator('[data-param="root"] .pick').click();
  const box = await page.getByTestId("map").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await ready(page);
  await expect(page.getByTestId("text")).toHaveText(/"at": \[1?\d, ?7\]/);
});

test("text and list are one recipe, and broken text says where", async ({ page }) => {
  await write(
    page,
    '{ "version": 1, "width": 30, "height": 20, "seed": 18446744073709551615, "initial": { "use": "prim-maze" } }',
  );
  const digest = await ready(page);
  await expect(page.getByTestId("seed")).toHaveValue("18446744073709551615");
  assert.deepEqual(await uses(page), ["prim-maze"]);
  await write(page, '{ "version": 1, "width": 30, ');
  await ready(page, "error");
  await expect(page.getByTestId("error")).toHaveText(/JSON/);
  await write(page, '{ "version": 1, "widht": 30, "width": 30, "height": 20, "initial": { "use": "prim-maze" } }');
  await ready(page, "error");
  await expect(page.getByTestId("error")).toHaveText(/widht.*width/);
  await page.getByTestId("undo").click();
  await ready(page, "error");
  await page.getByTestId("undo").click();
  await ready(page);
  assert.equal(await page.evaluate(() => document.body.dataset.digest), digest);
});

test("the scrubber shows every moment", async ({ page }) => {
  const digest = await open(page, "castle-keys");
  const last = await sharp(page);
  await page.getByTestId("scrub").fill("0");
  await changed(page, "map", last);
  await page.getByLabel("Speed").selectOption("2");
  await page.getByRole("button", { name: "Play the build" }).click();
  await page.waitForFunction(() => Number(document.querySelector("[data-testid=scrub]").max) > 6);
  await page.waitForFunction(() => {
    const scrub = document.querySelector("[data-testid=scrub]");
    return scrub.value === scrub.max;
  });
  assert.equal(await page.evaluate(() => document.body.dataset.digest), digest);
});

test("a long build is cancelled, and the next one is built at once", async ({ page }) => {
  await write(
    page,
    '{ "version": 1, "width": 3000, "height": 3000, "initial": { "use": "wilson" }, "metas": [{ "use": "loop-injector", "rule": "braid", "chance": 0.5 }, { "use": "ring-validator" }] }',
  );
  await page.getByTestId("cancel").click();
  await ready(page, "error");
  const start = performance.now();
  await open(page, "cave");
  assert.ok(performance.now() - start < 20_000, "the spare worker takes over");
});

test("a recipe of 10,000 by 10,000 is refused kindly", async ({ page }) => {
  await write(page, '{ "version": 1, "width": 10000, "height": 10000, "initial": { "use": "prim-maze" } }');
  await ready(page, "error");
  await expect(page.getByTestId("error").first()).toHaveText(/10000x10000 would take/);
  await open(page, "cave");
});

test("a link opens the same map", async ({ page, visit }) => {
  await open(page, "wfc-dungeon");
  await page.getByTestId("seed").fill("9007199254740993");
  const digest = await ready(page);
  const hash = await address(page);
  assert.match(hash, /^#r=[\w-]+$/);
  const other = await visit({}, hash);
  assert.equal(await ready(other.page), digest);
  await expect(other.page.getByTestId("seed")).toHaveValue("9007199254740993");
});

test("what was edited is there after a reload", async ({ page }) => {
  await open(page, "building");
  await page.getByTestId("dice").click();
  const digest = await ready(page);
  await page.goto(page.url().replace(/#.*/, ""));
  assert.equal(await ready(page), digest);
});

test("the page opens without a network after the first visit", async ({ page }) => {
  const digest = await ready(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length > 0 && !!navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.reload();
  assert.equal(await ready(page), digest);
  await page.getByTestId("text").waitFor();
});
