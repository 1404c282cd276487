//! The errors of the area and their one body.

use std::borrow::Cow;

use accounts::ledger::LedgerError;
use accounts::{CalendarError, FeedError, TrialBalanceError};
use axum::Json;
use axum::response::{IntoResponse, Response};
use edge::{EdgeError, WANTED_BEARER, trace_id};
use http::{HeaderValue, StatusCode, header};
use jiff::civil::Date;
use orders::{ANSWERS_AT_ONCE_MAX, OrderError, Refusal};
use proposals::{OperatorRole, ProposalError, ProposalState};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

use crate::work::actions::PeopleError;
use crate::work::actions::action::ActionError;
use crate::work::books::BooksError;
use crate::work::hand_out::DeskError;
use crate::work::log_in::LogInError;

/// Everything that can go wrong in this area, in words for the engineer of the system or the person.
#[derive(Debug, Error)]
pub(crate) enum BankError {
    #[error(
        "The assertion is refused: sign a new one with ES256 and the key of the system; iss and sub are its name, aud \
         is the address of this API, exp is at most 5 minutes ahead, jti is new. A person may bring a new identity \
         token of the bank's directory instead"
    )]
    AssertionRefused,
    #[error("{}", told_of_refusal(.0))]
    Refused(Refusal),
    #[error(
        "The order has no pain.001: it is for no payment, or converts wages. Ask for it as application/json"
    )]
    NotAsMessage,
    #[error("At most {0} come at once: divide them")]
    TooMany(usize),
    #[error("This is for systems of the role core: ask the bank's operator to add one")]
    ForTheCore,
    #[error(
        "The accounts of this database are kept here: read its journal. A core feeds a database whose setting \
         `accounts` is `core`"
    )]
    KeptHere,
    #[error("The core keeps the accounts of this database: its books are the ones to read")]
    KeptByCore,
    #[error("Facts are missing before these: go on with {0}")]
    Gap(i64),
    #[error("The day is not closed: ask again shortly after it has ended")]
    DayNotClosed,
    #[error("The postings of the day have left for the archive: `clientbank archive find` reads them")]
    DayArchived,
    #[error("{0} has passed and stays as it was named: leave it out")]
    DayHasPassed(Date),
    #[error(
        "This is for people of the bank, whose assertions have `operator:` and their name as `iss` and `sub`; a \
         system of the role registry reads the registry"
    )]
    ForPeople,
    #[error("This is for systems of the bank: ask the bank's operator to add one")]
    ForSystems,
    #[error("{}", told_of_people(.0))]
    People(PeopleError),
    #[error(
        "The channel has restored its database and does not go on yet: send the same again after Retry-After"
    )]
    StandsStill,
    #[error("{}", .0.message())]
    Edge(EdgeError),
}

edge::area_error!(BankError, BankErrorBody);

edge::error_examples! { BankError:
    ASSERTION_REFUSED "assertionRefused":
        "The assertion is not signed by the key of an open system for this API, has ended, or was used before."
        => Self::AssertionRefused;
    TOKEN_REFUSED "tokenRefused":
        "The token is missing, has ended, or is that of a system that was closed."
        => Self::Edge(EdgeError::MissingCredentials { wanted: WANTED_BEARER });
    NOT_FOUND "notFound": "There is no such order, or it is for systems of another role." => Self::NO_ORDER;
    CONTRADICTS "contradicts": "The order has another answer, which stays." => Self::Refused(Refusal::Contradicts);
    WITHDRAWN "withdrawn": "The order was withdrawn." => Self::Refused(Refusal::Withdrawn);
    IMPOSSIBLE "impossible":
        "The order cannot end so. The answer is kept for people to look at."
        => Self::Refused(Refusal::Impossible("`details.effectiveFrom` is required".to_owned()));
    TOO_MANY "tooMany": "There are more than come at once." => Self::TooMany(ANSWERS_AT_ONCE_MAX);
    FOR_THE_CORE "forTheCore": "Books and calendar are for systems of the role `core`." => Self::ForTheCore;
    KEPT_HERE "keptHere": "The accounts are kept here." => Self::KeptHere;
    KEPT_BY_CORE "keptByCore": "The core keeps the accounts." => Self::KeptByCore;
    GAP "gap": "Facts are missing before these." => Self::Gap(17);
    DAY_NOT_CLOSED "dayNotClosed": "The day is not closed: something may still be booked on it." => Self::DayNotClosed;
    DAY_ARCHIVED "dayArchived": "The postings of the day have left for the archive." => Self::DayArchived;
    DAY_HAS_PASSED "dayHasPassed":
        "A day that has passed stays as it was named." => Self::DayHasPassed(jiff::civil::date(2026, 11, 4));
    FOR_PEOPLE "forPeople": "People of the bank do this." => Self::ForPeople;
    FOR_SYSTEMS "forSystems": "Systems of the bank do this." => Self::ForSystems;
    ABSENT "absent": "There is no such thing." => PeopleError::Absent("row").into();
    ROLE_MISSING "roleMissing": "The person lacks the role." => PeopleError::NoRole("security").into();
    NEEDS_TWO "needsTwo":
        "A second person approves it: rehearse it, sign the text, and send the signature."
        => PeopleError::Action(ActionError::NeedsTwo(OperatorRole::Money)).into();
    SIGNATURE "signature":
        "The signature is not the person's under this text, or its moment is more than five minutes away."
        => PeopleError::Signature.into();
    OWN "own": "Somebody else decides about your own proposal." => PeopleError::from(ProposalError::Own).into();
    STATE "state":
        "The proposal is in another state, or has ended."
        => PeopleError::from(ProposalError::State(ProposalState::Refused)).into();
    COMMAND "command": "It is a command, which is carried out where its files are." => PeopleError::IsCommand.into();
    LOOK_AGAIN "lookAgain":
        "By now it would do another thing than was approved." => {
            let line = "users.json:1: user U00001: status LOCKED → ACTIVE".to_owned();
            PeopleError::Action(ActionError::LookAgain(line)).into()
        };
    REFUSED "refused":
        "It cannot be done so."
        => PeopleError::Action(ActionError::Refused("there is no user with this login".to_owned())).into();
    STANDS_STILL "standsStill": "The channel has restored its database and does not go on yet." => Self::StandsStill;
}

