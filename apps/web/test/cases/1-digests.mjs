// Shipped recipes make in Chromium what they make everywhere. Node, which is V8 too, makes all of them in the tests of the
// library; here a twelfth shows that the page shows them. `EVERY=1` looks at all.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { ready } from "../page.mjs";
import { figure, test } from "../test.mjs";

const golden = new URL("../../../../tests/golden/", import.meta.url);

const EVERY = Number(process.env.EVERY ?? 12);

test("shipped recipes have their golden digests", async ({ page }) => {
  const names = await page.getByTestId("gallery-item").evaluateAll((items) => items.map((item) => item.dataset.name));
  assert.deepEqual(names.map((name) => `${name}.txt`).sort(), readdirSync(golden).sort());
  let [seen, maps] = [0, 0];
  for (const name of names) {
    const lines = readFileSync(new URL(`${name}.txt`, golden), "utf8").split("\n");
    const chosen = lines.filter((line) => line.startsWith("seed ") && seen++ % EVERY === 0);
    if (chosen.length > 0) await page.locator(`[data-testid=gallery-item][data-name=${name}]`).click();
    for (const line of chosen) {
      const [, seed, digest, wrong] = /^seed (\d+): (?:map (\w{16}).*|(.*))$/.exec(line);
      await page.getByTestId("seed").fill(seed);
      if (wrong) {
        await ready(page, "error");
      } else {
        assert.equal(await ready(page), digest, `${name}, seed ${seed}`);
        maps++;
      }
    }
  }
  figure("shipped recipes with golden digests", `${maps} of ${seen}`, `every ${EVERY}th`, true);
});
