// What is taken home is what the program writes, byte for byte; and the library's own reading of random recipes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unzipSync } from "fflate";
import { ready } from "../page.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

let mapwright = process.env.MAPWRIGHT;

/** Has cargo build the program, unless `MAPWRIGHT` names one. */
export function prepare() {
  if (mapwright) return;
  execFileSync("cargo", ["build", "-q", "--locked", "-p", "mapwright-cli"], { cwd: root, stdio: "inherit" });
  mapwright = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/mapwright");
}

/** Files below a folder, by name. */
function folder(path) {
  const names = readdirSync(path, { recursive: true }).filter((name) => statSync(join(path, name)).isFile());
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name))]));
}

/** How the program is called for a format: its arguments, and what it writes. */
function calls(stem) {
  const built = (end, ...args) => [
    ["build", "recipe.json", "--quiet", ...args, `out/${stem}.${end}`],
    `${stem}.${end}`,
  ];
  const exported = (to, end) => [["export", "recipe.json", "--to", to, `out/${stem}.${end}`], end && `${stem}.${end}`];
  return {
    json: built("json", "--json"),
    png: built("png", "--png"),
    gif: built("gif", "--gif"),
    apng: built("film.png", "--apng"),
    rust: built("rs", "--rust"),
    svg: exported("svg", "svg"),
    csv: exported("csv", "csv"),
    ascii: exported("ascii", "txt"),
    xp: exported("xp", "xp"),
    tmj: exported("tmj", "tmj"),
    tmx: exported("tmx", "tmx"),
    ldtk: exported("ldtk", "ldtk"),
    datapack: [["export", "recipe.json", "--to", "datapack", "--quiet", "out"], undefined],
    "pipe-pack": [["export", "recipe.json", "--to", "pipe-pack", "out"], undefined],
  };
}

async function download(page, to) {
  const button = page.locator(`[data-testid=export][data-to=${to}]`);
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

async function compare(visit, recipe, formats) {
  const { page } = await visit();
  await page.locator(`[data-testid=gallery-item][data-name=${recipe}]`).click();
  await ready(page);
  const text = (await download(page, "recipe")).bytes;
  for (const to of formats) {
    const dir = mkdtempSync(join(tmpdir(), "mapwright-"));
    execFileSync("mkdir", [join(dir, "out")]);
    writeFileSync(join(dir, "recipe.json"), text);
    const [args] = calls(recipe)[to];
    execFileSync(mapwright, args, { cwd: dir, stdio: ["ignore", "ignore", "inherit"] });
    const theirs = folder(join(dir, "out"));
    const { name, bytes } = await download(page, to);
    const ours = name.endsWith(".zip") ? unzipSync(new Uint8Array(bytes)) : { [name]: bytes };
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort(), `${to} of ${recipe}`);
    for (const file of Object.keys(ours)) {
      assert.ok(Buffer.from(ours[file]).equals(theirs[file]), `${to} of ${recipe}: ${file} differs`);
    }
  }
}

export const cases = {
  async "what is taken home is what the program writes"({ visit }) {
    const drawn = ["rust", "json", "png", "gif", "apng", "svg", "csv", "ascii", "xp", "tmj", "tmx", "ldtk", "datapack"];
    await compare(visit, "castle-keys", drawn);
    await compare(visit, "pipe-puzzle", ["json", "png", "gif", "svg", "ascii", "ldtk", "pipe-pack"]);
  },

  async "a sheet of all stages is a picture"({ visit }) {
    const { page } = await visit();
    const { name, bytes } = await download(page, "sheet");
    assert.match(name, /\.sheet\.png$/);
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.ok(bytes.readUInt32BE(16) > 800, "as wide as several stages");
  },

  async "200 random recipes never break the page"({ visit, figure }) {
    const { page } = await visit();
    const builders = await page.evaluate(() => globalThis.mapwright.catalogue().builders);
    const random = generator(2026);
    const states = { ready: 0, error: 0 };
    for (let nth = 0; nth < 200; nth++) {
      const recipe = randomRecipe(builders, random);
      await page.getByTestId("text").fill(JSON.stringify(recipe));
      const handle = await page.waitForFunction(
        () => document.body.dataset.state !== "building" && document.body.dataset.state,
        undefined,
        { timeout: 60_000, polling: 5 },
      );
      states[await handle.jsonValue()]++;
      const shown = await page.getByTestId("stage").count();
      assert.equal(shown, recipe.metas.length + 1, JSON.stringify(recipe));
    }
    assert.ok(states.ready > 20 && states.error > 20, JSON.stringify(states));
    figure("random recipes", `${states.ready} built, ${states.error} refused`, "none breaks the page", true);
    await page.locator("[data-testid=gallery-item][data-name=cave]").click();
    await ready(page);
  },
};

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
