/** The recipe as the page edits it: a list of stages, some of them switched off. */
import type { Param } from "./engine/types";
import { parse, print } from "./json";

export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };
export type Stage = { use: string; [param: string]: Json };
export type Seed = number | bigint;

export interface Draft {
  width: number;
  height: number;
  wrap?: string;
  seed: Seed;
  /** The first one begins the chain. */
  stages: { stage: Stage; off?: boolean }[];
  /** Fields of the recipe that have no control, such as `$schema`; a list that changed has no digest. */
  extra?: { [field: string]: Json };
  /** The text as it was written, until the list is changed. It may be wrong. */
  text?: string;
}

/** The recipe without what is switched off, as JSON. */
export function toText(draft: Draft): string {
  if (draft.text !== undefined) return draft.text;
  const [initial, ...metas] = active(draft).map(({ stage }) => stage);
  const { width, height, wrap, seed, extra } = draft;
  const head = { ...extra, version: 1, width, height, ...(wrap ? { wrap } : {}), seed };
  return layOut({ ...head, initial: initial ?? null, metas });
}

/** One line a stage, as the shipped recipes are written. */
function layOut(recipe: { initial: Stage | null; metas: Stage[] } & Record<string, unknown>): string {
  const { initial, metas, kept, ...rest } = recipe;
  const head = Array.isArray(kept) ? rest : { ...rest, kept };
  const line = (value: unknown) => {
    const text = print(value);
    return text.length <= 100 ? spaced(value) : print(value, 2).replaceAll("\n", "\n    ");
  };
  const list = metas.map((meta) => `    ${line(meta)}`).join(",\n");
  const top = spaced(head).slice(1, -1).trim();
  const parts = Array.isArray(kept) ? `  "kept": [\n${kept.map(drawing).join(",\n")} ],\n` : "";
  return `{ ${top},\n${parts}  "initial": ${line(initial)},\n  "metas": [${list ? `\n${list}\n  ` : ""}] }\n`;
}

/** A kept part, its rows one below the other. */
function drawing(part: { rows?: unknown } | null): string {
  if (!Array.isArray(part?.rows)) return `    ${spaced(part)}`;
  const { rows, ...rest } = part;
  const head = spaced(rest).slice(1, -1).trim();
  return `    { ${head && `${head}, `}"rows": [\n${rows.map((row) => `      ${print(row)}`).join(",\n")} ] }`;
}

/** JSON in one line with spaces after colons and commas. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return print(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return entries.length ? `{ ${entries.map(([key, one]) => `${print(key)}: ${spaced(one)}`).join(", ")} }` : "{}";
}

/** The draft of a recipe. Throws what is no JSON; whether it is a recipe is for the library to say. */
export function fromText(text: string): Draft {
  const recipe = parse(text) as Record<string, Json>;
  if (recipe === null || typeof recipe !== "object" || Array.isArray(recipe)) throw new Error("expected a JSON object");
  const { version: _, digest: __, width, height, wrap, seed, initial, metas, ...extra } = recipe;
  const list = Array.isArray(metas) ? metas : [];
  const stages = [initial, ...list].filter(isStage).map((stage) => ({ stage }));
  if (stages.length === 0) throw new Error('expected a recipe with an "initial" stage');
  if (stages.length !== list.length + 1) throw new Error('expected stages such as {"use": "prim-maze"}');
  return {
    width: typeof width === "number" ? width : 0,
    height: typeof height === "number" ? height : 0,
    ...(typeof wrap === "string" ? { wrap } : {}),
    seed: isSeed(seed) ? seed : 0,
    extra,
    stages,
    text,
  };
}

/** Whether controls can show it; of any other the library says what is wrong, by the text. */
export function isSeed(value: unknown): value is Seed {
  return typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value) && value >= 0);
}

function isStage(value: unknown): value is Stage {
  return typeof value === "object" && value !== null && typeof (value as Stage).use === "string";
}

export function active(draft: Draft) {
  return draft.stages.filter(({ off }, nth) => nth === 0 || !off);
}

/** Where the n-th active stage stands in the list. */
export function placeOf(draft: Draft, nth: number): number {
  const stage = active(draft)[nth];
  return stage ? draft.stages.indexOf(stage) : -1;
}

export function withStages(draft: Draft, change: (stages: Draft["stages"]) => void): Draft {
  const stages = [...draft.stages];
  change(stages);
  return { ...draft, stages, text: undefined };
}

/** With another value of a parameter, or none. Of all `params`, those that only go with other values of it are gone. */
export function withParam(draft: Draft, place: number, name: string, value: Json | undefined, params: Param[]): Draft {
  const now = String(value ?? params.find((param) => param.name === name)?.default);
  const goes = (other: string) =>
    params.find((param) => param.name === other)?.only_with?.[name]?.includes(now) ?? true;
  return withStages(draft, (stages) => {
    const old = stages[place];
    if (!old) return;
    const rest = Object.entries(old.stage).filter(([other]) => other === name || goes(other));
    const all = { ...Object.fromEntries(rest), [name]: value };
    if (value === undefined) delete all[name];
    stages[place] = { ...old, stage: all as Stage };
  });
}
