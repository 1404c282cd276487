//! One certificate as the page shows it.

use iso20022::{Certificate, Element, Item, Record};
use kernel::Language;

use crate::certificate::StoredCertificate;
use crate::pages::amount::{amount, day};
use crate::pages::complaint::Complaint;
use crate::pages::fields::{Field, Fields, Manner};
use crate::pages::words::Words;
use crate::task::CertificateStatus;

/// Records of a certificate that are shown as a table.
const RECORDS_MAX: usize = 50;

#[derive(Default)]
pub(super) struct ShownCertificate {
    pub(super) position: i64,
    pub(super) title: String,
    pub(super) badge: &'static str,
    pub(super) status: &'static str,
    pub(super) reasons: Vec<Complaint>,
    pub(super) facts: Vec<Field>,
    pub(super) records: Vec<Line>,
    pub(super) is_cut: bool,
    /// True when the document told of it.
    pub(super) is_readable: bool,
    pub(super) fields: Fields,
}

pub(super) struct Line {
    pub(super) day: String,
    pub(super) operation: String,
    pub(super) amount: String,
    pub(super) in_contract: Option<String>,
    pub(super) contract: String,
    pub(super) expected: String,
    pub(super) remark: String,
}

impl ShownCertificate {
    pub(super) fn new(
        item: &Item<'_>,
        certificate: &Certificate<'_>,
        stored: &StoredCertificate,
        manner: Manner<'_>,
    ) -> Self {
        let records = certificate.records.iter().take(RECORDS_MAX);
        Self {
            facts: facts(item, certificate, Words::of(manner.language)),
            records: records.map(|one| line(one, manner.language)).collect(),
            is_cut: certificate.records.len() > RECORDS_MAX,
            is_readable: true,
            fields: all_fields(item, certificate, manner),
            ..Self::without_document(stored, manner.language)
        }
    }

    /// Shows the bank's own knowledge of a certificate whose document cannot be read any more.
    pub(super) fn without_document(stored: &StoredCertificate, language: Language) -> Self {
        let words = Words::of(language);
        Self {
            position: stored.position,
            title: title(stored, words, language),
            badge: match stored.status {
                None => "",
                Some(CertificateStatus::Accepted) => "good",
                Some(CertificateStatus::Rejected) => "bad",
            },
            status: words.status(stored.status),
            reasons: stored.reasons.iter().map(|one| Complaint::of_reason(one, language)).collect(),
            ..Self::default()
        }
    }
}

/// `Certificate 1/2026 of 16 February 2026`.
fn title(stored: &StoredCertificate, words: &Words, language: Language) -> String {
    let number = stored.document_id.as_deref().unwrap_or(words.without_number);
    format!("{} {number} {} {}", words.certificate, words.of_day, day(&stored.issued_on, language))
}

fn facts(item: &Item<'_>, certificate: &Certificate<'_>, words: &Words) -> Vec<Field> {
    let account = certificate.account.as_ref();
    let number = account.and_then(|account| account.number.or(account.iban));
    let currency = account.and_then(|account| account.currency);
    let number = number.map(|number| match currency {
        Some(currency) => format!("{}, {}", number.value(), currency.value()),
        None => number.value().to_owned(),
    });
    let original = certificate.amendment.as_ref().map(|amendment| value_of(amendment.original));
    let all = [
        (words.owner, item.owner.name.map(|name| name.value().to_owned())),
        (words.account, number),
        (words.country, certificate.bank_country.map(|country| country.value().to_owned())),
        (words.corrects, original),
    ];
    let present = all.into_iter().filter_map(|(name, value)| Some((name, value?)));
    present.map(|(name, value)| Field { name: name.to_owned(), value }).collect()
}

fn line(record: &Record<'_>, language: Language) -> Line {
    let contract = record.contract.as_ref();
    let expected = contract.map(|contract| [contract.expected_shipment, contract.expected_return]);
    let expected = expected.into_iter().flatten().flatten();
    let number = contract.and_then(|contract| contract.registered.or(contract.id));
    let concluded = contract.and_then(|contract| contract.date).map(|date| day(date.value(), language));
    let contract_text = [number.map(|number| number.value().to_owned()), concluded];
    Line {
        day: day(record.transaction_date.value(), language),
        operation: record.instrument.value().to_owned(),
        amount: amount(record.amount.element.value(), record.amount.currency, language),
        in_contract: contract
            .and_then(|contract| contract.amount.as_ref())
            .map(|found| amount(found.element.value(), found.currency, language)),
        contract: contract_text.into_iter().flatten().collect::<Vec<_>>().join(", "),
        expected: expected.map(|date| day(date.value(), language)).collect::<Vec<_>>().join(", "),
        remark: value_of(contract.and_then(|contract| contract.information)),
    }
}

/// Every field of the certificate, and those of its notification before them.
fn all_fields(item: &Item<'_>, certificate: &Certificate<'_>, manner: Manner<'_>) -> Fields {
    let mut fields = manner.fields(&item.element, "TxCert");
    let own = manner.fields(&certificate.element, "");
    fields.list.extend(own.list);
    fields.is_cut |= own.is_cut;
    fields
}

fn value_of(element: Option<Element<'_>>) -> String {
    element.map(|element| element.value().to_owned()).unwrap_or_default()
}
