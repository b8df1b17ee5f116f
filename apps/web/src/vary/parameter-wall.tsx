/** One parameter against another: a wall of maps with the same seed. */
import { signal } from "@preact/signals";
import { type Draft, type Json, withParam } from "../draft";
import type { Param } from "../engine/types";
import { catalogue, draft, text } from "../state";
import { WallCell } from "./cell";
import { useCrew } from "./use-crew";

const STEPS = 5;

/** A parameter of a stage. */
interface Axis {
  key: string;
  label: string;
  place: number;
  param: Param;
  /** All of the stage. */
  params: Param[];
  now: Json;
}

const chosen = [signal(""), signal("")];

export function ParameterWall() {
  const axes = allAxes(draft.value);
  const [across, down] = chosen.map((one, nth) => axes.find(({ key }) => key === one.value) ?? axes[nth]);
  const crew = useCrew(`${text.value} ${across?.key} ${down?.key}`);
  if (!across) return <p class="panel">These stages have no parameter that can be varied by itself.</p>;
  const columns = valuesOf(across);
  const rows = down && down.key !== across.key ? valuesOf(down) : [undefined];
  const at = (x: Json, y: Json | undefined) => {
    const one = withParam(draft.value, across.place, across.param.name, x, across.params);
    return down && y !== undefined ? withParam(one, down.place, down.param.name, y, down.params) : one;
  };
  return (
    <div class="scroll">
      <div class="panel">
        {[across, down].map((axis, nth) => (
          <label key={["across", "down"][nth]}>
            {["Across", "Down"][nth]}
            <select
              value={axis?.key}
              onChange={(event) => {
                const signal = chosen[nth];
                if (signal) signal.value = event.currentTarget.value;
              }}
            >
              {axes.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div class="wall" style={{ gridTemplateColumns: `auto repeat(${columns.length}, minmax(110px, 1fr))` }}>
        <span />
        {columns.map((x) => (
          <span class="axis" key={String(x)}>
            {String(x)}
          </span>
        ))}
        {rows.map((y) => [
          <span class="axis" key={`row ${y}`}>
            {y === undefined ? "" : String(y)}
          </span>,
          ...columns.map((x) => {
            const name = [[across, x] as const, [down, y] as const]
              .flatMap(([axis, value]) => (axis && value !== undefined ? `${axis.param.name} ${value}` : []))
              .join(", ");
            return <WallCell key={name} draft={at(x, y)} name={name} box={220} crew={crew} />;
          }),
        ])}
      </div>
    </div>
  );
}

function allAxes(draft: Draft): Axis[] {
  return draft.stages.flatMap(({ stage, off }, place) => {
    const builder = catalogue.value?.builders.find((one) => one.name === stage.use);
    const varies = (param: Param) =>
      ["integer", "number", "choice", "boolean"].includes(param.type) && !param.only_with;
    const params = off ? [] : (builder?.params.filter(varies) ?? []);
    return params.map((param) => ({
      key: `${place} ${param.name}`,
      label: `${stage.use}: ${param.name}`,
      place,
      param,
      params: builder?.params ?? [],
      now: stage[param.name] ?? param.default,
    }));
  });
}

/** Values to show: all words, or figures about what it is now. */
function valuesOf({ param, now }: Axis): Json[] {
  if (param.type === "boolean") return [false, true];
  if (param.type === "choice") return (param.range as string[]).slice(0, 8);
  const [min, max] = param.range as [number, number];
  const middle = typeof now === "number" ? now : Math.max(min, 4);
  const reach = max - min <= 100 ? (max - min) / 8 : Math.max(2, middle / 2);
  const from = Math.max(min, Math.min(middle - reach, max - 2 * reach));
  const to = Math.min(max, from + 2 * reach);
  const steps = Array.from({ length: STEPS }, (_, nth) => from + ((to - from) * nth) / (STEPS - 1));
  const round = (value: number) => (param.type === "integer" ? Math.round(value) : Number(value.toPrecision(3)));
  return [...new Set(steps.map(round))];
}
