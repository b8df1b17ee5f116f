//! Tile chunks drawn by Bevy's own tilemap.

use bevy_app::{App, Update};
use bevy_asset::{Handle, RenderAssetUsages};
use bevy_camera::visibility::Visibility;
use bevy_ecs::prelude::*;
use bevy_image::{Image, ImageSampler};
use bevy_math::UVec2;
use bevy_mesh::Mesh2d;
use bevy_reflect::prelude::*;
use bevy_render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_sprite_render::{
    AlphaMode2d, MeshMaterial2d, TileData, TilemapChunk, TilemapChunkMaterial, TilemapChunkTileData,
};
use mapwright::core::{BuilderMap, Grid, Palette, Size, Tile, Wrap};
use mapwright::render::{RenderError, RgbaImage, Style, TilesetKind, draw, tile_indexes};

use crate::parts::TileLayers;
use crate::{EndlessWorld, Level, LevelParts, MapwrightSystems, TileChunk, WorldChunk};

/// The tileset of a level or world. Without it, nothing is drawn; it may come, change and go at any time.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default)]
pub struct Tileset {
    /// An image with a layer for each picture.
    pub image: Handle<Image>,
    /// How pixels mix with what is below the level. The default, `Opaque`, is the fastest; pictures that are partly
    /// transparent need `Blend`.
    pub alpha_mode: AlphaMode2d,
}

impl From<Handle<Image>> for Tileset {
    /// An opaque tileset.
    fn from(image: Handle<Image>) -> Self {
        Tileset { image, alpha_mode: AlphaMode2d::Opaque }
    }
}

pub(crate) fn build(app: &mut App) {
    app.register_type::<Tileset>();
    app.register_required_components::<Level, Visibility>();
    app.register_required_components::<LevelParts, Visibility>();
    app.register_required_components::<EndlessWorld, Visibility>();
    app.register_required_components::<WorldChunk, Visibility>();
    app.add_systems(Update, show.after(crate::world::stream).in_set(MapwrightSystems));
}

/// Draws chunks that are new or changed, with the nearest tileset above them; all of them when a tileset came, changed
/// or went.
fn show(
    mut commands: Commands,
    chunks: Query<(Entity, Ref<TileChunk>, Option<&TilemapChunk>)>,
    parents: Query<&ChildOf>,
    tilesets: Query<&Tileset>,
    changed: Query<(), Changed<Tileset>>,
    mut removed: RemovedComponents<Tileset>,
) {
    let is_new_tileset = !changed.is_empty() | (removed.read().count() > 0);
    for (entity, chunk, shown) in chunks.iter().filter(|(_, chunk, _)| is_new_tileset || chunk.is_changed()) {
        let Some(Tileset { image, alpha_mode }) =
            parents.iter_ancestors(entity).find_map(|above| tilesets.get(above).ok())
        else {
            commands.entity(entity).try_remove::<(TilemapChunk, TilemapChunkTileData, Mesh2d, Material)>();
            continue;
        };
        let tilemap = TilemapChunk {
            chunk_size: chunk.size,
            tile_display_size: UVec2::splat(chunk.tile_px),
            tileset: image.clone(),
            alpha_mode: *alpha_mode,
        };
        let look = |tilemap: &TilemapChunk| {
            let TilemapChunk { chunk_size, tile_display_size, tileset, alpha_mode } = tilemap.clone();
            (chunk_size, tile_display_size, tileset, alpha_mode)
        };
        let is_same = shown.is_some_and(|old| look(old) == look(&tilemap));
        if is_same && !chunk.is_changed() {
            continue;
        }
        let mut entity = commands.entity(entity);
        entity.try_insert(TilemapChunkTileData(tiles(&chunk)));
        if !is_same {
            entity.try_insert(tilemap);
        }
    }
}

/// What Bevy adds to a `TilemapChunk`.
type Material = MeshMaterial2d<TilemapChunkMaterial>;

/// The rows of a `TilemapChunk` go up.
fn tiles(chunk: &TileChunk) -> Vec<Option<TileData>> {
    let tile = |&layer: &u16| (layer != TileLayers::NONE).then(|| TileData::from_tileset_index(layer));
    chunk.layers.chunks(chunk.size.x.max(1) as usize).rev().flatten().map(tile).collect()
}

/// A tileset to start with, `tile_px` pixels wide: the pictures of Mapwright, with walls that join their neighbors. Give a
/// level both the image, as [`Tileset`], and the layers.
///
/// # Errors
///
/// Tiles of 0 pixels, or too many pixels.
pub fn shipped_tileset(tile_px: u32) -> Result<(Image, TileLayers), Box<dyn std::error::Error + Send + Sync>> {
    let walls = mapwright::render::Tileset::shipped("walls", tile_px)?;
    let mut pixels: Vec<u8> = Vec::new();
    for tile in (0..BLOB).filter_map(|index| walls.tile(index)) {
        pixels.extend_from_slice(tile.as_raw());
    }
    for look in Palette::default().looks() {
        pixels.extend_from_slice(picture(look.tile, tile_px)?.as_raw());
    }
    let layers = u32::from(BLOB) + Palette::default().looks().len() as u32;
    let size = Extent3d { width: tile_px, height: tile_px, depth_or_array_layers: layers };
    let (format, usage) = (TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    let mut image = Image::new(size, TextureDimension::D2, pixels, format, usage);
    image.sampler = ImageSampler::nearest();
    Ok((image, TileLayers(shipped_layers)))
}

/// The tiles of a blob: 47 for walls by their neighbors, and one for open cells.
const BLOB: u16 = 48;

/// A blob for walls and floors, and the picture of the tile for all others.
fn shipped_layers(map: &BuilderMap) -> Grid<u16> {
    let palette = Palette::default();
    let layer_of: Vec<Option<u16>> = (0..=u8::MAX)
        .map(|tile| palette.looks().iter().position(|look| look.tile == Tile(tile)))
        .map(|look| look.map(|look| BLOB + look as u16))
        .collect();
    let Ok(blob) = tile_indexes(map, TilesetKind::Blob47) else { return Grid::new(map.size(), TileLayers::NONE) };
    Grid::from_fn(map.size(), |at| match map.tiles[at] {
        Tile::WALL | Tile::FLOOR => blob[at].into(),
        tile => layer_of[usize::from(tile.0)].unwrap_or(blob[at].into()),
    })
}

fn picture(tile: Tile, tile_px: u32) -> Result<RgbaImage, RenderError> {
    let map = BuilderMap::filled(Size::new(1, 1), Wrap::None, tile);
    draw(&map, &Style { scale: tile_px, margin: Some(0), ..Style::default() })
}
