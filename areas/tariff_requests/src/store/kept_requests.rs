//! Rows of requests that leave for an archive.

use jiff::civil::Date;
use kernel::Instant;
use retention::{Due, Key};
use store::{Column, Joined, Result, Row, Tx, params};

store::queries! {
    /// Requests that have ended, the first to end before the others.
    KEPT_REQUESTS_DUE = "select r.request_id, r.updated_at_us as at_us, r.cnum, r.client_document_number
        from tariff_requests r where (r.state = 'DECLINED' or r.state = 'DONE' or r.state = 'CANCELLED')
            and r.updated_at_us < $1 and r.updated_at_us >= $2
        order by r.updated_at_us, r.request_id limit $3";

    KEPT_REQUESTS_LAST = "select max(client_document_number) as last_number from tariff_requests where cnum = $1";

    /// The change that a request asked for, which has its number, and the plan that the client has.
    KEPT_REQUESTS_CHANGE = "select f.state = 'PLANNED', f.plan_code, f.effective_from, p.plan_code, p.since
        from tariff_future_changes f left join tariff_client_plans p on p.cnum = f.cnum
        where f.future_change_id = $1 and f.request_id = $1";
}

pub(crate) static DUE: Due = Due {
    query: &KEPT_REQUESTS_DUE,
    table: "tariff_requests",
    key: |row: &Row| Ok(Key(params![row.read::<i64>()?])),
};

pub(crate) struct AskedChange {
    /// It waits for its day.
    pub(crate) is_planned: bool,
    /// The plan and its first day.
    pub(crate) plan: (String, Date),
    /// The plan that the client has, and since when.
    pub(crate) current: Option<(String, Date)>,
}

pub(crate) struct EndedRequest {
    /// Its number among those of the client.
    pub(crate) number: i64,
    pub(crate) last_number: i64,
    /// The change that it asked for, if the bank made one.
    pub(crate) change: Option<AskedChange>,
}

pub(crate) fn facts(tx: &mut Tx, requests: &[Row]) -> Result<Vec<EndedRequest>> {
    let (mut facts, mut clients, mut ids) = (Vec::with_capacity(requests.len()), Vec::new(), Vec::new());
    for row in requests {
        let ((id, _), client, number): ((i64, Instant), &str, i64) = row.read()?;
        ids.push(id);
        clients.push(client);
        facts.push(EndedRequest { number, last_number: number, change: None });
    }
    for (place, last_number) in tx.select_bulk(&KEPT_REQUESTS_LAST, &[Column::Texts(&clients)])? {
        if let Some(fact) = facts.get_mut(place) {
            fact.last_number = last_number;
        }
    }
    for (place, change) in tx.select_bulk(&KEPT_REQUESTS_CHANGE, &[Column::Integers(&ids)])? {
        if let (Some(fact), (is_planned, plan, Joined(current))) = (facts.get_mut(place), change) {
            fact.change = Some(AskedChange { is_planned, plan, current });
        }
    }
    Ok(facts)
}

retention::tables! {
    /// Every table with rows of a request, that of the request first.
    pub(crate) by "request_id = $1":
    tariff_requests(request_id) {
        request_id Integer, document_uid Text, cnum Text, client_document_number Integer, document_type Text,
        state Text, template_version Integer, language Text, target_plan_code Text, target_plan_name Text,
        target_plan_public_name Text, organization_full_name Text, future_change_id Integer, letter_id Text,
        decline_reason Text, created_by Text, created_at_us Integer, updated_at_us Integer, deleted_at_us Integer,
    }
    tariff_request_documents(request_id) {
        request_id Integer, html Text, pdf Bytes, digest Bytes,
    }
    tariff_request_history(request_id, step) {
        request_id Integer, step Integer, state Text, changed_at_us Integer, author_user_id Text, author_name Text,
    }
    tariff_request_signatures(request_id, user_id, signature_type) {
        request_id Integer, user_id Text, signature_type Text, method Text, certificate_id Text, cms Text,
        signed_at_us Integer, is_repeat Boolean,
    }
}
