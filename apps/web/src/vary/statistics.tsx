/** The metrics of 500 seeds: a table, and the heat map of two. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Crew } from "../engine/engine";
import type { Fault } from "../engine/types";
import { paint } from "../gallery";
import { draft, engineOf, recipeName, text } from "../state";

const SEEDS = 500;
/** So many seeds a call: the bar moves, and a cancel is felt at once. */
const BATCH = 10;

const rows = signal<Record<string, number>[]>([]);
const failed = signal(0);
const done = signal(0);
const measured = signal("");
const wrong = signal("");
const axes = [signal("longest_path_share"), signal("dead_end_share")] as const;
let crew: Crew | undefined;

export function Statistics() {
  const running = done.value > 0 && done.value < SEEDS && crew && !crew.ended;
  const names = [...new Set(rows.value.flatMap((row) => Object.keys(row)))];
  const isStale = measured.value !== "" && measured.value !== text.value;
  return (
    <div class="scroll">
      <div class="panel">
        <button type="button" data-testid="measure" disabled={!!running} onClick={() => void run()}>
          Measure {SEEDS} seeds
        </button>
        {done.value > 0 && (
          <>
            <progress max={SEEDS} value={done.value} aria-label="Seeds measured" /> {done.value} of {SEEDS}
          </>
        )}
        {running && (
          <button type="button" data-testid="measure-cancel" onClick={end}>
            Cancel
          </button>
        )}
        {failed.value > 0 && <span>{failed.value} seeds failed</span>}
        {isStale && !running && <span>The recipe has changed since.</span>}
      </div>
      {wrong.value && (
        <p class="fault" role="alert">
          {wrong.value}
        </p>
      )}
      {rows.value.length > 1 && (
        <div class="spread">
          <div>
            <div class="panel">
              {axes.map((axis, nth) => (
                <label key={["x", "y"][nth]}>
                  {["Across", "Up"][nth]}
                  <select
                    value={axis.value}
                    onChange={(event) => {
                      axis.value = event.currentTarget.value;
                    }}
                  >
                    {names.map((name) => (
                      <option key={name}>{name}</option>
                    ))}
                  </select>
                </label>
              ))}
            </div>
            <HeatMap />
          </div>
          <Table names={names} />
        </div>
      )}
    </div>
  );
}

function HeatMap() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [x, y] = [axes[0].value, axes[1].value];
  // One picture for every fifty maps.
  const count = done.value >= SEEDS ? rows.value.length : rows.value.length - (rows.value.length % 50);
  useEffect(() => {
    const values = rows.peek().flatMap((row) => (row[x] === undefined || row[y] === undefined ? [] : [row[x], row[y]]));
    if (values.length < 4) return;
    const title = `${recipeName.peek() || "recipe"}, ${values.length / 2} maps`;
    engineOf()
      .call("heat", title, x, y, Float64Array.from(values))
      .then(
        (shown) => paint(canvas.current, shown),
        () => {},
      );
  }, [x, y, count]);
  return <canvas ref={canvas} data-testid="heat" role="img" aria-label={`Heat map of ${x} and ${y}`} />;
}

function Table({ names }: { names: string[] }) {
  const show = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(4));
  return (
    <table>
      <thead>
        <tr>
          {["metric", "mean", "deviation", "least", "most"].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => {
          const values = rows.value.flatMap((row) => row[name] ?? []);
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
          const figures = [mean, Math.sqrt(squares / values.length), Math.min(...values), Math.max(...values)];
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              {figures.map((value, nth) => (
                <td key={nth}>{show(value)}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

async function run() {
  end();
  crew = engineOf().crew();
  const [mine, recipe, first] = [crew, text.peek(), BigInt(draft.peek().seed)];
  rows.value = [];
  [failed.value, done.value, measured.value, wrong.value] = [0, 0, recipe, ""];
  const batches = Array.from({ length: SEEDS / BATCH }, (_, nth) => first + BigInt(nth * BATCH));
  const one = async (from: bigint) => {
    const maps = await mine.call("measure", recipe, BigInt.asUintN(64, from), BATCH);
    if (mine !== crew) return;
    rows.value = [...rows.value, ...maps.flatMap(({ metrics }) => (metrics ? [metrics] : []))];
    failed.value += maps.filter(({ metrics }) => metrics === null).length;
    done.value += BATCH;
  };
  await Promise.all(batches.map(one)).catch((fault: Fault) => {
    if (!mine.ended) wrong.value = fault.message;
  });
  mine.end();
}

function end() {
  crew?.end();
  done.value = 0;
}
