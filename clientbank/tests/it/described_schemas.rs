//! Checks values by the schemas of a description.

use jsonschema::{Draft, Validator};
use serde_json::Value;

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

    /// References lead into the components, which therefore stand beside the schema.
    fn validator(&self, schema: &Value) -> Validator {
        let mut root = schema.as_object().expect("a schema is an object").clone();
        root.insert("components".to_owned(), self.components.clone());
        jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .build(&Value::Object(root))
            .expect("a schema")
    }
}
