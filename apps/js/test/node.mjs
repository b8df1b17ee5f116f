// The package in Node.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Mapwright, MapwrightError } from "mapwright";
import { Level } from "mapwright/binding";

const golden = new URL("../../../tests/golden/", import.meta.url);
const mw = await Mapwright.load();

test("every recipe has the program's digest, for three seeds", () => {
  let maps = 0;
  for (const { name } of mw.catalogue.recipes) {
    const lines = readFileSync(new URL(`${name}.txt`, golden), "utf8").matchAll(/^seed (\d+): map (\w{16})/gm);
    for (const [, seed, digest] of lines) {
      assert.equal(mw.build(name, { seed: BigInt(seed) }).digest, digest, `${name}, seed ${seed}`);
      maps++;
    }
  }
  assert.ok(maps > 2 * readdirSync(golden).length);
});

test("a map is plain data", () => {
  const map = mw.build("castle-keys", { seed: 7n });
  assert.equal(map.tiles.length, map.width * map.height);
  const level = new Level(mw.json("castle-keys", 7n), 0);
  const all = JSON.parse(level.json());
  level.free();
  for (const part of ["doors", "spawns", "rooms", "start", "exit"]) assert.deepEqual(map[part], all[part], part);
  const path = map.path(map.start, map.exit);
  assert.deepEqual([path[0], path.at(-1)], [map.start, map.exit]);
  const seen = map.sight(map.start, 8);
  assert.equal(seen[map.start[1] * map.width + map.start[0]], 1);
  assert.equal(map.path(map.start, [65535, 65535]), undefined);
});

test("walks lead through portals and joined borders", () => {
  for (const { name } of mw.catalogue.recipes) {
    const map = mw.build(name);
    if (map.start && map.exit) assert.ok(map.path(map.start, map.exit), name);
  }
});

test("what is wrong is thrown, and the next call works", () => {
  const thrown = (call) => {
    try {
      call();
    } catch (error) {
      assert.ok(error instanceof MapwrightError, String(error));
      return error;
    }
    assert.fail("nothing was thrown");
  };
  const keys = { version: 1, width: 60, height: 36, initial: { use: "bsp-dungeon" }, metas: [{ use: "lock-and-key", keys: 999 }] };
  const { stage, field, retryable } = thrown(() => mw.build(keys));
  assert.deepEqual([stage, field, retryable], [1, "keys", false]);
  thrown(() => mw.build("castle-kays"));
  thrown(() => mw.build("{".repeat(100_000)));
  thrown(() => mw.build({ version: 1, width: 65535, height: 65535, initial: { use: "prim-maze" } }));
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
