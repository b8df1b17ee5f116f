/** The recipe in the address: `#r=` and its JSON, raw-deflated, base64url. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";
import { parse, print } from "./json";

export function toHash(recipe: string): string {
  const bytes = deflateSync(strToU8(print(parse(recipe))), { level: 9 });
  const base64 = btoa(String.fromCharCode(...bytes));
  return `#r=${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** The recipe's JSON; nothing where the address has none that can be read. */
export function fromHash(hash: string): string | undefined {
  const base64 = /^#r=([\w-]+)$/.exec(hash)?.[1]?.replaceAll("-", "+").replaceAll("_", "/");
  if (!base64) return undefined;
  try {
    return strFromU8(inflateSync(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))));
  } catch {
    return undefined;
  }
}
