/** Which control shows a parameter: it follows from the parameter's row in the catalogue. */
import type { Param } from "../engine/types";

export type ControlName =
  | "figure"
  | "slider"
  | "choice"
  | "switch"
  | "place"
  | "tile"
  | "line"
  | "words"
  | "rows"
  | "template"
  | "upload"
  | "json";

export function controlOf(param: Param): ControlName {
  if (param.name === "template") return "template";
  switch (param.type) {
    case "integer":
    case "number": {
      const [min, max] = param.range as [number, number];
      return max - min <= 1000 ? "slider" : "figure";
    }
    case "boolean":
      return "switch";
    case "text":
    case "glyph":
      return "line";
    case "file":
    case "map":
      return "upload";
    case "choice":
    case "place":
    case "tile":
    case "words":
    case "rows":
      return param.type;
    default:
      return "json";
  }
}
