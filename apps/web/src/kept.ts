/** What stays on this device: the draft with its undo, whatever state it is in, and the files that recipes name. */
import { fromBase64, toBase64 } from "./bytes";
import { type Draft, isSeed } from "./draft";
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

/** The version of the work stands in its key, so that what an older or a newer page kept stays as it is. */
const WORK = "work.1";

/** Steps back that are kept; less where they are large. */
const MOST_STEPS = 40;
const MOST_CHARACTERS = 1 << 20;

/** Says whether it fits, if need be without its undo. */
export function keepWork(work: Work): boolean {
  const small = print({ ...work, past: work.past.slice(-MOST_STEPS) });
  return (small.length <= MOST_CHARACTERS && store(WORK, small)) || store(WORK, print({ ...work, past: [] }));
}

export function keptWork(): Work | undefined {
  try {
    const work = parse(stored(WORK) ?? "null") as Work | null;
    if (!work || !isStep(work)) return undefined;
    const past = Array.isArray(work.past) ? work.past.filter(isStep) : [];
    return { draft: work.draft, name: work.name, past, hash: typeof work.hash === "string" ? work.hash : "" };
  } catch {
    return undefined;
  }
}

/** Whether a step can be shown: one that cannot would stop the page at every visit. */
function isStep(step: unknown): step is Step {
  const { draft, name } = (step ?? {}) as Partial<Step>;
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  return (
    typeof name === "string" &&
    typeof draft === "object" &&
    draft !== null &&
    typeof draft.width === "number" &&
    typeof draft.height === "number" &&
    isSeed(draft.seed) &&
    isText(draft.text) &&
    isText(draft.wrap) &&
    Array.isArray(draft.stages) &&
    draft.stages.length > 0 &&
    draft.stages.every((one) => typeof one?.stage?.use === "string")
  );
}

/** Says whether they fit. */
export function keepFiles(files: TakeHome): boolean {
  return store("files", print(files.map(([name, content]) => [name, toBase64(content)])));
}

export function keptFiles(): TakeHome {
  try {
    const files = parse(stored("files") ?? "[]") as [string, string][];
    return files.map(([name, content]) => [String(name), fromBase64(content)]);
  } catch {
    return [];
  }
}

/** Calls back when another tab of this page has kept other files. */
export function onOtherFiles(changed: () => void) {
  addEventListener("storage", ({ key }) => {
    if (key === "mapwright.files") changed();
  });
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
