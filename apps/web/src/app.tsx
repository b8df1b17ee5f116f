/** The page: a bar, the gallery, what the tab shows, and the recipe. */
import { fromText } from "./draft";
import type { Fault } from "./engine/types";
import { Gallery } from "./gallery";
import { Icon } from "./icon";
import { store } from "./kept";
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
  notice,
  openFile,
  redo,
  roll,
  status,
  type Tab,
  type Theme,
  tab,
  theme,
  undo,
} from "./state";
import { VaryTab } from "./vary/vary";
import { WorldTab } from "./world/world";

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
        <section class="stage" id="view" tabIndex={-1} aria-label={TABS.find(([name]) => name === tab.value)?.[1]}>
          <Notice />
          {catalogue.value ? <View /> : <Loading />}
        </section>
        {catalogue.value && <RecipePanel />}
      </main>
    </>
  );
}

/** The library is some megabytes. */
function Loading() {
  return status.value === "error" ? null : (
    <p class="loading" role="status" data-testid="loading">
      Mapwright is loading…
    </p>
  );
}

function Notice() {
  return (
    <div class="notice" role="status" data-testid="notice">
      {notice.value && (
        <>
          <p>{notice.value}</p>
          <button type="button" class="tool" aria-label="Put away" onClick={() => (notice.value = "")}>
            <Icon name="remove" />
          </button>
        </>
      )}
    </div>
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
        <Step name="undo" label="Undo" keys="Ctrl+Z" may={canUndo.value} act={undo} />
        <Step name="redo" label="Redo" keys="Ctrl+Shift+Z" may={canRedo.value} act={redo} />
        {catalogue.value && (
          <>
            <SeedBox />
            <button type="button" class="wide" onClick={surprise} title="A level rolled by the random chain">
              Surprise me
            </button>
          </>
        )}
        <button
          type="button"
          onClick={nextTheme}
          title={`Colors: ${theme.value}`}
          aria-label={`Colors: ${theme.value}`}
        >
          <Icon name={theme.value} />
        </button>
      </div>
    </header>
  );
}

function Step(props: { name: "undo" | "redo"; label: string; keys: string; may: boolean; act: () => void }) {
  return (
    <button
      type="button"
      data-testid={props.name}
      disabled={!props.may}
      onClick={props.act}
      title={`${props.label} (${props.keys})`}
      aria-label={props.label}
    >
      <Icon name={props.name} />
    </button>
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
      <button
        type="button"
        data-testid="dice"
        title="Another seed (R on the map)"
        aria-label="Another seed"
        onClick={roll}
      >
        <Icon name="dice" />
      </button>
    </span>
  );
}

async function surprise() {
  const seed = BigInt(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const depth = 1 + Number(seed % 12n);
  try {
    change(fromText(await crew().call("roll", seed, depth, 80, 50)), "", `random, depth ${depth}`);
  } catch (fault) {
    notice.value = `No level was rolled: ${(fault as Fault).message}.`;
  }
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
  }
});

// A recipe can be dropped anywhere; controls for files take what is dropped on them.
addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file || event.defaultPrevented) return;
  event.preventDefault();
  void openFile(file);
});
