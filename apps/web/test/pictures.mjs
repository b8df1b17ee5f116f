// Writes the pictures of docs/playground.md: npm run pictures [NAME…].
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { go, launch, open, ready, recipe, serve, write } from "./page.mjs";

const out = (name) => fileURLToPath(new URL(`../../../docs/pictures/playground-${name}.png`, import.meta.url));
const site = await serve();
const browser = await launch();
const wanted = process.argv.slice(2);

async function picture(name, options, act) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const { page, context, problems } = await open(site.url, { width: 1240, height: 780, browser, ...options });
  await act(page);
  await page.mouse.move(2, 2);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: out(name) });
  console.log(name, statSync(out(name)).size, ...problems);
  await context.close();
}

/** A strip of pictures of one session, each with a line below. */
async function film(name, act) {
  if (wanted.length > 0 && !wanted.includes(name)) return;
  const { page, context, problems } = await open(site.url, { width: 1240, height: 640, browser });
  const shots = [];
  await act(page, async (words) => {
    await page.waitForTimeout(700);
    shots.push([
      words,
      (await page.screenshot({ clip: { x: 238, y: 52, width: 620, height: 420 } })).toString("base64"),
    ]);
  });
  const strip = await context.newPage();
  await strip.setViewportSize({ width: 980, height: 100 });
  const figure = ([words, png], nth) =>
    `<figure><img src="data:image/png;base64,${png}"><figcaption>${nth + 1}. ${words}</figcaption></figure>`;
  await strip.setContent(`<style>body { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; margin: 12px;
    font: 16px sans-serif } figure { margin: 0 } img { width: 100%; border: 1px solid #888 }</style>${shots.map(figure).join("")}`);
  await strip.screenshot({ path: out(name), fullPage: true });
  console.log(name, statSync(out(name)).size, ...problems);
  await context.close();
}

await picture("map", {}, async (page) => {
  await recipe(page, "castle-keys");
  await page.locator("[data-overlay=rooms]").click();
  await page.getByTestId("stage").nth(4).locator(".name").click();
});
await picture("mend", { scheme: "dark" }, async (page) => {
  await recipe(page, "island-crypt");
  await page.getByTestId("stage-add").fill("pipe-shuffler");
  await page.getByTestId("stage-add").press("Enter");
  await page.getByTestId("stage").last().scrollIntoViewIfNeeded();
});
await picture("vary", {}, async (page) => {
  await recipe(page, "cave");
  await go(page, "vary");
  await page.locator("[data-view=parameters]").click();
  await page.waitForTimeout(2500);
});
await picture("pipes", { scheme: "dark" }, async (page) => {
  await recipe(page, "pipe-unique");
  await go(page, "play");
  for (let turn = 0; turn < 60; turn++) {
    await page.locator("[data-action=hint]").click();
    await page.waitForTimeout(60);
    const quarters = Number(await page.getByTestId("board").getAttribute("data-hint"));
    for (let quarter = 0; quarter < quarters; quarter++) await page.getByTestId("board").press("Space");
  }
});
await picture("walk", {}, async (page) => {
  await recipe(page, "castle-keys");
  const { proof } = await page.evaluate(() => globalThis.mapwright.map());
  await go(page, "play");
  const keys = { "0,-1": "ArrowUp", "1,0": "l", "0,1": "ArrowDown", "-1,0": "h" };
  for (let step = 1; step < 70; step++) {
    const [[x, y], [nx, ny]] = [proof.walk[step - 1], proof.walk[step]];
    await page.getByTestId("walk").press(keys[`${nx - x},${ny - y}`]);
    await page.waitForTimeout(40);
  }
});
await picture("world", {}, async (page) => {
  await recipe(page, "endless-islands");
  await go(page, "world");
  for (const key of ["-", "-", "-"]) await page.getByTestId("world").press(key);
  await page.getByTestId("world").blur();
  await page.waitForTimeout(8000);
});
await picture("phone", { width: 360, height: 740, scheme: "dark" }, async (page) => {
  await recipe(page, "cave-with-vaults");
  await page.evaluate(() => scrollTo(0, 0));
});
await film("keep", async (page, shot) => {
  const recipe = {
    version: 1,
    width: 48,
    height: 30,
    seed: 11,
    initial: { use: "bsp-dungeon" },
    metas: [{ use: "doors" }],
  };
  await write(page, recipe);
  await ready(page);
  const map = await page.evaluate(() => globalThis.mapwright.map());
  const [x, y, w, h] = map.rooms[3].rect;
  const box = await page.getByTestId("map").boundingBox();
  const zoom = Math.min(box.width / (map.width + 2), box.height / (map.height + 2));
  const spot = (side, all, cell, most) => side + all / 2 + (cell + 0.5 - most / 2) * zoom;
  await page.mouse.click(
    spot(box.x, box.width, x + (w >> 1), map.width),
    spot(box.y, box.height, y + (h >> 1), map.height),
  );
  await shot("Click a room");
  await page.getByRole("button", { name: "Keep this room" }).click();
  await ready(page);
  await shot("Keep this room: its cells are hatched");
  for (const time of ["once", "twice"]) {
    await page.getByRole("button", { name: "Reroll the rest" }).click();
    await page.waitForTimeout(500);
    await ready(page);
    await shot(`Reroll the rest, ${time}`);
  }
});
await browser.close();
site.close();
