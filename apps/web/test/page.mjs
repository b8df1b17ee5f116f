// The built page in a real browser: a small server of files, and Chromium.
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { preview } from "vite";

/** Serves dist below a folder, as a static host does. */
export async function serve() {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const options = { root, configFile: false, appType: "mpa", base: "/play/", preview: { host: "127.0.0.1", port: 0 } };
  const server = await preview(options);
  return { url: server.resolvedUrls.local[0], close: () => server.close() };
}

export const LAUNCH = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
};
export const launch = () => chromium.launch(LAUNCH);

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
export async function ready(page, state = "ready") {
  // State and digest in one look: between two the next build may begin.
  const settled = (wanted) => document.body.dataset.state === wanted && { digest: document.body.dataset.digest };
  const seen = await page.waitForFunction(settled, state, { polling: 5 });
  return (await seen.jsonValue()).digest;
}

/** Waits for another map than the one with this digest: a file is read before the build begins. */
export async function another(page, old) {
  await page.waitForFunction((old) => ![old, "", undefined].includes(document.body.dataset.digest), old);
  return ready(page);
}

/** Waits until the recipe is in the address, which a reload opens again; returns it. */
export async function address(page) {
  const own = () =>
    location.hash === document.querySelector("[data-testid=link]").getAttribute("href") && location.hash;
  return (await page.waitForFunction(own)).jsonValue();
}

/** Opens a shipped recipe; returns its digest. */
export async function recipe(page, name) {
  await page.locator(`[data-testid=gallery-item][data-name=${name}]`).click();
  return ready(page);
}

export const go = (page, tab) => page.locator(`[data-testid=tab][data-tab=${tab}]`).click();

/** Writes the recipe as text. The editor puts its own selection back when it gets the focus, so a plain `fill` may add. */
export async function write(page, written) {
  await page.getByTestId("text").press("ControlOrMeta+a");
  await page.keyboard.insertText(typeof written === "string" ? written : JSON.stringify(written));
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

/** What the map shows once it is as sharp as the screen. */
export async function sharp(page) {
  await page.waitForFunction(() => globalThis.mapwright.isCrisp());
  return pixels(page, "map");
}

/** Waits until a canvas shows something else; returns it. */
export async function changed(page, id, old) {
  const other = ([id, old]) => {
    const now = document.querySelector(`[data-testid=${id}]`).toDataURL();
    return now !== old && now;
  };
  return (await page.waitForFunction(other, [id, old], { polling: 50 })).jsonValue();
}

/** Waits until a canvas shows this picture. */
export async function showsAgain(page, id, picture) {
  const same = ([id, picture]) => document.querySelector(`[data-testid=${id}]`).toDataURL() === picture;
  await page.waitForFunction(same, [id, picture], { polling: 50 });
}
