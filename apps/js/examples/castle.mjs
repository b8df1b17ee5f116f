// A castle with locked doors, as text, and what a game asks of it next.
import { writeFileSync } from "node:fs";
import { Mapwright } from "mapwright";

const mw = await Mapwright.load();
const map = mw.build("castle-keys", { seed: 7n }); // a name, a recipe as an object, or JSON
const path = map.path(map.start, map.exit);
const seen = map.sight(map.start, 8);

// Solid, in sight from the start, the rest.
const picture = Array.from(map.tiles, (tile, cell) => (tile >= 128 ? "#" : seen[cell] ? "," : "."));
for (const [x, y] of path) picture[y * map.width + x] = "*";
for (let y = 0; y < map.height; y++) console.log(picture.slice(y * map.width, (y + 1) * map.width).join(""));
console.log(`${path.length - 1} steps from ${map.start} to ${map.exit}, digest ${map.digest}`);

writeFileSync("castle.json", map.json()); // rooms, doors, keys, spawns and all the rest
writeFileSync("castle.png", map.png({ theme: "dark" }));
