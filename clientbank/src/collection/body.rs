//! The example body of an operation.

use serde_json::{Map, Value, json};

use super::text;

/// Schemas inside schemas that are followed; the description has no example of a deeper one.
const DEPTH_MAX: u32 = 16;

/// Makes the body of a request: the example of its media type, or one that is put together from its schema.
pub(super) fn body(description: &Value, content_type: &str, media: &Value) -> Value {
    let example = media
        .get("example")
        .or_else(|| media["examples"].as_object()?.values().next()?.get("value"))
        .cloned()
        .unwrap_or_else(|| of_schema(description, &media["schema"], DEPTH_MAX));
    if content_type == "application/x-www-form-urlencoded" {
        let fields = example.as_object().into_iter().flatten();
        let pairs: Vec<Value> =
            fields.map(|(key, value)| json!({"key": key, "value": text(value), "type": "text"})).collect();
        return json!({"mode": "urlencoded", "urlencoded": pairs});
    }
    let is_json = content_type.ends_with("json");
    let raw = if is_json { format!("{example:#}") } else { text(&example) };
    let language = if is_json { "json" } else { "xml" };
    json!({"mode": "raw", "raw": raw, "options": {"raw": {"language": language}}})
}

/// The example of a schema, or of its members; null where the description gives none.
fn of_schema(description: &Value, schema: &Value, depth: u32) -> Value {
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    let reference = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    if let Some(named) = reference.and_then(|pointer| description.pointer(pointer)) {
        return of_schema(description, named, depth);
    }
    if let Some(example) = schema.get("example").or_else(|| schema["examples"].get(0)) {
        return example.clone();
    }
    if let Some(members) = schema["properties"].as_object() {
        let members =
            members.iter().map(|(name, member)| (name.clone(), of_schema(description, member, depth)));
        return members.filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>().into();
    }
    if let Some(items) = schema.get("items") {
        return Value::Array(vec![of_schema(description, items, depth)]);
    }
    schema["enum"].get(0).cloned().unwrap_or_default()
}
