// A dungeon on a canvas, built in a worker.
import { Mapwright, type Recipe } from "mapwright/worker";

const recipe: Recipe = {
  version: 1,
  width: 60,
  height: 36,
  initial: { use: "bsp-dungeon" },
  metas: [{ use: "start" }, { use: "exit" }, { use: "area-graph" }, { use: "lock-and-key", keys: 2 }],
};
const mw = await Mapwright.load();
const map = await mw.build(recipe, { seed: 7n, signal: AbortSignal.timeout(5000) });

const canvas = document.querySelector("canvas") as HTMLCanvasElement;
const { data, width, height } = map.rgba({ cell: 16, theme: "dark" });
[canvas.width, canvas.height] = [width, height];
canvas.getContext("2d")?.putImageData(new ImageData(data, width, height), 0, 0);
document.title = `A dungeon with ${map.doors.length} doors`;
