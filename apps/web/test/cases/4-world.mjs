// The endless worlds of recipes.
import { changed, go, recipe as open, param, pixels, ready, write } from "../page.mjs";
import { run } from "../program.mjs";
import { expect, test } from "../test.mjs";

const drawn = (page, count) =>
  page.waitForFunction(
    (count) => Number(document.querySelector("[data-testid=world]")?.dataset.pieces) >= count,
    count,
  );

/** The column and row in the middle of the canvas. */
const middle = async (page) =>
  JSON.parse((await page.getByTestId("world-place").textContent()).replace("(", "[").replace(")", "]"));

/** Waits until the cells around the middle are, pixel by pixel, those that the program draws. */
async function isTheProgramsWorld(page, recipe) {
  const [x, y] = await middle(page);
  const window = { x: x - 28, y: y - 22, w: 56, h: 44 };
  const at = `--window=${window.x},${window.y},${window.w}x${window.h}`;
  const theirs = run("/tmp", "world", recipe, at, "--cell", "6", "--format", "png").toString("base64");
  await page.waitForFunction(
    async ([png, { w, h }]) => {
      const canvas = document.querySelector("[data-testid=world]");
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const bytes = (image, x, y, w, h) => {
        const copy = new OffscreenCanvas(w, h).getContext("2d");
        copy.drawImage(image, -x, -y);
        return copy.getImageData(0, 0, w, h).data;
      };
      // Without the outermost cells, whose neighbors the program did not see.
      const [columns, rows, scale] = [w - 2, h - 2, 6];
      const corner = [(bitmap.width - w * scale) / 2 + scale, (bitmap.height - h * scale) / 2 + scale];
      const cell = (length, nth) => Math.round(length / 2) + (nth + 1) * scale;
      const size = [columns * scale, rows * scale];
      const here = bytes(canvas, cell(canvas.width, -28), cell(canvas.height, -22), ...size);
      const there = bytes(bitmap, ...corner, ...size);
      return here.every((byte, nth) => byte === there[nth]);
    },
    [theirs, window],
    { polling: 100 },
  );
}

const RECIPES = ["endless-caves", "endless-cells", "endless-halls", "endless-islands", "endless-maze", "endless-rooms"];

test("the world is wandered over its chunks", async ({ page }) => {
  await open(page, "endless-caves");
  await go(page, "world");
  const world = page.getByTestId("world");
  await drawn(page, 4);
  const place = page.getByTestId("world-place");
  const before = await place.textContent();
  const box = await world.boundingBox();
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.mouse.down();
  for (let step = 0; step < 20; step++) await page.mouse.move(box.x + 300 - step * 60, box.y + 300 - step * 30);
  await page.mouse.up();
  await expect(place).not.toHaveText(before);
  await drawn(page, 4);
});

test("the endless world of a recipe is the program's, here and far away", async ({ page }) => {
  for (const name of RECIPES) {
    await open(page, name);
    await go(page, "world");
    await expect(page.locator(".recipe h2")).toHaveText(name);
    await drawn(page, 4);
    await isTheProgramsWorld(page, name);
    // Ten cells a press: over several chunks, to where coordinates are negative.
    const world = page.getByTestId("world");
    for (let step = 0; step < 20; step++) await world.press("ArrowLeft");
    for (let step = 0; step < 9; step++) await world.press("ArrowUp");
    await expect(page.getByTestId("world-place")).toHaveText("(-200, -90)");
    await isTheProgramsWorld(page, name);
  }
});

test("an endless world follows its recipe, and is painted", async ({ page }) => {
  await open(page, "endless-caves");
  await go(page, "world");
  await drawn(page, 4);
  await page.waitForTimeout(700);
  let old = await pixels(page, "world");
  await page.getByTestId("seed").fill("8");
  old = await changed(page, "world", old);
  const rounds = await param(page, "cellular-automata", "rounds");
  await rounds.locator("input[type=number]").fill("2");
  await changed(page, "world", old);
  await page.waitForTimeout(700);
  await page.getByTestId("world-tile").selectOption({ label: "tree" });
  old = await pixels(page, "world");
  const box = await page.getByTestId("world").boundingBox();
  await page.mouse.move(box.x + 100, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, box.y + 220, { steps: 30 });
  await page.mouse.up();
  await changed(page, "world", old);
  await page.getByTestId("world").focus();
  await page.waitForTimeout(400);
  old = await pixels(page, "world");
  await page.getByTestId("world").press("Enter");
  await changed(page, "world", old);
});

test("a recipe with borders says why, and others are offered", async ({ page }) => {
  await go(page, "world");
  const kind = page.getByTestId("world-kind");
  const fault = page.getByTestId("world-fault");
  await expect(fault).toHaveText(/^castle-keys has borders: start cannot run/);
  await kind.selectOption("endless-rooms");
  await drawn(page, 4);
  await expect(page.locator(".recipe h2")).toHaveText("endless-rooms");
  await write(page, '{ "version": 1, "width": ');
  await expect(fault).toHaveText(/makes no world/);
  await page.getByTestId("undo").click();
  await ready(page);
  await drawn(page, 4);
});
