/** Walk through the level: what is in sight, doors, keys, portals, and the exit. */
import { useSignal } from "@preact/signals";
import type { Fault, Shown, Walked } from "../engine/types";
import { Icon } from "../icon";
import { disc, type Frame, fitting, Sheet, SheetCanvas, useSheet } from "../sheet";
import { catalogue, digest, engineOf } from "../state";
import { Fog } from "./fog";
import { wayOf } from "./ways";

/** Through a portal. */
const PORTAL = 4;

const PAD = [
  [0, "up", "North"],
  [3, "left", "West"],
  [PORTAL, "portal", "Through the portal"],
  [1, "right", "East"],
  [2, "down", "South"],
] as const;

export function WalkGame() {
  const walked = useSignal<Walked | undefined>(undefined);
  const note = useSignal("");
  const all = useSignal(false);
  const told = (state: Walked | undefined, words: string) => {
    if (state) walked.value = state;
    note.value = words;
  };
  const [canvas, game] = useSheet((place) => walk(place, told, all.peek()), digest.value);
  const locks = catalogue.value?.colors.locks ?? [];
  const { steps = 0, keys = [], won = false, at } = walked.value ?? {};
  return (
    <>
      <div class="panel">
        <button type="button" onClick={() => game.current?.again()}>
          From the start
        </button>
        <label>
          <input
            type="checkbox"
            checked={all.value}
            onChange={(event) => {
              all.value = event.currentTarget.checked;
              game.current?.reveal(all.value);
            }}
          />
          See everything
        </label>
        <span class="count" data-testid="walk-state" data-at={at?.join(",")} data-keys={keys.join(",")}>
          {steps} {steps === 1 ? "step" : "steps"}
        </span>
        {keys.length > 0 && (
          <span class="keys" role="img" aria-label={`Keys ${keys.join(", ")}`}>
            {keys.map((key) => (
              <i key={key} style={{ background: locks[key % locks.length] }}>
                {String.fromCharCode(65 + (key % 26))}
              </i>
            ))}
          </span>
        )}
        {won && (
          <strong class="won" role="status" data-testid="walk-won">
            Out in {steps} steps
          </strong>
        )}
        <span data-testid="walk-note" aria-live="polite">
          {note.value}
        </span>
      </div>
      <div class="sheet night">
        <SheetCanvas
          canvas={canvas}
          id="walk"
          label="The level. Arrows, hjkl or wasd walk, Enter goes through a portal."
        />
        <div class="pad">
          {PAD.map(([way, icon, label]) => (
            <button
              key={way}
              type="button"
              aria-label={label}
              style={{ gridArea: ["1/2", "2/3", "3/2", "2/1", "2/2"][way] }}
              onClick={() => game.current?.step(way)}
            >
              <Icon name={icon} />
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

function walk(canvas: HTMLCanvasElement, told: (state: Walked | undefined, words: string) => void, sees: boolean) {
  const floor = catalogue.peek()?.tiles.find(({ name }) => name === "floor")?.color ?? "#fff";
  let picture: Shown | undefined;
  let state: Walked | undefined;
  let fog: Fog | undefined;
  let taken: [number, number][] = [];
  let all = sees;
  let [busy, gone] = [false, false];

  const paint = (context: CanvasRenderingContext2D, frame: Frame) => {
    if (!picture || !state) return;
    const { left, top, cell } = frame;
    const by = cell / picture.scale;
    const { bitmap, corner } = picture;
    context.imageSmoothingEnabled = by < 1;
    context.drawImage(bitmap, left - corner * by, top - corner * by, bitmap.width * by, bitmap.height * by);
    for (const at of taken) disc(context, frame, at, 0.45, floor);
    if (!all) fog?.paint(context, frame);
    disc(context, frame, state.at, 0.42, "#ffffff");
    disc(context, frame, state.at, 0.34, "#e86a17");
  };

  const arrive = (next: Walked) => {
    if (gone) return;
    if (next.keys.length > (state?.keys.length ?? 0)) taken.push(next.at);
    state = next;
    fog?.see(next.sight);
    sheet.look({ x: next.at[0] + 0.5, y: next.at[1] + 0.5 });
    told(next, next.won ? "" : next.here.join(", "));
  };
  const step = async (way: number) => {
    if (busy || gone) return;
    busy = true;
    const refused = (fault: Fault) =>
      told(undefined, way === PORTAL || fault.message !== "there is a wall" ? fault.message : "");
    await engineOf().call("step", way).then(arrive, refused);
    busy = false;
  };
  const begin = async () => {
    const scale = Math.max(8, Math.round(sheet.view.zoom * devicePixelRatio));
    const engine = engineOf();
    const first = await engine.call("visitor").catch(() => undefined);
    const drawn = await engine.call("picture", { scale }).catch(() => undefined);
    if (gone || !first || !drawn) return;
    picture?.bitmap.close();
    [picture, fog, taken, state] = [drawn, new Fog(drawn.size), [], undefined];
    sheet.look({ zoom: Math.max(fitting(canvas, drawn.size).zoom, Math.min(24, canvas.clientWidth / 22)) });
    arrive(first);
  };
  const key = (event: KeyboardEvent): boolean => {
    const letter = "wdsa".indexOf(event.key.toLowerCase());
    const way = event.key === "Enter" || event.key === " " ? PORTAL : Math.max(wayOf(event), letter);
    if (way >= 0) void step(way);
    return way >= 0;
  };
  const tap = (x: number, y: number) => {
    if (!state) return;
    const [dx, dy] = [x - state.at[0] - 0.5, y - state.at[1] - 0.5];
    void step(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : dy > 0 ? 2 : 0);
  };
  const sheet = new Sheet(canvas, { paint, key, tap, zoom: 20 });
  void begin();
  // Keys are for the game, unless the visitor is about something else.
  if (!document.activeElement?.closest("input, select, textarea, [contenteditable], .recipe")) canvas.focus();
  return {
    step: (way: number) => void step(way),
    again: () => void begin(),
    reveal(everything: boolean) {
      all = everything;
      sheet.redraw();
    },
    end() {
      gone = true;
      sheet.end();
    },
  };
}
