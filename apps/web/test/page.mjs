// The built page in a real browser: a small server of files, and Chromium.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const DIST = fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves dist below a folder, as a static host does. */
export async function serve(folder = "/play/") {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    const inside = path.startsWith(folder) ? path.slice(folder.length) : "none";
    const file = join(DIST, normalize(`/${inside || "index.html"}`));
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}${folder}`, close };
}

export async function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** The page, opened and ready. What the browser complains about is gathered in `problems`. */
export async function open(
  url,
  { width = 1400, height = 900, scheme = "light", browser = undefined, touch = false } = {},
) {
  browser ??= await launch();
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    hasTouch: touch,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error.stack)));
  await page.goto(url);
  await ready(page);
  return { page, browser, context, problems };
}

/** Waits until the map of the recipe shown is there; returns its digest. */
export async function ready(page, state = "ready", timeout = 60_000) {
  await page.waitForFunction((wanted) => document.body.dataset.state === wanted, state, { timeout, polling: 5 });
  return page.evaluate(() => document.body.dataset.digest);
}
