//! End states that triggers lead to.

use kernel::text_enum;

text_enum! {
    /// A state machine that callers see.
    pub enum Machine {
        /// A payroll statement that was sent without signatures.
        UnsignedStatement = "statement without signatures",
        /// A payroll statement that was sent with signatures.
        SignedStatement = "statement with signatures",
        Transfer = "transfer",
        TariffRequest = "tariff request",
        DeclineReason = "reason of a decline",
        /// A task about a message of certificates.
        CertificateTask = "certificate task",
        Certificate = "certificate",
        CertificateReason = "reason of a rejection",
        Letter = "letter",
        Webinar = "webinar",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub machine: Machine,
    /// The state as callers see it.
    pub state: &'static str,
}

impl End {
    pub const fn new(machine: Machine, state: &'static str) -> Self {
        Self { machine, state }
    }
}
