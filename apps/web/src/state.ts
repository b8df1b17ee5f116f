/** What the page knows: the draft with its undo, the map shown, and the loop that builds one from the other. */
import { batch, computed, effect, signal } from "@preact/signals";
import { beside } from "./beside";
import { type Draft, fromText, placeOf, toText } from "./draft";
import { CANCELLED, type Crew, Engine } from "./engine/engine";
import type { Catalogue, Fault, Frame, Look, Shown, Summary, TakeHome } from "./engine/types";
import { print } from "./json";
import { keepFiles, keepWork, keptFiles, keptWork, onOtherFiles, type Step, stored } from "./kept";
import { fromHash, type Linked, toHash } from "./link";

export type Tab = "map" | "vary" | "play" | "world";
export type Theme = "auto" | "light" | "dark";

const FIRST = "castle-keys";
/** A build that takes longer gives way to a newer one. */
const PATIENCE_MS = 250;
/** The picture that comes with a build has at most so many pixels a cell; a sharp one follows. */
const SOON_SCALE = 24;

export const catalogue = signal<Catalogue | undefined>(undefined);
export const draft = signal<Draft>({ width: 1, height: 1, seed: 0, stages: [] });
export const recipeName = signal("");
export const tab = signal<Tab>("map");
export const status = signal<"building" | "ready" | "error">("building");
export const slow = signal(false);
export const fault = signal<Fault | undefined>(undefined);
export const summary = signal<Summary | undefined>(undefined);
export const digest = signal("");
export const shown = signal<Shown | undefined>(undefined);
export const frames = signal<Frame[]>([]);
/** The frame shown; none for the finished map. */
export const frame = signal<number | undefined>(undefined);
export const look = signal<Look>({});
/** A stage and its parameter for which the next click on the map gives a place. */
export const picking = signal<{ place: number; param: string } | undefined>(undefined);
/** A word to the visitor that stays until it is put away. */
export const notice = signal("");
/** What the visitor gave for recipes to name. */
export const files = signal<TakeHome>([]);
export const theme = signal<Theme>((stored("theme") as Theme) ?? "auto");

/** The title of a recipe that comes along; its name if it has none. */
export function titleOf(name: string): string {
  const json = catalogue.value?.recipes.find((one) => one.name === name)?.json ?? "{}";
  return (JSON.parse(json) as { title?: string }).title ?? name;
}

export const text = computed(() => toText(draft.value));
/** The files that the recipe names. */
export const namedFiles = computed(() => files.value.filter(([name]) => text.value.includes(print(name))));
/** Which stage of the list is at fault. */
export const faultAt = computed(() =>
  fault.value?.stage === undefined ? -1 : placeOf(draft.value, fault.value.stage),
);

let engine: Engine;
export const engineOf = () => engine;

// --- undo and redo

const past: Step[] = [];
const future: Step[] = [];
export const canUndo = signal(false);
export const canRedo = signal(false);
let lastKey = "";
let lastTime = 0;

/** Makes `next` the draft. Changes with the same key in quick succession, as of a slider, are undone together. */
export function change(next: Draft, key = "", name = recipeName.peek()) {
  const now = performance.now();
  const goesOn = key !== "" && key === lastKey && now - lastTime < 800;
  [lastKey, lastTime] = [key, now];
  if (!goesOn) past.push({ draft: draft.peek(), name: recipeName.peek() });
  if (past.length > 500) past.shift();
  future.length = 0;
  show({ draft: next, name });
}

export const undo = () => travel(past, future);
export const redo = () => travel(future, past);

function travel(from: Step[], to: Step[]) {
  const step = from.pop();
  if (!step) return;
  to.push({ draft: draft.peek(), name: recipeName.peek() });
  lastKey = "";
  show(step);
}

function show(step: Step) {
  batch(() => {
    draft.value = step.draft;
    recipeName.value = step.name;
    canUndo.value = past.length > 0;
    canRedo.value = future.length > 0;
    frame.value = undefined;
  });
  void build();
  keepSoon();
}

