// The package in Node.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Mapwright, MapwrightError } from "mapwright";
import { EndlessWorld, initSync, Level, Pipes } from "mapwright/binding";

const golden = new URL("../../../tests/golden/", import.meta.url);
const mw = await Mapwright.load();

/** What a call throws, which is ours. */
function thrown(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof MapwrightError, error.stack);
    return error;
  }
  assert.fail(`nothing was thrown: ${call}`);
}

test("every recipe has the program's digest, for three seeds", () => {
  let maps = 0;
  for (const { name } of mw.catalogue.recipes) {
    const lines = readFileSync(new URL(`${name}.txt`, golden), "utf8").matchAll(/^seed (\d+): map (\w{16})/gm);
    for (const [, seed, digest] of lines) {
      assert.equal(mw.build(name, { seed: BigInt(seed) }).digest, digest, `${name}, seed ${seed}`);
      maps++;
    }
  }
  assert.ok(maps > 2 * readdirSync(golden).length, `${maps} maps`);
});

test("a map is all that the program writes", () => {
  for (const { name } of mw.catalogue.recipes) {
    const map = mw.build(name);
    const level = new Level(JSON.stringify(mw.recipe(name)), 0);
    const all = JSON.parse(level.json());
    level.free();
    assert.deepEqual(JSON.parse(map.json()), all, name);
    assert.equal(map.tiles.length, map.width * map.height);
    for (const part of ["doors", "spawns", "rooms", "portals"])
      assert.deepEqual(map[part], all[part] ?? [], `${name}: ${part}`);
    for (const part of ["start", "exit", "wrap"])
      assert.deepEqual(map[part], all[part] ?? undefined, `${name}: ${part}`);
    assert.equal(map.seed, BigInt(mw.recipe(name).seed));
  }
});

test("paths lead through portals and joined borders", () => {
  let jumps = 0;
  for (const { name } of mw.catalogue.recipes) {
    const map = mw.build(name);
    if (!map.start || !map.exit) continue;
    const path = map.path(map.start, map.exit);
    assert.deepEqual([path[0], path.at(-1)], [map.start, map.exit], name);
    jumps += path.slice(1).filter(([x, y], nth) => Math.abs(x - path[nth][0]) + Math.abs(y - path[nth][1]) > 1).length;
    const seen = map.sight(map.start, 8);
    assert.equal(seen.length, map.tiles.length);
    assert.equal(seen[map.start[1] * map.width + map.start[0]], 1);
  }
  assert.ok(jumps > 0);
  const map = mw.build("cave");
  assert.equal(map.path(map.start, [65535, 65535]), undefined);
});

test("seeds have 64 bits", () => {
  const largest = (1n << 64n) - 1n;
  const map = mw.build("cave", { seed: largest });
  assert.equal(map.seed, largest);
  assert.equal(map.digest, mw.build({ ...mw.recipe("cave"), seed: 0 }, { seed: largest }).digest);
  assert.equal(
    mw.build("cave", { seed: 5 }).digest,
    mw.build(JSON.stringify({ ...mw.recipe("cave"), seed: 5 })).digest,
  );
  for (const seed of [-1, 1.5, 2 ** 53, NaN, "7", null, largest + 1n, {}]) {
    assert.equal(thrown(() => mw.build("cave", { seed })).field, "seed");
  }
});

test("pictures", () => {
  const map = mw.build("castle-keys", { seed: 7n });
  const png = map.png({ theme: "dark", cell: 4 });
  assert.deepEqual([...png.slice(0, 4)], [137, 80, 78, 71]);
  const { data, width, height } = map.rgba({ cell: 3 });
  assert.deepEqual([width, height, data.length], [3 * map.width, 3 * map.height, 36 * map.width * map.height]);
  assert.match(map.svg(), /^<svg/);
  assert.notDeepEqual(map.png({ theme: "dark", cell: 4 }), map.png({ cell: 4 }));
  // Most tilesets show planes that few maps have.
  const drawn = mw.catalogue.tilesets.filter((tileset) => {
    try {
      return map.rgba({ tileset, cell: 16 }).width === 16 * map.width;
    } catch (error) {
      assert.match(error.message, /the map has no/);
      return false;
    }
  });
  assert.ok(drawn.length > 0);
  for (const theme of mw.catalogue.themes) assert.ok(map.svg({ theme }).length > 0);
  assert.match(thrown(() => map.png({ theme: "pink" })).message, /pink/);
  for (const cell of [0, -1, 2.5, "8", 1e9]) assert.equal(thrown(() => map.png({ cell })).field, "cell");
  assert.match(
    thrown(() => mw.build({ ...mw.recipe("cave"), width: 2000, height: 2000 }).png({ cell: 64 })).message,
    /pixels/,
  );
});

