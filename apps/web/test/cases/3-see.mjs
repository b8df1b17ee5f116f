// Choose a recipe, and see its map: search, zoom, overlays, tilesets, cells.
import assert from "node:assert/strict";
import { changed, go, param, pixels, ready, recipe, sharp, showsAgain, uses, write } from "../page.mjs";
import { expect, test } from "../test.mjs";

test("recipes are found by word and by family, and drawn", async ({ page }) => {
  const names = () => page.getByTestId("gallery-item").evaluateAll((items) => items.map((item) => item.dataset.name));
  const all = await names();
  await page.getByLabel("Search recipes").fill("key");
  const found = await names();
  assert.ok(found.includes("castle-keys") && found.length < all.length / 2, found.join(", "));
  await page.locator("[data-name=castle-keys] canvas[data-drawn]").waitFor();
  await page.getByLabel("Search recipes").fill("");
  const family = page.getByLabel("Family");
  const groups = await family.locator("option").allTextContents();
  let sum = 0;
  for (const group of groups.slice(1)) {
    await family.selectOption(group);
    sum += (await names()).length;
  }
  assert.equal(sum, all.length, "every recipe has one family");
});

test("the map is crisp at any zoom; it is panned and pinched", async ({ page }) => {
  await recipe(page, "cave");
  const box = await page.getByTestId("map").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  let old = await sharp(page);
  for (const deltaY of [-300, -400, 500]) {
    await page.mouse.wheel(0, deltaY);
    await changed(page, "map", old);
    old = await sharp(page);
  }
  await page.mouse.down();
  await page.mouse.move(x + 90, y + 40, { steps: 4 });
  await page.mouse.up();
  old = await changed(page, "map", old);
  await page.getByTestId("map").evaluate((canvas) => {
    const at = (type, pointerId, clientX) =>
      canvas.dispatchEvent(new PointerEvent(type, { pointerId, clientX, clientY: 300, bubbles: true }));
    canvas.setPointerCapture = () => {};
    at("pointerdown", 11, 500);
    at("pointerdown", 12, 600);
    for (let step = 1; step <= 8; step++) at("pointermove", 12, 600 + 20 * step);
    at("pointerup", 11, 500);
    at("pointerup", 12, 760);
  });
  await changed(page, "map", old);
  old = await sharp(page);
  await page.getByTestId("map").press("0");
  await changed(page, "map", old);
});

test("overlays and tilesets show what a map has", async ({ page }) => {
  await recipe(page, "castle-keys");
  const redrawn = async (act) => {
    const old = await sharp(page);
    await act();
    await changed(page, "map", old);
  };
  const toggle = async (name) => {
    const overlay = page.locator(`[data-overlay=${name}]`);
    await redrawn(() => overlay.click());
    const on = await overlay.getAttribute("aria-pressed");
    await redrawn(() => overlay.click());
    return on;
  };
  for (const theme of ["parchment", "dark", "blueprint", "print", ""])
    await redrawn(() => page.getByLabel("Theme").selectOption(theme));
  for (const name of ["tint", "regions", "rooms", "areas", "graph", "walk", "plain"])
    assert.equal(await toggle(name), "true");
  await page.locator("[data-overlay=changes]").click();
  await redrawn(() => page.getByTestId("scrub").fill("4"));
  await recipe(page, "pipe-torus");
  assert.equal(await toggle("pipes"), "false", "flow is shown at first");
  await redrawn(() => page.getByLabel("Kind of picture").selectOption("set pipes"));
});

test("an overlay that is chosen while the map is built is drawn", async ({ page }) => {
  // The picture of the build is as sharp as the screen, so no other follows by itself; and the build takes a while.
  const program = [{ one: [".# -> #.", "#. -> .#"], steps: 1_000_000 }];
  const places = [{ use: "start" }, { use: "cull-unreachable" }, { use: "exit" }];
  const head = { version: 1, width: 60, height: 40, initial: { use: "cellular-automata" } };
  const recipe = { ...head, metas: [{ use: "rewrite", budget: 1_000_000, program }, ...places] };
  const plain = page.locator("[data-overlay=plain]");
  await write(page, { ...recipe, seed: 1 });
  await ready(page);
  const marked = await sharp(page);
  await plain.click();
  const unmarked = await changed(page, "map", marked);
  await plain.click();
  await write(page, { ...recipe, seed: 2 });
  await ready(page);
  await write(page, { ...recipe, seed: 1 });
  assert.equal(await page.evaluate(() => document.body.dataset.state), "building");
  await plain.click();
  await showsAgain(page, "map", unmarked);
  await expect(plain).toHaveAttribute("aria-pressed", "true");
});

