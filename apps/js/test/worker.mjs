// The same in a worker.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { Mapwright as Sync } from "mapwright";
import { Mapwright, MapwrightError } from "mapwright/worker";

const mw = await Mapwright.load();
const sync = await Sync.load();
const slow = { ...mw.recipe("cave"), width: 3000, height: 3000 };

test("maps are the same", async () => {
  const names = mw.catalogue.recipes.map(({ name }) => name).filter((_, nth) => nth % 8 === 0);
  const maps = await Promise.all(names.map((name) => mw.build(name, { seed: 5 })));
  assert.deepEqual(
    maps.map((map) => map.json()),
    names.map((name) => sync.build(name, { seed: 5 }).json()),
  );
  const world = await mw.world("endless-caves", { seed: 7n });
  assert.equal((await world.chunk(-3, 5)).digest, sync.world("endless-caves", { seed: 7n }).chunk(-3, 5).digest);
  const game = await mw.pipes({ width: 9, height: 9, unique: true }, { seed: 3 });
  assert.ok(game.hint());
  const found = [];
  for await (const level of mw.search("braided-maze", { want: "loops >= 3", count: 3 }))
    found.push((await level.build()).digest);
  assert.equal(found.length, 3);
});

test("a signal ends a build, and what waits behind it goes on", async () => {
  const controller = new AbortController();
  const ended = mw.build(slow, { signal: controller.signal });
  const [queued, next] = [mw.build(slow, { signal: controller.signal }), mw.build("cave", { seed: 1 })];
  setTimeout(() => controller.abort(), 50);
  await assert.rejects(ended, { name: "AbortError" });
  await assert.rejects(queued, { name: "AbortError" });
  assert.equal((await next).digest, sync.build("cave", { seed: 1 }).digest);
  await assert.rejects(mw.build("cave", { signal: AbortSignal.abort() }), { name: "AbortError" });
  await assert.rejects(mw.build(slow, { signal: AbortSignal.timeout(20) }), { name: "TimeoutError" });
});

test("what is wrong is thrown", async () => {
  const keys = {
    version: 1,
    width: 60,
    height: 36,
    initial: { use: "bsp-dungeon" },
    metas: [{ use: "lock-and-key", keys: 999 }],
  };
  await assert.rejects(
    mw.build(keys),
    (error) => error instanceof MapwrightError && error.stage === 1 && error.field === "keys",
  );
  await assert.rejects(mw.build("castle-kays"), { nearest: "castle-keys" });
  await assert.rejects(mw.world("wilson-maze"), MapwrightError);
  await assert.rejects(mw.search("cave", { want: "lops > 1" }).next(), { field: "want" });
  await assert.rejects(mw.build("cave", { seed: -1 }), { field: "seed" });
  await assert.rejects(mw.search("{", { count: 1 }).next(), MapwrightError);
});

test("options that no thread can have are refused, and nothing waits for them", async () => {
  const unsendable = mw.search("cave", { want: () => "loops >= 3" }).next();
  await assert.rejects(unsendable, (error) => error instanceof MapwrightError && /cannot be sent/.test(error.message));
  assert.equal((await mw.build("cave", { seed: 1 })).digest, sync.build("cave", { seed: 1 }).digest);
  // Were it still waiting, this program would not end.
  const program = `import { Mapwright } from "mapwright/worker";
    const mw = await Mapwright.load();
    await mw.build("arena");
    await mw.search("cave", { want: () => "" }).next().catch(() => {});`;
  const options = { cwd: new URL("..", import.meta.url), encoding: "utf8", timeout: 20_000 };
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "-e", program], options), "");
});

test("one that is disposed of refuses what waits, and comes back", async () => {
  const waits = mw.build(slow);
  setTimeout(() => mw[Symbol.dispose](), 20);
  await assert.rejects(waits, /disposed/);
  assert.ok((await mw.build("cave")).width > 0);
});

test("a program ends while its worker has nothing to do, and not before", () => {
  const program = `import { Mapwright } from "mapwright/worker";
    const mw = await Mapwright.load();
    mw.build("cave").then((map) => console.log(map.width));`;
  const options = { cwd: new URL("..", import.meta.url), encoding: "utf8", timeout: 20_000 };
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], options);
  assert.match(said, /^\d+\n$/);
});
