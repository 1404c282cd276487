//! Imports by the staging table: decided by one switch, applied in chunks, finished by whoever comes next.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use import::{ChunkSizes, ImportError, Pace, Progress, Report, Stage};
use kernel::{AccountNumber, Clock};
use store::params;
use tempfile::TempDir;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, CLOSED, SETTLEMENT, assert_unchanged, demo_files, faults, import_at};

/// Longer than a process may give no sign of life.
pub(crate) const LEASE_S: i64 = 11;

store::queries! {
    /// The accounts of companies, each with its balance.
    ACCOUNTS = "select a.number, l.balance_minor, l.held_minor, l.limit_minor from accounts a \
        join ledger_accounts l on l.ledger_account_id = a.number order by a.number";
    /// Everybody's accounts.
    EMPLOYEES = "select number from employees_accounts order by number";
    /// The last import.
    LAST_RUN = "select state, applied_count from import_runs order by import_id desc limit 1";
    /// Rows that are left on their way.
    LEFT = "select count(1) as staged from import_rows";
}

/// Every import by the staging table, in chunks of so many rows.
pub(crate) fn chunks_of(chunk_rows: u32) -> Pace {
    paced(ChunkSizes::fixed(chunk_rows))
}

/// Every import by the staging table, in chunks of these sizes.
pub(crate) fn paced(chunks: ChunkSizes) -> Pace {
    Pace { chunked_from_bytes: 0, chunks, pause: Duration::ZERO, ..Pace::default() }
}

