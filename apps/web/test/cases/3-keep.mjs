// Keep a part of a map, and reroll the rest: by clicks, by a rectangle, with a brush.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { address, another, recipe as open, ready, write } from "../page.mjs";
import { expect, test } from "../test.mjs";

async function download(page, to) {
  const button = page.locator(`[data-testid=export][data-to=${to}]`);
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return JSON.parse(readFileSync(await file.path(), "utf8"));
}
const map = (page) => download(page, "json");
const kept = async (page) => (await download(page, "recipe")).kept;
const button = (page, name) => page.getByRole("button", { name, exact: true });

/** Where a cell of the whole map is on the page. */
async function spot(page, { width, height }, [x, y]) {
  const box = await page.getByTestId("map").boundingBox();
  const zoom = Math.min(box.width / (width + 2), box.height / (height + 2));
  const at = (side, all, cell, most) => side + all / 2 + (cell + 0.5 - most / 2) * zoom;
  return [at(box.x, box.width, x, width), at(box.y, box.height, y, height)];
}

/** The cells of a map that differ from the rows of what is kept, and how many there are. */
function differing({ width, tiles }, { at, rows }) {
  const glyphs = { ".": 0, "+": 1, "#": 128 };
  const cells = rows.flatMap((row, y) => [...row].map((glyph, x) => [glyph, tiles[(at[1] + y) * width + at[0] + x]]));
  return cells.filter(([glyph, tile]) => glyphs[glyph] !== undefined && glyphs[glyph] !== tile);
}

const HEAD = { version: 1, width: 40, height: 24, seed: 3 };
const ROOMS = { ...HEAD, initial: { use: "bsp-dungeon" }, metas: [{ use: "corridors" }, { use: "doors" }] };
const CAVE = { ...HEAD, initial: { use: "cellular-automata" }, metas: [] };

test("a room is kept with two clicks, and the rest rerolled; the link and undo have it", async ({ page, visit }) => {
  await write(page, ROOMS);
  const first = await ready(page);
  const before = await map(page);
  const [x, y, w, h] = before.rooms[2].rect;
  await page.mouse.click(...(await spot(page, before, [x + (w >> 1), y + (h >> 1)])));
  await button(page, "Keep this room").click();
  await expect(page.getByTestId("text")).toHaveText(/"kept"/);
  await ready(page);
  const [drawing, ...others] = await kept(page);
  assert.deepEqual([others, drawing.at, drawing.rows.length], [[], [x - 1, y - 1], h + 2]);
  assert.deepEqual(differing(before, drawing), []);
  for (let time = 0; time < 3; time++) {
    await button(page, "Reroll the rest").click();
    await another(page, first);
  }
  const after = await map(page);
  assert.deepEqual(differing(after, drawing), []);
  const different = after.tiles.filter((tile, cell) => tile !== before.tiles[cell]).length;
  assert.ok(different > 50, `${different} cells differ`);
  const { page: linked } = await visit({}, await address(page));
  assert.deepEqual((await map(linked)).tiles, after.tiles);
  for (let time = 0; time < 4; time++) await page.getByTestId("undo").click();
  assert.equal(await ready(page), first);
  assert.equal(await kept(page), undefined);
});

test("cells are kept by a rectangle, drawn with a brush, and freed", async ({ page }) => {
  await write(page, CAVE);
  await ready(page);
  await button(page, "Keep").click();
  const whole = await map(page);
  const drag = async (from, to) => {
    await page.mouse.move(...(await spot(page, whole, from)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, whole, to)), { steps: 5 });
    await page.mouse.up();
  };
  const panel = page.getByRole("group", { name: "Keep" });
  await drag([5, 4], [10, 8]);
  await panel.getByRole("button", { name: "Keep", exact: true }).click();
  assert.deepEqual([(await kept(page))[0].at, (await kept(page))[0].rows[4].length], [[5, 4], 6]);
  await button(page, "Brush").click();
  await panel.getByRole("combobox", { name: "Tile" }).selectOption("water");
  await drag([12, 6], [20, 6]);
  const [drawing] = await kept(page);
  assert.match(drawing.rows[2], /^.{6} ~{9}$/);
  await ready(page);
  assert.deepEqual((await map(page)).tiles.slice(6 * 40 + 12, 6 * 40 + 21), Array(9).fill(4));
  await panel.getByRole("combobox", { name: "Keep" }).selectOption("free");
  await drag([13, 6], [20, 6]);
  assert.match((await kept(page))[0].rows[2], /^.{6} ~$/);
  await button(page, "Choose").click();
  await drag([0, 0], [39, 11]);
  await button(page, "Keep all but this").click();
  assert.deepEqual(
    (await kept(page)).map(({ at, rows }) => [at, rows.length]),
    [[[0, 12], 12]],
  );
  await ready(page);
  await button(page, "Free all").click();
  assert.equal(await kept(page), undefined);
});

test("a room is kept with the keyboard; where nothing can be kept, the page says so", async ({ page }) => {
  await open(page, "castle-keys");
  const canvas = page.getByTestId("map");
  await canvas.focus();
  for (let zoom = 0; zoom < 5; zoom++) await canvas.press("+");
  for (let step = 0; step < 30 && !(await button(page, "Keep this room").isVisible()); step++) {
    await canvas.press("ArrowLeft");
    await canvas.press("Enter");
    await page.waitForTimeout(50);
  }
  await button(page, "Keep this room").press("Enter");
  assert.equal((await kept(page)).length, 1);
  await write(page, { ...HEAD, initial: { use: "prim-maze" } });
  await ready(page);
  await expect(page.getByRole("group", { name: "Keep" })).toHaveText(/lie between cells/);
});
