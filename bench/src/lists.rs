//! The lists of the small areas, with both tokens verified, on one core, keep-alive, SQLite: each beside a bare axum
//! handler that returns the same bytes.

use std::error::Error;
use std::path::Path;

use crate::call::Call;
use crate::server::Demo;

/// What is measured, and where it is.
const LISTS: [(&str, &str); 4] = [
    ("webinars", "/v2/contents/webinars?offset=0&limit=10"),
    ("treasury, companies of the user", "/v1/connections/users/eligible-companies"),
    ("treasury, companies of a tax number", "/v1/connections/eligible-companies?inn=7707123458"),
    ("agreements", "/trade-finance/v1/agreements?cnums=C00001"),
];

/// Beside a bare handler, one after the other.
///
/// # Errors
/// A process does not start or answers with an error.
pub(crate) fn beside_bare_handler(program: &Path) -> Result<(), Box<dyn Error>> {
    for (name, path) in LISTS {
        let demo = Demo::start(program, None)?;
        Call::prepare(&demo, path)?.beside_bare_handler(name, &demo)?;
    }
    Ok(())
}
