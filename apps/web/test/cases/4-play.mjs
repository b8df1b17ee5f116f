// Vary and play.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { changed, go, recipe as open, pixels, ready } from "../page.mjs";
import { run } from "../program.mjs";
import { expect, test } from "../test.mjs";

const KEYS = { "0,-1": "ArrowUp", "1,0": "l", "0,1": "ArrowDown", "-1,0": "h" };

/** Walks along cells, the first of which is where the visitor stands. */
async function follow(page, cells) {
  for (const [nth, [x, y]] of cells.slice(1).entries()) {
    const [ox, oy] = cells[nth];
    await page.getByTestId("walk").press(KEYS[`${x - ox},${y - oy}`]);
    const isAt = (at) => document.querySelector("[data-testid=walk-state]").dataset.at === at;
    await page.waitForFunction(isAt, `${x},${y}`, { polling: 5 });
  }
}

/** The way to the first locked door, up to the cell before it, and the door. */
function toLocked({ width, solid, start, doors }) {
  const shut = doors.filter(({ lock, one_way }) => lock !== null || one_way);
  const isShut = ([x, y]) => shut.find(({ cells }) => cells.some(([cx, cy]) => cx === x && cy === y));
  const ways = [[start]];
  const seen = new Set([String(start)]);
  for (const way of ways) {
    const [x, y] = way.at(-1);
    for (const next of [
      [x, y - 1],
      [x + 1, y],
      [x, y + 1],
      [x - 1, y],
    ]) {
      if (seen.has(String(next))) continue;
      seen.add(String(next));
      const door = isShut(next);
      if (door?.lock !== undefined && door?.lock !== null) return [way, next, door.lock];
      if (!door && !solid[next[1] * width + next[0]]) ways.push([...way, next]);
    }
  }
  throw new Error("no locked door");
}

/** Begins a search. */
async function search(page, requirements, which) {
  await go(page, "vary");
  await page.locator("[data-view=search]").click();
  await page.getByTestId("requirements").fill(requirements);
  await page.getByLabel("Which levels").selectOption(which);
  await page.getByTestId("search").click();
}

test("the pipe game is won by its own solution", async ({ page }) => {
  await open(page, "pipe-unique");
  await page.getByTestId("width").fill("9");
  await page.getByTestId("height").fill("7");
  await ready(page);
  await go(page, "play");
  await expect(page.getByTestId("pipe-state")).toHaveAttribute("data-tiles", "63");
  const board = page.getByTestId("board");
  for (let turns = 0; turns < 2000 && !(await page.getByTestId("pipe-solved").isVisible()); turns++) {
    await board.press("?");
    const hinted = () => document.querySelector("[data-testid=board]").dataset.hint;
    const quarters = Number(await (await page.waitForFunction(hinted, undefined, { polling: 5 })).jsonValue());
    for (let quarter = 0; quarter < quarters; quarter++) await board.press("Space");
    await board.evaluate((canvas) => delete canvas.dataset.hint);
  }
  await page.getByTestId("pipe-solved").waitFor();
  const wet = () => page.getByTestId("pipe-state").getAttribute("data-wet");
  const all = await page.getByTestId("pipe-state").getAttribute("data-tiles");
  assert.equal(await wet(), all);
  await page.locator("[data-action=undo]").click();
  await page.getByTestId("pipe-solved").waitFor({ state: "detached" });
  assert.ok(Number(await wet()) < Number(all));
  await page.locator("[data-action=redo]").click();
  await page.getByTestId("pipe-solved").waitFor();
});

test("a tap turns a tile", async ({ visit }) => {
  const { page } = await visit({ width: 390, height: 800, touch: true });
  await open(page, "pipe-puzzle");
  await go(page, "play");
  await expect(page.getByTestId("pipe-state")).toHaveAttribute("data-tiles", /[1-9]/);
  const box = await page.getByTestId("board").boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByText("1 turn", { exact: false }).waitFor();
});

