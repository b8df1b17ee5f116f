/**
 * The recipe in the address: `#r=` and its JSON, raw-deflated, base64url. The files that it names follow as `&f=` and a
 * zip of them, if they are small.
 */
import { deflateSync, Inflate, strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { fromBase64, toBase64 } from "./bytes";
import type { TakeHome } from "./engine/types";
import { parse, print } from "./json";

/** The most bytes of a recipe, and of files, that come out of an address. */
const MOST = 8 << 20;
/** The most files that come out of an address. */
const MOST_COUNT = 64;
/** The most bytes of files that go into one. */
const MOST_FILES = 64 << 10;
const DATE = new Date(1980, 0, 1);

export interface Linked {
  recipe: string;
  files: TakeHome;
}

export function toHash(recipe: string, files: TakeHome = []): string {
  const packed = toBase64(deflateSync(strToU8(print(parse(recipe))), { level: 9 }));
  const size = files.reduce((sum, [, content]) => sum + content.length, 0);
  if (files.length === 0 || size > MOST_FILES) return `#r=${packed}`;
  return `#r=${packed}&f=${toBase64(zipSync(Object.fromEntries(files), { level: 9, mtime: DATE }))}`;
}

/** What an address holds: nothing, or a recipe and its files. Throws what is wrong with it. */
export function fromHash(hash: string): Linked | undefined {
  if (!hash.startsWith("#r=")) return undefined;
  const [, packed, zip] = /^#r=([\w-]+)(?:&f=([\w-]+))?$/.exec(hash) ?? [];
  if (!packed) throw new Error("it holds characters that links do not have");
  try {
    const files = zip ? unzipSync(fromBase64(zip), { filter: bounded() }) : {};
    return { recipe: strFromU8(inflated(fromBase64(packed))), files: Object.entries(files) };
  } catch (error) {
    throw new Error(error instanceof RangeError ? error.message : "a part of it is missing");
  }
}

/** Whether a name stays in the folder of the recipe, on every system. */
const isInside = (name: string) => !/^$|^\/|[\\:]|(^|\/)\.\.(\/|$)|\/$/.test(name);

/** Refuses files by what the zip says of them, before any is unpacked; none unpacks to more than it says. */
function bounded() {
  let [size, count] = [0, 0];
  return ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (!isInside(name)) throw new RangeError(`its file ${JSON.stringify(name)} lies outside of the recipe's folder`);
    size += originalSize;
    count += 1;
    if (size > MOST) throw new RangeError(`its files hold more than ${MOST >> 20} MB`);
    if (count > MOST_COUNT) throw new RangeError(`it holds more than ${MOST_COUNT} files`);
    return true;
  };
}

/** Piece by piece, so that a small link cannot fill the memory. */
function inflated(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((part) => {
    size += part.length;
    if (size > MOST) throw new RangeError(`it holds more than ${MOST >> 20} MB`);
    parts.push(part);
  });
  for (let at = 0; at < bytes.length; at += 1024) stream.push(bytes.subarray(at, at + 1024), at + 1024 >= bytes.length);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
