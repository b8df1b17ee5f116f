/** A worker: makes the library ready, then answers calls one after the other. */
import { initSync } from "mapwright/binding";
import type { Fault } from "./types";
import { work } from "./work";

const functions = work as unknown as Record<string, (...args: unknown[]) => unknown>;

self.onmessage = async ({ data }: MessageEvent) => {
  if (data instanceof WebAssembly.Module) {
    initSync({ module: data });
    return;
  }
  const { id, name, args } = data as { id: number; name: string; args: unknown[] };
  try {
    const result = await functions[name]?.(...args);
    self.postMessage({ id, result }, { transfer: bitmaps(result) });
  } catch (error) {
    self.postMessage({ id, fault: fault(error), dead: error instanceof WebAssembly.RuntimeError });
  }
};

/** Pictures are handed over, not copied. */
function bitmaps(value: unknown): Transferable[] {
  if (value instanceof ImageBitmap) return [value];
  const isObject = typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !Array.isArray(value);
  return isObject ? Object.values(value).flatMap(bitmaps) : [];
}

function fault(error: unknown): Fault {
  if (error instanceof WebAssembly.RuntimeError) {
    return { message: "the build ended abruptly, most likely for want of memory; try a smaller map", retryable: false };
  }
  if (error instanceof Error) return { message: error.message, retryable: false };
  return error as Fault;
}
