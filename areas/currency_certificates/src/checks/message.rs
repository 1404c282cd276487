//! Checks of a message as a whole; each answers with one sentence for the developer who reads the 400.

use std::collections::HashSet;

use clients::Company;
use iso20022::{Agent, Document, Notification, Party, Violation};
use kernel::{BankZone, Bic, Cnum, Instant, check_characters};

use super::value::moment_lies_ahead;

/// Facts that a message is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    pub bank: &'a Bic,
    pub zone: &'a BankZone,
    /// Time at which the message arrived.
    pub now: Instant,
    pub company: &'a Cnum,
    /// The companies that the user may act for.
    pub companies: &'a [Company],
}

impl Surroundings<'_> {
    /// The company with this INN among those that the user may act for; the one that sends before others with the same.
    pub fn company_with(&self, inn: &str) -> Option<&Cnum> {
        let mut same = self.companies.iter().filter(|company| company.inn.as_str() == inn);
        let sends = same.clone().find(|company| company.cnum == *self.company);
        sends.or_else(|| same.next()).map(|company| &company.cnum)
    }
}

/// Everything that is wrong with the message, in the order of the document, at most `violations_max` of it.
pub fn violations(
    document: &Document,
    message: &Notification<'_>,
    surroundings: &Surroundings<'_>,
    violations_max: usize,
) -> Vec<Violation> {
    let parties = message.items.iter().flat_map(|item| {
        [owner_violation(&item.owner, surroundings), servicer_violation(&item.servicer, surroundings.bank)]
    });
    let mut found: Vec<Violation> = [creation_violation(message, surroundings), count_violation(message)]
        .into_iter()
        .chain(parties)
        .flatten()
        .take(violations_max)
        .collect();
    found.extend(text_violations(document).take(violations_max));
    // Those of one place stay as they are.
    found.sort_by_key(|violation| (violation.line, violation.column));
    found.truncate(violations_max);
    found
}

/// People read the texts before they rely on them, in the online bank and at the bank: no character may reorder what
/// they see (GEN-06). It does not matter whether it was written as itself or as a reference.
fn text_violations(document: &Document) -> impl Iterator<Item = Violation> {
    let wrong = document.texts().filter_map(|(element, text)| {
        check_characters(text).err().map(|error| element.violation(error.to_string()))
    });
    // Things that are no text of an element, such as a comment, are shown with the whole document.
    let mut wrong = wrong.peekable();
    let elsewhere = match wrong.peek() {
        Some(_) => None,
        None => check_characters(document.text()).err(),
    };
    wrong.chain(elsewhere.map(|error| document.root().violation(format!("the document {error}"))))
}

/// `GrpHdr/CreDtTm` is not in the future.
fn creation_violation(message: &Notification<'_>, surroundings: &Surroundings<'_>) -> Option<Violation> {
    let created = &message.created;
    moment_lies_ahead(created.value(), surroundings.now, surroundings.zone)
        .then(|| created.violation("the message was created in the future"))
}

/// `GrpHdr/NbOfItms` is the number of `TxNtfctn`.
fn count_violation(message: &Notification<'_>) -> Option<Violation> {
    let (said, found) = (message.number_of_items.value(), message.items.len());
    let equal = said.parse::<usize>().is_ok_and(|said| said == found);
    (!equal)
        .then(|| message.number_of_items.violation(format!("says {said}, but TxNtfctn occurs {found} times")))
}

/// The account owner is a company that the user acts for, known by its INN. A company that exists and one that does not
/// read alike (GEN-04).
fn owner_violation(owner: &Party<'_>, surroundings: &Surroundings<'_>) -> Option<Violation> {
    let Some(inn) = &owner.tax_id else {
        let reason = "the account owner has no INN: Id/OrgId/Othr/Id with SchmeNm/Cd TXID";
        return Some(owner.element.violation(reason));
    };
    let known = surroundings.company_with(inn.value()).is_some();
    (!known).then(|| inn.violation("the account owner is not a company that the user acts for"))
}

/// The account servicer is this bank, known by its BIC.
fn servicer_violation(servicer: &Agent<'_>, bank: &Bic) -> Option<Violation> {
    let Some(bic) = &servicer.bic else {
        let reason = "the account servicer has no BIC: FinInstnId/ClrSysMmbId/MmbId with ClrSysId/Cd RUCBC";
        return Some(servicer.element.violation(reason));
    };
    (bic.value() != bank.as_str())
        .then(|| bic.violation(format!("the account servicer is not this bank, whose BIC is {bank}")))
}

/// The transaction ids that occur more than once in the message, each once, in the order of their second places.
pub fn repeated_transactions(message: &Notification<'_>) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut named = HashSet::new();
    let certificates = message.items.iter().flat_map(|item| &item.certificates);
    certificates
        .map(|certificate| certificate.transaction_id.text())
        .filter(|id| !seen.insert(id.to_owned()) && named.insert(id.to_owned()))
        .map(str::to_owned)
        .collect()
}
