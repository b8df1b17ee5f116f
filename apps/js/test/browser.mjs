// The built examples in Chromium: browser.mjs FOLDER.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const folder = process.argv[2];
const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const server = createServer(async ({ url }, response) => {
  const body = await readFile(join(folder, new URL(url, "http://host").pathname)).catch(() => undefined);
  response.writeHead(body ? 200 : 404, { "content-type": types[extname(url)] ?? "text/plain" }).end(body);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
for (const [name, title] of [
  ["index.html", /^A dungeon with [1-9]\d* doors$/],
  ["phaser.html", /^A castle with [1-9]\d* spawns$/],
]) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.stack));
  await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
  await page.waitForFunction(() => / with /.test(document.title), undefined, { timeout: 60_000 }).catch(() => {});
  assert.match(await page.title(), title, problems.join("\n"));
  await page.waitForTimeout(300);
  assert.deepEqual(problems, []);
  console.log(`${name}: ${await page.title()}`);
}
await browser.close();
server.close();
server.closeAllConnections();
