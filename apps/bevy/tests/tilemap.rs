//! Chunks become Bevy's tilemaps whenever there is a tileset above them.
#![cfg(feature = "tilemap")]
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use bevy_app::App;
use bevy_asset::{AssetApp, Assets, Handle};
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_mapwright::mapwright::core::{BuilderMap, Grid, Palette, Point, Size, Tile, Wrap};
use bevy_mapwright::*;
use bevy_mesh::{Mesh, Mesh2d};
use bevy_sprite_render::{
    AlphaMode2d, TilemapChunk, TilemapChunkMaterial, TilemapChunkMeshCache, TilemapChunkTileData,
};
use common::*;

/// A level without a tileset: 7×5 cells in chunks of 4.
fn level() -> (App, Entity) {
    let recipe = r#"{ "version": 1, "width": 7, "height": 5, "initial": { "use": "cellular-automata" } }"#;
    let (mut app, _) = app(&[("cave.recipe.json", recipe)]);
    app.init_asset::<Image>().init_asset::<Mesh>().init_asset::<TilemapChunkMaterial>();
    app.init_resource::<TilemapChunkMeshCache>();
    let recipe = load(&app, "cave.recipe.json");
    let level = app.world_mut().spawn(Level { recipe, chunk: 4, ..Level::default() }).id();
    app.world_mut().entity_mut(level).insert(TileLayers(numbers));
    wait::<LevelReady>(&mut app);
    app.update();
    (app, level)
}

/// The number of each cell, and nothing in the last.
fn numbers(map: &BuilderMap) -> Grid<u16> {
    let last = map.size().area() as u16 - 1;
    let number = |at: Point| at.y * map.width() + at.x;
    Grid::from_fn(map.size(), |at| Some(number(at)).filter(|&n| n < last).unwrap_or(TileLayers::NONE))
}

fn image(app: &mut App) -> Handle<Image> {
    app.world_mut().resource_mut::<Assets<Image>>().add(Image::default())
}

/// How each chunk is drawn.
fn drawn(app: &mut App) -> Vec<(Handle<Image>, AlphaMode2d)> {
    let chunks = all::<TilemapChunk>(app);
    chunks.into_iter().map(|chunk| (chunk.tileset, chunk.alpha_mode)).collect()
}

#[test]
fn a_tileset_may_come_change_and_go_after_its_chunks() {
    let (mut app, level) = level();
    assert_eq!((count::<TileChunk>(&mut app), drawn(&mut app)), (4, vec![]));

    let [first, second] = [image(&mut app), image(&mut app)];
    app.world_mut().entity_mut(level).insert(Tileset::from(first.clone()));
    app.update();
    assert_eq!(drawn(&mut app), vec![(first.clone(), AlphaMode2d::Opaque); 4]);
    app.world_mut().get_mut::<Tileset>(level).unwrap().image = second.clone();
    app.update();
    assert_eq!(drawn(&mut app), vec![(second.clone(), AlphaMode2d::Opaque); 4]);
    app.world_mut().get_mut::<Tileset>(level).unwrap().alpha_mode = AlphaMode2d::Blend;
    app.update();
    assert_eq!(drawn(&mut app), vec![(second, AlphaMode2d::Blend); 4]);
    app.world_mut().entity_mut(level).remove::<Tileset>();
    app.update();
    assert_eq!((drawn(&mut app), count::<Mesh2d>(&mut app)), (vec![], 0));
}

/// Rows of a map go down, those of Bevy's tilemaps go up.
#[test]
fn every_cell_is_drawn_where_it_is() {
    let (mut app, level) = level();
    let tileset = image(&mut app);
    app.world_mut().entity_mut(level).insert(Tileset::from(tileset));
    app.update();
    let mut query = app.world_mut().query::<(&Cell, &TilemapChunk, &TilemapChunkTileData)>();
    let mut seen = BTreeSet::new();
    for (first, chunk, tiles) in query.iter(app.world()) {
        for (i, tile) in (0..).zip(&tiles.0) {
            let (x, up) = (i % chunk.chunk_size.x, i / chunk.chunk_size.x);
            let at = (first.0.x as u32 + x, first.0.y as u32 + chunk.chunk_size.y - 1 - up);
            let number = at.1 * 7 + at.0;
            assert_eq!(tile.map(|tile| u32::from(tile.tileset_index)), (number < 34).then_some(number));
            seen.insert(number);
        }
    }
    assert_eq!(seen, (0..35).collect());
}

#[test]
fn a_changed_chunk_is_drawn_again() {
    let (mut app, level) = level();
    let tileset = image(&mut app);
    app.world_mut().entity_mut(level).insert(Tileset::from(tileset));
    app.update();
    let mut query = app.world_mut().query::<&mut TileChunk>();
    query.iter_mut(app.world_mut()).for_each(|mut chunk| chunk.layers.fill(3));
    app.update();
    let tiles = all::<TilemapChunkTileData>(&mut app);
    assert!(tiles.iter().flat_map(|tiles| &tiles.0).all(|tile| tile.is_some_and(|tile| tile.tileset_index == 3)));
}

#[test]
fn the_shipped_tileset_has_a_picture_for_every_tile() {
    for px in [1, 16] {
        let (image, layers) = shipped_tileset(px).unwrap();
        let size = image.texture_descriptor.size;
        assert_eq!((size.width, size.height), (px, px));
        assert_eq!(image.data.as_ref().unwrap().len() as u32, size.depth_or_array_layers * px * px * 4);
        let looks = Palette::default().looks().iter().map(|look| look.tile).collect::<Vec<Tile>>();
        let mut map = BuilderMap::filled(Size::new(looks.len() as u16, 3), Wrap::None, Tile::FLOOR);
        for (x, &tile) in (0..).zip(&looks) {
            map.tiles[Point::new(x, 1)] = tile;
        }
        let layers = (layers.0)(&map);
        assert!(layers.as_slice().iter().all(|&layer| u32::from(layer) < size.depth_or_array_layers));
        // Each tile has a layer of its own.
        let shown: BTreeSet<u16> = (0..looks.len()).map(|x| layers[Point::new(x as u16, 1)]).collect();
        assert_eq!(shown.len(), looks.len());
    }
    assert!(shipped_tileset(0).is_err());
}
