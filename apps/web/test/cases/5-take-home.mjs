// What is taken home is what the program writes, byte for byte; and the library's own reading of random recipes.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { COLORS, png, SAMPLE } from "../files.mjs";
import { another, give, recipe as open, param, ready, write } from "../page.mjs";
import { run } from "../program.mjs";
import { expect, figure, test } from "../test.mjs";

/** Files below a folder, by name. */
function folder(path) {
  const names = readdirSync(path, { recursive: true }).filter((name) => statSync(join(path, name)).isFile());
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name))]));
}

/** What the page calls a format, its name in the program, and what its files end in; folders have no ending. */
const FORMATS = {
  json: ["json", "json"],
  png: ["png", "png"],
  gif: ["gif", "gif"],
  apng: ["apng", "film.png"],
  rust: ["rs", "rs"],
  svg: ["svg", "svg"],
  csv: ["csv", "csv"],
  ascii: ["txt", "txt"],
  xp: ["xp", "xp"],
  tmj: ["tmj", "tmj"],
  tmx: ["tmx", "tmx"],
  ldtk: ["ldtk", "ldtk"],
  datapack: ["datapack"],
  "pipe-pack": ["pipe-pack"],
};

/** What the program writes for each format, each a list of files by name. */
function written(text, stem, formats) {
  const dir = mkdtempSync(join(tmpdir(), "mapwright-"));
  writeFileSync(join(dir, "recipe.json"), text);
  for (const to of formats) {
    mkdirSync(join(dir, to));
    const [format, ending] = FORMATS[to];
    const more = to === "ascii" ? ["-O", "ascii=yes"] : [];
    const out = ending ? `${to}/${stem}.${ending}` : to;
    run(dir, "build", "recipe.json", "--quiet", "--format", format, ...more, "-o", out);
  }
  return Object.fromEntries(formats.map((to) => [to, folder(join(dir, to))]));
}

async function download(page, to) {
  const button = page.locator(`[data-testid=export][data-to=${to}]`);
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function compare(visit, recipe, formats) {
  const { page } = await visit();
  await open(page, recipe);
  const all = written((await download(page, "recipe")).bytes, recipe, formats);
  for (const [to, theirs] of Object.entries(all)) {
    const { name, bytes } = await download(page, to);
    const ours = name.endsWith(".zip") ? unzipSync(new Uint8Array(bytes)) : { [name]: bytes };
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort(), `${to} of ${recipe}`);
    for (const file of Object.keys(ours)) {
      assert.ok(Buffer.from(ours[file]).equals(theirs[file]), `${to} of ${recipe}: ${file} differs`);
    }
  }
}

test("what is taken home is what the program writes", async ({ visit }) => {
  const drawn = ["rust", "json", "png", "gif", "apng", "svg", "csv", "ascii", "xp", "tmj", "tmx", "ldtk", "datapack"];
  await compare(visit, "castle-keys", drawn);
  await compare(visit, "pipe-puzzle", ["json", "png", "ascii", "pipe-pack"]);
});

test("a sheet of all stages is the one that the program draws", async ({ page }) => {
  await open(page, "castle-keys");
  const dir = mkdtempSync(join(tmpdir(), "mapwright-"));
  run(dir, "build", "castle-keys", "--sheet", "stages", "-o", "sheet.png", "--quiet");
  const { name, bytes } = await download(page, "sheet");
  assert.equal(name, "castle-keys.sheet.png");
  assert.ok(bytes.equals(readFileSync(join(dir, "sheet.png"))));
});

test("a recipe is taken home with its files, and the program builds the same map", async ({ page }) => {
  await write(page, {
    version: 1,
    width: 24,
    height: 16,
    initial: { use: "cellular-automata" },
    metas: [{ use: "wave-function-collapse" }],
  });
  const plain = await ready(page);
  await give(await param(page, "wave-function-collapse", "file"), "rooms.png", png(SAMPLE, COLORS));
  const digest = await another(page, plain);
  const { name, bytes } = await download(page, "recipe");
  assert.match(name, /\.zip$/);
  const dir = mkdtempSync(join(tmpdir(), "mapwright-"));
  const files = unzipSync(new Uint8Array(bytes));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(dir, file), content);
  const text = Object.keys(files).find((file) => file.endsWith(".json"));
  const theirs = run(dir, "build", text, "--digest", "--quiet").toString();
  assert.equal(theirs.trim(), digest);
});

test("a link is said to be copied when it is", async ({ page }) => {
  await open(page, "cave");
  const clipboard = (can) =>
    page.evaluate((can) => {
      const writeText = async (text) => {
        if (can === "no") throw new Error("refused");
        globalThis.copied = text;
      };
      Object.defineProperty(navigator, "clipboard", { value: can ? { writeText } : undefined, configurable: true });
    }, can);
  const copy = async (words) => {
    await page.getByTestId("link").click();
    await page.getByTestId("link").getByText(words).waitFor();
  };
  for (const can of ["", "no"]) {
    await clipboard(can);
    await copy("Copy it from the address bar");
  }
  await clipboard("yes");
  await copy("Link copied");
  assert.equal(await page.evaluate(() => globalThis.copied), page.url());
  assert.match(page.url(), /#r=/);
});

test("200 random recipes never break the page", async ({ page }) => {
  const builders = await page.evaluate(() => globalThis.mapwright.catalogue().builders);
  const random = generator(2026);
  const states = { ready: 0, error: 0 };
  for (let nth = 0; nth < 200; nth++) {
    const recipe = randomRecipe(builders, random);
    await write(page, recipe);
    const handle = await page.waitForFunction(
      () => document.body.dataset.state !== "building" && document.body.dataset.state,
      undefined,
      { polling: 5 },
    );
    states[await handle.jsonValue()]++;
    await expect(page.getByTestId("stage"), JSON.stringify(recipe)).toHaveCount(recipe.metas.length + 1);
  }
  assert.ok(states.ready > 20 && states.error > 20, JSON.stringify(states));
  figure("random recipes", `${states.ready} built, ${states.error} refused`, "none breaks the page", true);
  await open(page, "cave");
});

/** Mulberry32. */
function generator(seed) {
  return (most) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % most;
  };
}

/** Stages in any order with any parameters, right or just wrong. */
function randomRecipe(builders, random) {
  const pick = (list) => list[random(list.length)];
  const value = ({ type, range }) => {
    if (random(8) === 0) return pick([-1, "no", null, [], 1e9, {}]);
    const [min, max] = range ?? [];
    if (type === "integer") return min + random(Math.min(max - min, 12) + 1);
    if (type === "number") return min + ((max - min) * random(101)) / 100;
    if (type === "boolean") return random(2) === 0;
    if (type === "choice" || type === "place") return pick(range);
    return undefined;
  };
  const stage = (list) => {
    const { name, params } = pick(list);
    const some = params.filter(() => random(3) === 0).map((param) => [param.name, value(param)]);
    return { use: name, ...Object.fromEntries(some.filter(([, one]) => one !== undefined)) };
  };
  const initial = builders.filter(({ kind }) => kind !== "meta");
  const metas = builders.filter(({ kind }) => kind !== "initial");
  return {
    version: 1,
    width: pick([1, 2, 9, 30, 41]),
    height: pick([1, 7, 20, 31]),
    wrap: pick(["none", "none", "x", "both"]),
    seed: random(1000),
    initial: stage(initial),
    metas: Array.from({ length: random(5) }, () => stage(metas)),
  };
}
