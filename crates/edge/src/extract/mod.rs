//! Extractors whose refusals are answered in the area's body. axum's own extractors answer in plain text of
//! their own, so no handler uses them directly.

mod authenticated;
mod body;
mod json;
mod key;
mod path;
mod query;
mod unique;

pub use authenticated::{Authenticated, IdentityAuthenticated, WANTED_BEARER, bearer};
pub(crate) use body::check_announced_length;
pub use body::{FORM, read_body, read_form};
pub(crate) use json::NOT_JSON;
pub use json::{AreaJson, JSON_BYTES_MAX, JSON_DEPTH_MAX, check_json, json_text, parse_json, parse_object};
pub use key::JsonKey;
pub use path::AreaPath;
pub(crate) use query::out_of_range;
pub use query::{QUERY_PARAMETERS_MAX, QueryList};
pub use unique::JSON_OBJECT_KEYS_MAX;