test("a level is walked to its exit, past doors and keys", async ({ page }) => {
  await open(page, "castle-keys");
  const map = await page.evaluate(() => globalThis.mapwright.map());
  await go(page, "play");
  const state = page.getByTestId("walk-state");
  await expect(page.getByTestId("walk-state")).toHaveAttribute("data-at", /./);
  await follow(page, map.proof.walk);
  await page.getByTestId("walk-won").waitFor();
  assert.equal((await state.getAttribute("data-keys")).split(",").length, 3);
});

test("a locked door says what it wants, and what is out of sight is dark", async ({ page }) => {
  await open(page, "castle-keys");
  const map = await page.evaluate(() => globalThis.mapwright.map());
  await go(page, "play");
  await expect(page.getByTestId("walk-state")).toHaveAttribute("data-at", /./);
  const [way, door] = toLocked(map);
  await follow(page, way);
  const [x, y] = way.at(-1);
  await page.getByTestId("walk").press(KEYS[`${door[0] - x},${door[1] - y}`]);
  await expect(page.getByTestId("walk-note")).toHaveText(/key|lock/i);
  await expect(page.getByTestId("walk-state")).toHaveAttribute("data-at", `${x},${y}`);
  const dark = await pixels(page, "walk");
  await page.getByLabel("See everything").check();
  await changed(page, "walk", dark);
});

test("sixteen seeds, a wall of parameters, and statistics with a cancel", async ({ page }) => {
  await open(page, "cave");
  await go(page, "vary");
  const drawn = (count) =>
    page.waitForFunction(
      (wanted) => document.querySelectorAll("[data-testid=wall-cell] canvas[data-drawn]").length >= wanted,
      count,
    );
  await drawn(16);
  await page.locator("[data-view=parameters]").click();
  await drawn(20);
  await page.getByTestId("wall-cell").nth(3).click();
  await ready(page);
  await open(page, "cave");
  await go(page, "vary");
  await page.locator("[data-view=statistics]").click();
  await page.getByTestId("measure").click();
  await page.getByTestId("measure-cancel").click();
  await page.getByTestId("measure").click();
  await page.waitForFunction(() => document.querySelector("progress")?.value === 500);
  await page.locator("[data-testid=heat][data-drawn]").waitFor();
  assert.ok((await page.locator("tbody tr").count()) > 10);
});

test("a search finds the levels that the program finds", async ({ page }) => {
  const requirements = "loops >= 3, solution_steps >= 150";
  for (const [command, which] of [
    ["find", "false"],
    ["varied", "true"],
  ]) {
    await open(page, "braided-maze");
    await search(page, requirements, which);
    await page.locator("[data-testid=wall-cell] canvas[data-drawn]").nth(11).waitFor();
    await page.getByTestId("wall-cell").nth(11).click();
    await ready(page);
    const out = join(mkdtempSync(join(tmpdir(), "mapwright-")), "found");
    run(
      tmpdir(),
      "search",
      command,
      "braided-maze",
      "--want",
      requirements,
      "--vary",
      "all",
      "--count",
      "12",
      "--quiet",
      "-o",
      out,
    );
    const theirs = readFileSync(join(out, "011.json"), "utf8");
    assert.deepEqual(JSON.parse(await page.evaluate(() => globalThis.mapwright.recipe())), JSON.parse(theirs), command);
  }
  await go(page, "vary");
  await page.getByTestId("requirements").waitFor();
});

test("a search that finds nothing shows what comes closest, and a long one is cancelled", async ({ page }) => {
  await open(page, "braided-maze");
  await page.getByTestId("width").fill("9");
  await page.getByTestId("height").fill("7");
  await ready(page);
  await search(page, "loopz >= 3", "false");
  await expect(page.getByTestId("search-fault")).toHaveText(/loopz.*loops/);
  await search(page, "loops >= 1, solution_steps >= 900", "false");
  await page.getByText("No level matched (8192 tried)").waitFor();
  await page.getByText("fails solution_steps >= 900").first().waitFor();
  await page.getByTestId("width").fill("300");
  await page.getByTestId("height").fill("300");
  await search(page, "loops >= 1, solution_steps >= 90000", "false");
  await page.getByTestId("search-cancel").click();
  await page.getByTestId("search-cancel").waitFor({ state: "detached" });
  await expect(page.getByTestId("search-fault")).toHaveCount(0);
  await expect(page.getByTestId("search")).toBeEnabled();
});
