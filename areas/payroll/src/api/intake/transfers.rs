//! The transfers of a payload: structure, required members and types. What the values say is for the checks (PAY-03).

use super::field_errors::{At, FieldErrors, Path};
use super::members::{self, members};
use crate::sent_transfers::SentTransfers;
use crate::statement::TRANSFERS_MAX;
use crate::transfer::{Conversion, SentAmount, SentTransfer};

/// The most conversions of one transfer that are read; the checks refuse more than two.
const CONVERSIONS_READ_MAX: usize = 100;

/// The fewest bytes of a transfer in a request that has all members it must have.
const TRANSFER_BYTES_MIN: usize = 80;
/// About one byte of so many of a request is one of a transfer's texts; the others are names of members and numbers.
const TEXT_SHARE: usize = 2;

const TRANSFERS: &str = "transfers";

members! {
    /// A transfer.
    TransferMembers {
        last_name = "lastName",
        first_name = "firstName",
        middle_name = "middleName",
        order_number = "orderNumber",
        amount = "amount",
        account = "account",
        currency = "currency",
        personnel_number = "personnelNumber",
        birth_date = "birthDate",
        bic = "bic",
        card_number = "cardNumber",
        conversion = "conversion",
        deduction_amount = "deductionAmount",
    }
}

members! {
    /// A conversion.
    ConversionMembers {
        percent = "percent",
        currency = "currency",
    }
}

/// Returns the transfers of the member `transfers`. They are gone through once; each is kept in its short form and
/// forgotten.
pub(super) fn read(slot: members::Slot<'_>, errors: &mut FieldErrors) -> SentTransfers {
    let at = At { field: TRANSFERS, path: Path::Field };
    let Some(raw) = errors.required(slot, at) else { return SentTransfers::default() };
    let text_bytes = raw.get().len();
    let expected = (text_bytes / TRANSFER_BYTES_MIN).min(TRANSFERS_MAX);
    let mut transfers = SentTransfers::with_capacity(expected, text_bytes / TEXT_SHARE);
    let mut of_items = FieldErrors::default();
    let visit = |index, item: Option<TransferMembers<'_>>| match item {
        Some(item) => transfer(&item, index, &mut transfers, &mut of_items).unwrap_or_default(),
        None => of_items.add(At { field: TRANSFERS, path: Path::Item(index, "") }, "must be an object"),
    };
    let Some(count) = members::each_object(raw, TRANSFERS_MAX, visit) else {
        errors.add(at, "must be an array");
        return SentTransfers::default();
    };
    if !(1..=TRANSFERS_MAX).contains(&count) {
        errors.add(at, format_args!("must have from 1 to {TRANSFERS_MAX} items, not {count}"));
    }
    errors.append(of_items);
    transfers
}

/// Adds one transfer; `None` when a member is missing or of a wrong type.
fn transfer(
    item: &TransferMembers<'_>,
    index: usize,
    transfers: &mut SentTransfers,
    errors: &mut FieldErrors,
) -> Option<()> {
    let at = |name| At { field: TRANSFERS, path: Path::Item(index, name) };
    let mut required_text = |slot, name| {
        let slot = errors.required(slot, at(name));
        errors.text(slot, at(name))
    };
    let last_name = required_text(item.last_name, "lastName");
    let first_name = required_text(item.first_name, "firstName");
    let account = required_text(item.account, "account");
    let currency = required_text(item.currency, "currency");
    let mut optional_text = |slot, name| errors.text(slot, at(name));
    let middle_name = optional_text(item.middle_name, "middleName");
    let personnel_number = optional_text(item.personnel_number, "personnelNumber");
    let birth_date = optional_text(item.birth_date, "birthDate");
    let bic = optional_text(item.bic, "bic");
    let card_number = optional_text(item.card_number, "cardNumber");
    let order_number = errors.required(item.order_number, at("orderNumber"));
    let order_number = errors.integer(order_number, at("orderNumber"));
    let amount = errors.required(item.amount, at("amount"));
    let amount = errors.number(amount, at("amount")).map(SentAmount::from_lexeme);
    let deduction = errors.number(item.deduction_amount, at("deductionAmount")).map(SentAmount::from_lexeme);
    let conversion = conversions(item.conversion, index, errors);
    let sent = SentTransfer {
        line: i64::try_from(index).ok()? + 1,
        order_number: order_number?,
        last_name: &last_name?,
        first_name: &first_name?,
        middle_name: middle_name.as_deref(),
        amount: amount?,
        account: &account?,
        currency: &currency?,
        personnel_number: personnel_number.as_deref(),
        birth_date: birth_date.as_deref(),
        bic: bic.as_deref(),
        card_number: card_number.as_deref(),
        conversion: &conversion,
        deduction,
    };
    transfers.push(&sent).map_err(|error| errors.add(at(""), error)).ok()
}

fn conversions(slot: members::Slot<'_>, index: usize, errors: &mut FieldErrors) -> Vec<Conversion> {
    const NAME: &str = "conversion";
    let Some(raw) = slot else { return Vec::new() };
    let Some(items) = members::objects::<ConversionMembers<'_>>(raw, CONVERSIONS_READ_MAX) else {
        errors.add(At { field: TRANSFERS, path: Path::Item(index, NAME) }, "must be an array");
        return Vec::new();
    };
    if items.count > CONVERSIONS_READ_MAX {
        let rule = format!("must have at most {CONVERSIONS_READ_MAX} items");
        errors.add(At { field: TRANSFERS, path: Path::Item(index, NAME) }, rule);
    }
    let mut conversions = Vec::with_capacity(items.kept.len());
    for (inner, item) in items.kept.iter().enumerate() {
        let at = |name| At { field: TRANSFERS, path: Path::Inner(index, NAME, inner, name) };
        let Some(item) = item else {
            let rule = format!("must be an object at [{inner}]");
            errors.add(At { field: TRANSFERS, path: Path::Item(index, NAME) }, rule);
            continue;
        };
        let percent = errors.required(item.percent, at("percent"));
        let percent = errors.integer(percent, at("percent"));
        let currency = errors.required(item.currency, at("currency"));
        let currency = errors.text(currency, at("currency")).map(String::from);
        if let (Some(percent), Some(currency)) = (percent, currency) {
            conversions.push(Conversion { percent, currency });
        }
    }
    conversions
}
