//! Examples for the description.

use serde_json::Value;

/// An agreement with every field of spec section 2.8.
pub(super) fn agreement() -> Value {
    // The text is part of the program and read by a test, so it cannot fail to parse.
    serde_json::from_str(include_str!("example.json")).unwrap_or_default()
}
