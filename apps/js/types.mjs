// Writes src/schema.ts: what TypeScript knows of recipes, from the JSON Schema.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { catalogue, initSync, schema } from "./dist/binding/mapwright_js.js";

initSync({ module: readFileSync(new URL("./dist/binding/mapwright_js_bg.wasm", import.meta.url)) });

/** Lists of fixed length as older drafts write them, and stages as one of many in place of conditions. */
function older(node) {
  if (Array.isArray(node)) return node.map(older);
  if (typeof node !== "object" || node === null) return node;
  const { prefixItems, allOf, ...rest } = node;
  if (prefixItems) return older({ ...rest, items: prefixItems, additionalItems: false, maxItems: prefixItems.length });
  if (allOf?.every((one) => one.if)) return { description: rest.description, anyOf: allOf.map((one) => one.then) };
  if (allOf) rest.allOf = allOf;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, older(value)]));
}

const { properties, ...recipe } = older(JSON.parse(schema()));
const whole = { ...recipe, title: "Recipe", properties: { ...properties, version: { const: 1 } } };
const types = await compile(whole, "Recipe", { bannerComment: "", format: false, additionalProperties: false });
const names = JSON.parse(catalogue()).recipes.map(({ name }) => JSON.stringify(name));
const text = `// Written by types.mjs.\n${types}\n/** The built-in recipes. */\nexport type RecipeName = ${names.join(" | ")};\n`;
writeFileSync(new URL("./src/schema.ts", import.meta.url), text);
