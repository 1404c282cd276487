//! The statuses that callers see.

use kernel::text_enum;

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
    /// Returns `true` when signatures can be given.
    pub const fn awaits_signatures(self) -> bool {
        matches!(self, Self::AwaitingSign | Self::AwaitingSignWithWarnings | Self::PartlySigned)
    }
}
