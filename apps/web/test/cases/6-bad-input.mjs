// Broken links, huge sizes, endless searches, files that are no images: a kind word, the page goes on, no work is lost.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { zipSync } from "fflate";
import { COLORS, png, SAMPLE } from "../files.mjs";
import { add, address, another, give, param, ready, recipe, uses, write } from "../page.mjs";
import { expect, test } from "../test.mjs";

const SMALL = { version: 1, width: 24, height: 16, initial: { use: "cellular-automata" } };
const WFC = { ...SMALL, metas: [{ use: "wave-function-collapse" }] };
/** A link to a sound recipe with files. */
const withFiles = (files) => {
  const contents = Object.entries(files).map(([name, content]) => [name, new Uint8Array(Buffer.from(content))]);
  const zip = Buffer.from(zipSync(Object.fromEntries(contents), { level: 9 }));
  return `${link(deflateRawSync(JSON.stringify(SMALL)))}&f=${zip.toString("base64url")}`;
};
const link = (bytes) => `#r=${Buffer.from(bytes).toString("base64url")}`;

test("a broken link is told, and what was there stays", async ({ page, visit }) => {
  await recipe(page, "building");
  const digest = await ready(page);
  const whole = await address(page);
  const bomb = deflateRawSync(Buffer.alloc(200 << 20, " "));
  const broken = [
    ["#r=!", /characters/],
    [whole.slice(0, -40), /missing/],
    [link("what is this"), /missing/],
    [link(deflateRawSync("no JSON")), /not a recipe/],
    [link(deflateRawSync('{"format": "mapwright-map"}')), /not a recipe/],
    [link(bomb), /more than 8 MB/],
    [withFiles(Object.fromEntries(Array.from({ length: 65 }, (_, nth) => [`${nth}.txt`, "x"]))), /more than 64 files/],
    // Each of them may be so large, but not all together.
    [withFiles({ "a.txt": Buffer.alloc(5 << 20), "b.txt": Buffer.alloc(5 << 20) }), /more than 8 MB/],
  ];
  for (const [hash, words] of broken) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await expect(page.getByTestId("notice"), hash.slice(0, 60)).toHaveText(words);
    await page.getByRole("button", { name: "Put away" }).click();
    assert.equal(await ready(page), digest);
  }
  const other = await visit({}, link(deflateRawSync("{")));
  await expect(other.page.getByTestId("notice")).toHaveText(/This link is broken/);
  await recipe(other.page, "cave");
  // The same browser, a fresh page.
  await page.goto(`${page.url().replace(/#.*/, "")}?again#r=AAAA`);
  assert.equal(await ready(page), digest);
  await expect(page.getByTestId("notice")).toHaveText(/Nothing of yours has changed/);
});

test("a link leaves one's own work a step back", async ({ page, site }) => {
  await recipe(page, "cave");
  const linked = await address(page);
  const cave = await ready(page);
  await recipe(page, "building");
  await add(page, "exit");
  const own = await page.getByTestId("stage").count();
  await address(page);
  await page.goto("about:blank");
  await page.goto(site.url + linked);
  assert.equal(await ready(page), cave);
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("stage")).toHaveCount(own);
});

test("a link never takes the place of one's own file", async ({ visit }) => {
  const other = await visit();
  const [mine, theirs] = [COLORS, { ...COLORS, ".": COLORS["~"] }].map((colors) => png(SAMPLE, colors));
  const withSample = async (page, content) => {
    await write(page, WFC);
    const plain = await ready(page);
    await give(await param(page, "wave-function-collapse", "file"), "rooms.png", content);
    return another(page, plain);
  };
  const linked = await withSample(other.page, theirs);
  const hash = await address(other.page);

  const { page } = await visit();
  const own = await withSample(page, mine);
  assert.notEqual(own, linked);
  // Opened twice: no second file.
  for (const _ of [1, 2]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    assert.equal(await another(page, own), linked);
    await expect(page.getByTestId("text")).toHaveText(/"rooms-[0-9a-f]+\.png"/);
    await page.getByTestId("undo").click();
    assert.equal(await another(page, linked), own);
    await address(page);
  }
  await page.reload();
  assert.equal(await ready(page), own, "the file that is kept is one's own");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("mapwright.files")).map(([name]) => name));
  assert.equal(kept.length, 2, kept.join(", "));
});

