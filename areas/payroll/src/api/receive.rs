//! Shared by the operations: the statement that a path names and the rights of callers; and, by creating and
//! validating, the body and the things that it names.

use axum::extract::{FromRequestParts, Request};
use bytes::Bytes;
use clients::Rights;
use edge::{AreaPath, Caller, Described, Description, EdgeError, check_json, read_body};
use http::request::Parts;
use http::{HeaderMap, header};
use idempotency::Keyed;
use kernel::Cnum;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa::openapi::path::ParameterIn;

use super::error::{PayrollError, exists};
use super::intake::{ERRORS_MAX, ReadRequest};
use crate::identifier::{ExternalId, ExternalIdError};
use crate::readers::NotRead;
use crate::rights::may_edit;
use crate::room::Share;
use crate::state::PayrollState;
use crate::store::dictionaries;
use crate::submission::FieldError;
use crate::work::take_in::{self, Known};

/// A path that names a statement.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct StatementPath {
    /// The sender's name of the statement.
    #[param(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]{1,40}$", example = "salary-2026-11")]
    external_id: String,
}

/// Names the statement of a request. Whatever is no `externalId` violates its pattern: U+0000 and bytes that are no
/// text as well.
#[derive(Debug)]
pub(super) struct StatementName(pub(super) ExternalId);

impl FromRequestParts<PayrollState> for StatementName {
    type Rejection = PayrollError;

    async fn from_request_parts(parts: &mut Parts, state: &PayrollState) -> Result<Self, PayrollError> {
        match AreaPath::<PayrollError, StatementPath>::from_request_parts(parts, state).await {
            Ok(AreaPath(path, _)) => path.external_id.parse().map(Self).map_err(PayrollError::external_id),
            Err(PayrollError::Edge(EdgeError::Malformed { .. })) => {
                Err(PayrollError::external_id(ExternalIdError))
            }
            Err(other) => Err(other),
        }
    }
}

impl Described for StatementName {
    fn describe(description: &mut Description<'_>) {
        description.parameters(StatementPath::into_params(|| Some(ParameterIn::Path)));
        description.error(PayrollError::EXTERNAL_ID_MALFORMED);
    }
}

/// Refuses a caller whose rights at the company, through the client, are not those that `may` asks for.
pub(super) async fn check_rights(
    state: &PayrollState,
    caller: &Caller,
    may: fn(Rights) -> bool,
    refusal: PayrollError,
) -> Result<(), PayrollError> {
    let rights = dictionaries::rights(&state.store, &caller.user, &caller.company, &caller.client).await?;
    if may(rights) { Ok(()) } else { Err(refusal) }
}

/// The most bytes of a statement's request.
pub(super) const BODY_BYTES_MAX: usize = 32 * 1024 * 1024;

/// Turns the body of a request into what it asks for.
type Reader = fn(&[u8]) -> Result<ReadRequest, EdgeError>;

/// A request whose body was read and whose names were looked up.
pub(super) struct Received {
    pub(super) read: ReadRequest,
    pub(super) known: Known,
    /// Kept until the statement is stored: what is held in memory is bounded by it.
    pub(super) _share: Share,
}

/// Reads a request of a user who may create statements. Nothing of the body is read for others. `reader` reads it.
pub(super) async fn receive(
    state: &PayrollState,
    caller: &Caller,
    request: Request,
    keyed: Keyed<PayrollError>,
    reader: Reader,
) -> Result<(Received, Keyed<PayrollError>), PayrollError> {
    check_rights(state, caller, may_edit, PayrollError::NoRight).await?;
    check_json(request.headers())?;
    let bytes = announced_bytes(request.headers());
    let body_share = state.shared.bodies.take(&caller.company, bytes).await.ok_or(EdgeError::Unavailable)?;
    let body = read_body(request, BODY_BYTES_MAX).await?;
    let keyed = keyed.with_body(&body);
    let share =
        state.shared.statements.take(&caller.company, body.len()).await.ok_or(EdgeError::Unavailable)?;
    let read = take_apart(state, &caller.company, body, reader).await?;
    drop(body_share);
    let known = take_in::look_up(state, &caller.company, read.named.clone()).await?;
    Ok((Received { read, known, _share: share }, keyed))
}

/// Reads the announced length of the body in bytes; the most that is allowed when none is announced.
fn announced_bytes(headers: &HeaderMap) -> usize {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok());
    announced.and_then(|text| text.parse().ok()).unwrap_or(BODY_BYTES_MAX).min(BODY_BYTES_MAX)
}

/// Large bodies take a while to be read through, which is not for the threads that answer.
async fn take_apart(
    state: &PayrollState,
    company: &Cnum,
    body: Bytes,
    reader: Reader,
) -> Result<ReadRequest, PayrollError> {
    match state.shared.readers.run(company, move || reader(&body)).await {
        Ok(read) => Ok(read?),
        Err(NotRead::TooMany) => Err(EdgeError::Unavailable.into()),
        Err(NotRead::Failed) => Err(EdgeError::internal("reading a statement failed").into()),
    }
}

impl Received {
    /// Lists everything that is wrong with the fields and with the things that they name. An account that is not found
    /// is an answer of its own, unless something else is wrong too.
    pub(super) fn faults(&self) -> Vec<FieldError> {
        let Self { read, known, .. } = self;
        let mut faults = read.errors.clone();
        // The last entry tells how many more there are.
        let further = faults.split_off(faults.len().min(ERRORS_MAX));
        if let Some((status, there)) = known.existing {
            faults.push(exists(status, there.compared_with(read.sent.content_digests())));
        }
        if read.named.enrollment_code.is_some() && known.enrollment.is_none() {
            let offered = known.codes_offered.join(", ");
            let message = format!("enrollmentCode is not a code of the dictionary: send one of: {offered}");
            faults.push(FieldError::new("enrollmentCode", message));
        }
        if self.account_is_missing() {
            let message = "account is not found: GET /v1/accounts lists those of the company";
            faults.push(FieldError::new("account", message));
        }
        faults.extend(further);
        faults
    }

    /// Tells whether the debit account, right in itself, is not the company's.
    pub(super) fn account_is_missing(&self) -> bool {
        self.read.named.account.is_some() && !self.known.account_is_own
    }
}
