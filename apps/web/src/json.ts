/**
 * JSON with whole numbers of any size: seeds have 64 bits, JavaScript's numbers 53. Large ones become `bigint` where the
 * browser tells how a number was written, and are written back digit for digit.
 */

type Context = { source?: string };
const raw = (JSON as { rawJSON?: (text: string) => unknown }).rawJSON;

export function parse(text: string): unknown {
  const reviver = (_key: string, value: unknown, context?: Context) => {
    const large = typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value);
    return large && raw && /^\d+$/.test(context?.source ?? "") ? BigInt(context?.source ?? 0) : value;
  };
  return JSON.parse(text, reviver as (this: unknown, key: string, value: unknown) => unknown);
}

export function print(value: unknown, indent?: number): string {
  const replacer = (_key: string, one: unknown) => (typeof one === "bigint" ? (raw?.(`${one}`) ?? Number(one)) : one);
  return JSON.stringify(value, replacer, indent);
}
