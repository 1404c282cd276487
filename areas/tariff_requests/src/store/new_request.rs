//! Rows of a new request, and those that are in its way.

use kernel::{Cnum, UserId};
use store::{Result, Tx, params};
use uuid::Uuid;

use crate::document::{Paper, Printed};
use crate::request::RequestId;
use crate::wish::Wish;

store::queries! {
    /// The request that keeps a client from making another one.
    REQUEST_OPEN = "select request_id from tariff_requests
        where cnum = $1 and document_type = 'CLIENT_TARIFF_PLAN_CHANGE_REQUEST'
            and state in ('UNSIGNED', 'PARTIALLY_SIGNED', 'SIGNED', 'PROCESSING')";

    /// The request that keeps a client from cancelling a change once more.
    CANCEL_OPEN = "select request_id from tariff_requests
        where future_change_id = $1 and state not in ('DECLINED', 'CANCELLED')";

    LAST_NUMBER = "select coalesce(max(client_document_number), 0) as last_number from tariff_requests where cnum = $1";

    /// A new request; nothing happens when any of its keys is taken.
    REQUEST_INSERT = "insert into tariff_requests (request_id, document_uid, cnum, client_document_number,
            document_type, state, template_version, language, target_plan_code, target_plan_name,
            target_plan_public_name, organization_full_name, future_change_id, letter_id, created_by, created_at_us,
            updated_at_us)
        values ($1, $2, $3, $4, $5, 'UNSIGNED', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)
        on conflict do nothing";

    DOCUMENT_INSERT = "insert into tariff_request_documents (request_id, html, pdf, digest) values ($1, $2, $3, $4)";
}

/// Finds the request of the client that keeps the wish from being granted.
pub(crate) fn in_the_way(tx: &mut Tx, cnum: &Cnum, wish: &Wish) -> Result<Option<RequestId>> {
    let row = match wish {
        Wish::Change(_) => tx.query_optional(&REQUEST_OPEN, params![cnum])?,
        Wish::Cancel(id) => tx.query_optional(&CANCEL_OPEN, params![*id])?,
    };
    let Some(row) = row else { return Ok(None) };
    RequestId::try_from(row.read::<i64>()?).map(Some).map_err(|error| row.inconsistency_at(0, error))
}

/// Reads the number of the client's last request; 0 when there is none.
pub(crate) fn last_number(tx: &mut Tx, cnum: &Cnum) -> Result<i64> {
    tx.select_one(&LAST_NUMBER, params![cnum])
}

/// Writes the row of a request and tells whether it did: not when one of its keys is taken.
pub(crate) fn insert(
    tx: &mut Tx,
    id: RequestId,
    paper: &Paper,
    created_by: &UserId,
    letter: Option<Uuid>,
) -> Result<bool> {
    let facts = &paper.facts;
    let language = facts.language;
    let (plan_code, plan_name, public_name) = facts.asked.plan();
    let values = params![
        id.number(),
        paper.uid,
        &facts.company.cnum,
        paper.number,
        facts.asked.document_type().as_str(),
        paper.version,
        language.tag(),
        plan_code.as_str(),
        plan_name,
        public_name.in_language(language),
        facts.company.name(facts.language),
        facts.asked.future_change(),
        letter,
        created_by,
        paper.created_at
    ];
    Ok(tx.execute(&REQUEST_INSERT, values)? == 1)
}

pub(crate) fn insert_document(tx: &mut Tx, id: RequestId, html: &str, printed: &Printed) -> Result<()> {
    tx.execute_one(&DOCUMENT_INSERT, params![id.number(), html, &printed.pdf, &printed.digest])
}
