// A castle in Phaser: walls that collide, spawns, and a player at the start.
import { Mapwright } from "mapwright";
import * as Phaser from "phaser";

const CELL = 16;
const mw = await Mapwright.load();

class Castle extends Phaser.Scene {
  #player!: Phaser.Physics.Arcade.Body;

  create() {
    const map = mw.build("castle-keys", { seed: 7n });
    // In place of an image of yours: floor, wall.
    const tiles = this.make.graphics({}, false);
    tiles.fillStyle(0x554433).fillRect(0, 0, CELL, CELL).fillStyle(0xaaaaaa).fillRect(CELL, 0, CELL, CELL);
    tiles.generateTexture("tiles", 2 * CELL, CELL);

    const rows = Array.from({ length: map.height }, (_, y) => map.tiles.subarray(y * map.width, (y + 1) * map.width));
    const data = rows.map((row) => Array.from(row, (tile) => (tile >= 128 ? 1 : 0)));
    const level = this.make.tilemap({ data, tileWidth: CELL, tileHeight: CELL });
    const walls = level.createLayer(0, level.addTilesetImage("tiles", "tiles", CELL, CELL)!, 0, 0)!;
    walls.setCollision(1);

    for (const { at, what } of map.spawns) this.add.text(at[0] * CELL, at[1] * CELL, what, { fontSize: "10px" });
    const [x, y] = map.start!;
    const player = this.add.rectangle((x + 0.5) * CELL, (y + 0.5) * CELL, CELL - 4, CELL - 4, 0x33aaff);
    this.physics.add.existing(player);
    this.physics.add.collider(player, walls as Phaser.Tilemaps.TilemapLayer);
    this.#player = player.body as Phaser.Physics.Arcade.Body;
    this.cameras.main.setBounds(0, 0, map.width * CELL, map.height * CELL).startFollow(player);
    document.title = `A castle with ${map.spawns.length} spawns`;
  }

  override update() {
    const keys = this.input.keyboard!.createCursorKeys();
    this.#player.setVelocity(
      100 * (Number(keys.right.isDown) - Number(keys.left.isDown)),
      100 * (Number(keys.down.isDown) - Number(keys.up.isDown)),
    );
  }
}

new Phaser.Game({ width: 640, height: 400, physics: { default: "arcade" }, scene: Castle });
