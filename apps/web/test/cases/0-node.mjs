// The module that browsers run makes in Node what is made everywhere.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const golden = new URL("../../../../tests/golden/", import.meta.url);
const module = new URL("../../../js/dist/binding/", import.meta.url);

/** It keeps this process busy, which cases in a browser would take for a browser that hangs. */
export const alone = true;

/** Everything in a folder of sources. */
function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
}

export const cases = {
  async "the module has nothing that nobody calls"() {
    const types = readFileSync(new URL("mapwright_js.d.ts", module), "utf8");
    const ours = types.slice(0, types.indexOf("export type InitInput"));
    const functions = [...ours.matchAll(/^export function (\w+)\(/gm)].map(([, name]) => name);
    const methods = [...ours.matchAll(/^ {4}(?:static |readonly )*(\w+)[(:]/gm)].map(([, name]) => name);
    const known = ["constructor", "free"];
    const used = ["../../src/", "../../../js/src/"].map((folder) => sources(new URL(folder, import.meta.url))).join("\n");
    assert.ok(functions.length > 5 && methods.length > 20, `${functions.length} and ${methods.length}`);
    const unused = [...functions, ...methods].filter((name) => !known.includes(name) && !new RegExp(`\\b${name}\\b`).test(used));
    assert.deepEqual(unused, []);
    const work = readFileSync(new URL("../../src/engine/work.ts", import.meta.url), "utf8");
    const calls = [...work.split("export const work")[1].split("\n};")[0].matchAll(/^ {2}(?:async )?(\w+)(?:: |\()/gm)].map(([, name]) => name);
    assert.ok(calls.length > 20, `${calls.length}`);
    assert.deepEqual(calls.filter((name) => !used.includes(`"${name}"`)), []);
  },

  async "a builder of a crate that we do not know gets a form"() {
    const { createServer } = await import("vite");
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const server = await createServer({ root, appType: "custom", logLevel: "error", server: { middlewareMode: true } });
    try {
      const { controlOf } = await server.ssrLoadModule("/src/recipe/control.ts");
      const garden = JSON.parse(readFileSync(new URL("../../../../tests/outside/garden.json", import.meta.url), "utf8"));
      const form = garden.params.map((param) => [param.name, controlOf(param)]);
      assert.deepEqual(form, [["beds", "slider"], ["path", "choice"], ["bed", "json"]]);
      assert.deepEqual(garden.params[1].range, ["sand", "loose-gravel"]);
    } finally {
      await server.close();
    }
  },

  async "every shipped recipe has its golden digest in Node, for three seeds"({ figure }) {
    const { catalogue, initSync, Level } = await import(new URL("mapwright_js.js", module));
    initSync({ module: readFileSync(new URL("mapwright_js_bg.wasm", module)) });
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
