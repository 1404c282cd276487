//! Schemas as this API means them.

use std::borrow::Cow;

use utoipa::openapi::schema::{ArrayItems, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Content, KnownFormat, OpenApi, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use super::operations_of;

/// A body of bytes, for `body = inline(edge::BinaryBody)`.
///
/// OpenAPI 3.1 would also take an empty schema or `contentMediaType`, which repeat what the media type says; generators
/// make texts or nothing of both. `type: string, format: binary` is what they and linters know as a file, and to a
/// validator of 3.1 the format is a remark.
#[derive(Clone, Copy, Debug)]
pub struct BinaryBody;

impl PartialSchema for BinaryBody {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
            .into()
    }
}

impl ToSchema for BinaryBody {
    fn name() -> Cow<'static, str> {
        "BinaryBody".into()
    }
}

/// An int32 out of a few.
pub fn integer_enum(description: &str, values: &[i32]) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .description(Some(description))
        .enum_values(Some(values.iter().copied()))
        .into()
}

/// A text out of a few.
pub fn text_enum(description: &str, texts: &[&str]) -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description.trim()))
        .enum_values(Some(texts.iter().copied()))
        .into()
}

/// Lets enumerations of the domain ([`kernel::text_enum!`]) are in bodies: written as their text, and described with
/// all of their texts under a name of the description.
///
/// ```ignore
/// edge::texts_of_bodies! {
///     /// State of a request.
///     RequestState as "TariffRequestState";
/// }
/// ```
#[macro_export]
macro_rules! texts_of_bodies {
    ($($(#[doc = $meaning:literal])+ $enumeration:ty as $name:literal;)+) => {$(
        impl serde::Serialize for $enumeration {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl utoipa::PartialSchema for $enumeration {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::text_enum(concat!($($meaning),+), <$enumeration>::TEXTS)
            }
        }

        impl utoipa::ToSchema for $enumeration {
            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }
        }
    )+};
}

/// Corrects every schema of a description.
pub(super) fn complete(document: &mut OpenApi) {
    let components = document.components.iter_mut();
    components.flat_map(|components| components.schemas.values_mut()).for_each(complete_schema);
    for operation in document.paths.paths.values_mut().flat_map(operations_of) {
        for parameter in operation.parameters.iter_mut().flatten() {
            if let RefOr::T(parameter) = parameter {
                parameter.schema.iter_mut().for_each(|schema| {
                    without_null(schema);
                    complete_schema(schema);
                });
            }
        }
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.content.values_mut().for_each(complete_content);
        }
        for response in operation.responses.responses.values_mut() {
            if let RefOr::T(response) = response {
                response.content.values_mut().for_each(complete_content);
            }
        }
    }
}

fn complete_content(content: &mut RefOr<Content>) {
    if let RefOr::T(content) = content {
        content.schema.iter_mut().for_each(complete_schema);
    }
}

/// Descends into a schema; a reference is left alone, because its target is among the components.
fn complete_schema(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            // Later versions may add properties.
            object.additional_properties = None;
            // Amounts and rates are exact decimals; a format would ask generators for binary fractions.
            let binary_fraction = matches!(
                object.format,
                Some(SchemaFormat::KnownFormat(KnownFormat::Double | KnownFormat::Float))
            );
            if binary_fraction {
                object.format = None;
            }
            for property in object.properties.values_mut() {
                without_null(property);
                complete_schema(property);
            }
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                complete_schema(items);
            }
        }
        Schema::OneOf(choice) => choice.items.iter_mut().for_each(complete_schema),
        Schema::AllOf(parts) => parts.items.iter_mut().for_each(complete_schema),
        Schema::AnyOf(choice) => choice.items.iter_mut().for_each(complete_schema),
        _ => {}
    }
}

/// Removes null from the description of an optional property.
fn without_null(property: &mut RefOr<Schema>) {
    if let RefOr::T(Schema::OneOf(choice)) = property {
        choice
            .items
            .retain(|item| !matches!(item, RefOr::T(Schema::Object(object)) if is_null(&object.schema_type)));
        if let [only] = choice.items.as_slice() {
            *property = only.clone();
        }
    }
    match property {
        RefOr::T(Schema::Object(object)) => take_null(&mut object.schema_type),
        RefOr::T(Schema::Array(array)) => take_null(&mut array.schema_type),
        _ => {}
    }
}

fn is_null(schema_type: &SchemaType) -> bool {
    matches!(schema_type, SchemaType::Type(Type::Null))
}

fn take_null(schema_type: &mut SchemaType) {
    if let SchemaType::Array(types) = schema_type {
        types.retain(|found| *found != Type::Null);
        if let [only] = types.as_slice() {
            *schema_type = SchemaType::Type(only.clone());
        }
    }
}
