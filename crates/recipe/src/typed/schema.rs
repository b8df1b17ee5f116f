//! JSON Schema of domains.

use mapwright_core::params::{Domain, Field, Holds, Shape, Variant};
use serde_json::{Map, Value, json};

use crate::schema::forms::{add_rule, list, not_both, or_null, refer};

/// The schema of what a parameter accepts.
pub(crate) fn schema(domain: &Domain) -> Value {
    Within(&[]).schema(domain)
}

/// The types around a domain, which end a type that holds itself.
#[derive(Clone, Copy)]
struct Within<'a>(&'a [&'static str]);

impl Within<'_> {
    fn schema(self, domain: &Domain) -> Value {
        match domain {
            Domain::Int(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
            Domain::Number(least, most) => {
                let mut schema = json!({ "type": "number" });
                for (key, end) in [("minimum", least), ("maximum", most)] {
                    if end.is_finite() {
                        schema[key] = json!(end);
                    }
                }
                schema
            }
            Domain::Bool => json!({ "type": "boolean" }),
            Domain::Text | Domain::File => json!({ "type": "string" }),
            Domain::Char => json!({ "type": "string", "minLength": 1, "maxLength": 1 }),
            Domain::Tile => refer("tile"),
            Domain::Like(like) => match (like.shape)() {
                Shape::Pattern(pattern) => json!({ "type": "string", "pattern": pattern }),
                Shape::Words(words) => json!({ "enum": words }),
                _ => json!({ "type": "string" }),
            },
            Domain::Defined(name, _) => refer(name),
            Domain::Such(_, of) => self.schema(of),
            Domain::Maybe(of) => or_null(self.schema(of)),
            Domain::List(of) => list(self.schema(of)),
            Domain::Tuple(parts) => {
                let items: Value = parts.iter().map(|part| self.schema(part)).collect();
                json!({ "type": "array", "prefixItems": items, "items": false, "minItems": parts.len() })
            }
            Domain::Either(parts) => json!({ "anyOf": parts.iter().map(|part| self.schema(part)).collect::<Value>() }),
            Domain::Table(key, of) => {
                json!({ "type": "object", "propertyNames": self.schema(key), "additionalProperties": self.schema(of) })
            }
            Domain::OneOf(name, variants) => {
                let within = [self.0, &[name]].concat();
                let variants = variants.iter().map(|variant| Within(&within).variant(variant));
                json!({ "anyOf": variants.collect::<Value>() })
            }
            Domain::Object(name, about, _) if self.0.contains(name) => {
                json!({ "type": "object", "description": about })
            }
            Domain::Object(name, _, fields) => Within(&[self.0, &[name]].concat()).fields(fields),
            _ => json!({}),
        }
    }

    fn variant(self, variant: &Variant) -> Value {
        let (name, about) = (variant.name, variant.about);
        let held = match variant.holds {
            Holds::Value(domain) => self.schema(&domain()),
            Holds::Fields(fields) => self.fields(fields),
            _ => return json!({ "const": name, "description": about }),
        };
        let held = json!({ name: held });
        json!({ "type": "object", "description": about, "properties": held, "required": [name], "additionalProperties": false })
    }

    fn fields(self, fields: &[Field]) -> Value {
        let field = |field: &Field| {
            let mut schema = self.schema(&(field.domain)());
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
