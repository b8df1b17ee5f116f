// A cave for rot.js: its field of view and its paths, as text.
import { Mapwright } from "mapwright";
import { FOV, Path } from "rot-js";

const mw = await Mapwright.load();
const map = mw.build({ ...mw.recipe("cave-with-monsters"), width: 60, height: 20 }, { seed: 7n });
const isOpen = (x, y) => x >= 0 && y >= 0 && x < map.width && y < map.height && map.tiles[y * map.width + x] < 128;

// In a browser, `display.draw(x, y, glyph)` of a `Display` takes the place of this.
const screen = Array.from({ length: map.height }, () => Array(map.width).fill(" "));
const draw = (x, y, glyph) => (screen[y][x] = glyph);
new FOV.PreciseShadowcasting(isOpen).compute(...map.start, 12, (x, y) => draw(x, y, isOpen(x, y) ? "." : "#"));
for (const { at, what } of map.spawns) draw(...at, what[0]);
draw(...map.start, "@");
console.log(screen.map((row) => row.join("")).join("\n"));

let steps = -1;
new Path.AStar(...map.exit, isOpen, { topology: 4 }).compute(...map.start, () => steps++);
console.log(`${steps} steps to the exit; map.path has ${map.path(map.start, map.exit).length - 1}`);
