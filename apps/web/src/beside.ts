/** The files of a link take their place beside the visitor's own, and never the place of one. */
import type { TakeHome } from "./engine/types";
import { parse, print } from "./json";
import type { Linked } from "./link";

/** A link whose files have names that are free, or that hold the same bytes; its recipe names them so. */
export function beside({ recipe, files }: Linked, own: TakeHome): Linked {
  const taken = new Map(own);
  const renamed = new Map<string, string>();
  const kept = files.map(([name, content]): [string, Uint8Array] => {
    const free = freeName(name, content, taken);
    if (free !== name) renamed.set(name, free);
    return [free, content];
  });
  if (renamed.size === 0) return { recipe, files };
  return { recipe: print(rename(parse(recipe), renamed)), files: kept };
}

/** The name itself, else one with the hash of its content: the same link opened twice has one file. */
function freeName(name: string, content: Uint8Array, taken: Map<string, Uint8Array>): string {
  const dot = name.lastIndexOf(".") > 0 ? name.lastIndexOf(".") : name.length;
  const [stem, end] = [name.slice(0, dot), name.slice(dot)];
  const hash = content.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
  let free = name;
  for (let nth = 0; isOther(taken.get(free), content); nth++) {
    free = `${stem}-${(hash + nth).toString(16)}${end}`;
  }
  return free;
}

function isOther(held: Uint8Array | undefined, content: Uint8Array): boolean {
  return held !== undefined && (held.length !== content.length || held.some((byte, at) => byte !== content[at]));
}

/** JSON with other names in each parameter `file`: every stage and vault names its file there. */
function rename(value: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => rename(one, names));
  if (value === null || typeof value !== "object") return value;
  const renamed = ([key, one]: [string, unknown]) =>
    key === "file" && typeof one === "string" ? [key, names.get(one) ?? one] : [key, rename(one, names)];
  return Object.fromEntries(Object.entries(value).map(renamed));
}
