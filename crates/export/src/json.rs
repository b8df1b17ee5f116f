//! JSON for line-based diffs: each outer value on a line of its own, with everything in it.

use serde_json::Value;

/// A value as text. Lists and objects down to `depth` are spread over lines.
pub(crate) fn spread(value: &Value, depth: usize) -> String {
    let mut text = String::new();
    write(value, depth, 0, &mut text);
    text + "\n"
}

fn write(value: &Value, depth: usize, indent: usize, text: &mut String) {
    let (open, close, parts): (_, _, Vec<(String, &Value)>) = match value {
        Value::Array(list) if depth > 0 && !list.is_empty() => {
            ('[', ']', list.iter().map(|value| (String::new(), value)).collect())
        }
        Value::Object(fields) if depth > 0 && !fields.is_empty() => {
            let name = |name: &String| format!("{}:", Value::from(name.as_str()));
            ('{', '}', fields.iter().map(|(field, value)| (name(field), value)).collect())
        }
        plain => return text.push_str(&plain.to_string()),
    };
    text.push(open);
    for (i, (name, value)) in parts.into_iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n(' ', indent + 1));
        text.push_str(&name);
        write(value, depth - 1, indent + 1, text);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
    text.push(close);
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
    }
}
