// Files that tests give to the page.
import { deflateSync } from "node:zlib";

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** A PNG of rows of letters, each with its color. */
export function png(rows, colors) {
  const part = (name, content) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const body = Buffer.concat([Buffer.from(name), content]);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(rows[0].length, 0);
  head.writeUInt32BE(rows.length, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const lines = rows.map((row) => Buffer.from([0, ...[...row].flatMap((letter) => colors[letter])]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    part("IHDR", head),
    part("IDAT", deflateSync(Buffer.concat(lines))),
    part("IEND", Buffer.alloc(0)),
  ]);
}

/** The colors of floor, wall and water. */
export const COLORS = { ".": [232, 222, 197], "#": [47, 54, 74], "~": [60, 120, 180] };

/** A small sample: rooms in rock. */
export const SAMPLE = ["#######", "#...#.#", "#.....#", "#...#.#", "##.##.#", "#.....#", "#######"];
