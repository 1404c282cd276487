//! pain.002.001.10 `CustomerPaymentStatusReportV10`.

use crate::document::{Document, Element};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The other bank has the money: `ACSC` or `ACCC`.
    Settled,
    /// The bank does not make it: `RJCT`.
    Rejected,
    /// Neither yet. A code that is not known here is no end either.
    UnderWay,
}

/// The status of one payment, or of all payments of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentStatus {
    /// The name of the payments together: `OrgnlPmtInfId`, else `OrgnlMsgId`.
    pub payments: String,
    /// The payment's number in the message.
    pub number: Option<i64>,
    /// The payment's name from end to end.
    pub end_to_end: Option<String>,
    /// Tells whether it is said of one payment, by whatever name, and not of all of them.
    pub is_of_one: bool,
    pub status: Status,
    /// The code and the words of the reason; empty without one.
    pub reason: String,
}

/// Reads the statuses of a valid message. A payment that is named without a status has that of the payments together,
/// with its own reason where it has one. A status of a whole message counts where it names no payment: a list of
/// refusals alone says nothing of the others.
pub fn statuses(document: &Document) -> Vec<PaymentStatus> {
    let Some(report) = document.root().child("CstmrPmtStsRpt") else { return Vec::new() };
    let text = |element: &Element<'_>, path: &str| element.at(path).map(|found| found.value().to_owned());
    let message = text(&report, "OrgnlGrpInfAndSts/OrgnlMsgId").unwrap_or_default();
    let mut found = Vec::new();
    for payments in report.all("OrgnlPmtInfAndSts") {
        let name = text(&payments, "OrgnlPmtInfId").unwrap_or_else(|| message.clone());
        let mut some = payments.all("TxInfAndSts").peekable();
        if some.peek().is_none() {
            found.extend(status(&payments, "PmtInfSts", name, (None, None)));
            continue;
        }
        for one in some {
            let number = text(&one, "OrgnlInstrId").and_then(|number| number.parse().ok());
            let end_to_end = text(&one, "OrgnlEndToEndId");
            let (from, at) =
                if one.child("TxSts").is_some() { (&one, "TxSts") } else { (&payments, "PmtInfSts") };
            let said = status(from, at, name.clone(), (number, end_to_end));
            // The reason of one payment says more than that of all.
            let own = one.child("StsRsnInf").map(|reason| words(&reason));
            let of_one = |said: PaymentStatus| PaymentStatus {
                is_of_one: true,
                reason: own.unwrap_or(said.reason),
                ..said
            };
            found.extend(said.map(of_one));
        }
    }
    if found.is_empty() {
        let group = report.child("OrgnlGrpInfAndSts");
        found.extend(group.and_then(|group| status(&group, "GrpSts", message, (None, None))));
    }
    found
}

fn status(
    element: &Element<'_>,
    name: &str,
    payments: String,
    (number, end_to_end): (Option<i64>, Option<String>),
) -> Option<PaymentStatus> {
    let status = match element.child(name)?.value() {
        "ACSC" | "ACCC" => Status::Settled,
        "RJCT" => Status::Rejected,
        _ => Status::UnderWay,
    };
    let reason = element.child("StsRsnInf").map(|reason| words(&reason)).unwrap_or_default();
    Some(PaymentStatus { payments, number, end_to_end, is_of_one: false, status, reason })
}

/// The code of a reason and what is said beside it.
pub(super) fn words(reason: &Element<'_>) -> String {
    let code = reason.at("Rsn/Cd").or_else(|| reason.at("Rsn/Prtry")).map(|code| code.value());
    let said = reason.all("AddtlInf").map(|said| said.value());
    code.into_iter().chain(said).collect::<Vec<_>>().join(" ")
}