/// The same, broken off when `is_over` says so.
pub(crate) fn broken_off(
    chunk_rows: u32,
    is_over: impl Fn(Progress) -> bool + Send + Sync + 'static,
) -> Pace {
    let listener = move |progress| {
        if is_over(progress) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    Pace { listener: Arc::new(listener), ..chunks_of(chunk_rows) }
}

pub(crate) fn counts(report: &Report) -> Vec<(String, u64, u64, u64)> {
    let of_table =
        |table: &import::TableReport| (table.file.clone(), table.created, table.changed, table.unchanged);
    report.tables.iter().map(of_table).collect()
}

/// The number of an account with these first digits and the right control key.
pub(crate) fn number(digits: &str) -> String {
    let number: AccountNumber = digits.parse().unwrap();
    number.with_control_key(&"044525999".parse().unwrap()).to_string()
}

/// The demo's files, and accounts of employees, some of whom have one in dollars and in yuans, which sort around the
/// roubles.
pub(crate) fn files() -> TempDir {
    let folder = demo_files();
    let mut text =
        "number,status,branch_id,last_name,first_name,salary_project_cnum,rouble_account\n".to_owned();
    for person in 0..12 {
        let roubles = number(&format!("408178100000000003{person:02}"));
        writeln!(text, "{roubles},1,001,Иванов,Иван,C00001,").unwrap();
        if person % 3 == 0 {
            let dollars = number(&format!("408178400000000003{person:02}"));
            let yuans = number(&format!("408171560000000003{person:02}"));
            writeln!(text, "{dollars},1,001,Иванов,Иван,,{roubles}\n{yuans},0,001,Иванов,Иван,,{roubles}")
                .unwrap();
        }
    }
    std::fs::write(folder.path().join("employees_accounts.csv"), text).unwrap();
    folder
}

async fn accounts(bank: &Bank) -> Vec<(String, i64, i64, i64)> {
    let rows: Vec<((String, i64), (i64, i64))> = bank.rows(&ACCOUNTS, params![]).await;
    rows.into_iter().map(|((number, balance), (held, limit))| (number, balance, held, limit)).collect()
}

pub(crate) async fn employees(bank: &Bank) -> usize {
    bank.rows::<String>(&EMPLOYEES, params![]).await.len()
}

/// The state of the last import, and how many of its rows are applied.
pub(crate) async fn state(bank: &Bank) -> Option<(String, i64)> {
    bank.bench.store.select_optional(&LAST_RUN, params![]).await.unwrap()
}

pub(crate) async fn trail(bank: &Bank, action: &str) -> usize {
    let filter = audit::Filter { action: Some(action.to_owned()), ..audit::Filter::default() };
    audit::list(&bank.bench.store, &filter, 100).await.unwrap().len()
}

pub(crate) fn write(folder: &Path, file: &str, text: &str) {
    std::fs::write(folder.join(file), text).unwrap();
}

on_both_engines! {
    async fn lif_02_an_import_in_chunks_does_what_one_at_once_does(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        let report = bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        assert!(report.tables.iter().all(|table| table.created > 0 && table.changed == 0));
        assert_eq!(state(&bank).await.unwrap().0, "DONE");
        bank.assert_sound().await;
        // What is there is what the same files ask for at once.
        let again = bank.import(folder.path()).await.unwrap();
        for (table, first) in again.tables.iter().zip(&report.tables) {
            let rows = first.created + first.unchanged;
            assert_eq!((table.created, table.changed, table.unchanged), (0, 0, rows), "{}", table.file);
        }
        assert_unchanged(&bank.import_at(&chunks_of(3), folder.path(), false).await.unwrap());
        assert_eq!(employees(&bank).await, 20);
        assert_eq!(trail(&bank, "import.decided").await, 2);
        assert_eq!(trail(&bank, "import.applied").await, 3 * report.tables.len());
        assert_eq!(bank.row::<i64>(&LEFT, params![]).await, 0);
    }

    async fn lif_02_changes_in_chunks_are_made_and_counted(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        let path = folder.path().join("accounts.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("Settlement account", "Main account")).unwrap();
        let path = folder.path().join("employees_accounts.csv");
        let text = std::fs::read_to_string(&path).unwrap();
        // Closes one account that is empty and renames everybody.
        std::fs::write(&path, text.replacen(",1,001,Иванов", ",0,001,Иванов", 1).replace("Иван,", "Пётр,")).unwrap();
        let report = bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        let changed = counts(&report).into_iter().filter(|(_, _, changed, _)| *changed > 0).collect::<Vec<_>>();
        let of_file = |file: &str| changed.iter().find(|(own, ..)| own == file).unwrap().2;
        assert!(of_file("accounts.csv") >= 1);
        assert_eq!(of_file("employees_accounts.csv"), 20);
        assert_unchanged(&bank.import(folder.path()).await.unwrap());
    }

    async fn lif_02_a_dry_run_in_chunks_tells_the_same_and_changes_nothing(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        let dry = bank.import_at(&chunks_of(2), folder.path(), true).await.unwrap();
        assert!(dry.dry_run);
        assert_eq!((accounts(&bank).await.len(), employees(&bank).await), (0, 0));
        assert_eq!(state(&bank).await.unwrap(), ("GIVEN_UP".to_owned(), 0));
        assert_eq!(trail(&bank, "import.decided").await + trail(&bank, "import.applied").await, 0);
        let report = bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        assert_eq!(counts(&dry), counts(&report));
    }

    async fn lif_02_faults_in_chunks_name_the_rows_that_they_name_at_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        let at = folder.path();
        let new = |ending: &str| number(&format!("407028100000000007{ending}"));
        let wrong_key = {
            let right = number("40702810000000000750");
            let digit = if &right[8..9] == "0" { '1' } else { '0' };
            format!("{}{digit}{}", &right[..8], &right[9..])
        };
        write(at, "accounts.csv", &format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {a},D-1,1,1,3,N,N,C00001,001\n\
            {wrong_key},D-2,1,1,3,N,N,C00001,001\n\
            {b},D-3,1,1,3,N,N,C00001,009\n\
            {c},D-4,3,1,3,N,N,C00001,001\n\
            {d},D-5,1,1,3,N,N,C99999,001\n\
            {e},D-1,1,1,3,N,N,C00001,001\n\
            {f},ACC-00000011,1,1,3,N,N,C00001,001\n\
            {g},D-6,1,1,3,N,\"N\nM\",C00001,001\n\
            {g},D-7,1,1,3,N,N,C00001,001\n\
            {SETTLEMENT},ACC-00000001,1,0,3,N,N,C00001,001\n\
            {h},D-8,1,1,3,N,N\n",
            a = new("01"), b = new("02"), c = new("03"), d = new("04"), e = new("05"), f = new("06"), g = new("07"),
            h = new("08"),
        ));
        write(at, "holds.csv", &format!(
            "hold_id,account,amount,placed_at,description\n\
            H-1,{CARD},448000.01,2026-01-01T00:00:00Z,x\n\
            H-2,{},1,2026-01-01T00:00:00Z,x\n\
            H-3,{absent},1,2026-01-01T00:00:00Z,x\n\
            H-4,{CARD},1,2026-01-01T00:00:00Z,x\n\
            H-4,{SETTLEMENT},1,2026-01-01T00:00:00Z,x\n",
            new("01"), absent = new("99"),
        ));
        write(at, "ledger_openings.csv", &format!(
            "account,amount,posted_at,value_date\n{},5.00,2026-01-01T00:00:00Z,2026-01-01\n\
            {},-5.00,2026-01-01T00:00:00Z,2026-01-01\n{absent},5.00,2026-01-01T00:00:00Z,2026-01-01\n",
            new("01"), new("07"), absent = new("99"),
        ));
        let roubles = number("40817810000000000601");
        write(at, "employees_accounts.csv", &format!(
            "number,status,branch_id,last_name,first_name,salary_project_cnum,rouble_account\n\
            {dollars},1,001,A,B,,{roubles}\n\
            {roubles},1,001,A,B,C00001,\n\
            {roubles},1,001,A,C,C00001,\n\
            {account},1,001,A,B,,\n\
            {yuans},1,001,A,B,,{roubles}\n\
            {other},1,001,A,B,C77777,\n",
            dollars = number("40817840000000000601"), yuans = number("40817156000000000601"),
            account = new("01"), other = number("40817810000000000602"),
        ));
        let at_once = faults(bank.import(at).await);
        assert_eq!(at_once.len(), 18, "{at_once:#?}");
        assert!(at_once.iter().any(|fault| fault.starts_with("accounts.csv:11: has the same number as line 9")));
        for rows in [1, 3, 1000] {
            assert_eq!(faults(bank.import_at(&chunks_of(rows), at, false).await), at_once, "chunks of {rows}");
        }
        assert_eq!(faults(bank.import_at(&chunks_of(3), at, true).await), at_once);
        assert_eq!(employees(&bank).await, 0);
        assert_eq!(state(&bank).await.unwrap(), ("GIVEN_UP".to_owned(), 0));
    }

    async fn lif_02_openings_of_many_accounts_are_judged_each_by_itself(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        let new = |ending: &str| number(&format!("407028100000000007{ending}"));
        let (fresh, lent, full) = (new("01"), new("02"), new("03"));
        write(folder.path(), "accounts.csv", &format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {fresh},D-1,1,1,3,N,N,C00001,001\n{lent},D-2,1,1,3,N,N,C00001,001\n{full},D-3,1,1,3,N,N,C00001,001\n"
        ));
        write(folder.path(), "credit_limits.csv", &format!(
            "limit_id,account,kind,amount,granted_at\nL-1,{lent},OVERDRAFT,7.00,2026-01-01T00:00:00Z\n"
        ));
        let openings = |amounts: [(&str, &str); 5]| {
            let row = |(number, amount)| format!("{number},{amount},2026-01-01T00:00:00Z,2026-01-01\n");
            format!("account,amount,posted_at,value_date\n{}", amounts.map(row).concat())
        };
        let wrong = [
            (fresh.as_str(), "-0.01"),
            (&lent, "-7.01"),
            (&full, "90000000000000.01"),
            (SETTLEMENT, "1.00"),
            (CLOSED, "1.00"),
        ];
        write(folder.path(), "ledger_openings.csv", &openings(wrong));
        let funds = "own funds less holds plus credit limits do not suffice";
        let told = [
            format!("2:amount: account {fresh}: {funds}"),
            format!("3:amount: account {lent}: {funds}"),
            "4:amount: the amount of a posting is 0.01 to 90000000000000.00".to_owned(),
            format!("5:amount: opening:{SETTLEMENT} was used before with another content"),
            format!("6:amount: account {CLOSED}: the account is closed or not empty"),
        ]
        .map(|fault| format!("ledger_openings.csv:{fault}"));
        assert_eq!(faults(bank.import(folder.path()).await), told);
        for rows in [1, 1000] {
            let in_chunks = bank.import_at(&chunks_of(rows), folder.path(), false).await;
            assert_eq!(faults(in_chunks).into_iter().collect::<BTreeSet<_>>(), told.clone().into_iter().collect());
        }
        let most = "90000000000000.00";
        let right = [
            (fresh.as_str(), "5.00"),
            (&lent, "-7.00"),
            (&full, most),
            (SETTLEMENT, "5000000000.00"),
            (CLOSED, "0.00"),
        ];
        write(folder.path(), "ledger_openings.csv", &openings(right));
        let report = bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        let of_openings = |report: &Report| {
            let told = report.tables.iter().find(|table| table.file == "ledger_openings.csv").unwrap();
            (told.created, told.changed, told.unchanged)
        };
        assert_eq!(of_openings(&report), (3, 0, 2));
        let balances: Vec<i64> = accounts(&bank).await.into_iter()
            .filter(|(number, ..)| [&fresh, &lent, &full].contains(&number)).map(|(_, balance, ..)| balance).collect();
        assert_eq!(balances.iter().copied().collect::<BTreeSet<_>>(), [500, -700, 9_000_000_000_000_000].into());
        assert_eq!(of_openings(&bank.import(folder.path()).await.unwrap()), (0, 0, 5), "nothing is posted twice");
        bank.assert_sound().await;
    }

    async fn lif_02_an_import_that_is_broken_off_again_and_again_is_finished(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        // What every account has when the import is at its end.
        let whole = {
            let text = std::fs::read_to_string(folder.path().join("ledger_openings.csv")).unwrap();
            let of_line = |line: &str| {
                let mut cells = line.split(',');
                let number = cells.next().unwrap().to_owned();
                (cells.next() != Some("0.00")).then_some(number)
            };
            text.lines().skip(1).filter_map(of_line).collect::<Vec<_>>()
        };
        let (mut interruptions, mut before) = (0, 0);
        loop {
            let known = u64::try_from(before).unwrap();
            let pace = broken_off(1, move |progress| progress.stage == Stage::Applying && progress.done > known);
            match bank.import_at(&pace, folder.path(), false).await {
                Ok(report) => {
                    assert!(report.tables.iter().all(|table| table.created > 0 && table.changed == 0));
                    break;
                }
                Err(ImportError::Interrupted) => interruptions += 1,
                Err(other) => panic!("{other:?}"),
            }
            let (state, applied) = state(&bank).await.unwrap();
            assert_eq!(state, "APPLYING");
            assert!(applied > before, "each run goes on behind the one before");
            before = applied;
            // Whoever looks now sees accounts with all that the files give them.
            for (number, balance, held, limit) in accounts(&bank).await {
                assert_eq!(balance != 0, whole.contains(&number), "{number} is there with its money");
                assert_eq!((held != 0, limit != 0), (number == CARD, number == CARD), "{number}");
            }
            bank.bench.clock.advance_seconds(LEASE_S);
        }
        assert!(interruptions > 15, "{interruptions}");
        bank.assert_sound().await;
        assert_unchanged(&bank.import(folder.path()).await.unwrap());
        assert_eq!((trail(&bank, "import.decided").await, employees(&bank).await), (1, 20));
    }

    async fn lif_02_nothing_is_there_before_the_switch_and_the_next_run_begins_anew(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        for stage in [Stage::Reading, Stage::Checking, Stage::Applying] {
            let outcome = bank.import_at(&broken_off(2, move |at| at.stage == stage), folder.path(), false).await;
            assert!(matches!(outcome, Err(ImportError::Interrupted)), "{outcome:?}");
            assert_eq!((accounts(&bank).await.len(), employees(&bank).await), (0, 0));
            // Its lease is not over yet: a process may be at work.
            let outcome = bank.import_at(&chunks_of(2), folder.path(), false).await;
            assert!(matches!(outcome, Err(ImportError::Running { .. })), "{outcome:?}");
            bank.bench.clock.advance_seconds(LEASE_S);
        }
        // Other files than before: those that were staged are forgotten.
        write(folder.path(), "employees_accounts.csv", "number,status,branch_id,last_name,first_name\n");
        bank.import_at(&chunks_of(2), folder.path(), false).await.unwrap();
        assert_eq!(employees(&bank).await, 0);
        bank.assert_sound().await;
    }

    async fn lif_02_a_small_import_takes_the_place_of_one_that_died_before_the_switch(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (large, small) = (files(), demo_files());
        let dies = broken_off(2, |progress| progress.stage == Stage::Checking);
        assert!(bank.import_at(&dies, large.path(), false).await.is_err());
        let outcome = bank.import(small.path()).await;
        assert!(matches!(outcome, Err(ImportError::Running { .. })), "its lease is not over yet: {outcome:?}");
        bank.bench.clock.advance_seconds(LEASE_S);
        assert_unchanged(&bank.import(small.path()).await.unwrap());
        assert_eq!((state(&bank).await.unwrap().0.as_str(), employees(&bank).await), ("GIVEN_UP", 0));
    }

    async fn lif_02_an_import_that_is_decided_comes_first(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        let pace = broken_off(2, |progress| progress.stage == Stage::Applying && progress.done > 0);
        assert!(bank.import_at(&pace, folder.path(), false).await.is_err());
        let other = demo_files();
        for may_be_at_work in [true, false] {
            for (pace, at, dry_run) in [
                (chunks_of(2), other.path(), false),
                (Pace::default(), other.path(), false),
                (chunks_of(2), folder.path(), true),
            ] {
                let outcome = bank.import_at(&pace, at, dry_run).await;
                let is_told = match outcome {
                    Err(ImportError::Running { .. }) => may_be_at_work,
                    Err(ImportError::Unfinished { is_same, .. }) => !may_be_at_work && is_same == dry_run,
                    _ => false,
                };
                assert!(is_told, "{outcome:?}");
            }
            bank.bench.clock.advance_seconds(LEASE_S);
        }
        // Small or not, the same files go on.
        bank.import_at(&Pace::default(), folder.path(), false).await.unwrap();
        assert_eq!((state(&bank).await.unwrap().0.as_str(), employees(&bank).await), ("DONE", 20));
        bank.import(other.path()).await.unwrap();
    }

    async fn lif_02_a_process_that_was_taken_for_dead_changes_nothing(bench: Bench) {
        let bank = Bank::empty(bench).await;
        let folder = files();
        let (store, clock) = (bank.bench.store.clone(), Arc::clone(&bank.bench.clock));
        let (randomness, path) = (Arc::clone(&bank.bench.randomness), folder.path().to_owned());
        let overtaken = Arc::new(Mutex::new(None));
        let (seen, steps) = (Arc::clone(&overtaken), AtomicU64::new(0));
        let listener = move |progress: Progress| {
            let is_third = progress.stage == Stage::Applying && steps.fetch_add(1, Ordering::Relaxed) == 2;
            if is_third {
                // It stands still for longer than its lease, and another one comes and brings the import to its end.
                clock.advance_seconds(LEASE_S);
                let pace = chunks_of(2);
                let now = clock.as_ref() as &dyn Clock;
                let second = import_at(&store, now, Arc::clone(&randomness) as _, &pace, &path, false);
                let outcome = tokio::task::block_in_place(|| tokio::runtime::Handle::current().block_on(second));
                *seen.lock().unwrap() = Some(outcome);
            }
            ControlFlow::Continue(())
        };
        let pace = Pace { listener: Arc::new(listener), ..chunks_of(2) };
        let first = bank.import_at(&pace, folder.path(), false).await;
        let second = overtaken.lock().unwrap().take().unwrap();
        assert!(second.is_ok(), "{second:?}");
        assert!(first.is_err(), "{first:?}");
        assert_eq!((state(&bank).await.unwrap().0.as_str(), employees(&bank).await), ("DONE", 20));
        assert_eq!(trail(&bank, "import.decided").await, 1);
        bank.assert_sound().await;
        assert_unchanged(&bank.import(folder.path()).await.unwrap());
    }

    async fn lif_02_a_row_that_others_spoil_stops_the_import_until_it_can_go_on(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = TempDir::new().unwrap();
        let text = |ids: [&str; 2]| format!(
            "hold_id,account,amount,placed_at,description\n{},{CARD},448000.00,2026-01-01T00:00:00Z,x\n\
            {},{SETTLEMENT},1,2026-01-01T00:00:00Z,x\n", ids[0], ids[1]
        );
        write(folder.path(), "holds.csv", &text(["H-1", "H-2"]));
        let pace = broken_off(1, |progress| progress.stage == Stage::Applying && progress.done > 0);
        assert!(bank.import_at(&pace, folder.path(), false).await.is_err());
        let (_, applied) = state(&bank).await.unwrap();
        assert_eq!(applied, 1);
        bank.bench.clock.advance_seconds(LEASE_S);
        // The second chunk is a hold on the settlement account, whose money somebody else holds by now.
        bank.hold("ALL", SETTLEMENT, 500_000_000_000).await.unwrap();
        let outcome = bank.import_at(&chunks_of(1), folder.path(), false).await;
        let Err(ImportError::Stopped { errors, .. }) = &outcome else { panic!("{outcome:?}") };
        assert!(errors[0].to_string().starts_with("holds.csv:3:amount: "), "{errors:?}");
        assert_eq!(state(&bank).await.unwrap(), ("APPLYING".to_owned(), 1));
        bank.release("ALL").await.unwrap();
        bank.bench.clock.advance_seconds(LEASE_S);
        bank.import_at(&chunks_of(1), folder.path(), false).await.unwrap();
        assert_eq!(state(&bank).await.unwrap(), ("DONE".to_owned(), 2));
        bank.assert_sound().await;
    }
}
