/** The page: a bar, the gallery, what the tab shows, and the recipe. */
import { fromText } from "./draft";
import { Gallery } from "./gallery";
import { MapTab } from "./map-tab";
import { PlayTab } from "./play/play";
import { RecipePanel } from "./recipe/panel";
import {
  canRedo,
  canUndo,
  catalogue,
  change,
  crew,
  draft,
  redo,
  type Tab,
  type Theme,
  store,
  tab,
  theme,
  undo,
} from "./state";
import { VaryTab } from "./vary/vary";
import { WorldTab } from "./world";

const TABS: [Tab, string][] = [
  ["map", "Map"],
  ["vary", "Vary"],
  ["play", "Play"],
  ["world", "World"],
];

export function App() {
  return (
    <>
      <Bar />
      <main class={`tab-${tab.value}`}>
        <Gallery />
        <section class="stage" id="view" aria-label={TABS.find(([name]) => name === tab.value)?.[1]}>
          {catalogue.value && <View />}
        </section>
        <RecipePanel />
      </main>
    </>
  );
}

function View() {
  switch (tab.value) {
    case "map":
      return <MapTab />;
    case "vary":
      return <VaryTab />;
    case "play":
      return <PlayTab />;
    case "world":
      return <WorldTab />;
  }
}

function Bar() {
  return (
    <header class="bar">
      <h1>
        <img src="./icon.svg" alt="" width="24" height="24" /> Mapwright
      </h1>
      <nav aria-label="Views">
        {TABS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            data-testid="tab"
            data-tab={name}
            aria-current={tab.value === name ? "page" : undefined}
            onClick={() => {
              tab.value = name;
            }}
          >
            {label}
          </button>
        ))}
      </nav>
      <div class="tools">
        <button
          type="button"
          data-testid="undo"
          disabled={!canUndo.value}
          onClick={undo}
          title="Undo (Ctrl+Z)"
          aria-label="Undo"
        >
          ↶
        </button>
        <button
          type="button"
          data-testid="redo"
          disabled={!canRedo.value}
          onClick={redo}
          title="Redo (Ctrl+Shift+Z)"
          aria-label="Redo"
        >
          ↷
        </button>
        <SeedBox />
        <button type="button" class="wide" onClick={surprise} title="A level rolled by the random chain">
          Surprise me
        </button>
        <button
          type="button"
          onClick={nextTheme}
          title={`Colors: ${theme.value}`}
          aria-label={`Colors: ${theme.value}`}
        >
          {{ auto: "◐", light: "☀", dark: "☾" }[theme.value]}
        </button>
      </div>
    </header>
  );
}

function SeedBox() {
  const set = (written: string) => {
    if (!/^\d{1,20}$/.test(written.trim())) return;
    const seed = BigInt(written.trim());
    if (seed >= 1n << 64n) return;
    change(
      { ...draft.value, seed: seed <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(seed) : seed, text: undefined },
      "seed",
    );
  };
  return (
    <span class="seed">
      <label>
        Seed{" "}
        <input
          data-testid="seed"
          inputMode="numeric"
          value={String(draft.value.seed)}
          onInput={(event) => set(event.currentTarget.value)}
          onBlur={(event) => {
            event.currentTarget.value = String(draft.value.seed);
          }}
        />
      </label>
      <button type="button" data-testid="dice" title="Another seed (R)" aria-label="Another seed" onClick={roll}>
        ⚄
      </button>
    </span>
  );
}

export function roll() {
  change({ ...draft.peek(), seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 0, text: undefined });
}

async function surprise() {
  const seed = BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const depth = 1 + Number(seed % 12n);
  const json = await crew().call("roll", seed, depth, 80, 50);
  change(fromText(json), "", `random, depth ${depth}`);
}

function nextTheme() {
  const next: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
  theme.value = next[theme.value];
  store("theme", theme.value);
}

addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]");
  if (typing) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && key === "z") {
    event.preventDefault();
    if (event.shiftKey) redo();
    else undo();
  } else if ((event.ctrlKey || event.metaKey) && key === "y") {
    event.preventDefault();
    redo();
  } else if (key === "r" && !event.ctrlKey && !event.metaKey && !event.altKey) {
    roll();
  }
});
