//! camt.054.001.08 `BankToCustomerDebitCreditNotificationV08` and camt.053.001.08 `BankToCustomerStatementV08`.

use super::status::words;
use crate::document::{Document, Element};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booking {
    /// The bank's name of the booking of this payment, or the payment's name where it has none: an entry of several
    /// names them together, and its place in a message (`NtryRef`) names another entry in the next one.
    pub name: String,
    /// The name of the payments together, where it is told.
    pub payments: Option<String>,
    /// The payment's number in the message that asked for it, where it is told.
    pub number: Option<i64>,
    /// The payment's name from end to end.
    pub end_to_end: String,
    /// The amount in roubles as a JSON number has it, one in another currency with its code after it; empty for one of
    /// several payments of an entry that has only their sum.
    pub amount: String,
    /// Money came in; else it went out.
    pub is_credit: bool,
    /// The reason of a return: a code and words; none for what is no return.
    pub returned: Option<String>,
}

/// Reads the bookings of a valid message of either kind that name a payment. What is not booked yet is left out, and so
/// is what was taken back by the bank itself (`RvslInd`).
pub fn bookings(document: &Document) -> Vec<Booking> {
    let mut found = Vec::new();
    for report in reports(document) {
        for entry in report.all("Ntry").filter(is_booked) {
            let all: Vec<_> = entry.all("NtryDtls").flat_map(|details| details.all("TxDtls")).collect();
            found.extend(all.iter().filter_map(|details| booking(&entry, details, all.len() == 1)));
        }
    }
    found
}

/// Account and time of a statement, as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    pub account: String,
    /// The first moment.
    pub from: String,
    /// The last moment.
    pub to: String,
}

/// Returns the account and the time of each statement of a message, where each has a time.
pub fn periods(document: &Document) -> Option<Vec<Period>> {
    let period = |report: &Element<'_>| {
        let text = |path| report.at(path).map(|found| found.value().to_owned());
        Some(Period {
            account: text("Acct/Id/IBAN").or_else(|| text("Acct/Id/Othr/Id"))?,
            from: text("FrToDt/FrDtTm")?,
            to: text("FrToDt/ToDtTm")?,
        })
    };
    reports(document).iter().map(period).collect()
}

fn reports(document: &Document) -> Vec<Element<'_>> {
    let root = document.root();
    let of = |message: &str, name: &'static str| root.child(message).map(|message| message.all(name));
    let notified = of("BkToCstmrDbtCdtNtfctn", "Ntfctn").into_iter().flatten();
    notified.chain(of("BkToCstmrStmt", "Stmt").into_iter().flatten()).collect()
}

fn is_booked(entry: &Element<'_>) -> bool {
    let status = entry.at("Sts/Cd").map(|status| status.value());
    let is_reversed = entry.child("RvslInd").is_some_and(|reversed| matches!(reversed.value(), "true" | "1"));
    status == Some("BOOK") && !is_reversed
}

fn booking(entry: &Element<'_>, details: &Element<'_>, is_alone: bool) -> Option<Booking> {
    let text = |path: &str| details.at(path).map(|found| found.value().to_owned());
    let of_entry = |name: &str| entry.child(name).map(|found| found.value().to_owned());
    let side = text("CdtDbtInd").or_else(|| of_entry("CdtDbtInd"))?;
    let end_to_end = text("Refs/EndToEndId")?;
    let name = text("Refs/AcctSvcrRef").or_else(|| of_entry("AcctSvcrRef").filter(|_| is_alone));
    Some(Booking {
        name: name.unwrap_or_else(|| end_to_end.clone()),
        payments: text("Refs/PmtInfId"),
        number: text("Refs/InstrId").and_then(|number| number.parse().ok()),
        end_to_end,
        amount: details
            .child("Amt")
            .or_else(|| entry.child("Amt").filter(|_| is_alone))
            .map_or_else(String::new, amount),
        is_credit: side == "CRDT",
        returned: details.child("RtrInf").map(|reason| words(&reason)),
    })
}

/// The codes of the rouble, which the bank's other systems may keep under the former one.
const ROUBLES: [&str; 2] = ["RUB", "RUR"];

/// Leaves out of a decimal of XML Schema what a JSON number does not have: a plus sign, zeros in front, a bare point.
fn amount(element: Element<'_>) -> String {
    let unsigned = element.value().trim_start_matches('+');
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let whole = Some(whole.trim_start_matches('0')).filter(|whole| !whole.is_empty()).unwrap_or("0");
    let plain = if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") };
    match element.attribute("Ccy") {
        Some(currency) if !ROUBLES.contains(&currency) => format!("{plain} {currency}"),
        _ => plain,
    }
}
