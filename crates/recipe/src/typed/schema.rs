//! JSON Schema of schemas.

use mapwright_core::params::{Field, Holds, Schema, Shape, Variant};
use serde_json::{Map, Value, json};

use crate::schema::forms::{add_rule, list, not_both, or_null, refer, tile};

/// The schema of what a parameter accepts.
pub(crate) fn schema(schema: &Schema) -> Value {
    Within(&[]).schema(schema)
}

/// The types around a schema, which end a type that holds itself.
#[derive(Clone, Copy)]
struct Within<'a>(&'a [&'static str]);

impl Within<'_> {
    fn schema(self, schema: &Schema) -> Value {
        match schema {
            Schema::Int(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Schema::Number(least, most) => {
                let mut schema = json!({ "type": "number" });
                for (key, end) in [("minimum", least), ("maximum", most)] {
                    if end.is_finite() {
                        schema[key] = json!(end);
                    }
                }
                schema
            }
            Schema::Bool => json!({ "type": "boolean" }),
            Schema::Text | Schema::File => json!({ "type": "string" }),
            Schema::Char => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
            Schema::Tile(0, u8::MAX) => refer("tile"),
            Schema::Tile(least, most) => tile(*least..=*most),
            Schema::Like(like) => match (like.shape)() {
                Shape::Pattern(pattern) => json!({ "type": "string", "pattern": pattern }),
                Shape::Words(words) => json!({ "enum": words }),
                _ => json!({ "type": "string" }),
            },
            Schema::Defined(name, _) => refer(name),
            Schema::Such(_, of) => self.schema(of),
            Schema::Maybe(of) => or_null(self.schema(of)),
            Schema::List(of, (least, most)) => {
                let mut schema = list(self.schema(of));
                if *least > 0 {
                    schema["minItems"] = json!(least);
                }
                if let Some(most) = most {
                    schema["maxItems"] = json!(most);
                }
                schema
            }
            Schema::Tuple(parts) => {
                let items: Value = parts.iter().map(|part| self.schema(part)).collect();
                json!({ "type": "array", "prefixItems": items, "items": false, "minItems": parts.len() })
            }
            Schema::Either(parts) => json!({ "anyOf": parts.iter().map(|part| self.schema(part)).collect::<Value>() }),
            Schema::Table(key, of) => {
                json!({ "type": "object", "propertyNames": self.schema(key), "additionalProperties": self.schema(of) })
            }
            Schema::OneOf(name, variants) => {
                let within = [self.0, &[name]].concat();
                let variants = variants.iter().map(|variant| Within(&within).variant(variant));
                json!({ "anyOf": variants.collect::<Value>() })
            }
            Schema::Object(name, about, _) if self.0.contains(name) => {
                json!({ "type": "object", "description": about })
            }
            Schema::Object(name, _, fields) => Within(&[self.0, &[name]].concat()).fields(fields),
            _ => json!({}),
        }
    }

    fn variant(self, variant: &Variant) -> Value {
        let (name, about) = (variant.name, variant.about);
        let held = match variant.holds {
            Holds::Value(schema) => self.schema(&schema()),
            Holds::Fields(fields) => self.fields(fields),
            _ => return json!({ "const": name, "description": about }),
        };
        let held = json!({ name: held });
        json!({ "type": "object", "description": about, "properties": held, "required": [name], "additionalProperties": false })
    }

    fn fields(self, fields: &[Field]) -> Value {
        let field = |field: &Field| {
            let mut schema = self.schema(&(field.schema)());
            schema["description"] = field.about.into();
            (field.name.to_owned(), schema)
        };
        let properties: Map<String, Value> = fields.iter().map(field).collect();
        let required: Value = fields.iter().filter(|field| field.is_required).map(|field| field.name).collect();
        let mut schema =
            json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
        for (field, other) in fields.iter().filter_map(|field| Some((field.name, field.not_with?))) {
            add_rule(&mut schema, not_both(field, other));
        }
        schema
    }
}
