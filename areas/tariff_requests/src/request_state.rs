//! The states of a request and the arrows between them (spec section 3.3, TAR-03).

use kernel::text_enum;

text_enum! {
    pub enum RequestState {
        /// Nobody has signed.
        Unsigned = "UNSIGNED",
        /// Somebody has signed, but not everybody whom the company's scheme asks for.
        PartiallySigned = "PARTIALLY_SIGNED",
        /// Every signature is there; the bank will act.
        Signed = "SIGNED",
        Processing = "PROCESSING",
        Declined = "DECLINED",
        Done = "DONE",
        /// It was deleted or withdrawn, or nobody signed it in time.
        Cancelled = "CANCELLED",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestEvent {
    SignatureGiven {
        /// True when the scheme asks for no other.
        is_last: bool,
    },
    Began,
    CarriedOut,
    Refused,
    /// The client deleted or withdrew it, or nobody signed it in time.
    Cancelled,
}

/// Error for an event that cannot happen to a request in its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{event:?} does not happen to a request in {state}")]
pub struct IllegalTransition {
    pub state: RequestState,
    pub event: RequestEvent,
}

impl RequestState {
    /// Returns the state after `event`. These are all the arrows there are:
    ///
    /// | From | To | When |
    /// |---|---|---|
    /// | `UNSIGNED` | `PARTIALLY_SIGNED` | a signature is there, others are missing |
    /// | `UNSIGNED`, `PARTIALLY_SIGNED` | `SIGNED` | the last signature is there |
    /// | `UNSIGNED` | `CANCELLED` | deleted, withdrawn, or not signed in time |
    /// | `PARTIALLY_SIGNED`, `SIGNED` | `CANCELLED` | the client withdraws it before the bank begins |
    /// | `SIGNED` | `PROCESSING` | the bank begins |
    /// | `PROCESSING` | `DONE` | the bank did it |
    /// | `PROCESSING` | `DECLINED` | the bank refuses |
    pub const fn after(self, event: RequestEvent) -> Result<Self, IllegalTransition> {
        use RequestEvent as Event;
        match (self, event) {
            (Self::Unsigned, Event::SignatureGiven { is_last: false }) => Ok(Self::PartiallySigned),
            (Self::Unsigned | Self::PartiallySigned, Event::SignatureGiven { is_last: true }) => {
                Ok(Self::Signed)
            }
            (Self::Unsigned | Self::PartiallySigned | Self::Signed, Event::Cancelled) => Ok(Self::Cancelled),
            (Self::Signed, Event::Began) => Ok(Self::Processing),
            (Self::Processing, Event::CarriedOut) => Ok(Self::Done),
            (Self::Processing, Event::Refused) => Ok(Self::Declined),
            _ => Err(IllegalTransition { state: self, event }),
        }
    }

    pub const fn awaits_signature(self) -> bool {
        matches!(self, Self::Unsigned | Self::PartiallySigned)
    }

    /// Tells whether the client may delete it, so that it is gone from the API (TAR-07): as long as nobody has signed.
    pub const fn can_be_deleted(self) -> bool {
        matches!(self, Self::Unsigned)
    }

    /// Tells whether the client may withdraw it: until the bank begins.
    pub const fn can_be_withdrawn(self) -> bool {
        self.after(RequestEvent::Cancelled).is_ok()
    }

    /// Tells whether nothing can follow.
    pub const fn is_final(self) -> bool {
        match self {
            Self::Declined | Self::Done | Self::Cancelled => true,
            Self::Unsigned | Self::PartiallySigned | Self::Signed | Self::Processing => false,
        }
    }

    /// `bankDocumentState` of the pre-sign view.
    pub const fn bank_document_state(self) -> BankDocumentState {
        match self {
            Self::Unsigned => BankDocumentState::AwaitingSignature,
            Self::PartiallySigned => BankDocumentState::AwaitingFurtherSignature,
            Self::Signed => BankDocumentState::Accepted,
            Self::Processing => BankDocumentState::InWork,
            Self::Declined => BankDocumentState::Refused,
            Self::Done => BankDocumentState::Executed,
            Self::Cancelled => BankDocumentState::Withdrawn,
        }
    }
}

text_enum! {
    /// The state of a request as the bank's document store calls it.
    pub enum BankDocumentState {
        AwaitingSignature = "AWAITING_SIGNATURE",
        AwaitingFurtherSignature = "AWAITING_FURTHER_SIGNATURE",
        Accepted = "ACCEPTED",
        InWork = "IN_WORK",
        Refused = "REFUSED",
        Executed = "EXECUTED",
        Withdrawn = "WITHDRAWN",
    }
}

#[cfg(test)]
mod tests;
