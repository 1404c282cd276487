//! The rule for signatures of a statement that was signed for a later day (PAY-11).

use clients::SignatureType;
use clients::signatures::{CertificateId, Reason as Cause, SignatureError};
use jiff::civil::Date;
use kernel::{BankZone, Instant, Language, UserId};

use crate::catalogue::{Code, Reason};

/// The wait for a revocation list that is up to date, in seconds.
const LIST_PAUSE_S: i64 = 300;
/// Days from the day of execution on in which such a list is waited for.
const LIST_DAYS_MAX: i64 = 7;
const DAY_S: i64 = 86_400;

/// A way to sign, as far as it can change what the signature is worth later.
#[derive(Clone, Debug)]
pub enum SigningMethod {
    /// A CMS that came with the request; it may have several signers.
    Sent(String),
    /// A certificate used in the online bank.
    Certificate(CertificateId),
    /// A confirmation in the online bank.
    Confirmation(UserId, SignatureType),
}

#[derive(Clone, Debug)]
pub struct RecordedSignature {
    /// Its number in the statement, from 1.
    pub position: i64,
    pub method: SigningMethod,
}

/// The worth of signatures that were given earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Each counts as it did.
    Stands,
    /// Nobody can tell before this moment: a revocation list is out of date, or missing where the bank asks for one.
    Unknown(Instant),
    /// One does not count any more; why.
    Lost(Reason),
}

impl Standing {
    /// Returns the standing that follows from an error at the signature of this position.
    pub fn after(error: &SignatureError, position: i64, day: Date, zone: &BankZone, now: Instant) -> Self {
        let last = zone.start_of_day(day).plus_seconds(LIST_DAYS_MAX * DAY_S);
        let is_list = matches!(error.reason(), Cause::RevocationListExpired | Cause::RevocationListMissing);
        if is_list && now < last {
            return Self::Unknown(now.plus_seconds(LIST_PAUSE_S));
        }
        let number = usize::try_from(position).unwrap_or_default();
        let texts = [Language::Russian, Language::English].map(|language| error.message(number, language));
        Self::Lost(Reason::with(Code::D10, texts))
    }
}
