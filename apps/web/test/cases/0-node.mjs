// What needs no browser.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "../test.mjs";

const module = new URL("../../../js/dist/binding/", import.meta.url);

/** Everything in a folder of sources. */
function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
}

test("the module has nothing that nobody calls", async () => {
  const types = readFileSync(new URL("mapwright_js.d.ts", module), "utf8");
  const ours = types.slice(0, types.indexOf("export type InitInput"));
  const functions = [...ours.matchAll(/^export function (\w+)\(/gm)].map(([, name]) => name);
  const methods = [...ours.matchAll(/^ {4}(?:static |readonly )*(\w+)[(:]/gm)].map(([, name]) => name);
  const known = ["constructor", "free"];
  const used = ["../../src/", "../../../js/src/"].map((folder) => sources(new URL(folder, import.meta.url))).join("\n");
  assert.ok(functions.length > 5 && methods.length > 20, `${functions.length} and ${methods.length}`);
  const unused = [...functions, ...methods].filter(
    (name) => !known.includes(name) && !new RegExp(`\\b${name}\\b`).test(used),
  );
  assert.deepEqual(unused, []);
  const work = readFileSync(new URL("../../src/engine/work.ts", import.meta.url), "utf8");
  const calls = [
    ...work
      .split("export const work")[1]
      .split("\n};")[0]
      .matchAll(/^ {2}(?:async )?(\w+)(?:: |\()/gm),
  ].map(([, name]) => name);
  assert.ok(calls.length > 20, `${calls.length}`);
  assert.deepEqual(
    calls.filter((name) => !used.includes(`"${name}"`)),
    [],
  );
});

test("a builder of a crate that we do not know gets a form", async () => {
  const { createServer } = await import("vite");
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const server = await createServer({ root, appType: "custom", logLevel: "error", server: { middlewareMode: true } });
  try {
    const { controlOf } = await server.ssrLoadModule("/src/recipe/control.ts");
    const garden = JSON.parse(readFileSync(new URL("../../../../tests/outside/garden.json", import.meta.url), "utf8"));
    const form = garden.params.map((param) => [param.name, controlOf(param)]);
    assert.deepEqual(form, [
      ["beds", "slider"],
      ["path", "choice"],
      ["bed", "json"],
    ]);
    assert.deepEqual(garden.params[1].range, ["sand", "loose-gravel"]);
  } finally {
    await server.close();
  }
});
