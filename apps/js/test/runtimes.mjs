// The same in every run-time: here, in a worker, with a signal, and at the end nothing is left running.
import { Mapwright } from "mapwright";
import { Mapwright as Threaded } from "mapwright/worker";

const [mw, threaded] = [await Mapwright.load(), await Threaded.load()];
for (const { name } of mw.catalogue.recipes.filter((_, nth) => nth % 8 === 0)) {
  const [here, there] = [mw.build(name, { seed: 5 }), await threaded.build(name, { seed: 5 })];
  console.log(name, here.digest, there.json() === here.json(), here.png().length, here.svg().length);
}
const failure = (error) => console.log(error.name, error.message);
await threaded.build("castle-kays").catch(failure);
const large = { ...mw.recipe("cave"), width: 2000, height: 2000 };
await threaded.build(large, { signal: AbortSignal.timeout(100) }).catch(({ name }) => console.log(name));
console.log((await threaded.build("castle-keys", { seed: 7n })).digest);
