//! The statuses that callers see, and the ends and errors that both machines share.

use jiff::civil::Date;
use kernel::text_enum;
use thiserror::Error;

use crate::catalogue::Reason;

text_enum! {
    /// `StatementExternalStatus` of spec section 3.1.
    pub enum StatementStatus {
        /// Not sent to the checks yet.
        Draft = "DRAFT",
        /// The checks are at work.
        Checking = "CHECKING",
        /// Without faults, to be signed in the online bank.
        AwaitingSign = "AWAITING_SIGN",
        /// With warnings, to be signed in the online bank.
        AwaitingSignWithWarnings = "AWAITING_SIGN_WITH_WARNINGS",
        /// The checks found errors.
        Error = "ERROR",
        /// Some signatures of the scheme are there.
        PartlySigned = "PARTLY_SIGNED",
        /// A signature is being verified.
        Signing = "SIGNING",
        /// All signatures are there; execution is about to begin.
        AwaitingSend = "AWAITING_SEND",
        /// Money is being moved.
        Processing = "PROCESSING",
        /// Nothing was paid.
        Declined = "DECLINED",
        /// Everything was paid.
        Executed = "EXECUTED",
        /// Some transfers were paid.
        PartlyExecuted = "PARTLY_EXECUTED",
        /// Deleted before execution.
        Deleted = "DELETED",
        /// To be executed on its date.
        Scheduled = "SCHEDULED",
        /// A signature is wrong or missing.
        ErrorSign = "ERROR_SIGN",
    }
}

impl StatementStatus {
    pub const fn awaits_signatures(self) -> bool {
        matches!(self, Self::AwaitingSign | Self::AwaitingSignWithWarnings | Self::PartlySigned)
    }
}

/// Something that happens to a statement. Which state takes which event, the tables of [`SignedState`] and
/// [`UnsignedState`] tell.
///
/// [`SignedState`]: super::SignedState
/// [`UnsignedState`]: super::UnsignedState
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementEvent {
    /// Somebody sent it to the checks.
    Submitted,
    ChecksPassed,
    ChecksWarned,
    ChecksFailed,
    /// A user corrected it; it is checked anew.
    Corrected,
    SigningBegun,
    SignatureAccepted,
    /// A signature is wrong or missing. The specification has it for unsigned statements too, whose signatures are
    /// verified after they were taken in. Only a sandbox rehearses that: a signature is verified before the first step,
    /// and a wrong one is refused and changes nothing.
    SignaturesFailed(Reason),
    SchemeComplete,
    /// The missing signatures were not given in time. See [`StatementState::lapse`](super::StatementState::lapse).
    SignaturesLate,
    NotDue(Date),
    Due,
    Finished(Finish),
    Deleted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a statement in {from} cannot take this step")]
pub struct Forbidden {
    pub from: StatementStatus,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Every transfer reached its account.
    Executed,
    /// Some transfers were refused, and their money is back.
    PartlyExecuted,
    /// Nothing was moved, or everything came back; why.
    Declined(Reason),
}

/// Facts of a stored statement beside its status, for the states that own them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StateFacts {
    /// The day of execution.
    pub on: Option<Date>,
    /// The reason of the decline, or the fault of a signature.
    pub reason: Option<Reason>,
}