/// The body of every error of the bank API.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BankErrorBody {
    /// The kind of the error, for programs.
    #[schema(examples("NOT_FOUND"))]
    code: &'static str,
    /// The error in words, for the engineer of the system.
    #[schema(min_length = 1, examples("There is no such order for this system"))]
    message: String,
    /// The trace of the request, for questions.
    trace_id: String,
}

impl BankError {
    pub(super) const NO_ORDER: Self = Self::Refused(Refusal::Unknown);
}

impl From<PeopleError> for BankError {
    fn from(error: PeopleError) -> Self {
        match error {
            PeopleError::Action(
                ActionError::Store(error) | ActionError::Proposal(ProposalError::Store(error)),
            ) => error.into(),
            error => Self::People(error),
        }
    }
}

impl From<LogInError> for BankError {
    fn from(error: LogInError) -> Self {
        match error {
            LogInError::Refused(why) => {
                tracing::warn!("a system or a person of the bank gets no token: {why}");
                Self::AssertionRefused
            }
            LogInError::Store(error) => error.into(),
        }
    }
}

impl From<BooksError> for BankError {
    fn from(error: BooksError) -> Self {
        match error {
            BooksError::ForTheCore => Self::ForTheCore,
            BooksError::Closed(error) => error.into(),
            BooksError::KeptByCore => Self::KeptByCore,
            BooksError::Feed(FeedError::KeptHere) => Self::KeptHere,
            BooksError::Feed(FeedError::Gap { next }) => Self::Gap(next),
            BooksError::Feed(FeedError::Store(error) | FeedError::Ledger(LedgerError::Store(error))) => {
                error.into()
            }
            BooksError::Feed(FeedError::Ledger(error)) => EdgeError::internal(error.to_string()).into(),
            BooksError::Calendar(CalendarError::HasPassed(day)) => Self::DayHasPassed(day),
            BooksError::Calendar(error @ CalendarError::TooFarAhead(_)) => {
                EdgeError::malformed(error.to_string()).into()
            }
            BooksError::Day(TrialBalanceError::NotClosed) => Self::DayNotClosed,
            BooksError::Day(TrialBalanceError::Archived) => Self::DayArchived,
            BooksError::Calendar(CalendarError::Store(error))
            | BooksError::Day(TrialBalanceError::Store(error)) => error.into(),
        }
    }
}

impl From<DeskError> for BankError {
    fn from(DeskError(error): DeskError) -> Self {
        match error {
            OrderError::StandsStill => Self::StandsStill,
            OrderError::Store(error) => error.into(),
            OrderError::Form(reason) => Self::Refused(Refusal::Impossible(reason)),
            error => EdgeError::internal(error.to_string()).into(),
        }
    }
}

impl BankError {
    pub(super) fn told(&self) -> (StatusCode, &'static str, String) {
        let (status, code) = self.kind();
        (status, code, self.to_string())
    }

