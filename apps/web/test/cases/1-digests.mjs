// All shipped recipes make in Chromium what they make everywhere.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { ready } from "../page.mjs";
import { figure, test } from "../test.mjs";

const golden = new URL("../../../../tests/golden/", import.meta.url);

test("every shipped recipe has its golden digest, for three seeds", async ({ page }) => {
  const names = await page.getByTestId("gallery-item").evaluateAll((items) => items.map((item) => item.dataset.name));
  assert.deepEqual(names.map((name) => `${name}.txt`).sort(), readdirSync(golden).sort());
  let maps = 0;
  for (const name of names) {
    const lines = readFileSync(new URL(`${name}.txt`, golden), "utf8").split("\n");
    await page.locator(`[data-testid=gallery-item][data-name=${name}]`).click();
    for (const line of lines.filter((line) => line.startsWith("seed "))) {
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
  figure("shipped recipes with golden digests", `${names.length} recipes, ${maps} maps`, "all", true);
});
