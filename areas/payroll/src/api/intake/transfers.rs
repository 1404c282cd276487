//! The transfers of a payload: structure, required members and types, and how the description shows one, made from the
//! table of its fields. What the values say is for the checks (PAY-03).

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, ObjectBuilder, Ref, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

use super::field_errors::{At, FieldErrors, Path};
use super::members::{self, Item, Members, Slot, members};
use crate::sent_transfers::SentTransfers;
use crate::statement::{CONVERSION_CURRENCIES_MAX, TRANSFERS_MAX};
use crate::transfer::{
    Conversion, EachField, FIELDS, FIELDS_COUNT, Field, FieldValue, Kind, SentAmount, Sort,
};

/// The most conversions of one transfer that are read; the checks refuse more than two.
const CONVERSIONS_READ_MAX: usize = 100;

/// The fewest bytes of a transfer in a request that has all members it must have.
const TRANSFER_BYTES_MIN: usize = 80;
/// About one byte of so many of a request is one of a transfer's texts; the others are names of members and numbers.
const TEXT_SHARE: usize = 2;

const TRANSFERS: &str = "transfers";

pub(super) type TransferMembers<'a> = EachField<Slot<'a>>;

impl<'a> Members<'a> for TransferMembers<'a> {
    fn slot(&mut self, name: &str) -> Option<&mut Slot<'a>> {
        self.of_wire_name(name)
    }
}

members! {
    /// A part that is paid in another currency.
    ConversionMembers, ConversionSchema = PayrollConversion {
        /// The share of the amount in percent.
        #[schema(minimum = 1, maximum = 100)]
        percent: i64 = "percent",
        /// The currency.
        currency: ConversionCurrency = "currency",
    }
}

/// A currency into which wages are converted.
#[derive(utoipa::ToSchema)]
#[schema(as = PayrollConversionCurrency, rename_all = "UPPERCASE")]
#[expect(dead_code, reason = "for the description")]
pub(in crate::api) enum ConversionCurrency {
    Usd,
    Eur,
    Cny,
}

/// Returns the transfers of the member `transfers`. They are gone through once; each is kept in its short form and
/// forgotten.
pub(super) fn read(slot: Slot<'_>, errors: &mut FieldErrors) -> SentTransfers {
    let at = At { field: TRANSFERS, path: Path::Field };
    let Some(raw) = errors.required(slot, at) else { return SentTransfers::default() };
    let text_bytes = raw.get().len();
    let expected = (text_bytes / TRANSFER_BYTES_MIN).min(TRANSFERS_MAX);
    let mut transfers = SentTransfers::with_capacity(expected, text_bytes / TEXT_SHARE);
    let mut of_items = FieldErrors::default();
    let visit = |index, Item(item): Item<TransferMembers<'_>>| match item {
        Some(item) => transfer(item, index, &mut transfers, &mut of_items).unwrap_or_default(),
        None => of_items.add(At { field: TRANSFERS, path: Path::Item(index, "") }, "must be an object"),
    };
    let Some(count) = members::each(raw, TRANSFERS_MAX, visit) else {
        errors.add(at, "must be an array");
        return SentTransfers::default();
    };
    if !(1..=TRANSFERS_MAX).contains(&count) {
        errors.add(at, format_args!("must have from 1 to {TRANSFERS_MAX} items, not {count}"));
    }
    errors.append(of_items);
    transfers
}

/// Adds one transfer; `None` when a member that must be there is missing or of a wrong type.
fn transfer(
    item: TransferMembers<'_>,
    index: usize,
    transfers: &mut SentTransfers,
    errors: &mut FieldErrors,
) -> Option<()> {
    let mut values = [const { FieldValue::Absent }; FIELDS_COUNT];
    let mut is_complete = true;
    for ((field, slot), place) in FIELDS.iter().zip(item.into_list()).zip(&mut values) {
        match value(field, slot, index, errors) {
            Some(value) => *place = value,
            None => is_complete &= !field.is_required,
        }
    }
    let line = i64::try_from(index).ok().filter(|_| is_complete)? + 1;
    let added = transfers.push(line, &values);
    added.map_err(|error| errors.add(At { field: TRANSFERS, path: Path::Item(index, "") }, error)).ok()
}

/// Returns the value of a member; `None` when there is none, or one of a wrong type.
fn value<'a>(
    field: &Field,
    slot: Slot<'a>,
    index: usize,
    errors: &mut FieldErrors,
) -> Option<FieldValue<Cow<'a, str>, Vec<Conversion>>> {
    let at = At { field: TRANSFERS, path: Path::Item(index, field.wire_name) };
    let slot = if field.is_required { errors.required(slot, at) } else { members::optional(slot) };
    slot?;
    match field.kind.sort() {
        Sort::Text => errors.text(slot, at).map(FieldValue::Text),
        Sort::Integer => errors.integer(slot, at).map(FieldValue::Integer),
        Sort::Amount => {
            errors.number(slot, at).map(|number| FieldValue::Amount(SentAmount::from_double_lexeme(number)))
        }
        Sort::Conversions => {
            slot.map(|raw| FieldValue::Conversions(conversions(raw, field.wire_name, index, errors)))
        }
    }
}

fn conversions(
    raw: &serde_json::value::RawValue,
    name: &str,
    index: usize,
    errors: &mut FieldErrors,
) -> Vec<Conversion> {
    let at = At { field: TRANSFERS, path: Path::Item(index, name) };
    let Some(items) = members::objects::<ConversionMembers<'_>>(raw, CONVERSIONS_READ_MAX) else {
        errors.add(at, "must be an array");
        return Vec::new();
    };
    if items.count > CONVERSIONS_READ_MAX {
        errors.add(at, format_args!("must have at most {CONVERSIONS_READ_MAX} items"));
    }
    let mut conversions = Vec::with_capacity(items.kept.len());
    for (inner, item) in items.kept.iter().enumerate() {
        let inside = |member| At { field: TRANSFERS, path: Path::Inner(index, name, inner, member) };
        let Some(item) = item else {
            errors.add(inside(""), "must be an object");
            continue;
        };
        let percent = errors.required(item.percent, inside("percent"));
        let percent = errors.integer(percent, inside("percent"));
        let currency = errors.required_text(item.currency, inside("currency")).map(String::from);
        if let (Some(percent), Some(currency)) = (percent, currency) {
            conversions.push(Conversion { percent, currency });
        }
    }
    conversions
}

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
#[expect(dead_code, reason = "for the description")]
enum TransferCurrency {
    Rur,
}
