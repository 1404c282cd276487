//! Statements that leave for an archive.

use payroll::StatementId;
use store::params;
use testkit::archivist::{Archivist, DAY_S, KEPT_DAYS, unwatched};
use testkit::{Bench, on_both_engines};

use super::house::*;

store::queries! {
    /// A statement as it was left.
    SET_STATE = "update payroll_statements set kind = $2, state = $3, changed_at_us = $4, reason_code = $5,
            reason_parameters = $6, payload_digest = $7, claimed_digest = $8
        where statement_id = $1";
    /// Money of a statement that nobody took, and where it was paid to.
    PUT_UNCLAIMED = "insert into payroll_unclaimed (statement_id, line, amount_minor, since_us, claimed_at_us,
            claimed_to)
        values ($1, 1, 1, 1, $2, $3)";
    LEFT = "select kind, state from payroll_statements order by changed_at_us";
}

/// Adds a statement and leaves it in a state, with what its kind and the state ask for.
async fn put(house: &House, kind: &str, state: &str) -> StatementId {
    let id = house.put(&Draft::of(vec![to(1, 10)])).await;
    let (code, parameters) = match state {
        "DECLINED" | "ERROR_SIGN" => (Some("D02"), Some("[]")),
        _ => (None, None),
    };
    let digest = (kind == "SIGNED").then_some([0_u8; 32]);
    let claimed = digest.map(|_| "0");
    let now = later(&house.bench, 1);
    let values = params![id.bytes(), kind, state, now, code, parameters, digest, claimed];
    assert_eq!(change(&house.bench, &SET_STATE, values).await, 1);
    id
}

on_both_engines! {
    async fn lif_03_what_has_ended_is_archived_and_what_somebody_still_owes_an_end_stays(bench: Bench) {
        let house = House::new(bench).await;
        // A statement has its line and ten other rows, so each is a unit of its own.
        let archivist = Archivist::new(&house.bench, payroll::AREA.kept, 11).await;
        let left = [
            ("UNSIGNED", "ERROR"), ("UNSIGNED", "AWAITING_SIGN"), ("UNSIGNED", "SCHEDULED"), ("SIGNED", "CHECKING"),
            ("SIGNED", "PROCESSING"),
        ];
        let gone = [
            ("UNSIGNED", "EXECUTED"), ("UNSIGNED", "PARTLY_EXECUTED"), ("SIGNED", "DECLINED"), ("UNSIGNED", "DELETED"),
            ("SIGNED", "ERROR_SIGN"), ("SIGNED", "ERROR"),
        ];
        for (kind, state) in left.into_iter().chain(gone) {
            put(&house, kind, state).await;
        }
        // The money of one is still kept for the company, that of the other was paid out.
        for (kind, claimed_to) in [("UNSIGNED", None), ("SIGNED", Some(SETTLEMENT))] {
            let id = put(&house, kind, "DECLINED").await;
            let claimed_at = claimed_to.map(|_| later(&house.bench, 0));
            change(&house.bench, &PUT_UNCLAIMED, params![id.bytes(), claimed_at, claimed_to]).await;
        }
        house.bench.clock.advance_seconds((i64::from(KEPT_DAYS) + 2) * DAY_S);
        archivist.archive(&house.bench, unwatched()).await.unwrap();
        let found: Vec<(String, String)> = house.bench.store.select(&LEFT, params![]).await.unwrap();
        let found: Vec<(&str, &str)> = found.iter().map(|(kind, state)| (kind.as_str(), state.as_str())).collect();
        assert_eq!(found, [&left[..], &[("UNSIGNED", "DECLINED")]].concat());
        assert_eq!(archivist.archived("payroll_statements"), 7);
    }
}