    fn kind(&self) -> (StatusCode, &'static str) {
        match self {
            Self::AssertionRefused => (StatusCode::UNAUTHORIZED, "ASSERTION_REFUSED"),
            Self::Refused(Refusal::Unknown) | Self::NotAsMessage => (StatusCode::NOT_FOUND, "NOT_FOUND"),
            Self::Refused(Refusal::Contradicts) => (StatusCode::CONFLICT, "CONTRADICTS"),
            Self::Refused(Refusal::Withdrawn) => (StatusCode::CONFLICT, "WITHDRAWN"),
            Self::Refused(Refusal::Impossible(_)) => (StatusCode::UNPROCESSABLE_ENTITY, "IMPOSSIBLE"),
            Self::TooMany(_) => (StatusCode::BAD_REQUEST, "TOO_MANY"),
            Self::ForTheCore => (StatusCode::FORBIDDEN, "FOR_THE_CORE"),
            Self::KeptHere => (StatusCode::CONFLICT, "KEPT_HERE"),
            Self::KeptByCore => (StatusCode::CONFLICT, "KEPT_BY_CORE"),
            Self::Gap(_) => (StatusCode::CONFLICT, "GAP"),
            Self::DayNotClosed => (StatusCode::CONFLICT, "DAY_NOT_CLOSED"),
            Self::DayArchived => (StatusCode::GONE, "DAY_ARCHIVED"),
            Self::DayHasPassed(_) => (StatusCode::CONFLICT, "DAY_HAS_PASSED"),
            Self::ForPeople => (StatusCode::FORBIDDEN, "FOR_PEOPLE"),
            Self::ForSystems => (StatusCode::FORBIDDEN, "FOR_SYSTEMS"),
            Self::People(error) => kind_of_people(error),
            Self::StandsStill => (StatusCode::SERVICE_UNAVAILABLE, "STANDS_STILL"),
            Self::Edge(fault) => (fault.status(), code_of(fault.status())),
        }
    }
}

fn told_of_refusal(refusal: &Refusal) -> Cow<'static, str> {
    match refusal {
        Refusal::Unknown => "There is no such order for this system".into(),
        Refusal::Contradicts => {
            "The order has another answer already, which stays: people of the bank look at this one".into()
        }
        Refusal::Withdrawn => "The order was withdrawn: people of the bank look at this answer".into(),
        Refusal::Impossible(reason) => format!("The order cannot end so: {reason}").into(),
    }
}

fn kind_of_people(error: &PeopleError) -> (StatusCode, &'static str) {
    use PeopleError as E;
    match error {
        E::Absent(_) => (StatusCode::NOT_FOUND, "NOT_FOUND"),
        E::NoRole(_) => (StatusCode::FORBIDDEN, "ROLE_MISSING"),
        E::Action(ActionError::NeedsTwo(_)) => (StatusCode::CONFLICT, "NEEDS_TWO"),
        E::Signature => (StatusCode::UNPROCESSABLE_ENTITY, "SIGNATURE"),
        E::IsCommand => (StatusCode::CONFLICT, "COMMAND"),
        E::Action(ActionError::Arguments(_)) => (StatusCode::BAD_REQUEST, "MALFORMED"),
        E::Action(ActionError::Proposal(ProposalError::Own)) => (StatusCode::FORBIDDEN, "OWN"),
        E::Action(ActionError::Proposal(ProposalError::State(_) | ProposalError::Ended)) => {
            (StatusCode::CONFLICT, "STATE")
        }
        E::Action(ActionError::LookAgain(_)) => (StatusCode::CONFLICT, "LOOK_AGAIN"),
        E::Action(ActionError::Refused(_) | ActionError::Proposal(_)) => {
            (StatusCode::UNPROCESSABLE_ENTITY, "REFUSED")
        }
        E::Action(ActionError::Store(_)) => (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL"),
    }
}

fn told_of_people(error: &PeopleError) -> String {
    match error {
        PeopleError::Action(ActionError::NeedsTwo(_)) => {
            "This needs a second person: rehearse it, sign the text of the answer, send it with `signed`"
                .to_owned()
        }
        PeopleError::Action(ActionError::Refused(why)) => format!("This cannot be done so: {why}"),
        other => sentence(&other.to_string()),
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Seconds after which a system may call a database again that stands still.
const STANDS_STILL_RETRY_AFTER_S: u64 = 30;

impl IntoResponse for BankError {
    fn into_response(self) -> Response {
        if let Self::Edge(fault) = self {
            return fault.respond(|status, message| body(code_of(status), message));
        }
        let (status, code, message) = self.told();
        let mut response = (status, body(code, &message)).into_response();
        if matches!(self, Self::StandsStill) {
            let after = HeaderValue::from(STANDS_STILL_RETRY_AFTER_S);
            response.headers_mut().insert(header::RETRY_AFTER, after);
        }
        response
    }
}

fn body(code: &'static str, message: &str) -> Json<BankErrorBody> {
    Json(BankErrorBody { code, message: message.to_owned(), trace_id: trace_id() })
}

fn code_of(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "UNAUTHORIZED",
        StatusCode::FORBIDDEN => "FORBIDDEN",
        StatusCode::NOT_FOUND => "NOT_FOUND",
        StatusCode::REQUEST_TIMEOUT => "REQUEST_TIMEOUT",
        StatusCode::TOO_MANY_REQUESTS => "TOO_MANY_REQUESTS",
        StatusCode::CONFLICT => "KEY_IN_PROGRESS",
        StatusCode::UNPROCESSABLE_ENTITY => "KEY_REUSED",
        status if status.is_client_error() => "MALFORMED",
        StatusCode::SERVICE_UNAVAILABLE => "UNAVAILABLE",
        _ => "INTERNAL",
    }
}