test("the legend explains what is drawn, and is put away", async ({ page }) => {
  await recipe(page, "castle-keys");
  await page.locator("[data-testid=legend]:not([hidden])").waitFor();
  const keys = await pixels(page, "legend");
  await recipe(page, "pipe-torus");
  await changed(page, "legend", keys);
  // The map of a wrong recipe stays in sight, and so does what it means.
  await recipe(page, "castle-keys");
  await write(page, "{");
  await ready(page, "error");
  await showsAgain(page, "legend", keys);
  await page.getByRole("button", { name: "Legend" }).click();
  await page.getByTestId("legend").waitFor({ state: "detached" });
  await page.reload();
  await ready(page, "error");
  await expect(page.getByTestId("legend"), "the choice is kept").toHaveCount(0);
});

test("a cell tells what its planes hold", async ({ page }) => {
  await recipe(page, "castle-keys");
  const box = await page.getByTestId("map").boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => /\(\d+, \d+\) {2}tile/.test(document.querySelector("output.cell").textContent));
  const map = page.getByTestId("map");
  await map.focus();
  // With the keys: the cell in the middle of the canvas.
  for (let zoom = 0; zoom < 5; zoom++) await map.press("+");
  const cell = () => document.querySelector("output.cell").textContent;
  const pan = async (key) => {
    const before = await page.evaluate(cell);
    await map.press(key);
    // A worker says what is there.
    await page.waitForFunction((before) => document.querySelector("output.cell").textContent !== before, before);
    return page.evaluate(cell);
  };
  let told = await pan("ArrowLeft");
  for (let step = 0; step < 20 && !/room \d+/.test(told); step++) told = await pan("ArrowRight");
  assert.match(told, /^\(\d+, \d+\).*room \d+/);
});

test("a stage is moved with the mouse and with keys, and explains its parameters", async ({ page }) => {
  await recipe(page, "castle-keys");
  const before = await uses(page);
  const cards = page.getByTestId("stage");
  await cards.nth(6).dragTo(cards.nth(3));
  const after = await uses(page);
  assert.deepEqual(after, [...before.slice(0, 3), before[6], ...before.slice(3, 6)]);
  await ready(page);
  await cards.nth(3).locator(".name").focus();
  await page.keyboard.press("Alt+ArrowUp");
  assert.equal((await uses(page))[2], before[6]);
  const keys = await param(page, "lock-and-key", "keys");
  await expect(keys.locator("..")).toHaveAttribute("title", /expected an integer/);
  await page.getByRole("button", { name: "Explain" }).click();
  const hint = keys.locator("..").locator(".hint");
  await expect(hint).toHaveText(/an integer from \d+ to \d+; by default \d/);
  await keys.locator("..").getByRole("button", { name: "Reset keys" }).click();
  await expect(page.getByTestId("text")).not.toHaveText(/"keys":/);
});

test("a control for every parameter of every builder", async ({ page }) => {
  const all = await page.evaluate(() => globalThis.mapwright.catalogue().builders);
  const metas = all.filter(({ kind }) => kind !== "initial").map(({ name }) => ({ use: name }));
  const first = all.filter(({ kind }) => kind === "initial").map(({ name }) => ({ use: name }));
  for (const [initial, list] of [[first[0], metas], ...first.slice(1).map((one) => [one, []])]) {
    await write(page, { version: 1, width: 9, height: 9, initial, metas: list });
    await page.locator(".card .name[aria-expanded=false]").evaluateAll((names) => names.map((name) => name.click()));
    for (const { use } of [initial, ...list]) {
      const { params } = all.find(({ name }) => name === use);
      const shown = await page
        .locator(`[data-testid=stage][data-use="${use}"] [data-testid=param]`)
        .evaluateAll((list) =>
          list.map((one) => [one.dataset.param, one.querySelectorAll("input, select, textarea").length]),
        );
      for (const { name, only_with } of params.filter(({ only_with }) => !only_with)) {
        const [, controls = 0] = shown.find(([known]) => known === name) ?? [];
        assert.ok(controls > 0, `${use} has no control for ${name} ${only_with}`);
      }
    }
  }
  await go(page, "map");
});