/** Takes what was typed or read. What is no JSON stays as it is, for the library to say what is wrong. */
export function changeText(written: string) {
  const typed = Math.abs(written.length - text.peek().length) <= 2;
  let next: Draft;
  try {
    next = fromText(written);
  } catch {
    next = { ...draft.peek(), text: written };
  }
  change(next, typed ? "text" : "");
}

/** Another seed. */
export function roll() {
  change({ ...draft.peek(), seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0, text: undefined });
}

export function open(name: string) {
  const recipe = catalogue.peek()?.recipes.find((one) => one.name === name);
  if (recipe) change(fromText(recipe.json), "", name);
}

// --- building

let running = false;
let wanted = false;
let since = 0;

/** Builds the draft. While a build runs only the newest draft waits; one that runs long is ended for it. */
export async function build() {
  wanted = true;
  status.value = "building";
  if (running) return giveWay();
  running = true;
  const alarm = setInterval(() => (slow.value = performance.now() - since > 400), 100);
  while (wanted) {
    wanted = drawAgain = false;
    since = performance.now();
    await engine.call("build", text.peek(), { ...look.peek(), most: SOON_SCALE }).then(built, failed);
  }
  clearInterval(alarm);
  running = slow.value = false;
  // The look has changed since the build took it along.
  if (drawAgain) void redraw();
}

/** Ends a build that has run long enough, now or then. A timer may ring a moment early, so it is set again. */
function giveWay() {
  if (!running || !wanted) return;
  const left = since + PATIENCE_MS - performance.now();
  if (left > 0) setTimeout(giveWay, Math.ceil(left));
  else engine.cancel();
}

/** Ends the build that runs, for good. */
export function cancel() {
  if (!running) return;
  wanted = false;
  engine.cancel();
}

function built(result: { summary: Summary; digest: string; shown: Shown }) {
  if (wanted) return result.shown.bitmap.close();
  batch(() => {
    fault.value = undefined;
    summary.value = result.summary;
    digest.value = result.digest;
    replace(result.shown);
    frames.value = result.summary.stages.map((_, stage) => ({ stage, kind: "stage", label: "" }));
    frame.value = undefined;
    status.value = "ready";
  });
  addressSoon();
}

function failed(why: Fault) {
  if (wanted) return;
  const cancelled = why.message === CANCELLED.message;
  batch(() => {
    fault.value = cancelled ? { message: "The build was cancelled.", retryable: false } : why;
    status.value = "error";
  });
}

let addressing = 0;

/** Remembers the recipe in the address. That takes milliseconds: not while a picture is due. */
function addressSoon() {
  clearTimeout(addressing);
  addressing = window.setTimeout(() => {
    if (status.peek() !== "ready") return;
    const hash = toHash(text.peek(), namedFiles.peek());
    if (hash === location.hash) return;
    history.replaceState(null, "", hash);
    keepSoon();
  }, 100);
}

let keeping = 0;
/** Whether the draft has changed since it was kept: a tab that is closed does not take the place of one that was used since. */
let isUnkept = false;
let isFull = false;

/** Remembers the draft on this device, in whatever state it is. */
function keep() {
  clearTimeout(keeping);
  if (!isUnkept) return;
  isUnkept = false;
  const fits = keepWork({ draft: draft.peek(), name: recipeName.peek(), past, hash: location.hash });
  // Said once, not after each change.
  if (!fits && !isFull) notice.value = "This browser has no room to keep your recipe: take it home as a file.";
  isFull = !fits;
}

function keepSoon() {
  isUnkept = true;
  clearTimeout(keeping);
  keeping = window.setTimeout(keep, 300);
}

function replace(next: Shown) {
  shown.peek()?.bitmap.close();
  shown.value = next;
}

// --- pictures

let drawing = false;
export const isDrawing = () => drawing;
let drawAgain = false;

