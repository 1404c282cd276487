//! The closing of days (LIF-03): in chunks that go on after an interruption, with rows only where a balance moved.

mod late;
mod random;
mod reference;

use accounts::close_due_day;
use kernel::{BankZone, Clock};
use store::{Migration, MigrationTree, StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, SETTLEMENT, VASILEK, ivanova, sidorov};
use crate::ledger::transfer;

/// Makes 12,000 customers' accounts that were posted to long ago: more than two chunks.
pub(crate) const MANY: MigrationTree = MigrationTree {
    area: "test_many_accounts",
    migrations: &[Migration {
        version: 1,
        note: "many accounts",
        sql: "create table test_numbers (i bigint not null primary key);
            insert into test_numbers (i) with recursive n (i) as (select 0 union all select i + 1 from n where i
            < 11999)
                select i from n;
            insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor, changed_at_us,
                first_posted_at_us) select cast(10000000 + i as text), 'CUSTOMER',
                'RUR', true, 0, 1700000000000000, 1700000000000000 from test_numbers;",
    }],
};

/// Has the database refuse the step after the first chunk, as a process that is killed there would leave it.
pub(crate) const BROKEN: MigrationTree = MigrationTree {
    area: "test_broken",
    migrations: &[Migration {
        version: 1,
        note: "a closing that ends after its first chunk",
        sql: "--@ sqlite
create trigger test_stop before update on closing_days when new.accounts_count > 5000
begin select raise(abort, 'stopped'); end;
--@ postgres
create function test_stop() returns trigger language plpgsql as $$
begin raise exception 'stopped'; end $$;
create trigger test_stop before update on closing_days for each row when (new.accounts_count > 5000)
execute function test_stop();
--@ both
",
    }],
};

/// Has the database refuse the end of a day.
const ENDLESS: MigrationTree = MigrationTree {
    area: "test_endless",
    migrations: &[Migration {
        version: 1,
        note: "a closing that does not end",
        sql: "--@ sqlite
create trigger test_stop before update on closing_days when new.finished_at_us is not null
begin select raise(abort, 'stopped'); end;
--@ postgres
create function test_stop() returns trigger language plpgsql as $$
begin raise exception 'stopped'; end $$;
create trigger test_stop before update on closing_days for each row when (new.finished_at_us is not null)
execute function test_stop();
--@ both
",
    }],
};

pub(crate) const MENDED: MigrationTree = MigrationTree {
    area: "test_mended",
    migrations: &[Migration {
        version: 1,
        note: "mended",
        sql: "--@ sqlite
drop trigger test_stop;
--@ postgres
drop trigger test_stop on closing_days;
--@ both
",
    }],
};

store::queries! {
    /// Closings by account.
    CLOSINGS_COUNT = "select count(1) as closings, count(distinct ledger_account_id) as accounts from closing_balances \
        where closing_date = $1";
    /// The progress of a day.
    PROGRESS = "select through_account, accounts_count, balances_count, finished_at_us from closing_days \
        where closing_date = $1";
    /// Counts the accounts of the ledger.
    ACCOUNTS_COUNT = "select count(1) as accounts from ledger_accounts";
    /// Adds accounts after all others.
    FILL_CHUNK = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor, \
        changed_at_us, first_posted_at_us) with recursive n (i) as (select cast(1 as bigint) union all \
        select i + 1 from n where i < $1) select 'z' || i, 'CUSTOMER', 'RUR', true, 0, 1700000000000000, \
        1700000000000000 from n";
    /// Reads the day of an account as its row has it.
    DAY_OF_ACCOUNT = "select day_started_at_us, day_minor from ledger_accounts where ledger_account_id = $1";
    /// A sum of the day that is wrong.
    SPOIL_DAY = "update ledger_accounts set day_minor = day_minor + 1 where ledger_account_id = $1";
}

const DAY_S: i64 = 24 * 3600;
/// The day before every test.
const YESTERDAY: &str = "2026-11-19";

fn zone() -> BankZone {
    "Europe/Moscow".parse().unwrap()
}

async fn close(bank: &Bank) -> Result<u64, StoreError> {
    close_due_day(&bank.bench.store, bank.bench.clock.now(), &zone()).await
}

async fn closings(bank: &Bank, date: &str) -> (i64, i64) {
    let row = bank.bench.store.query_optional(&CLOSINGS_COUNT, params![date]).await.unwrap().unwrap();
    (row.integer("closings").unwrap(), row.integer("accounts").unwrap())
}

