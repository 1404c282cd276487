//! A transfer of a request as the description shows it, made from the table of its fields.

#![expect(dead_code, reason = "for the description")]

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, Ref, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::transfers::ConversionSchema;
use crate::statement::CONVERSION_CURRENCIES_MAX;
use crate::transfer::{FIELDS, Field, Kind};

pub(super) struct TransferSchema;

impl PartialSchema for TransferSchema {
    fn schema() -> RefOr<Schema> {
        let about = "A transfer. What is wrong inside of it is found by the checks and shown in its status.";
        let object = ObjectBuilder::new().schema_type(Type::Object).description(Some(about));
        let add = |object: ObjectBuilder, field: &Field| {
            let object = object.property(field.wire_name, property(field));
            if field.is_required { object.required(field.wire_name) } else { object }
        };
        FIELDS.iter().fold(object, add).into()
    }
}

impl ToSchema for TransferSchema {
    fn name() -> Cow<'static, str> {
        "PayrollTransfer".into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((TransferCurrency::name().into(), TransferCurrency::schema()));
        schemas.push((ConversionSchema::name().into(), ConversionSchema::schema()));
        ConversionSchema::schemas(schemas);
    }
}

/// Describes the values of a field that are right.
fn property(field: &Field) -> RefOr<Schema> {
    let text = || ObjectBuilder::new().schema_type(Type::String).description(Some(field.description));
    let number = |kind, format| {
        let format = Some(SchemaFormat::KnownFormat(format));
        ObjectBuilder::new().schema_type(kind).format(format).description(Some(field.description))
    };
    match field.kind {
        Kind::Text { min, max } => text().min_length((min > 0).then_some(min)).max_length(Some(max)).into(),
        Kind::Digits { min, max } => {
            let count = if min == max { min.to_string() } else { format!("{min},{max}") };
            digits(text(), min, max, &format!("^[0-9]{{{count}}}$"))
        }
        Kind::Account => digits(text(), 20, 20, "^[0-9]{5}810[0-9]{12}$"),
        Kind::PastDay => text().format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).into(),
        Kind::Currency => referred(TransferCurrency::name(), field.description),
        Kind::Integer { min } => number(Type::Integer, KnownFormat::Int64).minimum(Some(min)).into(),
        Kind::Amount => number(Type::Number, KnownFormat::Double).exclusive_minimum(Some(0)).into(),
        Kind::Conversions => ArrayBuilder::new()
            .items(Ref::from_schema_name(ConversionSchema::name()))
            .max_items(Some(CONVERSION_CURRENCIES_MAX))
            .description(Some(field.description))
            .into(),
    }
}

fn digits(text: ObjectBuilder, min: usize, max: usize, pattern: &str) -> RefOr<Schema> {
    text.min_length(Some(min)).max_length(Some(max)).pattern(Some(pattern)).into()
}

fn referred(name: Cow<'static, str>, description: &str) -> RefOr<Schema> {
    let mut reference = Ref::from_schema_name(name);
    description.clone_into(&mut reference.description);
    RefOr::Ref(reference)
}

/// The currency of transfers.
#[derive(ToSchema)]
#[schema(as = PayrollTransferCurrency, rename_all = "UPPERCASE")]
enum TransferCurrency {
    Rur,
}
