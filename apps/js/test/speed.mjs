// Builds at 256×256 to typed arrays, against those of the library for C, which are as fast as in Rust. The program of
// apps/c/tests/time.c is in MAPWRIGHT_TIME.
import { execFileSync } from "node:child_process";
import { Mapwright } from "mapwright";

const SEEDS = 5;
const mw = await Mapwright.load();
const sum = (times) => times.reduce((sum, time) => sum + time, 0);
let worst = 0;
for (const name of ["braided-maze", "cave", "castle-keys", "harbor-village", "wilson-maze", "rooms-with-doors"]) {
  const recipe = JSON.stringify({ ...mw.recipe(name), width: 256, height: 256 });
  // Other processes cost time at random: the fastest of many builds counts, and both take turns.
  const fastest = { js: Array(SEEDS).fill(Infinity), rust: Array(SEEDS).fill(Infinity) };
  const keep = (who, seed, time) => (fastest[who][seed] = Math.min(fastest[who][seed], time));
  let ratio = Infinity;
  for (let turn = 0; turn < 8 && (turn < 3 || ratio > 2); turn++) {
    const told = execFileSync(process.env.MAPWRIGHT_TIME, [recipe, String(SEEDS)], { encoding: "utf8" });
    for (const [seed, time] of told.trim().split("\n").entries()) keep("rust", seed, Number(time) / 1e6);
    for (let seed = 0; seed < SEEDS; seed++) {
      for (let nth = 0; nth < 10; nth++) {
        const from = performance.now();
        mw.build(recipe, { seed });
        keep("js", seed, performance.now() - from);
      }
    }
    ratio = sum(fastest.js) / sum(fastest.rust);
  }
  console.log(`${name}: ${(sum(fastest.js) / SEEDS).toFixed(2)} ms, ${ratio.toFixed(2)} times as long as in Rust`);
  worst = Math.max(worst, ratio);
}
// A busy machine says more than 2, so only what no noise explains fails. Rooms take up to 3 times as long: lists of corridors
// come as JSON, and what writes it is compiled to be small.
if (worst > 4) process.exit(1);
