// look.mjs OUT [WIDTH HEIGHT dark|light ACTIONS…]: one screenshot, to look at.
import { open, serve } from "./page.mjs";

const [out, width = "1400", height = "900", scheme = "light", ...actions] = process.argv.slice(2);
const site = await serve();
const { page, browser, problems } = await open(site.url, { width: +width, height: +height, scheme });
for (const action of actions) {
  // biome-ignore lint/security/noGlobalEval: who calls it writes the code
  await eval(`(async () => { ${action} })()`);
  await page.waitForTimeout(300);
}
await page.waitForTimeout(1500);
await page.screenshot({ path: out });
console.log(problems, await page.evaluate(() => ({ ...document.body.dataset })));
await browser.close();
site.close();