test("the catalogue and the schema name all stages", () => {
  const stages = mw.catalogue.stages.map(({ name }) => name);
  assert.ok(stages.length > 50 && stages.includes("lock-and-key"));
  for (const name of stages) assert.ok(mw.schema.$defs[name], name);
  assert.equal(mw.recipe("lock-and-key").metas.at(-1).use, "lock-and-key");
});

test("a search finds the levels of the program, which other calls build", async () => {
  const found = [];
  for await (const level of mw.search("braided-maze", { want: "loops >= 3", count: 5, seed: 2n })) found.push(level);
  assert.equal(found.length, 5);
  assert.deepEqual(
    found.map((level) => level.build().digest),
    found.map(({ recipe }) => mw.build(recipe).digest),
  );
  const search = mw.search("braided-maze", { want: "loops >= 1000000", budget: 20 });
  const { done, value } = await search.next();
  assert.ok(done);
  assert.equal(value.tried, 20);
  assert.equal(value.passed[0].passed, 0);
  assert.match(value.nearest[0].failed, /loops/);
  for (const [options, field] of [
    [{ want: "lops >= 3" }, "want"],
    [{ want: "loops > 1", vary: "metas.9.chance=1..2" }, "vary"],
    [{}, "want"],
    [{ count: 0 }, "count"],
    [{ budget: -1 }, "budget"],
  ]) {
    await assert.rejects(
      mw.search("braided-maze", options).next(),
      (error) => error instanceof MapwrightError && error.field === field,
    );
  }
});

test("a world has chunks in any order", () => {
  const world = mw.world("endless-caves", { seed: 7n });
  const far = world.chunk(-3, 5);
  assert.equal(mw.world("endless-caves", { seed: 7n }).chunk(-3, 5).digest, far.digest);
  assert.notEqual(world.chunk(0, 0).digest, far.digest);
  assert.equal(far.seed, undefined);
  assert.ok(thrown(() => mw.world("wilson-maze")).stage !== undefined);
  for (const x of [0.5, 2 ** 31, "1", undefined]) assert.equal(thrown(() => world.chunk(x, 0)).field, "x");
  world[Symbol.dispose]();
  world[Symbol.dispose]();
  assert.match(thrown(() => world.chunk(0, 0)).message, /disposed/);
});

test("a game of pipes is won by its hints", () => {
  const game = mw.pipes({ width: 9, height: 9, unique: true }, { seed: 3 });
  assert.deepEqual([game.width, game.height, game.cells().length, game.solved], [9, 9, 81, false]);
  for (let hint = game.hint(); hint; hint = game.hint()) game.turn(...hint.at, hint.quarters);
  assert.ok(game.solved);
  const undone = game.undo();
  assert.ok(!game.solved && undone.moves > 0);
  assert.ok(game.redo().solved);
  assert.equal(game.redo(), undefined);
  assert.equal(game.lock(0, 0), true);
  thrown(() => game.turn(0, 0));
  thrown(() => game.turn(99, 0));
  assert.ok(mw.pipes("pipe-unique").hint());
  assert.ok(mw.pipes(mw.build("pipe-puzzle")).hint());
  assert.equal(mw.pipes({ width: 4, height: 4, wrap: "both" }).width, 4);
  thrown(() => mw.pipes({ width: 0, height: 9 }));
  thrown(() => mw.pipes("cave"));
});

