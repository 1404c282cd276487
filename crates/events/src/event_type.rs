//! The types of events.

use kernel::text_enum;

text_enum! {
    /// Type of an event: the area, the thing, and what has become of it.
    pub enum EventType {
        /// A payroll statement was made and is not sent to the checks yet.
        StatementDraft = "payroll.statement.draft",
        /// The checks look at a payroll statement.
        StatementChecking = "payroll.statement.checking",
        /// A payroll statement without faults waits for signatures.
        StatementAwaitingSign = "payroll.statement.awaiting_sign",
        /// A payroll statement with warnings waits for signatures.
        StatementAwaitingSignWithWarnings = "payroll.statement.awaiting_sign_with_warnings",
        /// The checks found errors in a payroll statement.
        StatementError = "payroll.statement.error",
        /// A signature of a payroll statement is looked at.
        StatementSigning = "payroll.statement.signing",
        /// A payroll statement has some of its signatures.
        StatementPartlySigned = "payroll.statement.partly_signed",
        /// A payroll statement has all signatures and is about to be executed.
        StatementAwaitingSend = "payroll.statement.awaiting_send",
        /// A payroll statement is executed on its date.
        StatementScheduled = "payroll.statement.scheduled",
        /// A signature of a payroll statement was wrong; final.
        StatementErrorSign = "payroll.statement.error_sign",
        /// The money of a payroll statement is being moved.
        StatementProcessing = "payroll.statement.processing",
        /// Nothing of a payroll statement was paid; final.
        StatementDeclined = "payroll.statement.declined",
        /// Everything in a payroll statement was paid; final.
        StatementExecuted = "payroll.statement.executed",
        /// Some transfers of a payroll statement were paid; final.
        StatementPartlyExecuted = "payroll.statement.partly_executed",
        /// A payroll statement was deleted before its execution; final.
        StatementDeleted = "payroll.statement.deleted",
        /// A payroll statement waits for the signatures that the event names.
        SignatureMissing = "payroll.signature.missing",
        /// A transfer of a payroll statement came back after it had been made.
        TransferReturned = "payroll.transfer.returned",
        /// A tariff request was made and waits for signatures.
        TariffRequestUnsigned = "tariff.request.unsigned",
        /// A tariff request has some of its signatures.
        TariffRequestPartiallySigned = "tariff.request.partially_signed",
        /// A tariff request has all signatures.
        TariffRequestSigned = "tariff.request.signed",
        /// The bank carries out a tariff request.
        TariffRequestProcessing = "tariff.request.processing",
        /// The bank refused a tariff request; final.
        TariffRequestDeclined = "tariff.request.declined",
        /// The bank did what a tariff request asked for; final.
        TariffRequestDone = "tariff.request.done",
        /// A tariff request was withdrawn, deleted or not signed in time; final.
        TariffRequestCancelled = "tariff.request.cancelled",
        /// A message with currency certificates was taken.
        CertificateTaskRegistered = "certificate.task.registered",
        /// The certificates of a message are being checked.
        CertificateTaskChecking = "certificate.task.checking",
        /// Every certificate of a message was accepted; final.
        CertificateTaskAccepted = "certificate.task.accepted",
        /// Some certificates of a message were accepted, some rejected; final.
        CertificateTaskPartlyAccepted = "certificate.task.partly_accepted",
        /// Every certificate of a message was rejected; final.
        CertificateTaskRejected = "certificate.task.rejected",
        /// The bank wrote a letter, or another message in one.
        LetterReceived = "letter.received",
        /// A webinar can be seen from now on.
        WebinarPublished = "webinar.published",
        /// Somebody tries whether a webhook arrives.
        WebhookTest = "webhook.test",
    }
}

/// The part of the bank that an event comes from; it decides who may read of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Payroll: for users who may see statements.
    Payroll,
    /// Tariff requests, certificates, letters: for everybody who may act for the company.
    Company,
    /// Webinars: for every company.
    Everybody,
}

impl EventType {
    /// The version of what the type carries. It grows when a field changes its meaning or goes, and not when one comes.
    pub const fn version(self) -> u8 {
        1
    }

    /// The part of the bank that it comes from, by the first word of its name. One that is not named here is taken
    /// for payroll, of which the fewest people may read.
    pub fn topic(self) -> Topic {
        match self.as_str().split_once('.') {
            Some(("tariff" | "certificate" | "letter" | "webhook", _)) => Topic::Company,
            Some(("webinar", _)) => Topic::Everybody,
            _ => Topic::Payroll,
        }
    }
}
