/** Walk through the level: what is in sight, doors, keys, portals, and the exit. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Fault, Shown, Walked } from "../engine/types";
import { catalogue, digest, engineOf } from "../state";
import { eachFrame, fitting, gestures, sized, type View } from "../viewport";

const WAYS: Record<string, number> = {
  arrowup: 0,
  k: 0,
  w: 0,
  arrowright: 1,
  l: 1,
  d: 1,
  arrowdown: 2,
  j: 2,
  s: 2,
  arrowleft: 3,
  h: 3,
  a: 3,
  enter: 4,
  " ": 4,
};

/** Pixels of the fog a cell: its edge is one of them wide. */
const SOFT = 3;

export function WalkGame() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const walked = useSignal<Walked | undefined>(undefined);
  const note = useSignal("");
  const all = useSignal(false);
  const game = useRef<{ step: (way: number) => void; again: () => void; reveal: (all: boolean) => void } | undefined>(
    undefined,
  );
  useEffect(() => {
    if (!canvas.current) return undefined;
    const [made, end] = walk(canvas.current, (state, words) => {
      if (state) walked.value = state;
      note.value = words;
    });
    game.current = made;
    made.reveal(all.peek());
    return end;
  }, [digest.value]);
  const locks = catalogue.value?.colors.locks ?? [];
  const { steps = 0, keys = [], won = false, at } = walked.value ?? {};
  const pad: [number, string, string][] = [
    [0, "↑", "North"],
    [3, "←", "West"],
    [4, "◎", "Through the portal"],
    [1, "→", "East"],
    [2, "↓", "South"],
  ];
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
        <span data-testid="walk-state" data-at={at?.join(",")} data-keys={keys.join(",")}>
          {steps} {steps === 1 ? "step" : "steps"}
        </span>
        {keys.length > 0 && (
          <span class="keys" role="img" aria-label={`Keys ${keys.join(", ")}`}>
            {keys.map((key) => (
              <i key={key} style={{ background: locks[key % locks.length] }} />
            ))}
          </span>
        )}
        {won && (
          <strong class="won" role="status" data-testid="walk-won">
            Out in {steps} steps
          </strong>
        )}
        <span aria-live="polite">{note.value}</span>
      </div>
      <div class="sheet night">
        <canvas
          ref={canvas}
          data-testid="walk"
          role="application"
          tabIndex={0}
          aria-label="The level. Arrows, hjkl or wasd walk, Enter goes through a portal."
        />
        <div class="pad">
          {pad.map(([way, sign, label]) => (
            <button
              key={way}
              type="button"
              aria-label={label}
              style={{ gridArea: ["1/2", "2/3", "3/2", "2/1", "2/2"][way] }}
              onClick={() => game.current?.step(way)}
            >
              {sign}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

function walk(canvas: HTMLCanvasElement, told: (state: Walked | undefined, words: string) => void) {
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const floor = catalogue.peek()?.tiles.find(({ name }) => name === "floor")?.color ?? "#fff";
  const fog = document.createElement("canvas");
  let view: View = { x: 0, y: 0, zoom: 20 };
  let picture: Shown | undefined;
  let state: Walked | undefined;
  let known = new Uint8Array();
  let taken: [number, number][] = [];
  let all = false;
  let [busy, gone] = [false, false];

  const draw = eachFrame(() => {
    if (!picture || !state) return;
    const cell = view.zoom * devicePixelRatio;
    const [left, top] = [canvas.width / 2 - view.x * cell, canvas.height / 2 - view.y * cell];
    const by = cell / picture.scale;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = by < 1;
    context.drawImage(
      picture.bitmap,
      left - picture.corner * by,
      top - picture.corner * by,
      picture.bitmap.width * by,
      picture.bitmap.height * by,
    );
    const disc = ([x, y]: [number, number], radius: number, color: string) => {
      context.beginPath();
      context.arc(left + (x + 0.5) * cell, top + (y + 0.5) * cell, radius * cell, 0, 7);
      context.fillStyle = color;
      context.fill();
    };
    for (const at of taken) disc(at, 0.45, floor);
    if (!all) {
      context.imageSmoothingEnabled = true;
      context.drawImage(fog, left - cell, top - cell, (picture.size[0] + 2) * cell, (picture.size[1] + 2) * cell);
    }
    disc(state.at, 0.42, "#ffffff");
    disc(state.at, 0.34, "#e86a17");
  });

  /** What was never seen is dark, what was seen before is dim; with a cell of darkness round the map. */
  const shade = () => {
    if (!picture || !state) return;
    const [w, h] = picture.size;
    const [wide, high] = [(w + 2) * SOFT, (h + 2) * SOFT];
    if (fog.width !== wide || fog.height !== high) [fog.width, fog.height] = [wide, high];
    const image = new ImageData(wide, high);
    for (let y = 0; y < high; y++) {
      for (let x = 0; x < wide; x++) {
        const [cx, cy] = [Math.floor(x / SOFT) - 1, Math.floor(y / SOFT) - 1];
        const nth = cy * w + cx;
        const inside = cx >= 0 && cy >= 0 && cx < w && cy < h;
        const alpha = inside && state.sight[nth] ? 0 : inside && known[nth] ? 140 : 255;
        image.data.set([23, 27, 40, alpha], (y * wide + x) * 4);
      }
    }
    fog.getContext("2d")?.putImageData(image, 0, 0);
  };

  const arrive = (next: Walked) => {
    if (gone) return;
    if (next.keys.length > (state?.keys.length ?? 0)) taken.push(next.at);
    state = next;
    next.sight.forEach((seen, nth) => {
      if (seen) known[nth] = 1;
    });
    view = { ...view, x: next.at[0] + 0.5, y: next.at[1] + 0.5 };
    shade();
    draw();
    told(next, next.won ? "" : next.here.join(", "));
  };
  const step = async (way: number) => {
    if (busy || gone) return;
    busy = true;
    await engineOf()
      .call("step", way)
      .then(arrive, (fault: Fault) =>
        told(undefined, way === 4 || fault.message !== "there is a wall" ? fault.message : ""),
      );
    busy = false;
  };
  const begin = async () => {
    const scale = Math.max(8, Math.round(view.zoom * devicePixelRatio));
    const first = await engineOf()
      .call("stroll")
      .catch(() => undefined);
    const drawn = await engineOf()
      .call("picture", { scale })
      .catch(() => undefined);
    if (gone || !first || !drawn) return;
    picture?.bitmap.close();
    picture = drawn;
    [known, taken, state] = [new Uint8Array(drawn.size[0] * drawn.size[1]), [], undefined];
    view = { ...view, zoom: Math.max(fitting(canvas, drawn.size).zoom, Math.min(24, canvas.clientWidth / 22)) };
    arrive(first.walked);
  };
  const keys = (event: KeyboardEvent) => {
    const way = WAYS[event.key.toLowerCase()];
    if (way === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void step(way);
  };
  canvas.addEventListener("keydown", keys);
  const ends = [
    gestures(canvas, {
      view: () => view,
      move: (next) => {
        view = next;
        draw();
      },
      tap: (x, y) => {
        if (!state) return;
        const [dx, dy] = [x - state.at[0] - 0.5, y - state.at[1] - 0.5];
        void step(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 1 : 3) : dy > 0 ? 2 : 0);
      },
    }),
    sized(canvas, draw),
  ];
  void begin();
  canvas.focus();
  const end = () => {
    gone = true;
    canvas.removeEventListener("keydown", keys);
    for (const one of ends) one();
  };
  const reveal = (everything: boolean) => {
    all = everything;
    draw();
  };
  return [{ step: (way: number) => void step(way), again: () => void begin(), reveal }, end] as const;
}
