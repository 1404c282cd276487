//! Places of triggers in requests, and the states that they lead to.

use std::fmt;

use kernel::text_enum;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The header `Sandbox-Trigger` of this operation, by its method and path; of every operation when it is empty.
    Header(&'static str),
    /// A value of a request, as the documentation names it.
    Value(&'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header("") => formatter.write_str("header of every operation"),
            Self::Header(operation) => write!(formatter, "header of `{operation}`"),
            Self::Value(value) => formatter.write_str(value),
        }
    }
}

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
