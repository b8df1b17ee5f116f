# A castle with locked doors. Space builds the next one.
extends Node2D

const CELL := 16

var maps := Mapwright.new()
var level_seed := 7


func _ready() -> void:
	maps.failed.connect(_on_failed)
	$Level.tile_set = painted_tiles()
	show_level()


func _unhandled_input(event: InputEvent) -> void:
	if event.is_action_pressed("ui_accept"):
		level_seed += 1
		show_level()


func show_level() -> void:
	if not maps.build("castle-keys", level_seed):
		return
	maps.fill($Level)
	for label in get_tree().get_nodes_in_group("labels"):
		label.queue_free()
	for spawn in maps.spawns():
		write(spawn.what, spawn.at)
	for door in maps.doors():
		if door.lock >= 0:
			write("lock %d" % door.lock, door.cells[0])
	write("start", maps.start())
	print(maps.path(maps.start(), maps.exit()).size() - 1, " steps, digest ", maps.digest())


func write(text: String, cell: Vector2i) -> void:
	var label := Label.new()
	label.text = text
	label.scale = Vector2(0.5, 0.5)
	label.position = $Level.map_to_local(cell) - Vector2(CELL, CELL) / 2.0
	label.add_to_group("labels")
	add_child(label)


func _on_failed(message: String, stage: int, field: String) -> void:
	push_error("%s (stage %d, field '%s')" % [message, stage, field])


# In place of an image of yours: sixteen tiles in each row, with those from 128 on solid.
func painted_tiles() -> TileSet:
	var image := Image.create(16 * CELL, 16 * CELL, false, Image.FORMAT_RGBA8)
	for tile in 256:
		var hue := (tile % 16) / 16.0
		var color := Color.from_hsv(hue, 0.3, 0.8 if tile >= 128 else 0.25)
		image.fill_rect(Rect2i(tile % 16 * CELL, floori(tile / 16.0) * CELL, CELL, CELL), color)
	var atlas := TileSetAtlasSource.new()
	atlas.texture = ImageTexture.create_from_image(image)
	atlas.texture_region_size = Vector2i(CELL, CELL)
	for tile in 256:
		atlas.create_tile(Vector2i(tile % 16, floori(tile / 16.0)))
	var tiles := TileSet.new()
	tiles.tile_size = Vector2i(CELL, CELL)
	tiles.add_source(atlas, 0)
	return tiles