/** Draws the map, or the frame that is chosen, once more: the look has changed. The newest request waits, older ones are dropped. */
export async function redraw() {
  drawAgain = true;
  if (drawing) return;
  drawing = true;
  while (drawAgain && status.peek() === "ready") {
    drawAgain = false;
    const nth = frame.peek();
    const drawn = nth === undefined ? engine.call("picture", look.peek()) : engine.call("frame", nth, look.peek());
    await drawn.then(replace, () => {});
  }
  drawing = false;
}

export function setLook(part: Partial<Look>) {
  look.value = { ...look.peek(), ...part };
  void redraw();
}

export function showFrame(nth: number | undefined) {
  frame.value = nth;
  void redraw();
}

/** Records steps inside stages, for the scrubber; the frame shown stays the same moment. */
export async function recordSteps(count = 120) {
  const list = await engine.call("record", count).catch(() => undefined);
  if (list) frames.value = list;
}

// --- files

/** The largest file of the visitor. */
const MOST_FILE = 16 << 20;

/** Takes a file, for recipes to name; says whether it did. */
export async function giveFile(file: File): Promise<boolean> {
  if (file.size > MOST_FILE) {
    notice.value = `${file.name} has ${Math.ceil(file.size / 1e6)} MB; a file may have ${MOST_FILE >> 20}.`;
    return false;
  }
  takeFiles([[file.name, new Uint8Array(await file.arrayBuffer())]]);
  return true;
}

function takeFiles(given: TakeHome) {
  if (given.length === 0) return;
  const names = given.map(([name]) => name);
  files.value = [...files.peek().filter(([name]) => !names.includes(name)), ...given];
  engine.give(files.peek());
  if (!keepFiles(files.peek())) notice.value = "This browser cannot keep so large a file: give it again next time.";
}

/** Opens a recipe that is a file of this device. */
export async function openFile(file: File) {
  const written = file.size > MOST_FILE ? "" : await file.text();
  try {
    change(fromText(written), "", file.name.replace(/(\.recipe)?\.json$/, ""));
  } catch {
    notice.value = `${file.name} is not a recipe. Drop it on the parameter of a stage to give it to that stage.`;
  }
}

// --- the rest of the page's life

export async function start() {
  engine = await Engine.start(keptFiles());
  files.value = engine.files;
  catalogue.value = await engine.call("catalogue");
  const first = catalogue.value.recipes.find(({ name }) => name === FIRST)?.json ?? "";
  const kept = keptWork();
  const work = kept ?? { draft: fromText(first), name: FIRST, past: [], hash: "" };
  const linked = work.hash === location.hash ? undefined : linkedDraft(location.hash);
  past.push(...work.past, ...(kept && linked ? [{ draft: work.draft, name: work.name }] : []));
  batch(() => {
    canUndo.value = past.length > 0;
    [draft.value, recipeName.value] = linked ? [linked, ""] : [work.draft, work.name];
  });
  addEventListener("hashchange", ({ newURL }) => {
    const linked = linkedDraft(new URL(newURL).hash);
    if (linked) change(linked, "", "");
  });
  addEventListener("pagehide", keep);
  // Files are of all tabs: giving one here does not take away what was given there.
  onOtherFiles(() => {
    files.value = keptFiles();
    engine.give(files.peek());
  });
  await build();
  requestAnimationFrame(() => performance.mark("first-picture"));
  engine.prepare();
}

/** What an address holds, with its files taken in; what is wrong with it is told. */
function linkedDraft(hash: string): Draft | undefined {
  let linked: Linked | undefined;
  try {
    linked = fromHash(hash);
    if (!linked) return undefined;
    fromText(linked.recipe);
    const { recipe, files: given } = beside(linked, files.peek());
    takeFiles(given);
    return fromText(recipe);
  } catch (error) {
    const why = linked ? "what it holds is not a recipe" : (error as Error).message;
    notice.value = `This link is broken: ${why}. Nothing of yours has changed.`;
    return undefined;
  }
}

/** Workers for the gallery's small pictures, which stay. */
let helpers: Crew | undefined;
export const crew = () => (helpers ??= engine.crew(2));

effect(() => {
  document.body.dataset.state = status.value;
  document.body.dataset.digest = status.value === "ready" ? digest.value : "";
});
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
