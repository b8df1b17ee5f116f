//! JSON for line-based diffs: each outer value on a line of its own, with everything in it.

use serde_json::Value;

/// A value as text. Lists and objects down to `depth` are spread over lines.
pub(crate) fn spread(value: &Value, depth: usize) -> String {
    spread_with(value, depth, None)
}

/// The same, where texts in fields called `json` are JSON already. A long list of numbers takes much less memory as such a
/// text.
pub(crate) fn spread_with(value: &Value, depth: usize, json: Option<&str>) -> String {
    let mut text = String::new();
    write(value, depth, 0, json, &mut text);
    text + "\n"
}

fn write(value: &Value, depth: usize, indent: usize, json: Option<&str>, text: &mut String) {
    let line = |text: &mut String, is_first: bool, indent: usize| {
        text.push_str(if is_first { "" } else { "," });
        if depth > 0 {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
        }
    };
    match value {
        Value::Array(list) if !list.is_empty() => {
            text.push('[');
            for (i, value) in list.iter().enumerate() {
                line(text, i == 0, indent + 1);
                write(value, depth.saturating_sub(1), indent + 1, json, text);
            }
            line(text, true, indent);
            text.push(']');
        }
        Value::Object(fields) if !fields.is_empty() => {
            text.push('{');
            for (i, (name, value)) in fields.iter().enumerate() {
                line(text, i == 0, indent + 1);
                text.push_str(&Value::from(name.as_str()).to_string());
                text.push(':');
                match value {
                    Value::String(ready) if Some(name.as_str()) == json => text.push_str(ready),
                    value => write(value, depth.saturating_sub(1), indent + 1, json, text),
                }
            }
            line(text, true, indent);
            text.push('}');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_depth_says_what_gets_lines() {
        let value = json!({ "a": [1, [2, 3]], "\"": {}, "c": { "d": [] } });
        for depth in 0..9 {
            assert_eq!(serde_json::from_str::<Value>(&spread(&value, depth)).unwrap(), value);
        }
        assert_eq!(spread(&value, 0), "{\"a\":[1,[2,3]],\"\\\"\":{},\"c\":{\"d\":[]}}\n");
        assert_eq!(spread(&value, 1), "{\n \"a\":[1,[2,3]],\n \"\\\"\":{},\n \"c\":{\"d\":[]}\n}\n");
        assert_eq!(spread(&json!([[1], 2]), 2), "[\n [\n  1\n ],\n 2\n]\n");
        assert_eq!(spread_with(&json!({ "a": "[1]", "b": "[1]" }), 0, Some("a")), "{\"a\":[1],\"b\":\"[1]\"}\n");
    }
}
