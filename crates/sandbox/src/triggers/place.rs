//! Places of triggers in requests, and the states that they lead to.

use std::fmt;

use kernel::text_enum;

/// The operation to make a payroll statement.
pub const STATEMENTS: &str = "POST /v1/statements";
/// The operation to make a tariff request.
pub const TARIFFS: &str = "POST /v1/ctcm/request/create";
/// The operation to write a letter about a change of the tariff plan that lies ahead.
pub const LETTERS: &str = "POST /v1/ctcm/correspond/client/{cnum}/correspond/future/{id}";
/// The operation to send certificates.
pub const CERTIFICATES: &str = "POST /v1/iso20022/currency-transaction-certificate";

/// The place of a trigger's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The header `Sandbox-Trigger` of this operation, by its method and path; of every operation when it is empty.
    Header(&'static str),
    /// `amount` of a transfer of a payroll statement.
    PayrollAmount,
    /// `account` of a transfer of a payroll statement.
    PayrollAccount,
    /// `bic` of a transfer of a payroll statement.
    PayrollBic,
    /// The key that signs a payroll statement, by its name in the folder `demo-keys`.
    Signature,
    /// `Tx/Amt` of a record of a currency transaction certificate.
    CertificateAmount,
    /// The tax number of a question.
    Inn,
    /// The identifier of a webinar.
    WebinarId,
    /// The query of the address of a webhook.
    WebhookUrl,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header("") => formatter.write_str("header of every operation"),
            Self::Header(operation) => write!(formatter, "header of `{operation}`"),
            Self::PayrollAmount => formatter.write_str("`amount` of a transfer"),
            Self::PayrollAccount => formatter.write_str("`account` of a transfer"),
            Self::PayrollBic => formatter.write_str("`bic` of a transfer"),
            Self::Signature => formatter.write_str("key in `demo-keys` that signs a statement"),
            Self::CertificateAmount => formatter.write_str("`Tx/Amt` of a certificate"),
            Self::Inn => formatter.write_str("`inn` of `GET /v1/connections/eligible-companies`"),
            Self::WebhookUrl => formatter.write_str("query of the `url` of a webhook"),
            Self::WebinarId => formatter.write_str("`id` of `GET /v2/contents/webinars/{id}`"),
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
        /// A transfer of a payroll statement.
        Transfer = "transfer",
        /// A tariff request.
        TariffRequest = "tariff request",
        /// The reason of a declined tariff request.
        DeclineReason = "reason of a decline",
        /// A task about a message of certificates.
        CertificateTask = "certificate task",
        /// A certificate.
        Certificate = "certificate",
        /// The reason of a rejected certificate.
        CertificateReason = "reason of a rejection",
        /// A letter about tariffs.
        Letter = "letter",
        /// A webinar.
        Webinar = "webinar",
    }
}

/// An end state of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The machine.
    pub machine: Machine,
    /// The state as callers see it.
    pub state: &'static str,
}

impl End {
    pub(super) const fn new(machine: Machine, state: &'static str) -> Self {
        Self { machine, state }
    }
}
