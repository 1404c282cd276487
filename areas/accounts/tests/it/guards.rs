//! The database itself refuses, whoever asks: the ledger only grows, and a closed day stays closed.

use store::{Query, StoreError, params};
use testkit::{Bench, Engine, on_both_engines};

use crate::bank::{Bank, KOLOS};

const DAY: &str = "closing_date = '2026-11-20'";

store::queries! {
    /// Facts told of closed days, of their balances and of entries.
    TOLD = "select 'd' || closing_date || ' ' || ended_at_us || ' ' || coalesce(finished_at_us, 0) as told
            from closing_days
        union all select 'b' || ledger_account_id || ' ' || closing_date || ' ' || balance_minor || ' ' || closed_at_us
            from closing_balances
        union all select 'e' || idempotency_key || ' ' || posted_at_us || ' ' || description from journal_entries
        order by told";
}

async fn told(bank: &Bank) -> Vec<String> {
    bank.rows(&TOLD, params![]).await
}

async fn refused(bank: &Bank, text: &str) -> Result<u64, StoreError> {
    let query: &'static Query = Box::leak(Box::new(Query::new("TRIED", text.to_owned().leak())));
    bank.forge(query, vec![]).await
}

async fn leaves_out_replacements(bank: &Bank, opening: &str) {
    // It deletes what it replaces, and fires no trigger of a deletion. The program's own statements put such
    // rows too and mean nothing by them, so that they are left out instead of refused.
    for text in [
        "insert or replace into closing_days (closing_date, ended_at_us) select closing_date, ended_at_us + 1 \
            from closing_days where finished_at_us is not null".to_owned(),
        "insert or replace into closing_balances (ledger_account_id, closing_date, balance_minor, \
            closed_at_us) select ledger_account_id, closing_date, balance_minor + 1, closed_at_us \
            from closing_balances"
            .to_owned(),
        format!("insert or replace into journal_entries (entry_id, idempotency_key, fingerprint, kind, \
            posted_at_us, value_date, description, postings_count) select fingerprint, idempotency_key, \
            fingerprint, kind, posted_at_us + 94608000000000, value_date, 'Another', 2 from journal_entries \
            where entry_id = {opening}"),
    ] {
        let before = told(bank).await;
        let left_out = refused(bank, &text).await;
        assert!(matches!(left_out, Ok(0)), "{left_out:?}: {text}");
        assert_eq!(told(bank).await, before, "{text}");
    }
}

/// Entries with postings of the opening, in one statement each: only the triggers of PostgreSQL refuse them.
fn wrong_entries(opening: &str, now_us: i64) -> [String; 5] {
    let booked = |at_us: i64, count: u32, postings: &str| {
        format!(
            "with e as (insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, \
            value_date, description, postings_count) select fingerprint, 'by-hand', fingerprint, kind, {at_us}, \
            value_date, description, {count} from journal_entries where entry_id = {opening} \
            returning entry_id, posted_at_us), \
            p as (select line, ledger_account_id, currency, amount_minor from postings where entry_id = {opening}) \
            insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us) \
            select e.entry_id, p.line, p.ledger_account_id, p.currency, p.amount_minor, e.posted_at_us \
            from e cross join p {postings}"
        )
    };
    [
        // It has no postings when the unit ends, too few, or some that do not add up.
        booked(now_us, 2, "where false"),
        booked(now_us, 3, ""),
        booked(now_us, 2, "where p.line = 1"),
        booked(now_us, 1, "where p.line = 1"),
        // It adds up, and its day is closed.
        booked(now_us - 2 * 86_400_000_000, 2, ""),
    ]
}

on_both_engines! {
    async fn money_h03_the_database_lets_the_ledger_only_grow(bench: Bench) {
        let engine = bench.engine;
        let bank = Bank::demo(bench).await;
        for _ in 0..2 {
            bank.close_days().await.unwrap();
            bank.bench.clock.advance_seconds(86_400);
        }
        bank.close_days().await.unwrap();
        let now = kernel::Clock::now(&*bank.bench.clock);
        let opening = format!("(select entry_id from journal_entries where idempotency_key = 'opening:{KOLOS}')");
        let entry = |kind: &str, date: &str| format!(
            "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date, \
            description, postings_count) select fingerprint, 'by-hand', fingerprint, '{kind}', \
            posted_at_us + 31536000000000, '{date}', description, 2 from journal_entries where entry_id = {opening}");
        let mut tried = vec![
            "update journal_entries set description = 'Another'".to_owned(),
            "delete from journal_entries".to_owned(),
            "update postings set amount_minor = amount_minor + 1".to_owned(),
            "delete from postings".to_owned(),
            "update operations set balance_minor = balance_minor + 1".to_owned(),
            "delete from operations".to_owned(),
            format!("insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor, \
                debits_high, debits_low) values ('{KOLOS}', 9, {opening}, 77, 1, 1, 0, 0)"),
            // The posting is there, and is another account's.
            format!("insert into operations (ledger_account_id, number, entry_id, line, booked_at_us, balance_minor, \
                debits_high, debits_low) select '{KOLOS}', 9, p.entry_id, p.line, 1, 1, 0, 0 from postings p \
                where p.entry_id = {opening} and p.ledger_account_id <> '{KOLOS}'"),
            "delete from closing_balances".to_owned(),
            format!("update closing_days set finished_at_us = null where {DAY}"),
            format!("update closing_days set ended_at_us = 9223372036854775807 where {DAY}"),
            format!("delete from closing_days where {DAY}"),
            entry("NONSENSE", "2026-11-20"),
            entry("TRANSFER", "not a day"),
            entry("TRANSFER", "2026-13-01"),
            format!("insert into closing_balances (ledger_account_id, closing_date, balance_minor, closed_at_us) \
                values ('{KOLOS}', 'not a day', 1, 1)"),
        ];
        match engine {
            Engine::Sqlite => tried.extend([
                format!("insert or replace into postings (entry_id, line, ledger_account_id, currency, amount_minor, \
                    posted_at_us) select entry_id, line, ledger_account_id, currency, amount_minor + 1, posted_at_us \
                    from postings where entry_id = {opening}"),
                format!("insert or replace into journal_entries (entry_id, idempotency_key, fingerprint, kind, \
                    posted_at_us, value_date, description, postings_count) select entry_id, idempotency_key, \
                    fingerprint, kind, posted_at_us, value_date, 'Another', 2 from journal_entries \
                    where entry_id = {opening}"),
            ]),
            Engine::Postgres => {
                tried.push(entry("TRANSFER", "2026-11-20"));
                tried.extend(wrong_entries(&opening, now.microseconds()));
                let tables = ["journal_entries", "postings", "operations", "closing_balances", "closing_days"];
                tried.extend(tables.map(|table| format!("truncate {table}")));
            }
        }
        for text in tried {
            assert!(refused(&bank, &text).await.is_err(), "it is taken: {text}");
        }
        if engine == Engine::Sqlite {
            leaves_out_replacements(&bank, &opening).await;
        }
        bank.assert_sound().await;
        // What has not been told yet may change.
        let moved = "update closing_days set ended_at_us = ended_at_us + 1 where finished_at_us is null";
        assert!(refused(&bank, moved).await.is_ok_and(|changed| changed > 0));
    }
}
