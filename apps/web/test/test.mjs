// What the tests have at hand, beside Playwright's own: the page, which must not complain, and figures.
import { test as base, expect } from "@playwright/test";
import { open, serve } from "./page.mjs";

export { expect };

export const test = base.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const site = await serve();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  /** Opens the page, in a context of its own. */
  visit: async ({ browser, site }, use) => {
    const opened = [];
    await use(async (options = {}, hash = "") => {
      opened.push(await open(site.url + hash, { browser, ...options }));
      return opened.at(-1);
    });
    for (const { context } of opened) await context.close();
    const problems = opened.flatMap(({ problems }) => problems);
    expect(problems, "what the console says").toEqual([]);
  },
  page: async ({ visit }, use) => use((await visit()).page),
});

/** Adds a row to the table of figures: what, measured, goal, whether it holds. */
export const figure = (...row) =>
  void test.info().annotations.push({ type: "figure", description: JSON.stringify(row) });
