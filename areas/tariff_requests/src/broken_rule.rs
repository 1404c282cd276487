//! Rules that a call can break.

use crate::request::RequestId;
use crate::request_state::RequestState;

/// Rule that a call breaks. The API answers each with a code of its own (TAR-09), the online bank with a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenRule {
    /// There is no such client, or the caller may not act for it.
    ClientNotFound,
    /// There is no such plan, or it is not offered.
    TariffPlanNotFound,
    RequestNotFound,
    /// Somebody has signed it, or it is over.
    RequestNotUnsigned(RequestState),
    /// The bank has begun, or it is over.
    TooLateToWithdraw(RequestState),
    /// The client has a request to change its plan that is not finished.
    RequestAlreadyExists(RequestId),
    FutureChangeNotFound,
    /// A letter about the cancellation was sent already.
    CancelAlreadyRequested(RequestId),
    NotAwaitingSignature(RequestState),
    /// The user has no right to sign, or no signature of the user's kind is missing.
    NoSignatureToGive,
    AlreadySigned,
    LetterNotFound,
    /// The letter has as many messages as a letter can have.
    LetterFull,
    /// The client has sent as much as a company sends in a day.
    TooManyLetters,
    AttachmentNotFound,
}
