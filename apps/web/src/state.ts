/** What the page knows: the draft with its undo, the map shown, and the loop that builds one from the other. */
import { batch, computed, effect, signal } from "@preact/signals";
import { type Draft, fromText, placeOf, toText } from "./draft";
import { CANCELLED, type Crew, Engine } from "./engine/engine";
import type { Catalogue, Fault, Frame, Look, Shown, Summary } from "./engine/types";
import { fromHash, toHash } from "./link";

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
export const look = signal<Look>({ tint: true });
/** A stage and its parameter for which the next click on the map gives a place. */
export const picking = signal<{ place: number; param: string } | undefined>(undefined);
export const theme = signal<Theme>((stored("theme") as Theme) ?? "auto");

export const text = computed(() => toText(draft.value));
/** Which stage of the list is at fault. */
export const faultAt = computed(() =>
  fault.value?.stage === undefined ? -1 : placeOf(draft.value, fault.value.stage),
);

let engine: Engine;
export const engineOf = () => engine;

// --- undo and redo

type Step = { draft: Draft; name: string };
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
  if (running) {
    setTimeout(giveWay, Math.max(0, since + PATIENCE_MS - performance.now()));
    return;
  }
  running = true;
  const alarm = setInterval(() => (slow.value = performance.now() - since > 400), 100);
  while (wanted) {
    wanted = false;
    since = performance.now();
    await engine.call("build", text.peek(), { ...look.peek(), most: SOON_SCALE }).then(built, failed);
  }
  clearInterval(alarm);
  running = slow.value = false;
}

function giveWay() {
  if (running && wanted && performance.now() - since >= PATIENCE_MS) engine.cancel();
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
  keep();
}

function failed(why: Fault) {
  if (wanted) return;
  const cancelled = why.message === CANCELLED.message;
  batch(() => {
    fault.value = cancelled ? { message: "The build was cancelled.", retryable: false } : why;
    status.value = "error";
  });
}

/** Remembers the recipe in the address and on this device. */
function keep() {
  if (toHash(text.peek()) !== location.hash) history.replaceState(null, "", toHash(text.peek()));
  store("recipe", text.peek());
  store("name", recipeName.peek());
}

function replace(next: Shown) {
  shown.peek()?.bitmap.close();
  shown.value = next;
}

// --- pictures

let drawing = false;
let drawAgain = false;

/** Draws the map, or the frame that is chosen, once more: the look has changed. The newest wish waits, others are gone. */
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

// --- the rest of the page's life

export async function start() {
  engine = await Engine.start();
  const known = engine.call("catalogue");
  const name = stored("name") ?? "";
  const recipe = fromHash(location.hash) ?? stored("recipe");
  catalogue.value = await known;
  const first = catalogue.value.recipes.find((one) => one.name === FIRST)?.json ?? "";
  batch(() => {
    recipeName.value = recipe === undefined ? FIRST : name;
    draft.value = read(recipe) ?? fromText(first);
  });
  addEventListener("hashchange", () => {
    const linked = fromHash(location.hash);
    if (linked !== undefined && location.hash !== toHash(text.peek())) changeText(linked);
  });
  await build();
  requestAnimationFrame(() => performance.mark("first-picture"));
  engine.prepare();
}

function read(recipe: string | undefined): Draft | undefined {
  try {
    return recipe === undefined ? undefined : fromText(recipe);
  } catch {
    return undefined;
  }
}

/** Workers for the gallery's small pictures, which stay. */
let helpers: Crew | undefined;
export const crew = () => (helpers ??= engine.crew(2));

export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(`mapwright.${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(key: string, value: string) {
  try {
    localStorage.setItem(`mapwright.${key}`, value);
  } catch {
    // A browser that keeps nothing still shows everything.
  }
}

effect(() => {
  document.body.dataset.state = status.value;
  document.body.dataset.digest = status.value === "ready" ? digest.value : "";
});
effect(() => {
  if (theme.value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
