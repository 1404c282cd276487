//! Statements that leave for an archive.

use store::params;
use testkit::archivist::{Archivist, DAY_S, KEPT_DAYS, unwatched};
use testkit::{Bench, on_both_engines};

use super::house::*;

store::queries! {
    /// A statement as it was left.
    SET_STATE = "update payroll_statements set kind = $2, state = $3, changed_at_us = $4 where statement_id = $1";
    /// Money of a statement that nobody took, and where it was paid to.
    PUT_UNCLAIMED = "insert into payroll_unclaimed (statement_id, line, amount_minor, since_us, claimed_at_us,
            claimed_to)
        values ($1, 1, 1, 1, $2, $3)";
    LEFT = "select kind, state from payroll_statements order by changed_at_us";
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
            let id = house.put(&Draft::of(vec![to(1, 10)])).await;
            let now = later(&house.bench, 1);
            assert_eq!(change(&house.bench, &SET_STATE, params![id.bytes(), kind, state, now]).await, 1);
        }
        // The money of one is still kept for the company, that of the other was paid out.
        for (kind, claimed_to) in [("UNSIGNED", None), ("SIGNED", Some(SETTLEMENT))] {
            let id = house.put(&Draft::of(vec![to(1, 10)])).await;
            let now = later(&house.bench, 1);
            change(&house.bench, &SET_STATE, params![id.bytes(), kind, "DECLINED", now]).await;
            let claimed_at = claimed_to.map(|_| now);
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
