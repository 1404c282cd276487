//! Checks of one certificate; each rejects it with one reason.

use iso20022::{Amount, Certificate, Element};
use jiff::civil::Date;
use kernel::Bic;

use super::value::{
    Standing, account_fault, correction_fault, is_account_currency, is_currency, is_positive, lies_ahead,
};
use crate::reason::{Finding, ReasonCode};

/// The most reasons that one certificate gets: a certificate may have thousands of records, and nobody reads as many
/// reasons. Fewer than `store::StoreLimits::rows_max` divided by the certificates that a body can hold.
pub const REASONS_MAX: usize = 8;

/// Facts that certificates are compared with.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    pub bank: &'a Bic,
    /// The day on which the message was registered: a task that is worked off again comes to the same.
    pub registered_on: Date,
}

/// Lists the first [`REASONS_MAX`] findings for which the certificate is rejected; it is accepted when there is none.
/// `original` is the standing of the certificate that it corrects, if it is a correction.
pub fn findings<'d>(
    certificate: &Certificate<'d>,
    surroundings: Surroundings<'_>,
    original: Standing,
) -> Vec<Finding<'d>> {
    let future = certificate
        .dates()
        .filter(|date| lies_ahead(date.value(), surroundings.registered_on))
        .map(|date| Finding { code: ReasonCode::FutureDate, element: date, found: date.value() });
    account_findings(certificate, surroundings.bank)
        .chain(correction_finding(certificate, original))
        .chain(future)
        .chain(amounts(certificate).flat_map(amount_findings))
        .take(REASONS_MAX)
        .collect()
}

/// Finds the first amount by which a sandbox was told to reject the certificate.
pub fn rehearsed<'d>(certificate: &Certificate<'d>) -> Option<Finding<'d>> {
    amounts(certificate).find_map(|amount| {
        let (element, found) = (amount.element, amount.element.value());
        let code = crate::triggers::certificate_reason(found)?.parse().ok()?;
        Some(Finding { code, element, found })
    })
}

/// The account is one of this bank, or of another country; its currency is one.
fn account_findings<'d>(
    certificate: &Certificate<'d>,
    bank: &Bic,
) -> impl Iterator<Item = Finding<'d>> + use<'d> {
    let account = certificate.account.as_ref();
    let country = certificate.bank_country.as_ref().map(Element::value);
    // No account of this country has an IBAN, so one given as such is no account number either.
    let number = account.and_then(|account| account.number.or(account.iban));
    let number = number.and_then(|element| {
        let code = account_fault(element.value(), country, bank)?;
        Some(Finding { code, element, found: element.value() })
    });
    let currency = account.and_then(|account| account.currency);
    let currency = currency
        .filter(|currency| !is_account_currency(currency.value()))
        .map(|element| Finding { code: ReasonCode::CurrencyCode, element, found: element.value() });
    number.into_iter().chain(currency)
}

/// A correction names an earlier certificate that was not rejected.
fn correction_finding<'d>(certificate: &Certificate<'d>, standing: Standing) -> Option<Finding<'d>> {
    let amendment = certificate.amendment.as_ref()?;
    let original = amendment.original;
    let code = correction_fault(original.as_ref().map(Element::text), standing)?;
    let found = original.as_ref().map(Element::text).unwrap_or_default();
    Some(Finding { code, element: original.unwrap_or(amendment.element), found })
}

/// The amounts of every record: that of the transaction, and the same in the currency of the contract.
fn amounts<'c, 'd>(certificate: &'c Certificate<'d>) -> impl Iterator<Item = &'c Amount<'d>> + use<'c, 'd> {
    certificate.records.iter().flat_map(|record| {
        let in_contract = record.contract.as_ref().and_then(|contract| contract.amount.as_ref());
        std::iter::once(&record.amount).chain(in_contract)
    })
}

/// The currency is one, the amount is greater than zero.
fn amount_findings<'d>(amount: &Amount<'d>) -> impl Iterator<Item = Finding<'d>> + use<'d> {
    let (element, value) = (amount.element, amount.element.value());
    let currency = (!is_currency(amount.currency)).then_some(Finding {
        code: ReasonCode::CurrencyCode,
        element,
        found: amount.currency,
    });
    let not_positive = (!is_positive(value)).then_some(Finding {
        code: ReasonCode::AmountNotPositive,
        element,
        found: value,
    });
    currency.into_iter().chain(not_positive)
}
