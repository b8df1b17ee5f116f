import { Mapwright } from "mapwright"; // the npm package, from apps/js

const mw = await Mapwright.load();
const map = mw.build("castle-keys", { seed: 7n }); // a name, a recipe as an object, or JSON
console.log(map.tiles.length, map.doors.length, map.path(map.start, map.exit).length);
