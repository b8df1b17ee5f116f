// How large the library is as it is sent.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
const bytes = brotliCompressSync(readFileSync(new URL("../dist/binding/mapwright_js_bg.wasm", import.meta.url)), {
  params,
}).length;
console.log(`${(bytes / 1e6).toFixed(3)} MB of wasm with brotli, at most 1.52`);
if (bytes > 1.52e6) process.exit(1);
