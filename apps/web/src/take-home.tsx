/** The map as files, and the recipe as a link. */
import { useSignal } from "@preact/signals";
import { zipSync } from "fflate";
import type { Fault, TakeHome as Files } from "./engine/types";
import { toHash } from "./link";
import { engineOf, namedFiles, recipeName, recordSteps, status, summary, text } from "./state";

/** Format, name, and the plane that a map needs for it. */
const FORMATS: [string, string, string?][] = [
  ["png", "PNG picture"],
  ["sheet", "Sheet of stages"],
  ["gif", "Animation, GIF"],
  ["apng", "Animation, APNG"],
  ["svg", "SVG drawing"],
  ["recipe", "Recipe"],
  ["rust", "Rust code"],
  ["json", "Map as JSON"],
  ["csv", "CSV"],
  ["ascii", "ASCII"],
  ["tmj", "Tiled, JSON"],
  ["tmx", "Tiled, XML"],
  ["ldtk", "LDtk"],
  ["xp", "REXPaint"],
  ["datapack", "Minecraft rooms"],
  ["pipe-pack", "Minecraft pipes", "solution"],
];

export function TakeHome() {
  const busy = useSignal("");
  const note = useSignal("");
  const stem = (recipeName.value || "map").replace(/[^\w-]+/g, "-");
  const take = async (to: string) => {
    busy.value = to;
    note.value = "";
    try {
      if (to === "gif" || to === "apng") await recordSteps(100);
      const made = await engineOf().call("files", to, stem);
      save(stem, to, to === "recipe" ? [...made, ...namedFiles.peek()] : made);
    } catch (error) {
      note.value = (error as Fault).message;
    }
    busy.value = "";
  };
  return (
    <section class="take" aria-label="Take home">
      <h3>Take home</h3>
      <ShareLink />
      <div class="formats">
        {FORMATS.filter(([, , plane]) => !plane || summary.value?.planes.includes(plane)).map(([to, label]) => (
          <button
            key={to}
            type="button"
            data-testid="export"
            data-to={to}
            disabled={status.value !== "ready" || busy.value !== ""}
            onClick={() => void take(to)}
          >
            {busy.value === to ? "…" : label}
          </button>
        ))}
      </div>
      {note.value && (
        <p class="fault" role="alert">
          {note.value}
        </p>
      )}
    </section>
  );
}

/** The address of this page with the recipe in it. */
function ShareLink() {
  const copied = useSignal("");
  let hash = "#";
  try {
    hash = toHash(text.value, namedFiles.value);
  } catch {
    // What is not a recipe has no link.
  }
  const copy = async (event: Event) => {
    event.preventDefault();
    history.replaceState(null, "", hash);
    // A page that is not served securely has no clipboard, and a browser may refuse it.
    const write = navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject(new Error());
    copied.value = await write.then(
      () => "Link copied",
      () => "Copy it from the address bar",
    );
    setTimeout(() => (copied.value = ""), 4000);
  };
  return (
    <a class="button" data-testid="link" href={hash} onClick={(event) => void copy(event)}>
      {copied.value || "Copy link to this map"}
    </a>
  );
}

/** One file as it is, several as a zip. */
function save(stem: string, to: string, files: Files) {
  const [first] = files;
  if (!first) return;
  const single = files.length === 1;
  const [name, bytes] = single
    ? first
    : [`${stem}-${to}.zip`, zipSync(Object.fromEntries(files), { mtime: new Date(1980, 0, 1) })];
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
