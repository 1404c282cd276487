//! Ports at which triggers act, and the amounts that they understand.

use edge::Fault;
use kernel::Money;

/// The port of a trigger, with what it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The frame around every operation.
    Fault(Fault),
    /// The way to other banks.
    Rail(RailAct),
    /// The people of the company, in the online bank.
    People(PeopleAct),
    /// The bank's staff decide about a tariff request: `DONE`, or the reason of a decline.
    TariffDecision(&'static str),
    /// The bank's staff answer the letter.
    LetterAnswer,
    /// The check of a currency transaction certificate finds this.
    CertificateReason(&'static str),
    /// The check of a message of certificates waits for the decision of the bank's staff.
    CertificateWait,
    /// The delivery of an event to a webhook, at its first attempt.
    Webhook(WebhookAct),
    /// None: the seed data and the rules of the bank lead there by themselves.
    SeedData,
}

/// A way in which the first attempt at a delivery fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookAct {
    /// It arrives and is answered, and the answer is lost.
    AnswerLost,
    /// It is never sent.
    NotSent,
}

/// Reads what the address of a webhook asks for: a pair of its query.
pub fn webhook_act(query: &str) -> Option<WebhookAct> {
    let is_asked = |row: &&super::Trigger| {
        row.place == super::Place::WebhookUrl && query.split('&').any(|pair| pair == row.value)
    };
    match super::TRIGGERS.iter().find(is_asked)?.act {
        Act::Webhook(act) => Some(act),
        _ => None,
    }
}

/// A way of the rail to treat a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RailAct {
    /// The money comes back after so many hours.
    ReturnedAfter {
        /// Hours since the payment was handed to the rail, 0 to 98.
        hours: u8,
    },
    /// Never answers.
    Silent,
}

impl RailAct {
    /// Tells whether both are of one kind, after however many hours.
    pub const fn is_like(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::ReturnedAfter { .. }, Self::ReturnedAfter { .. }) | (Self::Silent, Self::Silent)
        )
    }
}

/// Something that the people of a company do in the online bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeopleAct {
    /// They give every signature that is missing.
    Sign,
    /// The signature of the first of them is found to be wrong after it was taken in.
    SignWrongly,
    /// They delete or withdraw the thing as soon as they can.
    Delete,
}

/// The rail's amounts lie from here on, in kopecks: the last two digits are hours, or 99 for silence.
const RAIL_AMOUNT_MINOR: i64 = 701_000;
/// The last two digits that mean silence.
const SILENT: i64 = 99;

/// Reads what the amount of a payment to another bank asks of the rail: `7010.HH` comes back after HH hours, `7010.99`
/// is never answered.
pub fn rail_act(amount: Money) -> Option<RailAct> {
    match amount.minor().checked_sub(RAIL_AMOUNT_MINOR)? {
        SILENT => Some(RailAct::Silent),
        hours @ 0..SILENT => u8::try_from(hours).ok().map(|hours| RailAct::ReturnedAfter { hours }),
        _ => None,
    }
}

/// The amounts of certificates that are triggers begin here, in hundredths of their currency.
pub const CERTIFICATE_AMOUNT_MINOR: i64 = 600_100;

/// Reads for which reason the amount of a currency transaction certificate has it rejected.
pub fn certificate_reason(amount: &str) -> Option<&'static str> {
    let row = super::TRIGGERS
        .iter()
        .find(|row| row.place == super::Place::CertificateAmount && is_same_amount(row.value, amount))?;
    match row.act {
        Act::CertificateReason(reason) => Some(reason),
        _ => None,
    }
}

/// Compares amounts as texts, because an XML decimal may end in zeros: `6001.10` and `6001.1` are the same.
fn is_same_amount(value: &str, sent: &str) -> bool {
    let plain = |text: &str| match text.split_once('.') {
        Some((whole, fraction)) => (whole.to_owned(), fraction.trim_end_matches('0').to_owned()),
        None => (text.to_owned(), String::new()),
    };
    plain(value) == plain(sent)
}
