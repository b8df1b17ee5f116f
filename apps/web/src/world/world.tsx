/** An endless world: the recipe's own, or one of Wang tiles. Wander over it, and paint it. */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { placeOf } from "../draft";
import type { Fault } from "../engine/types";
import { SheetCanvas, useSheet } from "../sheet";
import { catalogue, crew, draft, open, recipeName, text } from "../state";
import { type Ground, wander } from "./wander";

type Kind = "recipe" | "corners" | "edges";

/** What the visitor chose; at first the recipe's own world if it has one. */
const wish = signal<Kind | undefined>(undefined);
const weights = signal([2, 3]);
const tileset = signal("terrain");
/** The color or tile of the brush; none pans. */
const brush = signal(-1);
/** The last recipe that was looked at, and why it cannot be endless. */
const checked = signal<{ recipe: string; fault?: Fault } | undefined>(undefined);
/** The built-in recipes that can. */
const endless = signal<string[]>([]);

export function WorldTab() {
  const recipe = text.value;
  useEffect(() => {
    let gone = false;
    const done = (fault?: Fault) => {
      if (!gone) checked.value = { recipe, fault };
    };
    crew()
      .call("endless", recipe)
      .then(() => done(), done);
    return () => {
      gone = true;
    };
  }, [recipe]);
  useEffect(() => {
    if (endless.peek().length === 0)
      crew()
        .call("endlessRecipes")
        .then((names) => (endless.value = names), () => {});
  }, []);
  if (!checked.value) return <p class="panel">…</p>;
  const { fault } = checked.value;
  const kind = wish.value ?? (fault ? "corners" : "recipe");
  return (
    <>
      <div class="panel">
        <KindMenu kind={kind} />
        {kind === "recipe" ? !fault && <TileMenu /> : <WangMenus kind={kind} />}
      </div>
      {kind === "recipe" && fault ? (
        <p class="panel" data-testid="world-fault" role="status">
          {refusal(fault)}
        </p>
      ) : (
        <Plane ground={ground(kind, checked.value.recipe)} />
      )}
    </>
  );
}

function refusal({ stage, message }: Fault): string {
  const name = recipeName.value || "This recipe";
  const use = stage === undefined ? undefined : draft.value.stages[placeOf(draft.value, stage)]?.stage.use;
  return use ? `${name} has borders: ${use} ${message}. The menu has recipes without end.` : `${name} makes no world: ${message}`;
}

function choose(kind: Kind) {
  wish.value = kind;
  brush.value = -1;
  tileset.value = sets(kind)[0] ?? "";
}

function KindMenu({ kind }: { kind: Kind }) {
  return (
    <label>
      World of
      <select
        data-testid="world-kind"
        value={kind}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (endless.value.includes(value)) {
            open(value);
            choose("recipe");
            event.currentTarget.value = "recipe";
          } else choose(value as Kind);
        }}
      >
        <option value="recipe">this recipe</option>
        <option value="corners">tiles with equal corners</option>
        <option value="edges">tiles with equal edges</option>
        <optgroup label="Recipes without end">
          {endless.value.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

function TileMenu() {
  return (
    <label>
      Paint with
      <select
        data-testid="world-tile"
        value={brush.value}
        onChange={(event) => {
          brush.value = Number(event.currentTarget.value);
        }}
      >
        <option value={-1}>nothing: wander</option>
        {catalogue.value?.tiles.map(({ tile, name }) => (
          <option key={tile} value={tile}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function WangMenus({ kind }: { kind: "corners" | "edges" }) {
  const colors = catalogue.value?.colors[kind === "corners" ? "corners" : "sides"] ?? [];
  return (
    <>
      <label>
        Colors
        <select
          value={weights.value.length}
          onChange={(event) => {
            const length = Number(event.currentTarget.value);
            weights.value = Array.from({ length }, (_, nth) => weights.value[nth] ?? 2);
            choose(kind);
          }}
        >
          {[2, 3, 4].map((count) => (
            <option key={count}>{count}</option>
          ))}
        </select>
      </label>
      <label>
        Picture
        <select
          value={tileset.value}
          onChange={(event) => {
            tileset.value = event.currentTarget.value;
          }}
        >
          <option value="">plain</option>
          {sets(kind).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <span role="group" aria-label="Brush">
        <button type="button" aria-pressed={brush.value < 0} onClick={() => (brush.value = -1)}>
          Wander
        </button>{" "}
        {weights.value.map((_, nth) => (
          <button
            key={nth}
            type="button"
            data-brush={nth}
            aria-pressed={brush.value === nth}
            onClick={() => (brush.value = nth)}
          >
            <i class="swatch" style={{ background: colors[nth], width: "16px", height: "12px" }} /> Paint
          </button>
        ))}
      </span>
    </>
  );
}

function Plane({ ground }: { ground: Ground }) {
  const place = useSignal("");
  const fault = useSignal("");
  const told = (message: string) => {
    fault.value ||= message;
  };
  const start = (canvas: HTMLCanvasElement) => {
    fault.value = "";
    return wander(canvas, ground, { brush: () => brush.peek(), place: (words) => (place.value = words), fault: told });
  };
  const [canvas] = useSheet(start, JSON.stringify(ground.made, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
  return (
    <>
      {fault.value && (
        <p class="panel" data-testid="world-fault" role="status">
          {fault.value}
        </p>
      )}
      <div class={`sheet ${brush.value >= 0 ? "picking" : ""}`}>
        <SheetCanvas
          canvas={canvas}
          id="world"
          label="The endless world. Arrows pan, + and - zoom, Enter paints in the middle when there is a brush."
        />
        <output class="cell" data-testid="world-place">
          {place.value}
        </output>
      </div>
    </>
  );
}

function ground(kind: Kind, recipe: string): Ground {
  if (kind === "recipe") return { made: { recipe }, piece: 32, scales: [6, 12, 24], zoom: 6 };
  const made = { kind, seed: BigInt(draft.value.seed), weights: weights.value, tileset: tileset.value };
  return { made, piece: 16, scales: [12, 24, 48], zoom: 28 };
}

/** The tilesets that can show such a world. */
function sets(kind: Kind): string[] {
  const count = weights.value.length;
  const fits = {
    recipe: [],
    corners: count === 2 ? ["terrain"] : count === 3 ? ["terrain3"] : [],
    edges: count === 2 ? ["paths", "pipes"] : [],
  }[kind] as string[];
  return catalogue.value?.tilesets.filter((name) => fits.includes(name)) ?? [];
}
