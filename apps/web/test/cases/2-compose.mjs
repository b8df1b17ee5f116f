// Compose, break, mend, undo, scrub, cancel, share.
import assert from "node:assert/strict";
import { add, recipe as open, ready, uses, write } from "../page.mjs";

export const cases = {
  async "a chain is composed, broken, mended and taken back"({ visit }) {
    const { page } = await visit();
    const first = await open(page, "cave");
    const before = await uses(page);
    await add(page, "pipe-shuffler");
    await ready(page, "error");
    const stage = page.getByTestId("stage").last();
    assert.match(await stage.getByTestId("error").textContent(), /sides/);
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
  },

  async "a missing plane is offered where it is missing"({ visit }) {
    const { page } = await visit();
    await open(page, "cave");
    await write(
      page,
      '{ "version": 1, "width": 40, "height": 30, "initial": { "use": "cellular-automata" }, "metas": [{ "use": "exit" }] }',
    );
    await ready(page, "error");
    const stage = page.locator('[data-testid=stage][data-use="exit"]');
    await stage.getByTestId("mend").first().click();
    await ready(page);
    assert.equal((await uses(page)).length, 3);
  },

  async "parameters are controls, with their defaults and a way back"({ visit }) {
    const { page } = await visit();
    const first = await open(page, "braided-maze");
    const stage = page.locator('[data-testid=stage][data-use="loop-injector"]');
    const p = stage.locator('[data-testid=param][data-param="p"]');
    if (!(await p.isVisible())) await stage.locator(".name").click();
    await p.locator("input[type=range]").fill("0.9");
    const looped = await ready(page);
    assert.notEqual(looped, first);
    assert.match(await page.getByTestId("text").textContent(), /"p": 0.9/);
    await stage.locator('[data-param="rule"] select').selectOption("random");
    assert.notEqual(await ready(page), looped);
    assert.doesNotMatch(await page.getByTestId("text").textContent(), /"p"/, "it goes with another rule only");
    await page.getByTestId("undo").click();
    assert.equal(await ready(page), looped);
    await p.locator("input[type=number]").fill("7");
    await ready(page, "error");
    assert.match(await stage.getByTestId("error").textContent(), /0 to 1/);
    await page.getByTestId("undo").click();
    await ready(page);
    await stage.locator("input[type=checkbox]").first().uncheck();
    const without = await ready(page);
    assert.ok(![first, looped].includes(without), "a stage that is switched off does nothing");
    await stage.locator("input[type=checkbox]").first().check();
    await ready(page);
  },

  async "a place is chosen with a click on the map"({ visit }) {
    const { page } = await visit();
    await write(page, '{ "version": 1, "width": 21, "height": 15, "initial": { "use": "prim-maze" } }');
    await ready(page);
    await page.locator('[data-param="root"] .pick').click();
    const box = await page.getByTestId("map").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await ready(page);
    assert.match(await page.getByTestId("text").textContent(), /"at": \[1?\d, ?7\]/);
  },

  async "text and list are one recipe, and broken text says where"({ visit }) {
    const { page } = await visit();
    await write(
      page,
      '{ "version": 1, "width": 30, "height": 20, "seed": 18446744073709551615, "initial": { "use": "prim-maze" } }',
    );
    const digest = await ready(page);
    assert.equal(await page.getByTestId("seed").inputValue(), "18446744073709551615");
    assert.deepEqual(await uses(page), ["prim-maze"]);
    await write(page, '{ "version": 1, "width": 30, ');
    await ready(page, "error");
    assert.match(await page.getByTestId("error").textContent(), /JSON/);
    await write(page, '{ "version": 1, "widht": 30, "width": 30, "height": 20, "initial": { "use": "prim-maze" } }');
    await ready(page, "error");
    assert.match(await page.getByTestId("error").textContent(), /widht.*width/);
    await page.getByTestId("undo").click();
    await ready(page, "error");
    await page.getByTestId("undo").click();
    await ready(page);
    assert.equal(await page.evaluate(() => document.body.dataset.digest), digest);
  },

  async "the scrubber shows every moment"({ visit }) {
    const { page } = await visit();
    const digest = await open(page, "castle-keys");
    const pixels = () => page.getByTestId("map").evaluate((canvas) => canvas.toDataURL().length);
    await page.waitForTimeout(300);
    const last = await pixels();
    await page.getByTestId("scrub").fill("0");
    await page.waitForFunction((old) => document.querySelector("[data-testid=map]").toDataURL().length !== old, last);
    await page.getByLabel("Speed").selectOption("2");
    await page.getByRole("button", { name: "Play the build" }).click();
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=scrub]").max) > 6);
    await page.waitForFunction(() => {
      const scrub = document.querySelector("[data-testid=scrub]");
      return scrub.value === scrub.max;
    });
    assert.equal(await page.evaluate(() => document.body.dataset.digest), digest);
  },

  async "a long build is cancelled, and the next one is built at once"({ visit }) {
    const { page } = await visit();
    await write(
      page,
      '{ "version": 1, "width": 3000, "height": 3000, "initial": { "use": "wilson" }, "metas": [{ "use": "loop-injector", "rule": "braid", "p": 0.5 }, { "use": "ring-validator" }] }',
    );
    await page.getByTestId("cancel").click({ timeout: 10_000 });
    await ready(page, "error", 20_000);
    const start = performance.now();
    await open(page, "cave");
    assert.ok(performance.now() - start < 20_000, "the spare worker takes over");
  },

  async "a recipe of 10,000 by 10,000 is refused kindly"({ visit }) {
    const { page } = await visit();
    await write(page, '{ "version": 1, "width": 10000, "height": 10000, "initial": { "use": "prim-maze" } }');
    await ready(page, "error");
    assert.match(await page.getByTestId("error").first().textContent(), /10000x10000 would take/);
    await open(page, "cave");
  },

  async "a link opens the same map"({ visit }) {
    const { page } = await visit();
    await open(page, "wfc-dungeon");
    await page.getByTestId("seed").fill("9007199254740993");
    const digest = await ready(page);
    const hash = await page.getByTestId("link").getAttribute("href");
    assert.match(hash, /^#r=[\w-]+$/);
    await page.waitForFunction((hash) => location.hash === hash, hash);
    const other = await visit({}, hash);
    assert.equal(await ready(other.page), digest);
    assert.equal(await other.page.getByTestId("seed").inputValue(), "9007199254740993");
  },

  async "what was edited is there after a reload"({ visit }) {
    const { page } = await visit();
    await open(page, "building");
    await page.getByTestId("dice").click();
    const digest = await ready(page);
    await page.goto(page.url().replace(/#.*/, ""));
    assert.equal(await ready(page), digest);
  },

  async "the page opens without a network after the first visit"({ visit }) {
    const { page, context } = await visit();
    const digest = await ready(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.keys()).length > 0 && !!navigator.serviceWorker.controller);
    await context.setOffline(true);
    await page.reload();
    assert.equal(await ready(page), digest);
    await page.getByTestId("text").waitFor();
  },
};
