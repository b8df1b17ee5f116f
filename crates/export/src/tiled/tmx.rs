//! Tiled maps as XML (`.tmx`).

use super::map::{TiledCells, TiledContent, TiledLayer, TiledMap, TiledObject, TiledShape};
use super::xml::{Attributes, Xml};

impl TiledMap {
    /// The map as XML. Tilesets in files of their own are called `sources`, one name each.
    pub(super) fn tmx(&self, sources: &[String]) -> String {
        let mut xml = Xml::new();
        let layers = self.layers.len() + 1;
        let objects = 1 + self.objects().count();
        let attributes = vec![
            ("version", "1.8".to_owned()),
            ("orientation", "orthogonal".to_owned()),
            ("renderorder", "right-down".to_owned()),
            ("width", self.size.0.to_string()),
            ("height", self.size.1.to_string()),
            ("tilewidth", self.tile_size.0.to_string()),
            ("tileheight", self.tile_size.1.to_string()),
            ("infinite", u8::from(self.infinite).to_string()),
            ("backgroundcolor", self.background.to_string()),
            ("nextlayerid", layers.to_string()),
            ("nextobjectid", objects.to_string()),
        ];
        xml.with("map", attributes, |xml| {
            xml.properties(&self.properties);
            for ((sheet, gid), source) in self.sheets.iter().zip(self.first_gids()).zip(sources) {
                let first = ("firstgid", gid.to_string());
                match self.external {
                    true => xml.empty("tileset", vec![first, ("source", source.clone())]),
                    false => sheet.set.write_xml(xml, vec![first]),
                }
            }
            let mut next_object = 1;
            for (id, layer) in (1..).zip(&self.layers) {
                self.layer_xml(xml, id, layer, &mut next_object);
            }
        });
        xml.finish()
    }

    pub(super) fn objects(&self) -> impl Iterator<Item = &TiledObject> {
        self.layers.iter().flat_map(|layer| match &layer.content {
            TiledContent::Objects(objects, _) => objects.as_slice(),
            TiledContent::Tiles(_) => &[],
        })
    }

    fn layer_xml(&self, xml: &mut Xml, id: u32, layer: &TiledLayer, next_object: &mut u32) {
        let mut attributes = vec![("id", id.to_string()), ("name", layer.name.clone())];
        match &layer.content {
            TiledContent::Tiles(cells) => {
                let (_, _, w, h) = cells.bounds();
                attributes.extend([("width", w.to_string()), ("height", h.to_string())]);
                attributes.extend(seen(layer));
                xml.with("layer", attributes, |xml| self.cells_xml(xml, cells));
            }
            TiledContent::Objects(objects, color) => {
                attributes.insert(1, ("color", color.to_string()));
                attributes.extend(seen(layer));
                xml.with("objectgroup", attributes, |xml| {
                    for object in objects {
                        object_xml(xml, *next_object, object);
                        *next_object += 1;
                    }
                });
            }
        }
    }

    fn cells_xml(&self, xml: &mut Xml, cells: &TiledCells) {
        let (encoding, compression) = self.encoding.words();
        let mut attributes = vec![("encoding", encoding.to_owned())];
        attributes.extend(compression.map(|name| ("compression", name.to_owned())));
        match cells {
            TiledCells::Whole(tiles) => xml.plain("data", attributes, &format!("\n{}\n", self.encoding.text(tiles))),
            TiledCells::Chunks(chunks) => xml.with("data", attributes, |xml| {
                for chunk in chunks {
                    let size = chunk.tiles.size();
                    let place = [("x", chunk.x), ("y", chunk.y), ("width", size.w.into()), ("height", size.h.into())];
                    let place = place.map(|(name, value)| (name, value.to_string())).to_vec();
                    xml.plain("chunk", place, &format!("\n{}\n", self.encoding.text(&chunk.tiles)));
                }
            }),
        }
    }
}

fn seen(layer: &TiledLayer) -> Attributes {
    let mut attributes = Vec::new();
    if !layer.visible {
        attributes.push(("visible", "0".to_owned()));
    }
    if layer.opacity != 100 {
        attributes.push(("opacity", (f64::from(layer.opacity) / 100.0).to_string()));
    }
    attributes
}

fn object_xml(xml: &mut Xml, id: u32, object: &TiledObject) {
    let mut attributes = vec![
        ("id", id.to_string()),
        ("name", object.name.clone()),
        ("type", object.kind.clone()),
        ("x", object.x.to_string()),
        ("y", object.y.to_string()),
    ];
    if let TiledShape::Rectangle(w, h) = object.shape {
        attributes.extend([("width", w.to_string()), ("height", h.to_string())]);
    }
    xml.with("object", attributes, |xml| {
        xml.properties(&object.properties);
        match &object.shape {
            TiledShape::Point => xml.empty("point", vec![]),
            TiledShape::Rectangle(..) => {}
            TiledShape::Polyline(points) => {
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                xml.empty("polyline", vec![("points", points.join(" "))]);
            }
        }
    });
}
