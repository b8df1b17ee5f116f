/** What there is to choose from. */
import type { RecipeName } from "./schema.js";

export type { RecipeName } from "./schema.js";

export interface Param {
  name: string;
  type: string;
  default: unknown;
  range: (number | string)[] | null;
  expected: string;
  about: string;
  only_with: Record<string, string[]> | null;
}

export interface Builder {
  name: string;
  title: string;
  kind: "initial" | "meta" | "both";
  group: string;
  about: string;
  params: Param[];
  needs: string[];
  gives: string[];
  drops: string[];
}

export interface Catalogue {
  stages: Builder[];
  recipes: { name: RecipeName; group: string; json: string }[];
  tiles: { tile: number; name: string; glyph: string; color: string }[];
  tilesets: string[];
  themes: string[];
}
