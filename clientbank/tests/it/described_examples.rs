//! GEN-10: every example fits its schema, and so does every default.

use serde_json::{Value, json};

use crate::described_schemas::Schemas;
use crate::operations::{by_area, merged};

/// Examples of the whole API; far fewer would mean that the walk has lost its way.
const EXAMPLES_MIN: usize = 500;

#[test]
fn gen_10_every_example_fits_its_schema() {
    let document = merged();
    let (errors, count) = errors(&document);
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    assert!(count >= EXAMPLES_MIN, "{count} examples");
}

#[test]
fn gen_10_no_number_is_described_as_a_binary_fraction_and_nothing_as_null() {
    for (area, document) in by_area() {
        let text = document.to_string();
        for word in [r#""format":"double""#, r#""format":"float""#, r#""null""#] {
            assert!(!text.contains(word), "{area}: {word}");
        }
    }
}

#[test]
fn gen_10_an_example_that_breaks_its_schema_is_told() {
    let document = json!({
        "paths": {"/x": {"get": {
            "parameters": [{"name": "page", "schema": {"type": "integer", "maximum": 9, "default": 10}, "example": 3}],
            "responses": {"200": {"content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/Body"},
                "examples": {"good": {"value": {"id": 1}}, "bad": {"value": {"id": "1"}}},
            }}}},
        }}},
        "components": {"schemas": {"Body": {
            "type": "object",
            "properties": {"id": {"type": "integer", "example": 0.5},
                "at": {"type": "string", "format": "date-time", "examples": ["today"]}},
        }}},
    });
    let (errors, count) = errors(&document);
    assert_eq!(count, 6, "{errors:?}");
    let places: Vec<&str> = errors.iter().filter_map(|error| error.split(": ").next()).collect();
    let expected = [
        "/components/schemas/Body/properties/at",
        "/components/schemas/Body/properties/id",
        "/paths/~1x/get/parameters/0/schema",
        "/paths/~1x/get/responses/200/content/application~1json",
    ];
    assert_eq!(places, expected, "{errors:?}");
}

/// Lists the examples and defaults that break a description, and counts them all.
fn errors(document: &Value) -> (Vec<String>, usize) {
    let mut examples = Vec::new();
    collect(document, "", &mut examples);
    let schemas = Schemas::of(document);
    let mut errors = Vec::new();
    for (place, schema, example) in &examples {
        let found = schemas.errors(schema, example);
        errors.extend(found.into_iter().map(|error| format!("{place}: {error}")));
    }
    errors.sort();
    (errors, examples.len())
}

/// Every example with its schema: of a media type, parameter or header (which has a `schema`), or of a schema (which is
/// one).
fn collect<'d>(value: &'d Value, place: &str, found: &mut Vec<(String, &'d Value, &'d Value)>) {
    match value {
        Value::Object(object) => {
            let schema = object.get("schema").unwrap_or(value);
            let named = object.get("examples").and_then(Value::as_object).into_iter().flatten();
            let listed = object.get("examples").and_then(Value::as_array).into_iter().flatten();
            let examples = object.get("example").into_iter().chain(object.get("default")).chain(listed);
            let examples = examples.chain(named.map(|(_, example)| &example["value"]));
            // `properties` may have a member of one of these names, which is a schema and no example.
            if !place.ends_with("/properties") {
                found.extend(examples.map(|example| (place.to_owned(), schema, example)));
            }
            for (name, member) in object {
                let is_example = ["example", "examples", "default", "enum"].contains(&name.as_str());
                if !is_example || place.ends_with("/properties") {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    collect(member, &format!("{place}/{name}"), found);
                }
            }
        }
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                collect(value, &format!("{place}/{index}"), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
