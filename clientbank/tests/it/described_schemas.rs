//! Checks values by the schemas of a description.

use jsonschema::{Draft, Validator};
use serde_json::{Map, Value, json};

/// The schemas of one description.
pub(crate) struct Schemas<'d> {
    components: &'d Value,
}

impl<'d> Schemas<'d> {
    pub(crate) fn of(document: &'d Value) -> Self {
        Self { components: &document["components"] }
    }

    /// Lists the rules of `schema` that `value` breaks, formats included; nothing when it fits.
    pub(crate) fn errors(&self, schema: &Value, value: &Value) -> Vec<String> {
        let validator = self.validator(schema);
        validator.iter_errors(value).map(|error| format!("{} at {}", error, error.instance_path())).collect()
    }

    /// References lead into the components, of which those that the schema reaches are beside it.
    fn validator(&self, schema: &Value) -> Validator {
        let mut root = schema.as_object().expect("a schema is an object").clone();
        let mut reached = Map::new();
        self.reach(schema, &mut reached);
        root.insert("components".to_owned(), json!({"schemas": reached}));
        jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&Value::Object(root))
            .expect("a schema")
    }

    fn reach(&self, part: &Value, reached: &mut Map<String, Value>) {
        let name = part["$ref"].as_str().map(|reference| {
            reference.strip_prefix("#/components/schemas/").expect("a reference leads to a schema")
        });
        if let Some(name) = name.filter(|name| !reached.contains_key(*name)) {
            let named = &self.components["schemas"][name];
            reached.insert(name.to_owned(), named.clone());
            self.reach(named, reached);
        }
        match part {
            Value::Array(items) => items.iter().for_each(|item| self.reach(item, reached)),
            Value::Object(members) => members.values().for_each(|member| self.reach(member, reached)),
            _ => {}
        }
    }
}
