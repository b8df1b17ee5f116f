/** The endless world of the recipe. Wander over it, and paint it. */
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { placeOf } from "../draft";
import type { Fault } from "../engine/types";
import { SheetCanvas, useSheet } from "../sheet";
import { catalogue, crew, draft, open, recipeName, text } from "../state";
import { wander } from "./wander";

/** The tile of the brush; none pans. */
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
        .then(
          (names) => (endless.value = names),
          () => {},
        );
  }, []);
  if (!checked.value) return <p class="panel">…</p>;
  const { fault } = checked.value;
  return (
    <>
      <div class="panel">
        <WorldMenu />
        {!fault && <TileMenu />}
      </div>
      {fault ? (
        <p class="panel" data-testid="world-fault" role="status">
          {refusal(fault)}
        </p>
      ) : (
        <Plane recipe={checked.value.recipe} />
      )}
    </>
  );
}

function refusal({ stage, message }: Fault): string {
  const name = recipeName.value || "This recipe";
  const use = stage === undefined ? undefined : draft.value.stages[placeOf(draft.value, stage)]?.stage.use;
  return use
    ? `${name} has borders: ${use} ${message}. The menu has endless recipes.`
    : `${name} makes no world: ${message}`;
}

function WorldMenu() {
  return (
    <label>
      World of
      <select
        data-testid="world-kind"
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (!value) return;
          open(value);
          brush.value = -1;
          event.currentTarget.value = "";
        }}
      >
        <option value="">this recipe</option>
        <optgroup label="Endless recipes">
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

function Plane({ recipe }: { recipe: string }) {
  const place = useSignal("");
  const fault = useSignal("");
  const told = (message: string) => {
    fault.value ||= message;
  };
  const start = (canvas: HTMLCanvasElement) => {
    fault.value = "";
    return wander(canvas, recipe, { brush: () => brush.peek(), place: (words) => (place.value = words), fault: told });
  };
  const [canvas] = useSheet(start, recipe);
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
