//! Examples for the description.

use serde_json::{Value, json};

/// An agreement with every field of spec section 2.8.
pub(super) fn agreement() -> Value {
    // The text is part of the program and read by a test, so it cannot fail to parse.
    serde_json::from_str(include_str!("example.json")).unwrap_or_default()
}

/// The body of 403.
pub(super) fn forbidden() -> Value {
    json!({"errors": [{
        "code": "AuthorizationError",
        "detail": "Access denied",
        "meta": {},
        "id": "4bf92f3577b34da6a3ce929d0e0e4736"
    }]})
}
