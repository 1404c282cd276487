//! The closing of days (LIF-03): in chunks that go on after an interruption, with rows only where a balance moved.

mod late;
mod random;
mod reference;

use accounts::close_due_day;
use kernel::Clock;
use store::{Migration, MigrationTree, params};
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, SETTLEMENT, VASILEK, ivanova, sidorov, zone};
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
    PROGRESS = "select accounts_count, balances_count, finished_at_us from closing_days \
        where closing_date = $1";
    /// Counts the accounts of the ledger.
    ACCOUNTS_COUNT = "select count(1) as accounts from ledger_accounts";
    /// Adds accounts after all others.
    FILL_CHUNK = "insert into ledger_accounts (ledger_account_id, class, currency, is_open, balance_minor, \
        changed_at_us, first_posted_at_us) with recursive n (i) as (select cast(1 as bigint) union all \
        select i + 1 from n where i < $1) select 'z' || i, 'CUSTOMER', 'RUR', true, 0, 1700000000000000, \
        1700000000000000 from n";
    /// Reads the day of an account as its row has it.
    DAY_OF_ACCOUNT = "select day_minor from ledger_accounts where ledger_account_id = $1";
    /// A sum of the day that is wrong.
    SPOIL_DAY = "update ledger_accounts set day_minor = day_minor + 1 where ledger_account_id = $1";
}

const DAY_S: i64 = 24 * 3600;
/// The day before every test.
const YESTERDAY: &str = "2026-11-19";

async fn closings(bank: &Bank, date: &str) -> (i64, i64) {
    bank.row(&CLOSINGS_COUNT, params![date]).await
}

/// The accounts and the balances of the day before, and whether it is closed.
async fn progress(bank: &Bank) -> (i64, i64, bool) {
    let (accounts, balances, finished_at): (_, _, Option<i64>) =
        bank.row(&PROGRESS, params![YESTERDAY]).await;
    (accounts, balances, finished_at.is_some())
}

on_both_engines! {
    async fn lif_03_a_quiet_account_gets_no_row_and_its_rest_goes_on(bench: Bench) {
        let bank = Bank::demo(bench).await;
        assert!(bank.close_days().await.unwrap() > 0);
        bank.bench.clock.advance_seconds(DAY_S);
        transfer(&bank, "t-1", SETTLEMENT, VASILEK, 100).await.unwrap();
        bank.bench.clock.advance_seconds(DAY_S);
        assert!(bank.close_days().await.unwrap() > 0);
        assert_eq!(bank.close_days().await.unwrap(), 0, "a day is closed once");
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
        bank.close_days().await.unwrap_err();
        let (counted, _, is_finished) = progress(&bank).await;
        assert_eq!((counted, is_finished), (5_000, false));
        let (before, _) = closings(&bank, YESTERDAY).await;
        assert!((4_990..=5_000).contains(&before), "{before} balances of one chunk stay");
        bank.bench.migrate(&[&MENDED]).await;
        let rest = bank.close_days().await.unwrap();
        assert!((7_000..7_100).contains(&rest), "{rest} accounts were left");
        let (closings, accounts) = closings(&bank, YESTERDAY).await;
        assert!(closings >= 12_000 && closings == accounts, "{closings} of {accounts}");
        assert_eq!(bank.close_days().await.unwrap(), 0);
    }

    async fn lif_03_a_day_ends_in_the_unit_that_closes_its_last_accounts(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&MANY, &ENDLESS]).await;
        bank.close_days().await.unwrap_err();
        let (counted, _, is_finished) = progress(&bank).await;
        assert_eq!((counted, is_finished), (10_000, false), "the last chunk is not closed without the day");
        bank.bench.migrate(&[&MENDED]).await;
        let rest = bank.close_days().await.unwrap();
        assert!((2_000..2_100).contains(&rest), "{rest}");
        let (all, _, is_finished) = progress(&bank).await;
        assert_eq!((all, is_finished), (counted + i64::try_from(rest).unwrap(), true));
        assert_eq!(bank.close_days().await.unwrap(), 0);
    }

    async fn lif_03_a_day_whose_last_chunk_is_full_ends_too(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let missing = 5_000 - bank.row::<i64>(&ACCOUNTS_COUNT, params![]).await;
        bank.forge(&FILL_CHUNK, params![missing]).await.unwrap();
        assert_eq!(bank.close_days().await.unwrap(), 5_000);
        assert!(progress(&bank).await.2);
        assert_eq!(bank.close_days().await.unwrap(), 0);
    }

    async fn lif_03_processes_share_the_closing_of_a_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&MANY]).await;
        let other = bank.bench.open_again(Bench::limits()).await;
        let now = bank.bench.clock.now();
        let zone = zone();
        let (one, two) = tokio::join!(bank.close_days(), close_due_day(&other, now, &zone));
        let (counted, balances, _) = progress(&bank).await;
        assert_eq!(i64::try_from(one.unwrap() + two.unwrap()), Ok(counted), "each account was looked at once");
        assert_eq!(closings(&bank, YESTERDAY).await, (balances, balances));
    }

    async fn lif_03_what_is_posted_while_a_day_is_closed_does_not_count(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // The days are known from here on.
        bank.close_days().await.unwrap();
        bank.bench.migrate(&[&MANY]).await;
        bank.bench.clock.advance_seconds(DAY_S);
        let posting = async {
            for number in 0..40 {
                transfer(&bank, &format!("t-{number}"), SETTLEMENT, VASILEK, 1).await.unwrap();
            }
        };
        let (closed, ()) = tokio::join!(bank.close_days(), posting);
        assert!(closed.unwrap() > 12_000);
        let late = ivanova().with_session("late");
        assert_eq!(
            bank.account_text(&late, VASILEK, "Balance,Rest").await,
            r#"{"id":"ACC-00000011","balance":1000000.40,"rest":1000000.00}"#
        );
        assert_eq!(bank.row::<Option<i64>>(&DAY_OF_ACCOUNT, params![VASILEK]).await, Some(40));
        bank.assert_sound().await;
        assert_eq!(bank.forge(&SPOIL_DAY, params![VASILEK]).await, Ok(1));
        assert_eq!(bank.findings().await, [
            format!("{VASILEK}: the sum of the day differs from the sum of the postings since its beginning (1)")
        ]);
    }
}
