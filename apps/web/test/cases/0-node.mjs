// The module that browsers run makes in Node what is made everywhere.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";

const golden = new URL("../../../../tests/golden/", import.meta.url);
const module = new URL("../../src/wasm/", import.meta.url);

/** It keeps this process busy, which cases in a browser would take for a browser that hangs. */
export const alone = true;

export const cases = {
  async "every shipped recipe has its golden digest in Node, for three seeds"({ figure }) {
    const { catalogue, initSync, Level } = await import(new URL("mapwright_web.js", module));
    initSync({ module: readFileSync(new URL("mapwright_web_bg.wasm", module)) });
    const { recipes } = JSON.parse(catalogue());
    assert.equal(recipes.length, readdirSync(golden).length);
    let maps = 0;
    for (const { name, json } of recipes) {
      const lines = readFileSync(new URL(`${name}.txt`, golden), "utf8").matchAll(/^seed (\d+): (?:map (\w{16}).*|(.*))$/gm);
      for (const [, seed, digest, wrong] of lines) {
        const recipe = JSON.stringify({ ...JSON.parse(json), seed: Number(seed) });
        if (wrong) {
          assert.throws(() => new Level(recipe, 0), `${name}, seed ${seed}`);
        } else {
          const level = new Level(recipe, 0);
          assert.equal(level.digest(), digest, `${name}, seed ${seed}`);
          level.free();
          maps++;
        }
      }
    }
    figure("the same in Node", `${recipes.length} recipes, ${maps} maps`, "all", true);
  },
};
