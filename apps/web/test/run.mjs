// Tests the built page in a real browser: npm test [PART…]. Every file of cases/ is a part.
import { readdirSync } from "node:fs";
import { launch, open, serve } from "./page.mjs";

const folder = new URL("cases/", import.meta.url);
const wanted = process.argv.slice(2);
const parts = readdirSync(folder).filter((name) => wanted.length === 0 || wanted.some((one) => name.includes(one)));
const loaded = [];
for (const part of parts.sort()) loaded.push(await import(new URL(part, folder)));
// What takes long is done before the browser waits for it.
for (const { prepare } of loaded) prepare?.();
const site = await serve();
const browser = await launch();
const failures = [];
/** Rows of the table of figures: what, measured, goal, whether it holds. */
const figures = [];

async function run([name, test]) {
  const opened = [];
  const visit = async (options = {}, hash = "") => {
    const one = await open(site.url + hash, { browser, ...options });
    opened.push(one);
    return one;
  };
  const start = performance.now();
  try {
    await test({ visit, site, browser, figure: (...row) => figures.push(row) });
    const problems = opened.flatMap((one) => one.problems);
    if (problems.length > 0) throw new Error(`the console says:\n${problems.join("\n")}`);
    console.log(`ok    ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL  ${name}\n${error.stack ?? error}`);
  }
  for (const { context } of opened) await context.close();
}

/** Runs cases, so many side by side. */
async function runAll(cases, lanes) {
  const queue = [...cases];
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

// Cases of parts that say `alone` have the machine for themselves.
for (const [alone, lanes] of [
  [false, 2],
  [true, 1],
]) {
  const parts = loaded.filter((part) => Boolean(part.alone) === alone);
  await runAll(
    parts.flatMap(({ cases }) => Object.entries(cases)),
    lanes,
  );
}
await browser.close();
site.close();
if (figures.length > 0) {
  console.log("\nFigures, in this browser on this machine now");
  for (const [what, measured, goal, holds] of figures) {
    console.log(`${holds ? "  " : "! "}${what.padEnd(58)} ${String(measured).padEnd(26)} ${goal}`);
  }
}
console.log(failures.length === 0 ? "\nall good" : `\n${failures.length} failed: ${failures.join(", ")}`);
process.exit(failures.length === 0 ? 0 : 1);
