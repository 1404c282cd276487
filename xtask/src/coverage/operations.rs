//! The operations of the merged OpenAPI description, and whether the authorization matrix names each.

use serde_json::Value;

use crate::shell::Outcome;

/// The keys of an OpenAPI path item that are operations.
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// `METHOD /path` of every operation, sorted.
pub(super) fn names(description: &str) -> Outcome<Vec<String>> {
    let document: Value =
        serde_json::from_str(description).map_err(|error| format!("the description: {error}"))?;
    let paths = document["paths"].as_object().ok_or("the description has no paths")?;
    let mut operations = Vec::new();
    for (path, item) in paths {
        let methods = item.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
        operations.extend(
            methods
                .filter(|key| METHODS.contains(key))
                .map(|method| format!("{} {path}", method.to_uppercase())),
        );
    }
    operations.sort();
    if operations.is_empty() { Err("the description has no operation".to_owned()) } else { Ok(operations) }
}

/// One line for every operation that the matrix does not name.
pub(super) fn missing(operations: &[String], matrix: &str) -> Vec<String> {
    operations
        .iter()
        .filter(|operation| !matrix.contains(&format!("\"{operation}\"")))
        .map(|operation| format!("{operation} has no row in {}", super::MATRIX))
        .collect()
}