on_both_engines! {
    async fn lif_03_a_quiet_account_gets_no_row_and_its_rest_goes_on(bench: Bench) {
        let bank = Bank::demo(bench).await;
        assert!(close(&bank).await.unwrap() > 0);
        bank.bench.clock.advance_seconds(DAY_S);
        transfer(&bank, "t-1", SETTLEMENT, VASILEK, 100).await.unwrap();
        bank.bench.clock.advance_seconds(DAY_S);
        assert!(close(&bank).await.unwrap() > 0);
        assert_eq!(close(&bank).await.unwrap(), 0, "a day is closed once");
        // Two accounts moved on the day before.
        assert_eq!(closings(&bank, "2026-11-21").await, (2, 2));
        let late = |caller: testkit::TestCaller| caller.with_session("late");
        assert_eq!(
            bank.account_text(&late(sidorov()), CARD, "Rest,RestDate").await,
            r#"{"id":"ACC-00000022","rest":100000.00,"restDate":"2026-11-22T00:00:00+03:00"}"#
        );
        assert_eq!(
            bank.account_text(&late(ivanova()), VASILEK, "Rest,RestDate").await,
            r#"{"id":"ACC-00000011","rest":1000001.00,"restDate":"2026-11-22T00:00:00+03:00"}"#
        );
        bank.assert_sound().await;
    }

    async fn lif_03_a_closing_goes_on_where_it_was_interrupted(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&MANY, &BROKEN]).await;
        close(&bank).await.unwrap_err();
        let row = bank.bench.store.query_optional(&PROGRESS, params![YESTERDAY]).await.unwrap().unwrap();
        assert_eq!(row.integer("accounts_count").unwrap(), 5_000);
        assert_eq!(row.optional_integer("finished_at_us").unwrap(), None);
        let (before, _) = closings(&bank, YESTERDAY).await;
        assert!((4_990..=5_000).contains(&before), "{before} balances of one chunk stay");
        bank.bench.migrate(&[&MENDED]).await;
        let rest = close(&bank).await.unwrap();
        assert!((7_000..7_100).contains(&rest), "{rest} accounts were left");
        let (closings, accounts) = closings(&bank, YESTERDAY).await;
        assert!(closings >= 12_000 && closings == accounts, "{closings} of {accounts}");
        assert_eq!(close(&bank).await.unwrap(), 0);
    }

    async fn lif_03_a_day_ends_in_the_unit_that_closes_its_last_accounts(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&MANY, &ENDLESS]).await;
        close(&bank).await.unwrap_err();
        let progress = async || {
            let row = bank.bench.store.query_optional(&PROGRESS, params![YESTERDAY]).await.unwrap().unwrap();
            (row.integer("accounts_count").unwrap(), row.optional_integer("finished_at_us").unwrap().is_some())
        };
        assert_eq!(progress().await, (10_000, false), "the last chunk is not closed without the day");
        bank.bench.migrate(&[&MENDED]).await;
        let rest = close(&bank).await.unwrap();
        assert!((2_000..2_100).contains(&rest), "{rest}");
        let counted = 10_000 + i64::try_from(rest).unwrap();
        assert_eq!(progress().await, (counted, true));
        assert_eq!(close(&bank).await.unwrap(), 0);
    }

    async fn lif_03_a_day_whose_last_chunk_is_full_ends_too(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let row = bank.bench.store.query_optional(&ACCOUNTS_COUNT, params![]).await.unwrap().unwrap();
        let missing = 5_000 - row.integer("accounts").unwrap();
        let fill = move |tx: &mut Tx| tx.execute(&FILL_CHUNK, params![missing]);
        bank.bench.store.write::<_, StoreError>("test.fill", fill).await.unwrap();
        assert_eq!(close(&bank).await.unwrap(), 5_000);
        let row = bank.bench.store.query_optional(&PROGRESS, params![YESTERDAY]).await.unwrap().unwrap();
        assert!(row.optional_integer("finished_at_us").unwrap().is_some());
        assert_eq!(close(&bank).await.unwrap(), 0);
    }

    async fn lif_03_processes_share_the_closing_of_a_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&MANY]).await;
        let other = bank.bench.open_again(Bench::limits()).await;
        let now = bank.bench.clock.now();
        let zone = zone();
        let (one, two) = tokio::join!(close(&bank), close_due_day(&other, now, &zone));
        let row = bank.bench.store.query_optional(&PROGRESS, params![YESTERDAY]).await.unwrap().unwrap();
        let counted = u64::try_from(row.integer("accounts_count").unwrap()).unwrap();
        assert_eq!(one.unwrap() + two.unwrap(), counted, "each account was looked at once");
        let balances = row.integer("balances_count").unwrap();
        assert_eq!(closings(&bank, YESTERDAY).await, (balances, balances));
    }

    async fn lif_03_what_is_posted_while_a_day_is_closed_does_not_count(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // The days are known from here on.
        close(&bank).await.unwrap();
        bank.bench.migrate(&[&MANY]).await;
        bank.bench.clock.advance_seconds(DAY_S);
        let posting = async {
            for number in 0..40 {
                transfer(&bank, &format!("t-{number}"), SETTLEMENT, VASILEK, 1).await.unwrap();
            }
        };
        let (closed, ()) = tokio::join!(close(&bank), posting);
        assert!(closed.unwrap() > 12_000);
        let late = ivanova().with_session("late");
        assert_eq!(
            bank.account_text(&late, VASILEK, "Balance,Rest").await,
            r#"{"id":"ACC-00000011","balance":1000000.40,"rest":1000000.00}"#
        );
        let row = bank.bench.store.query_optional(&DAY_OF_ACCOUNT, params![VASILEK]).await.unwrap().unwrap();
        assert_eq!(row.optional_integer("day_minor").unwrap(), Some(40));
        bank.assert_sound().await;
        let spoil = |tx: &mut Tx| tx.execute_one(&SPOIL_DAY, params![VASILEK]);
        bank.bench.store.write("test.spoil", spoil).await.unwrap();
        let report = accounts::check_ledger(&bank.bench.store).await.unwrap();
        let told: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        assert_eq!(told, [
            format!("{VASILEK}: the sum of the day differs from the sum of the postings since its beginning (1)")
        ]);
    }
}
