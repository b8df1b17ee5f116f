/** What stays on this device: the draft with its undo, whatever state it is in, and the files that recipes name. */
import { fromBase64, toBase64 } from "./bytes";
import type { Draft } from "./draft";
import type { TakeHome } from "./engine/types";
import { parse, print } from "./json";

export interface Step {
  draft: Draft;
  name: string;
}

export interface Work extends Step {
  past: Step[];
  /** The address that belongs to it. */
  hash: string;
}

/** Steps back that are kept; less where they are large. */
const MOST_STEPS = 40;
const MOST_CHARACTERS = 1 << 20;

export function keepWork(work: Work) {
  const small = print({ ...work, past: work.past.slice(-MOST_STEPS) });
  store("work", small.length <= MOST_CHARACTERS ? small : print({ ...work, past: [] }));
}

export function keptWork(): Work | undefined {
  try {
    const work = parse(stored("work") ?? "null") as Work | null;
    return work && Array.isArray(work.draft.stages) && Array.isArray(work.past) ? work : undefined;
  } catch {
    return undefined;
  }
}

/** Says whether they fit. */
export function keepFiles(files: TakeHome): boolean {
  return store("files", print(files.map(([name, content]) => [name, toBase64(content)])));
}

export function keptFiles(): TakeHome {
  try {
    const files = parse(stored("files") ?? "[]") as [string, string][];
    return files.map(([name, content]) => [name, fromBase64(content)]);
  } catch {
    return [];
  }
}

export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(`mapwright.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** A browser that keeps nothing still shows everything. */
export function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(`mapwright.${key}`, value);
    return true;
  } catch {
    return false;
  }
}
