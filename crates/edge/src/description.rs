//! What every area's OpenAPI description has in common (GEN-10).

use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Info, OpenApi, RefOr};

/// The name of the security scheme for `Authorization: Bearer`.
pub const ACCESS_TOKEN_SCHEME: &str = "accessToken";
/// The name of the security scheme for `Id-Token`.
pub const ID_TOKEN_SCHEME: &str = "idToken";

/// Puts title, version (spec section 9) and description into an area's OpenAPI document, and declares the two tokens as the
/// security schemes `accessToken` and `idToken` that its operations name. Declared so, a reading page asks for the
/// tokens once and not at every operation.
///
/// Optional properties are described as what they are here: left out when absent, never null. Objects stay open to
/// properties of later versions.
#[must_use]
pub fn described(mut document: OpenApi, title: &str, version: &str, description: &str) -> OpenApi {
    document.info = Info::new(title, version);
    document.info.description = Some(description.to_owned());
    let components = document.components.get_or_insert_default();
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("The access token"))
        .build();
    components.add_security_scheme(ACCESS_TOKEN_SCHEME, SecurityScheme::Http(bearer));
    let identity = ApiKeyValue::with_description("Id-Token", "The identity token, as it is or in Base64");
    components.add_security_scheme(ID_TOKEN_SCHEME, SecurityScheme::ApiKey(ApiKey::Header(identity)));
    for schema in components.schemas.values_mut() {
        if let RefOr::T(Schema::Object(object)) = schema {
            object.additional_properties = None;
            object.properties.values_mut().for_each(without_null);
        }
    }
    document
}

/// Takes the null out of the description of an optional property.
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
