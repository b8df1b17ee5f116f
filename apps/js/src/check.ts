/** Arguments of callers without types. */
import { MapwrightError } from "./errors.js";

export function fail(message: string, field: string): never {
  throw new MapwrightError({ message, field, retryable: false });
}

export const shown = (value: unknown): string =>
  typeof value === "string" ? JSON.stringify(value.slice(0, 64)) : String(value).slice(0, 64);

export function integer(value: unknown, field: string, least: number, most: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
  return fail(`\`${field}\` is ${shown(value)}; expected an integer from ${least} to ${most}`, field);
}

export function seedOf(seed: unknown): bigint | undefined {
  if (seed === undefined) return undefined;
  const isWhole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  if (isWhole && (seed as number) >= 0 && (seed as bigint) < 1n << 64n) return BigInt(seed as bigint);
  return fail(`a seed of ${shown(seed)}; expected an integer from 0 to ${(1n << 64n) - 1n}`, "seed");
}
