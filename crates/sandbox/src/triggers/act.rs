//! Ports at which triggers act, and what they do there.

use edge::Fault;

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
    NotSent,
}

/// A way of the rail to treat a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RailAct {
    /// The money comes back after so many hours.
    ReturnedAfter {
        /// Hours since the payment was handed to the rail, 0 to 98.
        hours: u8,
    },
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
