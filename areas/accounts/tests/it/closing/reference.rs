//! Closings as they were before rows were left out: one for each account and day, by one statement.

use jiff::civil::Date;
use kernel::Instant;
use store::{Migration, MigrationTree, StoreError, Tx, params, wide_high, wide_low, wide_sum};

/// The table beside the real one.
pub(super) const TABLE: MigrationTree = MigrationTree {
    area: "test_reference",
    migrations: &[Migration {
        version: 1,
        note: "closings as they were",
        sql: "create table reference_closings (ledger_account_id text not null, closing_date text not null,
            balance_minor bigint not null, closed_at_us bigint not null,
            primary key (ledger_account_id, closing_date));",
    }],
};

store::queries! {
    /// Closes a day for every account.
    REFERENCE_CLOSE = concat!(
        "insert into reference_closings (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        select y.ledger_account_id, cast($1 as text), y.high * 4294967296 + y.low, cast($2 as bigint) from (\
        select x.ledger_account_id, x.high + ", wide_high!("x.low"), " as high, ", wide_low!("x.low"), " as low from (\
        select l.ledger_account_id, ", wide_high!("l.balance_minor"), " - coalesce(s.high, 0) as high, ",
        wide_low!("l.balance_minor"), " - coalesce(s.low, 0) as low from ledger_accounts l \
        left join (select p.ledger_account_id, ", wide_sum!("p.amount_minor"), " from postings p \
        where p.posted_at_us >= $2 group by p.ledger_account_id) s on s.ledger_account_id = l.ledger_account_id \
        where l.class = 'CUSTOMER' and l.first_posted_at_us < $2 and (l.is_open or exists (\
        select 1 from reference_closings k where k.ledger_account_id = l.ledger_account_id and k.balance_minor <> 0 \
        and k.closing_date = (select max(m.closing_date) from reference_closings m \
        where m.ledger_account_id = l.ledger_account_id)))) x) y where y.high between -931322575 and 931322575 \
        on conflict (ledger_account_id, closing_date) do nothing"
    );
    /// Takes a closing of a file.
    REFERENCE_PUT = "insert into reference_closings (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        values ($1, $2, $3, $4) on conflict (ledger_account_id, closing_date) do update \
        set balance_minor = excluded.balance_minor, closed_at_us = excluded.closed_at_us";
    /// The last closing of an account.
    pub(super) REFERENCE_LAST = "select balance_minor, closed_at_us from reference_closings where \
        ledger_account_id = $1 \
        order by closing_date desc limit 1";
}

pub(super) fn close(tx: &mut Tx, date: Date, end: Instant) -> Result<(), StoreError> {
    tx.survey()?;
    tx.execute(&REFERENCE_CLOSE, params![date, end]).map(drop)
}

pub(super) fn put(tx: &mut Tx, account: &str, date: Date, minor: i64, at: Instant) -> Result<(), StoreError> {
    tx.execute_one(&REFERENCE_PUT, params![account, date, minor, at])
}
