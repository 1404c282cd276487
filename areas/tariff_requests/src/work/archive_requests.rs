//! Tariff requests that have ended as a kind of things that are kept for a time.
//!
//! A request leaves with its document, history and signatures. The change of plan that it made stays, one small row. A
//! request waits while that change lies ahead or is the plan that the client has; and the last request of a client
//! stays, because the next one is numbered after it.

use std::collections::BTreeMap;

use retention::{ArchivedRow, Cut, Gathered, Kind, Law, Taken};
use store::{Result, Tx};

use crate::store::kept_requests::{DUE, EndedRequest, TABLES, facts};

/// Rows that a document is as heavy as.
const DOCUMENT_ROWS: i64 = 20;

pub(crate) static REQUESTS: Kind = Kind {
    name: "tariff-requests",
    covers: "tariff requests that have ended, with documents, histories and signatures",
    law: Law::RELATIONS,
    setting: "retention_tariff_requests_days",
    gather,
    tables: TABLES,
    carry: |_, _, _| Ok(()),
    prove,
};

fn gather(tx: &mut Tx, cut: &Cut, taken: &Taken) -> Result<Gathered> {
    DUE.gather(
        tx,
        (cut, taken),
        TABLES.len(),
        |_| Ok(DOCUMENT_ROWS),
        |tx, requests| Ok(facts(tx, requests)?.iter().map(may_go).collect()),
    )
}

/// Tells whether nothing goes on from a request that has ended.
fn may_go(request: &EndedRequest) -> bool {
    let is_in_force = request
        .change
        .as_ref()
        .is_some_and(|change| change.is_planned || change.current.as_ref() == Some(&change.plan));
    request.number < request.last_number && !is_in_force
}

/// Every request has one document and a history.
fn prove(rows: &[ArchivedRow]) -> Vec<String> {
    let mut parts = BTreeMap::<i64, (i64, i64, i64)>::new();
    for row in rows {
        let Some(request) = row.integer("request_id") else { continue };
        let (requests, documents, steps) = parts.entry(request).or_default();
        match row.table.as_str() {
            "tariff_requests" => *requests += 1,
            "tariff_request_documents" => *documents += 1,
            "tariff_request_history" => *steps += 1,
            _ => {}
        }
    }
    let wrong = parts
        .into_iter()
        .filter(|(_, (requests, documents, steps))| *requests != 1 || *documents != 1 || *steps == 0);
    wrong.map(|(request, _)| format!("request {request} is not whole")).collect()
}
