//! The two headers that both operations take.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use edge::{AcceptLanguage, Described, Description, accept_language};
use http::request::Parts;
use kernel::Language;
use serde_json::json;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

/// Version that an absent header stands for (spec section 4.6).
const DEFAULT: &str = "4.0.0";

/// The language of the answer. `Service-App-Version` is only described: any text is a version, and all are answered
/// alike (WEB-03).
#[derive(Clone, Debug)]
pub(crate) struct RequestHeaders {
    /// `Accept-Language`; Russian when it asks for neither of the two.
    pub(crate) language: Language,
}

impl<S: Send + Sync> FromRequestParts<S> for RequestHeaders {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self { language: accept_language(&parts.headers).unwrap_or_default() })
    }
}

impl Described for RequestHeaders {
    fn describe(description: &mut Description<'_>) {
        let schema = ObjectBuilder::new().schema_type(Type::String).default(Some(json!(DEFAULT)));
        let version = ParameterBuilder::new()
            .name("Service-App-Version")
            .parameter_in(ParameterIn::Header)
            .description(Some("Version of the calling application: any text."))
            .schema(Some(schema))
            .example(Some(json!(DEFAULT)));
        description.parameters([version.build()]);
        AcceptLanguage::describe(description);
    }
}
