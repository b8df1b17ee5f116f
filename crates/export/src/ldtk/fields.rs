//! Fields: what an entity or a level knows beside its place.

use serde_json::{Value, json};

/// The kinds of fields that we write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldType {
    /// A number.
    Int,
    /// A number, or nothing.
    MaybeInt,
    /// A text.
    Text,
    /// Cells in a row.
    Path,
    /// Another entity of the same kind.
    Other {
        /// Whether the other always names this one.
        symmetric: bool,
        /// Whether it may be on another level.
        far: bool,
    },
}

/// A field of an entity or of levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldDef {
    pub(super) uid: u32,
    pub(super) name: &'static str,
    pub(super) kind: FieldType,
}

impl FieldDef {
    /// What LDtk calls the type of the value, and that of the field.
    const fn words(self) -> (&'static str, &'static str) {
        match self.kind {
            FieldType::Int | FieldType::MaybeInt => ("Int", "F_Int"),
            FieldType::Text => ("String", "F_String"),
            FieldType::Path => ("Array<Point>", "F_Point"),
            FieldType::Other { .. } => ("EntityRef", "F_EntityRef"),
        }
    }

    pub(super) fn def(self) -> Value {
        let (shown, kind) = self.words();
        let mode = match self.kind {
            FieldType::Int | FieldType::MaybeInt | FieldType::Text => "ValueOnly",
            FieldType::Path => "PointPath",
            FieldType::Other { .. } => "RefLinkBetweenCenters",
        };
        json!({
            "identifier": self.name,
            "doc": null,
            "__type": shown,
            "uid": self.uid,
            "type": kind,
            "isArray": self.kind == FieldType::Path,
            "canBeNull": matches!(self.kind, FieldType::Other { .. } | FieldType::MaybeInt),
            "arrayMinLength": null, "arrayMaxLength": null,
            "editorDisplayMode": mode,
            "editorDisplayScale": 1, "editorDisplayPos": "Above", "editorLinkStyle": "DashedLine",
            "editorDisplayColor": null, "editorAlwaysShow": false, "editorShowInWorld": false,
            "editorCutLongValues": true, "editorTextSuffix": null, "editorTextPrefix": null,
            "useForSmartColor": false, "exportToToc": false,
            "searchable": self.kind == FieldType::Text,
            "min": null, "max": null, "regex": null, "acceptFileTypes": null, "defaultOverride": null,
            "textLanguageMode": null,
            "symmetricalRef": matches!(self.kind, FieldType::Other { symmetric: true, .. }),
            "autoChainRef": false,
            "allowOutOfLevelRef": matches!(self.kind, FieldType::Other { far: true, .. }),
            "allowedRefs": "OnlySame",
            "allowedRefsEntityUid": null, "allowedRefTags": [], "tilesetUid": null,
        })
    }

    /// The field with a value, and the same as the editor keeps it.
    fn with(self, value: &Value, editor: &[Value]) -> Value {
        json!({
            "__identifier": self.name,
            "__type": self.words().0,
            "__value": value,
            "__tile": null,
            "defUid": self.uid,
            "realEditorValues": editor,
        })
    }

    pub(super) fn text(self, text: &str) -> Value {
        self.with(&json!(text), &[json!({ "id": "V_String", "params": [text] })])
    }

    /// A number, a text or nothing.
    pub(super) fn plain(self, value: &Value) -> Value {
        let kept = match value {
            Value::Null => Vec::new(),
            Value::String(text) => return self.text(text),
            number => vec![json!({ "id": "V_Int", "params": [number] })],
        };
        self.with(value, &kept)
    }

    pub(super) fn path(self, cells: &[mapwright_core::Point]) -> Value {
        let points = cells.iter().map(|cell| json!({ "cx": cell.x, "cy": cell.y }));
        let kept = cells.iter().map(|cell| json!({ "id": "V_String", "params": [format!("{},{}", cell.x, cell.y)] }));
        self.with(&points.collect(), &kept.collect::<Vec<_>>())
    }

    /// The iids of an entity, of its layer, of its level, and of the world; or no entity.
    pub(super) fn entity(self, target: Option<[&str; 4]>) -> Value {
        let Some([entity, layer, level, world]) = target else { return self.plain(&Value::Null) };
        let value = json!({ "entityIid": entity, "layerIid": layer, "levelIid": level, "worldIid": world });
        self.with(&value, &[json!({ "id": "V_String", "params": [entity] })])
    }
}
