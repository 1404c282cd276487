//! The notice on the deprecated family of paths (GEN-09, spec section 9).

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use edge::Deprecation;
use kernel::Instant;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::{Deprecated, ObjectBuilder, OpenApi, RefOr, Type};

use super::{DEPRECATED_FAMILY, FAMILY};

/// Since when the family is deprecated: 2026-01-01T00:00:00Z.
const SINCE: Instant = Instant::from_unix_seconds(1_767_225_600);
/// After when it may stop to answer: 2027-12-31T23:59:59Z.
const SUNSET: Instant = Instant::from_unix_seconds(1_830_297_599);

/// Adds `Deprecation`, `Sunset` and the successor of exactly this path to every answer of the family. Inside of the
/// nested router the path has lost its family.
pub(super) async fn announce(request: Request, next: Next) -> Response {
    let successor = format!("{FAMILY}{}", request.uri().path());
    let mut response = next.run(request).await;
    Deprecation { since: SINCE, sunset: SUNSET, successor }.apply(response.headers_mut());
    response
}

/// Marks the family in the description and gives its operations names of their own.
pub(super) fn mark(document: &mut OpenApi) {
    let family = document.paths.paths.iter_mut().filter(|(path, _)| path.starts_with(DEPRECATED_FAMILY));
    for (path, item) in family {
        let Some(operation) = &mut item.get else { continue };
        operation.deprecated = Some(Deprecated::True);
        operation.operation_id = operation.operation_id.take().map(|id| format!("{id}Deprecated"));
        let successor = path.replacen(DEPRECATED_FAMILY, FAMILY, 1);
        let description = operation.description.take().unwrap_or_default();
        operation.description = Some(format!("{description}\n\nDeprecated: use `{successor}`."));
        for response in operation.responses.responses.values_mut() {
            let RefOr::T(response) = response else { continue };
            for (name, description) in [
                ("Deprecation", "Since when the operation is deprecated (RFC 9745)"),
                ("Sunset", "After when the operation may stop to answer (RFC 8594)"),
                ("Link", "The operation to use instead, with `rel=\"successor-version\"`"),
            ] {
                let header = HeaderBuilder::new()
                    .schema(Some(ObjectBuilder::new().schema_type(Type::String).build()))
                    .description(Some(description))
                    .build();
                response.headers.insert(name.to_owned(), header.into());
            }
        }
    }
}
