//! Requests one by one: their rows, documents and histories.

use kernel::{Cnum, Instant};
use store::{Joined, Query, Result, Selected as _, Store, StoreError, Tx, Value, params};
use uuid::Uuid;

use super::access::{accessible, parameters};
use crate::broken_rule::BrokenRule;
use crate::request::{Author, DeclineReason, DocumentType, RequestId, StateChange, TariffRequest};
use crate::request_state::RequestState;
use crate::viewer::Viewer;

store::text_columns! { DeclineReason DocumentType RequestState }

store::selected! {
    TariffRequest as "r" {
        id: "request_id" via |id: i64| RequestId::try_from(id), document_uid, cnum, client_document_number,
        document_type, state, template_version via |version: i64| i32::try_from(version), language,
        target_plan: "target_plan_code", target_plan_name, target_plan_public_name, organization_full_name,
        future_change: "future_change_id", decline_reason, created_at: "created_at_us", updated_at: "updated_at_us",
    }
    StateChange as "h" (author: "author_user_id", name: "author_name") {
        state, at: "changed_at_us";
        author: Option::map_or(author, Author::Bank, |user| Author::Client { user, name }),
    }
}

store::queries! {
    /// A request of a client, if the caller may act for the client; a row without a request when there is none.
    REQUEST_BY_ID = store::text!("select c.cnum, ", TariffRequest::ALIASED, " from companies c
        left join tariff_requests r on r.cnum = c.cnum and r.request_id = $5 and r.deleted_at_us is null
        where ", accessible!());

    /// The same by the name of its document.
    REQUEST_BY_UID = store::text!("select c.cnum, ", TariffRequest::ALIASED, " from companies c
        left join tariff_requests r on r.cnum = c.cnum and r.document_uid = $5 and r.deleted_at_us is null
        where ", accessible!());

    /// The requests of a client in a state in which it has few.
    REQUESTS_IN_STATE = store::text!("select ", TariffRequest::ALIASED, concat!(" from tariff_requests r
        where r.cnum = $1 and r.state = $2 and r.deleted_at_us is null limit ", store::counted_rows_max!()));

    REQUEST_TO_CHANGE = store::text!("select ", TariffRequest::ALIASED, " from tariff_requests r
        where r.request_id = $1 and r.deleted_at_us is null");

    DOCUMENT_HTML = "select html from tariff_request_documents where request_id = $1";

    DOCUMENT_PDF = "select pdf, digest from tariff_request_documents where request_id = $1";

    DOCUMENT_DIGEST = "select digest from tariff_request_documents where request_id = $1";

    /// The history of a request, oldest first. The limit is STEPS_MAX.
    HISTORY = store::text!("select ", StateChange::LIST, " from tariff_request_history
        where request_id = $1 order by step limit 100");

    SIGNED_AT = "select changed_at_us from tariff_request_history where request_id = $1 and state = 'SIGNED'";

    HISTORY_INSERT = "insert into tariff_request_history
            (request_id, step, state, changed_at_us, author_user_id, author_name)
        select cast($1 as bigint), coalesce(max(step), 0) + 1, cast($2 as text), cast($3 as bigint), cast($4 as text),
            cast($5 as text)
        from tariff_request_history where request_id = cast($1 as bigint)";

    /// A request goes from one state to another; nothing happens when it is not in the first one any more.
    REQUEST_SET_STATE = "update tariff_requests set state = $3, updated_at_us = $4, decline_reason = $5
        where request_id = $1 and state = $2 and deleted_at_us is null";

    /// A request is deleted. The row stays, with what was asked and when.
    REQUEST_DELETE = "update tariff_requests set state = 'CANCELLED', updated_at_us = $2, deleted_at_us = $2
        where request_id = $1 and state = 'UNSIGNED' and deleted_at_us is null";

    REQUEST_LETTER = "select letter_id from tariff_requests where request_id = $1";

    REQUEST_SET_LETTER = "update tariff_requests set letter_id = $2 where request_id = $1";
}

/// Reads the client's requests in a state, no more than one more than is ever counted.
pub(crate) fn in_state(tx: &mut Tx, cnum: &Cnum, state: RequestState) -> Result<Vec<TariffRequest>> {
    tx.select(&REQUESTS_IN_STATE, params![cnum, state.as_str()])
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum RequestName {
    Id(RequestId),
    /// By the UID of its document.
    Uid(Uuid),
}

impl RequestName {
    fn query(self, viewer: &Viewer, cnum: &Cnum) -> (&'static Query, Vec<Value>) {
        let (query, name) = match self {
            Self::Id(id) => (&REQUEST_BY_ID, Value::from(id.number())),
            Self::Uid(uid) => (&REQUEST_BY_UID, Value::from(uid)),
        };
        let mut values = parameters(viewer, cnum);
        values.push(name);
        (query, values)
    }
}

/// Reads the request of the client, or tells which of the two the viewer does not have.
pub(crate) async fn find(
    store: &Store,
    viewer: &Viewer,
    cnum: &Cnum,
    named: RequestName,
) -> Result<Result<TariffRequest, BrokenRule>> {
    let (query, values) = named.query(viewer, cnum);
    Ok(found(store.select_optional(query, values).await?))
}

/// Does the same inside a unit of work.
pub(crate) fn find_in(
    tx: &mut Tx,
    viewer: &Viewer,
    cnum: &Cnum,
    id: RequestId,
) -> Result<Result<TariffRequest, BrokenRule>> {
    let (query, values) = RequestName::Id(id).query(viewer, cnum);
    Ok(found(tx.select_optional(query, values)?))
}

fn found(client: Option<(Cnum, Joined<TariffRequest>)>) -> Result<TariffRequest, BrokenRule> {
    let (_, Joined(request)) = client.ok_or(BrokenRule::ClientNotFound)?;
    request.ok_or(BrokenRule::RequestNotFound)
}

/// Reads the request without regard to who asks: for the bank's own work.
pub(crate) fn to_change(tx: &mut Tx, id: RequestId) -> Result<Option<TariffRequest>> {
    tx.select_optional(&REQUEST_TO_CHANGE, params![id.number()])
}

pub(crate) async fn html(store: &Store, id: RequestId) -> Result<String> {
    let html = store.select_optional(&DOCUMENT_HTML, params![id.number()]).await?;
    html.ok_or_else(|| lost(&DOCUMENT_HTML))
}

/// Reads the PDF of the request's document, and its digest.
pub(crate) async fn pdf(store: &Store, id: RequestId) -> Result<(Vec<u8>, [u8; 32])> {
    let document = store.select_optional(&DOCUMENT_PDF, params![id.number()]).await?;
    document.ok_or_else(|| lost(&DOCUMENT_PDF))
}

/// Reads the PDF of the document of a request; none when the request is not there any more.
pub(crate) fn paper(tx: &mut Tx, id: RequestId) -> Result<Option<Vec<u8>>> {
    let document: Option<(Vec<u8>, [u8; 32])> = tx.select_optional(&DOCUMENT_PDF, params![id.number()])?;
    Ok(document.map(|(pdf, _)| pdf))
}

/// Reads the SHA-256 of the PDF of the request's document.
pub(crate) async fn digest(store: &Store, id: RequestId) -> Result<[u8; 32]> {
    let digest = store.select_optional(&DOCUMENT_DIGEST, params![id.number()]).await?;
    digest.ok_or_else(|| lost(&DOCUMENT_DIGEST))
}

/// Does the same inside a unit of work.
pub(crate) fn digest_in(tx: &mut Tx, id: RequestId) -> Result<[u8; 32]> {
    let digest = tx.select_optional(&DOCUMENT_DIGEST, params![id.number()])?;
    digest.ok_or_else(|| lost(&DOCUMENT_DIGEST))
}

/// Error for a request without its document: the two are written together.
fn lost(query: &'static Query) -> StoreError {
    StoreError::RowsReturned { query: query.name(), returned: 0 }
}

pub(crate) async fn history(store: &Store, id: RequestId) -> Result<Vec<StateChange>> {
    store.select(&HISTORY, params![id.number()]).await
}

/// Reads the moment at which the request had all its signatures: with the last one, or when somebody sent it on because
/// those that were there had become enough.
pub(crate) fn signed_at(tx: &mut Tx, id: RequestId) -> Result<Instant> {
    tx.select_one(&SIGNED_AT, params![id.number()])
}

pub(crate) fn note(
    tx: &mut Tx,
    id: RequestId,
    state: RequestState,
    at: Instant,
    author: &Author,
) -> Result<()> {
    let values = params![id.number(), state.as_str(), at, author.user().cloned(), author.as_str()];
    tx.execute_one(&HISTORY_INSERT, values)
}

/// Puts the request from the first state into the second and tells whether it did: not when it is not in the first any
/// more.
pub(crate) fn set_state(
    tx: &mut Tx,
    id: RequestId,
    (from, to): (RequestState, RequestState),
    at: Instant,
    decline_reason: Option<DeclineReason>,
) -> Result<bool> {
    let reason = decline_reason.map(DeclineReason::as_str);
    let values = params![id.number(), from.as_str(), to.as_str(), at, reason];
    Ok(tx.execute(&REQUEST_SET_STATE, values)? == 1)
}

/// Marks the request, which nobody has signed, as deleted.
pub(crate) fn mark_deleted(tx: &mut Tx, id: RequestId, at: Instant) -> Result<()> {
    tx.execute_one(&REQUEST_DELETE, params![id.number(), at])
}

pub(crate) fn letter_of(tx: &mut Tx, id: RequestId) -> Result<Option<Uuid>> {
    tx.select_one(&REQUEST_LETTER, params![id.number()])
}

pub(crate) fn set_letter(tx: &mut Tx, id: RequestId, letter: Uuid) -> Result<()> {
    tx.execute_one(&REQUEST_SET_LETTER, params![id.number(), letter])
}
