//! The two headers that both operations take.

use axum::extract::FromRequestParts;
use edge::{AcceptLanguage, Described, Description, EdgeError, accept_language};
use http::HeaderMap;
use http::request::Parts;
use kernel::Language;
use serde_json::json;
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::error::WebinarsError;
use crate::application_version::{ApplicationVersion, DEFAULT};

const SERVICE_APP_VERSION: &str = "service-app-version";

/// The language of the answer and the version of the calling application.
#[derive(Clone, Debug)]
pub(crate) struct RequestHeaders {
    /// `Accept-Language`; Russian when it asks for neither of the two.
    pub(crate) language: Language,
    /// `Service-App-Version`; 4.0.0 when absent. Every version is answered alike.
    #[expect(
        dead_code,
        reason = "no answer depends on the version yet; it is checked so that it can be relied on"
    )]
    pub(crate) application_version: ApplicationVersion,
}

impl<S: Send + Sync> FromRequestParts<S> for RequestHeaders {
    type Rejection = WebinarsError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, WebinarsError> {
        let language = accept_language(&parts.headers).unwrap_or_default();
        Ok(Self { language, application_version: application_version(&parts.headers)? })
    }
}

impl Described for RequestHeaders {
    fn describe(description: &mut Description<'_>) {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .pattern(Some(r"^[0-9]{1,9}(\.[0-9]{1,9}){1,3}$"))
            .default(Some(json!(DEFAULT)));
        let version = ParameterBuilder::new()
            .name("Service-App-Version")
            .parameter_in(ParameterIn::Header)
            .description(Some("Version of the calling application."))
            .schema(Some(schema))
            .example(Some(json!(DEFAULT)));
        description.parameters([version.build()]);
        AcceptLanguage::describe(description);
        description.error(WebinarsError::VERSION_MALFORMED);
    }
}

fn application_version(headers: &HeaderMap) -> Result<ApplicationVersion, WebinarsError> {
    let mut values = headers.get_all(SERVICE_APP_VERSION).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(ApplicationVersion::default()),
        // A value that is no text is no version either.
        (Some(value), None) => {
            value.to_str().unwrap_or_default().parse().map_err(WebinarsError::ApplicationVersion)
        }
        (Some(_), Some(_)) => Err(EdgeError::malformed("Service-App-Version stands more than once").into()),
    }
}
