//! Every operation of the merged description, as the tests of the contract walk through them.

use clientbank::application::{Documents, areas};
use serde_json::Value;

use crate::wired::addresses;

pub(crate) struct Operation {
    /// `METHOD /path`, the path as the description writes it.
    pub(crate) name: String,
    /// Its OpenAPI object.
    pub(crate) description: Value,
}

/// The merged description as JSON.
pub(crate) fn merged() -> Value {
    as_json(Documents::of_this_build(&addresses()).merged())
}

/// Each area's description as JSON.
pub(crate) fn by_area() -> Vec<(&'static str, Value)> {
    let documents = Documents::of_this_build(&addresses());
    let documents: Vec<_> = documents.areas().map(|(name, document)| (name, as_json(document))).collect();
    assert_eq!(
        documents.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        areas::names().collect::<Vec<_>>()
    );
    documents
}

fn as_json(document: &utoipa::openapi::OpenApi) -> Value {
    serde_json::to_value(document).expect("a description is JSON")
}

/// Every operation of a description.
pub(crate) fn operations(document: &Value) -> Vec<Operation> {
    let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    let paths = document["paths"].as_object().expect("a description has paths");
    let mut operations = Vec::new();
    for (path, item) in paths {
        for (method, description) in item.as_object().expect("a path item is an object") {
            if methods.contains(&method.as_str()) {
                let name = format!("{} {path}", method.to_uppercase());
                operations.push(Operation { name, description: description.clone() });
            }
        }
    }
    assert!(!operations.is_empty(), "the description has operations");
    operations
}