test("kept work that is broken does not stop the page", async ({ page, visit }) => {
  const first = await ready(page);
  const step = { draft: { width: 9, height: 9, seed: 1, stages: [{ stage: { use: "arena" } }] }, name: "mine" };
  const broken = [
    "{",
    "7",
    { draft: {} },
    { ...step, draft: { ...step.draft, stages: [null] } },
    { ...step, draft: { ...step.draft, stages: [{ stage: {} }] } },
    { ...step, draft: { ...step.draft, text: 7 } },
    { ...step, draft: { ...step.draft, seed: "x" } },
    { ...step, name: null },
  ];
  /** Opens the page with this as its work. */
  const reopen = async (work) => {
    await page.goto("about:blank");
    await page.addInitScript(
      (text) => {
        if (location.protocol !== "about:") localStorage.setItem("mapwright.work.1", text);
      },
      typeof work === "string" ? work : JSON.stringify(work),
    );
    await page.goto(other.page.url().replace(/#.*/, ""));
    return ready(page);
  };
  const other = await visit();
  for (const work of broken) assert.equal(await reopen(work), first, JSON.stringify(work));
  // Steps back that are broken are left out; the draft stays.
  await reopen({ ...step, past: [null, { name: "x" }, step] });
  assert.deepEqual(await uses(page), ["arena"]);
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("undo")).toBeDisabled();
});

test("work that another version of the page kept stays", async ({ page }) => {
  const other = '{ "of": "a newer page" }';
  await page.evaluate((text) => localStorage.setItem("mapwright.work.2", text), other);
  await recipe(page, "cave");
  await address(page);
  await page.reload();
  await ready(page);
  const kept = await page.evaluate(() => ["1", "2"].map((nth) => localStorage.getItem(`mapwright.work.${nth}`)));
  assert.equal(JSON.parse(kept[0]).name, "cave");
  assert.equal(kept[1], other);
});

test("half-written work and its undo are there after a reload", async ({ page }) => {
  const first = await recipe(page, "braided-maze");
  await page.getByTestId("stage").nth(1).locator("input[type=checkbox]").first().uncheck();
  await ready(page);
  await write(page, '{ "version": 1, "width": ');
  await ready(page, "error");
  await page.reload();
  await ready(page, "error");
  await expect(page.getByTestId("text")).toHaveText('{ "version": 1, "width":');
  await page.getByTestId("undo").click();
  await ready(page);
  await expect(page.getByTestId("stage").nth(1)).toHaveAttribute("class", /off/);
  await page.getByTestId("undo").click();
  assert.equal(await ready(page), first);
});

test("huge sizes are refused kindly, in the boxes and in the text", async ({ page }) => {
  await recipe(page, "cave");
  await page.getByTestId("width").fill("65535");
  await page.getByTestId("height").fill("65535");
  await ready(page, "error");
  await expect(page.getByTestId("error").first()).toHaveText(/would take|expected/);
  await page.getByTestId("width").fill("99999999");
  await ready(page, "error");
  await expect(page.getByTestId("error").first()).toHaveText(/65535/);
  for (const width of [1e300, -4, 0.5, "wide", null, []]) {
    await write(page, { ...SMALL, width });
    await ready(page, "error");
    assert.ok((await page.getByTestId("error").first().textContent()).length > 10);
  }
  await recipe(page, "cave");
});

test("an endless search is cancelled, after a reload too", async ({ page }) => {
  const program = [{ one: [".# -> #.", "#. -> .#"], steps: 2_000_000_000 }];
  const endless = { ...SMALL, width: 200, height: 200, metas: [{ use: "rewrite", budget: 1_000_000, program }] };
  await write(page, endless);
  await page.getByTestId("cancel").click();
  await ready(page, "error");
  await expect(page.getByTestId("error").first()).toHaveText(/cancelled/);
  assert.deepEqual(await uses(page), ["cellular-automata", "rewrite"]);
  await page.reload();
  await page.getByTestId("cancel").click();
  await ready(page, "error");
  // A newer recipe does not wait for it either.
  await page.getByRole("button", { name: "Try again" }).click();
  await recipe(page, "cave");
});

test("a PNG becomes a sample, and what is no image says so", async ({ page, visit }) => {
  await write(page, WFC);
  const plain = await ready(page);
  const file = await param(page, "wave-function-collapse", "file");
  await give(file, "photo.jpg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]));
  await expect(page.getByTestId("error").first()).toHaveText(/photo.jpg.*neither a picture nor text/);
  await give(file, "broken.png", png(SAMPLE, COLORS).subarray(0, 50));
  await expect(page.getByTestId("error").first()).toHaveText(/broken.png.*not a valid PNG/);
  await give(file, "rooms.png", png(SAMPLE, COLORS));
  const digest = await another(page, plain);
  const hash = await address(page);
  await page.reload();
  assert.equal(await ready(page), digest, "files are kept");
  const other = await visit({}, hash);
  assert.equal(await ready(other.page), digest, "a link takes small files along");
  const none = await visit({ state: "error" }, hash.replace(/&f=.*/, ""));
  await expect(none.page.getByTestId("error").first()).toHaveText(/rooms.png.*no such file/);
});

test("files are dropped: a prefab on its stage, a recipe anywhere, nothing else", async ({ page }) => {
  const drop = async (selector, name, content) => {
    const data = await page.evaluateHandle(
      ([name, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], name));
        return data;
      },
      [name, content],
    );
    await page.locator(selector).dispatchEvent("drop", { dataTransfer: data });
  };
  await write(page, { ...SMALL, initial: { use: "prefab-level" } });
  const plain = await ready(page);
  await param(page, "prefab-level", "template");
  await drop(".drop", "level.txt", "########\n#@....>#\n########\n");
  const map = await another(page, plain);
  await expect(page.getByTestId("text")).toHaveText(/"file": "level.txt"/);
  await drop("h1", "photo.png", "no recipe");
  await expect(page.getByTestId("notice")).toHaveText(/photo.png is not a recipe/);
  assert.equal(await ready(page), map);
  await drop("h1", "mine.recipe.json", JSON.stringify(SMALL));
  await another(page, map);
  assert.deepEqual(await uses(page), ["cellular-automata"]);
  await expect(page.locator(".recipe h2")).toHaveText("mine");
  // A map goes into the recipe, where a map is wanted.
  await write(page, { ...SMALL, initial: { use: "from-map" } });
  await ready(page, "error");
  const slot = await param(page, "from-map", "map");
  await give(slot, "map.json", "[1, 2");
  await expect(page.getByTestId("notice")).toHaveText(/not a map/);
});
