// Tests the built page in a real browser: npm test [PART…]. Every file of test/cases is a part.
import { defineConfig } from "@playwright/test";
import { LAUNCH } from "./test/page.mjs";

export default defineConfig({
  testDir: "test/cases",
  testMatch: "*.mjs",
  outputDir: "test/out",
  globalSetup: "./test/program.mjs",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // The machine may be busy: each wait may take two minutes, in tests of many.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [["list"], ["./test/figures.mjs"]],
  use: { launchOptions: LAUNCH },
  projects: [
    { name: "page", testIgnore: "8-figures.mjs" },
    // They have the machine for themselves.
    { name: "figures", testMatch: "8-figures.mjs", dependencies: ["page"], workers: 1 },
  ],
});
