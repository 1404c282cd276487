//! Headers that operations of several areas take.

use kernel::Language;
use serde_json::json;
use utoipa::IntoParams;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Required};

use crate::accept_language::AcceptLanguage;
use crate::context::REQUEST_ID_CHARACTERS_MAX;

impl IntoParams for AcceptLanguage {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let tags: Vec<String> =
            Language::ALL.iter().map(|language| format!("`{}`", language.tag())).collect();
        let fallback = Language::default().tag();
        let description = format!(
            "The language of texts: {}, with quality values (RFC 9110, section 12.5.4). What asks for neither gets \
             `{fallback}`.",
            tags.join(" or ")
        );
        // No `enum`: browsers send lists with weights, and all of them are taken.
        let schema = ObjectBuilder::new().schema_type(Type::String).default(Some(json!(fallback)));
        let parameter = ParameterBuilder::new()
            .name("Accept-Language")
            .parameter_in(ParameterIn::Header)
            .description(Some(description))
            .required(Required::False)
            .schema(Some(schema))
            .example(Some(json!("en-GB,en;q=0.9,ru;q=0.5")));
        vec![parameter.build()]
    }
}

/// Adds the header `X-Request-Id`, which every operation takes (GEN-03).
pub(super) fn add_request_id(operation: &mut Operation) {
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(REQUEST_ID_CHARACTERS_MAX))
        .pattern(Some(format!("^[A-Za-z0-9._-]{{1,{REQUEST_ID_CHARACTERS_MAX}}}$")));
    let parameter = ParameterBuilder::new()
        .name("X-Request-Id")
        .parameter_in(ParameterIn::Header)
        .description(Some(
            "A name for this request. The answer carries the same, or one of the bank's when it is something else \
             than this pattern.",
        ))
        .required(Required::False)
        .schema(Some(schema))
        .example(Some(json!("6f1c2d3e")));
    operation.parameters.get_or_insert_default().push(RefOr::T(parameter.build()));
}
