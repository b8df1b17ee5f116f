/** The other thread: does one thing after the other. */

import { serve } from "#port";
import { type Fault, MapwrightError } from "./errors.js";
import { Mapwright } from "./index.js";
import type { Built } from "./map.js";
import { arrays, type FromWorker, type ToWorker, type Work } from "./protocol.js";
import type { World } from "./world.js";

let loading: Promise<Mapwright> | undefined;
/** The worlds that were asked for last. */
const worlds = new Map<string, World>();

function worldOf(mw: Mapwright, recipe: string, seed: bigint | undefined): World {
  const name = `${seed} ${recipe}`;
  const world = worlds.get(name) ?? mw.world(recipe, seed === undefined ? {} : { seed });
  worlds.delete(name);
  worlds.set(name, world);
  const [oldest] = worlds;
  if (worlds.size > 4 && oldest) {
    oldest[1][Symbol.dispose]();
    worlds.delete(oldest[0]);
  }
  return world;
}

function done(mw: Mapwright, work: Work): [result: unknown, maps: Built[]] {
  if (work.do === "search") return [mw.find(work.recipe, work.options), []];
  const { recipe, seed } = work;
  const map =
    work.do === "chunk"
      ? worldOf(mw, recipe, seed).chunk(work.x, work.y)
      : mw.build(recipe, seed === undefined ? {} : { seed });
  return [map.built, [map.built]];
}

serve(async (message: ToWorker, answer: (message: FromWorker, handed: ArrayBuffer[]) => void) => {
  if ("module" in message) {
    loading = Mapwright.load(message.module);
    return;
  }
  const { id, work } = message;
  try {
    const [result, maps] = done((await loading) as Mapwright, work);
    answer({ id, result }, maps.flatMap(arrays));
  } catch (error) {
    answer({ id, fault: faultOf(error) }, []);
  }
});

function faultOf(error: unknown): Fault {
  if (!(error instanceof MapwrightError)) return { message: String(error), retryable: false };
  const { message, stage, field, nearest, providers, retryable } = error;
  return {
    message,
    retryable,
    providers: [...providers],
    ...(stage === undefined ? {} : { stage }),
    ...(field === undefined ? {} : { field }),
    ...(nearest === undefined ? {} : { nearest }),
  };
}
