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
  { width = 1400, height = 900, scheme = "light", browser = undefined, touch = false, state = "ready" } = {},
) {
  browser ??= await launch();
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    hasTouch: touch,
    acceptDownloads: true,
  });
  // The program, which some cases run beside, stops this server meanwhile; and the machine may be busy.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error.stack)));
  await page.goto(url);
  await ready(page, state);
  return { page, browser, context, problems };
}

/** Waits until the map of the recipe shown is there; returns its digest. */
export async function ready(page, state = "ready", timeout = 120_000) {
  // State and digest in one look: between two the next build may begin.
  const settled = (wanted) => document.body.dataset.state === wanted && { digest: document.body.dataset.digest };
  const seen = await page.waitForFunction(settled, state, { timeout, polling: 5 });
  return (await seen.jsonValue()).digest;
}

/** Waits for another map than the one with this digest: a file is read before the build begins. */
export async function another(page, old) {
  await page.waitForFunction((old) => ![old, "", undefined].includes(document.body.dataset.digest), old);
  return ready(page);
}

/** Waits until the first element with this name says what is wanted. */
export async function says(page, id, words) {
  const found = ([id, source]) => new RegExp(source).test(document.querySelector(`[data-testid=${id}]`)?.textContent);
  await page.waitForFunction(found, [id, words.source]);
}

/** Opens a shipped recipe; returns its digest. */
export async function recipe(page, name) {
  await page.locator(`[data-testid=gallery-item][data-name=${name}]`).click();
  return ready(page);
}

export const go = (page, tab) => page.locator(`[data-testid=tab][data-tab=${tab}]`).click();

/** Writes the recipe as text. */
export async function write(page, written) {
  await page.getByTestId("text").fill(typeof written === "string" ? written : JSON.stringify(written));
}

/** Adds a stage at the end. */
export async function add(page, name) {
  await page.getByTestId("stage-add").fill(name);
  await page.getByTestId("stage-add").press("Enter");
}

/** The names of all stages. */
export const uses = (page) => page.getByTestId("stage").evaluateAll((list) => list.map((stage) => stage.dataset.use));

/** Has the parameter of a stage on the page, and returns it. */
export async function param(page, use, name) {
  const stage = page.locator(`[data-testid=stage][data-use="${use}"]`);
  const control = stage.locator(`[data-testid=param][data-param="${name}"]`);
  if (!(await control.isVisible())) await stage.locator(".name").click();
  return control;
}

/** Gives a file to a control, as one that was chosen. */
export const give = (control, name, content) =>
  control.locator("input[type=file]").setInputFiles({ name, mimeType: "", buffer: Buffer.from(content) });

/** What a canvas shows. */
export const pixels = (page, id) => page.getByTestId(id).evaluate((canvas) => canvas.toDataURL());

/** Waits until a canvas shows something else. */
export async function changed(page, id, old) {
  const differs = ([id, old]) => document.querySelector(`[data-testid=${id}]`).toDataURL() !== old;
  await page.waitForFunction(differs, [id, old]);
  return pixels(page, id);
}

/** Waits until a canvas shows this picture. */
export async function showsAgain(page, id, picture) {
  const same = ([id, picture]) => document.querySelector(`[data-testid=${id}]`).toDataURL() === picture;
  await page.waitForFunction(same, [id, picture]);
}
