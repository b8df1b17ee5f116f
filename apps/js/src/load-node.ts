import { readFile } from "node:fs/promises";

/** The bytes of the library, from the disk. */
export const bytes = (): Promise<BufferSource> => readFile(new URL("./binding/mapwright_js_bg.wasm", import.meta.url));