test("what is wrong is thrown, and the next call works", () => {
  const keys = {
    version: 1,
    width: 60,
    height: 36,
    initial: { use: "bsp-dungeon" },
    metas: [{ use: "lock-and-key", keys: 999 }],
  };
  const { stage, field, retryable } = thrown(() => mw.build(keys));
  assert.deepEqual([stage, field, retryable], [1, "keys", false]);
  assert.equal(thrown(() => mw.build("castle-kays")).nearest, "castle-keys");
  assert.equal(thrown(() => mw.build({ ...keys, initial: { use: "bsp-dungen" } })).nearest, "bsp-dungeon");
  const cyclic = { ...keys };
  cyclic.metas = [cyclic];
  const hostile = [
    cyclic,
    "",
    "\0",
    "{",
    "{".repeat(100_000),
    "[".repeat(100_000),
    `{"version":1,"width":1e99}`,
    "x".repeat(10_000_000),
    "\ud800",
    { version: 1n },
    undefined,
    null,
    7,
    [],
    Symbol("x"),
    () => {},
    new Map(),
    { toJSON: () => undefined },
    { version: 1, width: 65535, height: 65535, initial: { use: "prim-maze" } },
    { version: 1, width: -1, height: 0, initial: { use: "prim-maze" } },
    { ...keys, metas: Array(100_000).fill({ use: "exit" }) },
    { ...keys, metas: [{ use: "lock-and-key", keys: "many" }, { use: "__proto__" }] },
  ];
  for (const recipe of hostile) {
    thrown(() => mw.build(recipe));
    thrown(() => mw.world(recipe));
  }
  const map = mw.build("cave");
  for (const at of [undefined, [1], [1.5, 2], [-1, 0], ["1", 2], [70000, 0], {}]) thrown(() => map.path(at, [0, 0]));
  for (const radius of [undefined, -1, 0.5, 1e9]) thrown(() => map.sight([0, 0], radius));
  assert.throws(() => mw.build("cave", { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.ok(mw.build("cave").width > 0);
});

test("10,000 builds do not grow memory", () => {
  const recipe = { version: 1, width: 20, height: 20, initial: { use: "prim-maze" } };
  const used = () => process.memoryUsage().rss;
  for (let seed = 0; seed < 1000; seed++) mw.build(recipe, { seed });
  const before = used();
  for (let seed = 0; seed < 10_000; seed++) mw.build(recipe, { seed });
  assert.ok(used() - before < 64e6, `${(used() - before) / 1e6} MB`);
});

test("worlds and games that are forgotten are freed", async () => {
  let freed = 0;
  for (const kind of [EndlessWorld, Pipes]) {
    const { free } = kind.prototype;
    kind.prototype.free = function () {
      freed++;
      free.call(this);
    };
  }
  for (let seed = 0; seed < 50; seed++) {
    mw.world("endless-caves", { seed });
    mw.pipes({ width: 5, height: 5 }, { seed });
  }
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc");
  for (let turn = 0; turn < 50 && freed < 98; turn++) {
    gc();
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.ok(freed >= 98, `${freed} of 100`);
});

/** The instance that is in use. */
function instance() {
  return initSync({ module: mw.module });
}

test("after running out of memory there is a fresh instance, with the worlds and games of the old", () => {
  const world = mw.world("endless-caves", { seed: 7n });
  const game = mw.pipes({ width: 9, height: 9, unique: true }, { seed: 3 });
  const { at, quarters } = game.hint();
  game.turn(...at, quarters);
  const before = [world.chunk(1, 1).digest, game.cells()];
  const { memory } = instance();
  for (let step = 4096; step >= 1; step /= 2) {
    try {
      for (;;) memory.grow(step);
    } catch {}
  }
  const large = { ...mw.recipe("cave"), width: 3000, height: 3000 };
  assert.match(thrown(() => mw.build(large)).message, /memory/);
  assert.deepEqual([world.chunk(1, 1).digest, game.cells()], before);
  assert.ok(mw.build(large).tiles.length === 9_000_000);
  assert.ok(instance().memory.buffer.byteLength < 2 ** 32 / 4);
});

test("files are those that the program writes", () => {
  const formats = ["json", "png", "svg", "uvtt", "xp", "csv", "txt", "tmj", "tmx", "ldtk", "nbt", "schem"];
  // The last makes a board of pipes.
  for (const [name, more] of [
    ["castle-keys", ["datapack"]],
    ["deep-keep", []],
    ["pipe-puzzle", ["pipe-pack"]],
  ]) {
    const map = mw.build(name, { seed: 7n });
    for (const format of [...formats, ...more]) {
      const dir = mkdtempSync(join(tmpdir(), "mapwright-"));
      const args = ["build", name, "--seed", "7", "-q", "--format", format, "-o"];
      const isPack = more.includes(format);
      const told = spawnSync(process.env.MAPWRIGHT, [...args, join(dir, isPack ? "level" : `level.${format}`)]);
      const root = isPack ? join(dir, "level") : dir;
      if (told.status !== 0) {
        assert.throws(() => map.files(format, "level"), `${name} ${format}: ${told.stderr}`);
        continue;
      }
      const found = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const written = found.map((entry) => relative(root, join(entry.parentPath, entry.name)));
      const files = map.files(format, "level");
      assert.deepEqual(Object.keys(files).sort(), written.sort(), `${name} ${format}`);
      for (const file of written)
        assert.deepEqual(Buffer.from(files[file]), readFileSync(join(root, file)), `${name}: ${file}`);
      rmSync(dir, { recursive: true });
    }
  }
});

test("files of one map", () => {
  const map = mw.build("castle-keys", { seed: 7n });
  assert.deepEqual(Object.keys(map.files("tmx", "level")), ["level-tiles.png", "level-regions.png", "level.tmx"]);
  assert.deepEqual(Object.keys(map.files("json")), ["map.json"]);
  assert.match(new TextDecoder().decode(map.files("ldtk")["map.ldtk"]), /castle-keys|"recipe"/);
  assert.match(thrown(() => map.files("pdf")).message, /no format is called `pdf`; there are json, png/);
  assert.match(thrown(() => map.files("pipe-pack")).message, /pipe/);
});
