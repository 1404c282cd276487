//! Every day that has ended is closed, in order, however late.

use kernel::{Clock, Instant};
use store::params;
use testkit::{Bench, on_both_engines};

use super::{DAY_S, close, closed_days, closings, go_to, order};
use crate::bank::{Bank, KOLOS, SETTLEMENT, VASILEK, zone};
use crate::closing::{BROKEN, MANY, MENDED};

store::queries! {
    /// Opens a closed day again, as earlier versions left it.
    UNFINISH = "update closing_days set finished_at_us = null, through_account = null where closing_date = $1";
    /// No balances of a day were written.
    UNCOUNT = "update closing_days set balances_count = 0 where closing_date = $1";
    /// Takes the balances of a day away.
    FORGET = "delete from closing_balances where closing_date = $1";
    /// The sum of an account's postings before a moment.
    SUM_BEFORE = "select cast(coalesce(sum(amount_minor), 0) as bigint) as minor from postings \
        where ledger_account_id = $1 and posted_at_us < $2";
    /// The end of each closed day, and the last balance of an account up to it.
    TOLD = "select d.closing_date, d.ended_at_us, (select k.balance_minor from closing_balances k \
        where k.ledger_account_id = $1 and k.closing_date <= d.closing_date order by k.closing_date desc limit 1) \
        as balance_minor from closing_days d where d.finished_at_us is not null order by d.closing_date";
}

/// Asserts that the balance told of every closed day is the sum of the postings before its end.
pub(super) async fn assert_told(bank: &Bank) {
    for account in [SETTLEMENT, VASILEK, KOLOS] {
        let days: Vec<(String, Instant, i64)> = bank.rows(&TOLD, params![account]).await;
        for (date, end, balance) in days {
            assert_eq!(
                balance,
                bank.row::<i64>(&SUM_BEFORE, params![account, end]).await,
                "{account} on {date}"
            );
        }
    }
}

async fn unclosed(bank: &Bank) -> Option<(usize, i64)> {
    let now = bank.bench.clock.now();
    let found = accounts::unclosed(&bank.bench.store, now, &zone()).await.unwrap();
    found.map(|found| (found.days, now.unix_seconds() - found.since.unix_seconds()))
}

on_both_engines! {
    async fn money_h10_all_days_of_an_outage_are_closed_the_oldest_first(bench: Bench) {
        let bank = Bank::demo(bench).await;
        assert_eq!(unclosed(&bank).await, Some((1, 12 * 3600)), "the first day ever");
        close(&bank).await;
        assert_eq!(unclosed(&bank).await, None);
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        // Nobody is there for three midnights; somebody posts before the days are closed.
        bank.bench.clock.advance_seconds(3 * DAY_S);
        assert_eq!(unclosed(&bank).await, Some((3, 2 * DAY_S + 12 * 3600)));
        assert_eq!(bank.findings().await, Vec::<String>::new(), "nothing moved since");
        order(&bank, "t-2", KOLOS, VASILEK, 1_000).await.unwrap();
        assert_eq!(bank.findings().await, ["2026-11-20", "2026-11-21", "2026-11-22"]
            .map(|day| format!("{day}: this day has ended and is not closed (1)")));
        assert!(close(&bank).await > 0);
        assert_eq!(closed_days(&bank).await, ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"]);
        assert_eq!(closings(&bank, KOLOS, "2026-11-20").await, [("2026-11-20".to_owned(), 74_999_900)]);
        assert_told(&bank).await;
        assert_eq!((unclosed(&bank).await, close(&bank).await), (None, 0));
        bank.assert_sound().await;
    }

    async fn money_h10_days_that_nobody_wrote_down_are_closed_too(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        // Money moves on days that were not written down ahead: the last clock change of the year is among them.
        bank.bench.clock.advance_seconds(12 * DAY_S);
        order(&bank, "t-2", KOLOS, SETTLEMENT, 1_000).await.unwrap();
        bank.bench.clock.advance_seconds(20 * DAY_S);
        order(&bank, "t-3", SETTLEMENT, KOLOS, 10).await.unwrap();
        assert!(close(&bank).await > 0);
        let days = closed_days(&bank).await;
        assert_eq!((days.len(), days[0].as_str(), days[32].as_str()), (33, "2026-11-19", "2026-12-21"));
        let told = [("2026-11-20".to_owned(), 74_999_900), ("2026-12-02".to_owned(), 74_998_900)];
        assert_eq!(closings(&bank, KOLOS, "2026-11-20").await, told);
        assert_told(&bank).await;
        bank.assert_sound().await;
    }

    async fn money_h10_a_day_that_was_left_half_closed_is_finished_first(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        bank.bench.migrate(&[&MANY, &BROKEN]).await;
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        bank.bench.clock.advance_seconds(DAY_S);
        bank.close_days().await.unwrap_err();
        order(&bank, "t-2", KOLOS, VASILEK, 1_000).await.unwrap();
        bank.bench.clock.advance_seconds(2 * DAY_S);
        bank.close_days().await.unwrap_err();
        assert_eq!(closed_days(&bank).await, ["2026-11-19"], "none is closed before those in front of it");
        bank.bench.migrate(&[&MENDED]).await;
        close(&bank).await;
        assert_eq!(closed_days(&bank).await, ["2026-11-19", "2026-11-20", "2026-11-21", "2026-11-22"]);
        assert_told(&bank).await;
        bank.assert_sound().await;
    }

    async fn money_h10_a_gap_that_was_left_behind_is_filled_and_moves_no_later_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        close(&bank).await;
        let days = ["2026-11-20", "2026-11-21", "2026-11-22"];
        for (number, minor) in [(0, 100), (1, 0), (2, 0)] {
            if minor > 0 {
                order(&bank, &format!("t-{number}"), KOLOS, VASILEK, minor).await.unwrap();
            }
            bank.bench.clock.advance_seconds(DAY_S);
            if number == 1 {
                // It comes back, so that the day after the gap has the balance of the day before it.
                order(&bank, "back", VASILEK, KOLOS, 100).await.unwrap();
            }
        }
        go_to(&bank, "2026-11-23T12:00:00+03:00");
        close(&bank).await;
        assert_told(&bank).await;
        let before = closings(&bank, KOLOS, "2026-11-20").await;
        for day in &days[..2] {
            bank.forge(&UNFINISH, params![*day]).await.unwrap();
        }
        for day in days {
            bank.forge(&FORGET, params![day]).await.unwrap();
            bank.forge(&UNCOUNT, params![day]).await.unwrap();
        }
        assert_eq!(bank.findings().await.len(), 2);
        assert!(close(&bank).await > 0);
        assert_told(&bank).await;
        assert_eq!(closings(&bank, KOLOS, "2026-11-20").await, before);
        assert_eq!(bank.findings().await, Vec::<String>::new());
    }

    async fn money_h10_a_day_waits_for_its_grace(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        go_to(&bank, "2026-11-21T00:04:59+03:00");
        assert_eq!((close(&bank).await, unclosed(&bank).await), (0, None));
        go_to(&bank, "2026-11-21T00:05:00+03:00");
        assert_eq!(unclosed(&bank).await, Some((1, 300)));
        assert!(close(&bank).await > 0);
    }
}
