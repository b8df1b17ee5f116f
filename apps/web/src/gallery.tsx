/** All shipped recipes, drawn live as they come into view. */
import { signal, useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Shown } from "./engine/types";
import { catalogue, crew, open, recipeName, status, tab, titleOf } from "./state";

const search = signal("");
const group = signal("");

export function Gallery() {
  const recipes = catalogue.value?.recipes ?? [];
  const groups = [...new Set(recipes.map((one) => one.group))];
  const words = search.value.toLowerCase().split(/\s+/);
  const fits = (one: { name: string; group: string; json: string }) =>
    (!group.value || one.group === group.value) &&
    words.every((word) => `${one.name} ${one.json}`.toLowerCase().includes(word));
  const found = recipes.filter(fits);
  return (
    <section class="gallery" aria-label="Gallery">
      <button type="button" class="skip" onClick={() => document.getElementById("view")?.focus()}>
        Skip the recipes
      </button>
      <div class="filters">
        <input
          type="search"
          placeholder={recipes.length > 0 ? `Search ${recipes.length} recipes` : "Search recipes"}
          aria-label="Search recipes"
          value={search.value}
          onInput={(event) => {
            search.value = event.currentTarget.value;
          }}
        />
        <select
          aria-label="Family"
          value={group.value}
          onChange={(event) => {
            group.value = event.currentTarget.value;
          }}
        >
          <option value="">All families</option>
          {groups.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <ul>
        {found.map(({ name, json }) => (
          <Item key={name} name={name} json={json} />
        ))}
        {found.length === 0 && recipes.length > 0 && <li class="nothing">Nothing fits these words.</li>}
      </ul>
    </section>
  );
}

/** Which one is open goes past the gallery, straight into the page. */
function Item({ name, json }: { name: string; json: string }) {
  const isOpen = useComputed(() => (recipeName.value === name ? "true" : "false"));
  const choose = () => {
    open(name);
    if (tab.peek() === "world") tab.value = "map";
  };
  return (
    <li>
      <button type="button" data-testid="gallery-item" data-name={name} aria-pressed={isOpen} onClick={choose}>
        <Thumb recipe={json} box={220} />
        <span title={name}>{titleOf(name)}</span>
      </button>
    </li>
  );
}

/** A small picture of a recipe, made when it is about to be seen. */
function Thumb({ recipe, box }: { recipe: string; box: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        seen.disconnect();
        void whenReady()
          .then(() => crew().call("thumb", recipe, box))
          .then(
            ({ shown }) => paint(canvas.current, shown),
            () => {},
          );
      },
      { rootMargin: "200px" },
    );
    if (canvas.current) seen.observe(canvas.current);
    return () => seen.disconnect();
  }, [recipe, box]);
  return <canvas ref={canvas} class="thumb" width={box} height={Math.round(box * 0.64)} aria-hidden="true" />;
}

export function paint(canvas: HTMLCanvasElement | null, { bitmap }: Shown) {
  if (!canvas) return;
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  canvas.dataset.drawn = "yes";
}

/** The map goes before the gallery. */
function whenReady(): Promise<void> {
  return new Promise((resolve) => {
    const stop = status.subscribe((now) => {
      if (now === "building") return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
