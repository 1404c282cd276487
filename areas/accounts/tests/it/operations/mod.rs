//! Operations of an account over HTTP (ONL-01).

mod exporting;
mod hostile;
mod listing;
mod pages;
mod paging;
mod random;
mod refusing;
mod sheet;

use accounts::ledger::{Counterparty, DocumentNumber, Draft, EntryKind, InternalAccount};
use kernel::{Currency, Money};
use serde_json::Value;
use testkit::TestCaller;

use crate::bank::Bank;
use crate::ledger::{header, id};

/// A payment into an account from another bank.
pub(crate) struct Payment<'a> {
    pub(crate) key: &'a str,
    pub(crate) to: &'a str,
    pub(crate) minor: i64,
    pub(crate) purpose: &'a str,
    pub(crate) document: Option<&'a str>,
    pub(crate) counterparty: Option<Counterparty>,
}

impl<'a> Payment<'a> {
    pub(crate) fn new(key: &'a str, to: &'a str, minor: i64) -> Self {
        Self { key, to, minor, purpose: "Payment", document: None, counterparty: None }
    }

    /// Posts it now. Below zero it goes the other way.
    pub(crate) async fn post(self, bank: &Bank) {
        let rur = Currency::RUR;
        let mut header = header(bank, self.key);
        self.purpose.clone_into(&mut header.description);
        header.kind = if self.minor > 0 { EntryKind::Transfer } else { EntryKind::OutgoingPayment };
        header.document = self.document.map(|number| DocumentNumber::try_from(number.to_owned()).unwrap());
        let draft = Draft::new(header).moved(id(self.to), rur, Money::from_minor(self.minor));
        let draft = match self.counterparty {
            Some(counterparty) => draft.with_counterparty(counterparty),
            None => draft,
        };
        let bank_side = InternalAccount::Cash.in_currency(rur);
        let entry = draft.moved(bank_side, rur, Money::from_minor(-self.minor)).balanced().unwrap();
        bank.post(entry).await.unwrap();
    }
}

pub(crate) fn lyutik() -> Counterparty {
    let mut counterparty = Counterparty::new("ООО «Лютик»".to_owned()).unwrap();
    counterparty.account = Some("40702810700000000011".parse().unwrap());
    counterparty.inn = Some("7707083893".parse().unwrap());
    counterparty.kpp = Some("770701001".parse().unwrap());
    counterparty.bic = Some("044525999".parse().unwrap());
    counterparty
}

/// The answer for `query` as it is written.
pub(crate) async fn text(bank: &Bank, caller: &TestCaller, number: &str, query: &str) -> String {
    let answer = bank.get(caller, &format!("/v1/accounts/{number}/operations{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.text().to_owned()
}

pub(crate) async fn page(bank: &Bank, caller: &TestCaller, number: &str, query: &str) -> Value {
    serde_json::from_str(&text(bank, caller, number, query).await).unwrap()
}

/// The hundredths of a member, as they are written in `text` after the `nth` `"name":`.
pub(crate) fn amounts(text: &str, name: &str) -> Vec<i128> {
    let member = format!("\"{name}\":");
    let pieces = text.split(&member).skip(1);
    let written = pieces.map(|piece| piece.split([',', '}']).next().unwrap());
    written.map(|written| written.replace('.', "").parse().unwrap()).collect()
}

pub(crate) fn numbers(page: &Value) -> Vec<i64> {
    page["operations"].as_array().unwrap().iter().map(|one| one["number"].as_i64().unwrap()).collect()
}
