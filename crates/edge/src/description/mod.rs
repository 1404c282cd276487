//! Makes one area's OpenAPI description out of its operations (GEN-10).
//!
//! The parts that all areas share are here and nowhere else: title and tags ([`About`]), the two tokens, the request
//! id, the answers of the frame, paging and language. An operation is described by the parts it is made of: its
//! extractors describe what they read ([`Described`]), its errors are rendered as they are answered
//! ([`ErrorExample`]), and the annotation of the handler adds its path and the answer when all went well.

mod answers;
mod errors;
mod extractors;
mod list;
mod paging;
mod query;
mod rendered;
mod schemas;
mod signature;

use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{Info, License, OpenApi};

use crate::area::AreaLimits;
use crate::error::AreaError;

pub use errors::{ErrorAnswer, ErrorExample};
pub use list::{OperationList, Operations, RoutedOperation, on_methods};
pub use paging::{Absent, PageOf, Paged, Paging};
pub use query::{AreaQuery, FromQuery};
pub use schemas::{BinaryBody, integer_enum, text_enum};
pub use signature::{Described, Description, Signature, operation_of};

/// The name of the security scheme for `Authorization: Bearer`.
pub const ACCESS_TOKEN_SCHEME: &str = "accessToken";
/// The name of the security scheme for `Id-Token`.
pub const ID_TOKEN_SCHEME: &str = "idToken";

/// The licence of the descriptions: that of the program they are made with.
const LICENSE: (&str, &str) = ("Apache-2.0", "https://www.apache.org/licenses/LICENSE-2.0");

/// An area's error in its description: the area's own `match` renders the errors of the frame, so that description
/// and answer cannot differ.
pub trait DescribedError: AreaError {
    /// The JSON body of an error of the frame; `String` for an area that answers in plain text.
    type Body: ToSchema;
}

/// The head of an area's description.
#[derive(Clone, Copy, Debug)]
pub struct About {
    pub title: &'static str,
    /// Version (spec section 9).
    pub version: &'static str,
    pub description: &'static str,
    /// The groups of its operations, each with a description. Other areas have other names for theirs. An operation
    /// that names none is of the first.
    pub tags: &'static [(&'static str, &'static str)],
}

/// Completes an area's description: its head, the security schemes `accessToken` and `idToken` where operations name
/// them, and for each operation the request id and every answer that the frame of [`area_router`](crate::area_router)
/// and the extractors give, as far as the operation does not describe it itself.
///
/// Optional properties are described as what they are here: left out when absent, never null. Objects stay open to
/// properties of later versions. No number is described as a binary fraction.
pub fn described<E: DescribedError>(mut document: OpenApi, area: AreaLimits, about: &About) -> OpenApi {
    document.info = Info::new(about.title, about.version);
    document.info.description = Some(about.description.to_owned());
    document.info.license = Some(license());
    let tag = |(name, description): &(&str, &str)| {
        TagBuilder::new().name(*name).description(Some(*description)).build()
    };
    document.tags = Some(about.tags.iter().map(tag).collect());
    let components = document.components.get_or_insert_default();
    answers::add_body_schemas::<E>(components);
    let (mut takes_access, mut takes_identity) = (false, false);
    let operations = document.paths.paths.iter_mut().flat_map(|(path, item)| {
        let is_stopped = !area.going_on.contains(&path.as_str());
        operations_told(item).map(move |(changes, operation)| (changes && is_stopped, operation))
    });
    for (can_be_stopped, operation) in operations {
        if operation.tags.as_ref().is_none_or(Vec::is_empty) {
            operation.tags = about.tags.first().map(|(name, _)| vec![(*name).to_owned()]);
        }
        takes_access |= takes(operation, ACCESS_TOKEN_SCHEME);
        takes_identity |= takes(operation, ID_TOKEN_SCHEME);
        extractors::add_request_id(operation);
        answers::add_frame_answers::<E>(operation, area, can_be_stopped);
        answers::add_request_id(operation);
    }
    if takes_access {
        add_access_token(components);
    }
    if takes_identity {
        add_id_token(components);
    }
    schemas::complete(&mut document);
    document
}

/// The licence that is in every description.
pub fn license() -> License {
    let mut license = License::new(LICENSE.0);
    license.url = Some(LICENSE.1.to_owned());
    license
}

fn operations_of(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    operations_told(item).map(|(_, operation)| operation)
}

/// The same, each with whether it asks for a change.
fn operations_told(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let PathItem { get, put, post, delete, options, head, patch, trace, .. } = item;
    let looks = [get, options, head, trace].into_iter().map(|operation| (false, operation));
    let changes = [put, post, delete, patch].into_iter().map(|operation| (true, operation));
    looks.chain(changes).filter_map(|(is_change, operation)| Some((is_change, operation.as_mut()?)))
}

/// Tells whether a security requirement of the operation names the scheme. The type keeps its names to itself, but
/// not from JSON.
fn takes(operation: &Operation, scheme: &str) -> bool {
    let requirements = operation.security.iter().flatten();
    requirements
        .filter_map(|requirement| serde_json::to_value(requirement).ok())
        .any(|requirement| requirement.get(scheme).is_some())
}

/// Declared so, a reading page asks for the token once and not at every operation.
fn add_access_token(components: &mut utoipa::openapi::Components) {
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The access token"))
        .build();
    components.add_security_scheme(ACCESS_TOKEN_SCHEME, SecurityScheme::Http(bearer));
}

fn add_id_token(components: &mut utoipa::openapi::Components) {
    let identity = ApiKeyValue::with_description("Id-Token", "The identity token, as it is or in Base64");
    components.add_security_scheme(ID_TOKEN_SCHEME, SecurityScheme::ApiKey(ApiKey::Header(identity)));
}
