/** Many maps of one recipe: seeds, two parameters against each other, statistics, a search. */
import { signal } from "@preact/signals";
import { ParameterWall } from "./parameter-wall";
import { SearchWall } from "./search-wall";
import { SeedWall } from "./seed-wall";
import { Statistics } from "./statistics";

const VIEWS = { seeds: "Sixteen seeds", parameters: "Parameters", statistics: "Statistics", search: "Search" };
const view = signal<keyof typeof VIEWS>("seeds");

export function VaryTab() {
  return (
    <>
      <div class="panel" role="group" aria-label="What varies">
        {Object.entries(VIEWS).map(([name, label]) => (
          <button
            key={name}
            type="button"
            data-view={name}
            aria-pressed={view.value === name}
            onClick={() => {
              view.value = name as keyof typeof VIEWS;
            }}
          >
            {label}
          </button>
        ))}
      </div>
      {view.value === "seeds" && <SeedWall />}
      {view.value === "parameters" && <ParameterWall />}
      {view.value === "statistics" && <Statistics />}
      {view.value === "search" && <SearchWall />}
    </>
  );
}
