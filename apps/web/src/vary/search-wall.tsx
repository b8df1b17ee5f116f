/** A search for levels: those that meet requirements, or those that differ most. */
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { fromText } from "../draft";
import type { Crew } from "../engine/engine";
import type { Fault, Found } from "../engine/types";
import { draft, engineOf, status, text } from "../state";
import { WallCell } from "./cell";
import { useCrew } from "./use-crew";

const COUNT = 12;

/** What the visitor wrote; without it, the recipe's own requirements. */
const written = signal<string | undefined>(undefined);
const varies = signal(true);
const varied = signal(false);
const found = signal<Found | undefined>(undefined);
const searched = signal("");
const progress = signal<[done: number, most: number] | undefined>(undefined);
const wrong = signal("");
let crew: Crew | undefined;

const requirements = () => written.value ?? String(draft.value.extra?.want ?? "");

export function SearchWall() {
  const names = useMetrics();
  const running = progress.value !== undefined;
  const isStale = searched.value !== "" && searched.value !== text.value;
  return (
    <div class="scroll">
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <label class="grow">
          Requirements
          <input
            data-testid="requirements"
            placeholder="loops >= 3, max longest_path"
            spellcheck={false}
            value={requirements()}
            onInput={(event) => {
              written.value = event.currentTarget.value;
            }}
          />
        </label>
        <select
          aria-label="Add a metric to the requirements"
          value=""
          onChange={({ currentTarget }) => {
            written.value = [requirements().trim(), `${currentTarget.value} >= `].filter(Boolean).join(", ");
            currentTarget.value = "";
          }}
        >
          <option value="">Add a metric</option>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select
          aria-label="Which levels"
          value={String(varied.value)}
          onChange={(event) => {
            varied.value = event.currentTarget.value === "true";
          }}
        >
          <option value="false">{COUNT} that fit</option>
          <option value="true">{COUNT} that differ most</option>
        </select>
        <label>
          <input
            type="checkbox"
            checked={varies.value}
            onChange={(event) => {
              varies.value = event.currentTarget.checked;
            }}
          />
          Parameters may vary
        </label>
        <button type="submit" data-testid="search" disabled={running}>
          Search
        </button>
        {running && (
          <button type="button" data-testid="search-cancel" onClick={end}>
            Cancel
          </button>
        )}
        {progress.value && <progress max={progress.value[1]} value={progress.value[0]} aria-label="Levels tried" />}
        {isStale && !running && <span>The recipe has changed since.</span>}
      </form>
      {wrong.value && (
        <p class="fault" role="alert" data-testid="search-fault">
          {wrong.value}
        </p>
      )}
      {found.value && <Results found={found.value} />}
      {!found.value && !running && !wrong.value && <Hint />}
    </div>
  );
}

function Hint() {
  return (
    <p class="nothing">
      Say what a level must be like, such as <code>loops &gt;= 3</code>, <code>solution_steps 60..80</code> or{" "}
      <code>max longest_path</code>, with commas between. Thousands of levels are tried, the same ones for the same
      seed.
    </p>
  );
}

function Results({ found }: { found: Found }) {
  const crew = useCrew(found.levels.join() + found.nearest.join());
  const { tried, passed, levels, nearest } = found;
  const cells: [string, string][] = levels.length
    ? levels.map((recipe) => [recipe, `seed ${fromText(recipe).seed}`])
    : nearest.map(([recipe, failed]) => [recipe, `fails ${failed}`]);
  return (
    <>
      <p class="panel" role="status" data-testid="search-found">
        {levels.length
          ? `${levels.length} levels, of ${tried} tried. Click one to take it.`
          : `No level matched (${tried} tried); these come closest.`}
      </p>
      {levels.length === 0 && (
        <ul class="passed">
          {passed.map(([clause, count, judged]) => (
            <li key={clause}>
              <code>{clause}</code> {count} of {judged}
            </li>
          ))}
        </ul>
      )}
      <div class="wall" style={{ gridTemplateColumns: "repeat(auto-fill, minmax(190px, 1fr))" }}>
        {cells.map(([recipe, label]) => (
          <WallCell key={recipe} label={label} box={260} crew={crew} draft={fromText(recipe)} />
        ))}
      </div>
    </>
  );
}

/** What can be measured on the map that is shown. */
function useMetrics(): string[] {
  const [names, setNames] = useState<string[]>([]);
  const isReady = status.value === "ready";
  useEffect(() => {
    if (!isReady) return;
    engineOf()
      .call("metrics")
      .then(
        (metrics) => setNames(Object.keys(metrics)),
        () => {},
      );
  }, [isReady, text.value]);
  return names;
}

async function run() {
  end();
  const mine = engineOf().crew(1);
  crew = mine;
  mine.watch((...now) => {
    if (mine === crew) progress.value = now;
  });
  [found.value, searched.value, progress.value, wrong.value] = [undefined, text.peek(), [0, 1], ""];
  try {
    found.value = await mine.call(
      "search",
      text.peek(),
      requirements(),
      varies.value ? "all" : "",
      varied.value,
      COUNT,
    );
  } catch (fault) {
    if (!mine.ended) wrong.value = (fault as Fault).message;
  }
  if (mine === crew) end();
}

function end() {
  crew?.end();
  crew = undefined;
  progress.value = undefined;
}
