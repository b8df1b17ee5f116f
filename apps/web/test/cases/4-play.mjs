// Vary, play, world.
import assert from "node:assert/strict";
import { ready } from "../page.mjs";

const open = async (page, name) => {
  await page.locator(`[data-testid=gallery-item][data-name=${name}]`).click();
  return ready(page);
};
const go = (page, tab) => page.locator(`[data-testid=tab][data-tab=${tab}]`).click();

export const cases = {
  async "the pipe game is won by its own solution"({ visit }) {
    const { page } = await visit();
    await open(page, "pipe-unique");
    await go(page, "play");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=pipe-state]")?.dataset.tiles) > 0);
    const board = page.getByTestId("board");
    for (let turns = 0; turns < 2000 && !(await page.getByTestId("pipe-solved").isVisible()); turns++) {
      await page.locator("[data-action=hint]").click();
      await page.waitForFunction(
        () =>
          document.querySelector("[data-testid=board]").dataset.hint ||
          document.querySelector("[data-testid=pipe-solved]"),
      );
      const quarters = Number(await board.getAttribute("data-hint"));
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
  },

  async "a tap turns a tile"({ visit }) {
    const { page } = await visit({ width: 390, height: 800, touch: true });
    await open(page, "pipe-puzzle");
    await go(page, "play");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=pipe-state]")?.dataset.tiles) > 0);
    const box = await page.getByTestId("board").boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    await page.getByText("1 turn", { exact: false }).waitFor();
  },

  async "a level is walked to its exit, past doors and keys"({ visit }) {
    const { page } = await visit();
    await open(page, "castle-keys");
    const map = await page.evaluate(() => globalThis.mapwright.map());
    await go(page, "play");
    const state = page.getByTestId("walk-state");
    const walk = page.getByTestId("walk");
    await page.waitForFunction(() => document.querySelector("[data-testid=walk-state]")?.dataset.at);
    const keys = { "0,-1": "ArrowUp", "1,0": "l", "0,1": "ArrowDown", "-1,0": "h" };
    let [x, y] = map.start;
    for (const [nx, ny] of map.proof.walk.slice(1)) {
      await walk.press(keys[`${nx - x},${ny - y}`]);
      [x, y] = [nx, ny];
      await page.waitForFunction(
        (at) => document.querySelector("[data-testid=walk-state]").dataset.at === at,
        `${x},${y}`,
      );
    }
    await page.getByTestId("walk-won").waitFor();
    assert.equal((await state.getAttribute("data-keys")).split(",").length, 3);
  },

  async "the world is wandered over its chunks, and painted"({ visit }) {
    const { page } = await visit();
    await go(page, "world");
    const world = page.getByTestId("world");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=world]").dataset.pieces) >= 4);
    const place = () => page.getByTestId("world-place").textContent();
    const before = await place();
    const box = await world.boundingBox();
    await page.mouse.move(box.x + 300, box.y + 300);
    await page.mouse.down();
    for (let step = 0; step < 20; step++) await page.mouse.move(box.x + 300 - step * 60, box.y + 300 - step * 30);
    await page.mouse.up();
    assert.notEqual(await place(), before);
    const look = () => world.evaluate((canvas) => canvas.toDataURL());
    await page.waitForTimeout(700);
    const unpainted = await look();
    await page.locator("[data-brush='0']").click();
    await page.mouse.move(box.x + 100, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 500, box.y + 220, { steps: 30 });
    await page.mouse.up();
    await page.waitForFunction((old) => document.querySelector("[data-testid=world]").toDataURL() !== old, unpainted);
    await page.getByTestId("world-kind").selectOption("edges");
    await page.waitForFunction(() => Number(document.querySelector("[data-testid=world]").dataset.pieces) >= 4);
  },

  async "sixteen seeds, a wall of parameters, and statistics with a cancel"({ visit }) {
    const { page } = await visit();
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
    await page.waitForFunction(() => document.querySelector("progress")?.value === 500, undefined, {
      timeout: 120_000,
    });
    await page.locator("[data-testid=heat][data-drawn]").waitFor();
    assert.ok((await page.locator("tbody tr").count()) > 10);
  },
};
