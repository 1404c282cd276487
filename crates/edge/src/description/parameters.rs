//! Parameters that areas have in common. A number of the query is read and described by one value, so that the
//! described range and default are those in force.

use std::ops::RangeInclusive;

use kernel::Language;
use serde_json::json;
use utoipa::IntoParams;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{KnownFormat, RefOr, Required as InDescription, SchemaFormat};

use crate::context::REQUEST_ID_CHARACTERS_MAX;
use crate::error::AreaError;
use crate::extract::QueryList;

/// A whole number of the query; `A` is the meaning of its absence: [`Required`], [`DefaultsTo`] or [`Optional`].
#[derive(Clone, Debug)]
pub struct Int32Parameter<A> {
    /// The name.
    pub name: &'static str,
    /// The text of the description.
    pub description: &'static str,
    /// The values that are taken; others are refused, never clamped (GEN-07).
    pub range: RangeInclusive<i32>,
    /// The meaning of its absence.
    pub absent: A,
    /// A value for the description.
    pub example: i32,
}

/// Absent, the parameter is refused.
#[derive(Clone, Copy, Debug)]
pub struct Required;

/// Absent, the parameter has this value.
#[derive(Clone, Copy, Debug)]
pub struct DefaultsTo(pub i32);

/// An absent parameter asks for nothing; its description tells the effect.
#[derive(Clone, Copy, Debug)]
pub struct Optional;

/// The absence of a parameter, as the description shows it.
pub trait WhenAbsent {
    /// Tells whether it is refused.
    fn is_refused(&self) -> bool;
    /// The value that it stands for.
    fn default(&self) -> Option<i32>;
}

impl WhenAbsent for Required {
    fn is_refused(&self) -> bool {
        true
    }
    fn default(&self) -> Option<i32> {
        None
    }
}

impl WhenAbsent for DefaultsTo {
    fn is_refused(&self) -> bool {
        false
    }
    fn default(&self) -> Option<i32> {
        Some(self.0)
    }
}

impl WhenAbsent for Optional {
    fn is_refused(&self) -> bool {
        false
    }
    fn default(&self) -> Option<i32> {
        None
    }
}

impl<A: WhenAbsent> Int32Parameter<A> {
    /// The parameter in a description.
    #[must_use]
    pub fn described(&self) -> Parameter {
        let schema = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .minimum(Some(*self.range.start()))
            .maximum(Some(*self.range.end()))
            .default(self.absent.default().map(Into::into));
        let required = if self.absent.is_refused() { InDescription::True } else { InDescription::False };
        ParameterBuilder::new()
            .name(self.name)
            .parameter_in(ParameterIn::Query)
            .description(Some(self.description))
            .required(required)
            .schema(Some(schema))
            .example(Some(json!(self.example)))
            .build()
    }
}

impl Int32Parameter<Required> {
    /// The value.
    ///
    /// # Errors
    /// [`EdgeError::Malformed`](crate::EdgeError::Malformed) when it is absent, stands twice, is no int32 or out of
    /// range.
    pub fn read<E: AreaError>(&self, query: &QueryList<E>) -> Result<i32, E> {
        query.required_int32(self.name, self.range.clone())
    }
}

impl Int32Parameter<DefaultsTo> {
    /// The value, or the one that its absence stands for.
    ///
    /// # Errors
    /// [`EdgeError::Malformed`](crate::EdgeError::Malformed) when it stands twice, is no int32 or out of range.
    pub fn read<E: AreaError>(&self, query: &QueryList<E>) -> Result<i32, E> {
        Ok(query.int32(self.name, self.range.clone())?.unwrap_or(self.absent.0))
    }
}

impl Int32Parameter<Optional> {
    /// The value, if there is one.
    ///
    /// # Errors
    /// [`EdgeError::Malformed`](crate::EdgeError::Malformed) when it stands twice, is no int32 or out of range.
    pub fn read<E: AreaError>(&self, query: &QueryList<E>) -> Result<Option<i32>, E> {
        query.int32(self.name, self.range.clone())
    }
}

/// The header `Accept-Language`, for every operation whose answer has texts in the language of the request; read by
/// [`accept_language`](crate::accept_language).
#[derive(Clone, Copy, Debug)]
pub struct AcceptLanguage;

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
            .required(InDescription::False)
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
        .required(InDescription::False)
        .schema(Some(schema))
        .example(Some(json!("6f1c2d3e")));
    operation.parameters.get_or_insert_default().push(RefOr::T(parameter.build()));
}
