/** The recipe: size and borders, its stages, its text, and what can be taken home. */
import { change, draft, fault, faultAt, recipeName } from "../state";
import { TakeHome } from "../take-home";
import { Stages } from "./stages";
import { TextView } from "./text-view";

export function RecipePanel() {
  return (
    <aside class="recipe" aria-label="Recipe">
      <h2>{recipeName.value || "Recipe"}</h2>
      <Size />
      {fault.value && faultAt.value < 0 && (
        <p data-testid="error" class="fault" role="alert">
          {fault.value.message}
        </p>
      )}
      <Stages />
      <TextView />
      <TakeHome />
    </aside>
  );
}

function Size() {
  const { width, height, wrap } = draft.value;
  const side = (name: "width" | "height", value: number) => (
    <input
      type="number"
      min={1}
      max={65535}
      aria-label={name}
      data-testid={name}
      value={value}
      onInput={(event) => {
        const next = event.currentTarget.valueAsNumber;
        if (Number.isInteger(next) && next > 0) change({ ...draft.value, [name]: next, text: undefined }, name);
      }}
    />
  );
  return (
    <div class="size">
      {side("width", width)} × {side("height", height)}
      <label>
        wrap{" "}
        <select
          data-testid="wrap"
          value={wrap ?? "none"}
          onChange={(event) => {
            const next = event.currentTarget.value;
            change({ ...draft.value, wrap: next === "none" ? undefined : next, text: undefined });
          }}
        >
          {["none", "x", "y", "both"].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
    </div>
  );
}
