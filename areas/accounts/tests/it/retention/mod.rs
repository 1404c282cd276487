//! Postings that are over their time leave for an archive (LIF-03): nothing is lost, nothing is doubled, and every sum
//! stays.

mod closings;
mod keeper;
mod killed;
mod showing;

use std::fs;

use accounts::ledger::{self, InternalAccount};
use kernel::{Currency, Money};
use retention::RetentionError;
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use self::keeper::{DAY_S, DAYS, KEPT_DAYS, Keeper, kinds, unwatched};
use crate::bank::{ABSENT, SETTLEMENT, TRANSIT_USD, VASILEK};
use crate::ledger::{header, id, roubles};

store::queries! {
    /// Moves an entry to a moment of before.
    MOVE_ENTRY = "update journal_entries set posted_at_us = $2 where entry_id = $1";
    /// Takes the digests away that an earlier version did not write.
    UNDIGEST = "update journal_entries set digest = null";
    /// Moves its postings.
    MOVE_POSTINGS = "update postings set posted_at_us = $2 where entry_id = $1";
    /// Takes its amount out of the sum of an account's day.
    MOVE_DAY = "update ledger_accounts set day_minor = day_minor + $2 where ledger_account_id = $1";
    /// Somebody corrects the words of entries.
    CORRECT = "update journal_entries set description = 'Corrected' where posted_at_us > $1";
}

on_both_engines! {
    async fn lif_03_what_is_over_its_time_leaves_and_every_sum_stays(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let (before, balances) = (keeper.left().await, keeper.balances().await);
        let planned = keeper.planned().await;
        assert!(planned > 0);
        let units = keeper.archive(unwatched()).await.unwrap();
        assert!(units.len() > 2, "small units: {units:?}");
        // The plan told what left, and each row is in exactly one place.
        let inspection = keeper.inspection();
        assert_eq!(inspection.findings, Vec::<String>::new());
        let after = keeper.left().await;
        assert_eq!(keeper.archived("postings"), planned);
        assert_eq!(after.0 + keeper.archived("journal_entries"), before.0);
        assert_eq!(after.1 + keeper.archived("postings"), before.1);
        assert_eq!(after.2 + keeper.archived("operations"), before.2);
        assert_eq!(after.3, i64::try_from(units.len()).unwrap());
        // What is younger stayed, to the day: today and ten days before it.
        let expected: Vec<String> = keeper_keys(DAYS - i64::from(KEPT_DAYS)..DAYS);
        assert_eq!(keeper.keys().await, expected);
        assert!(keeper.oldest().await >= keeper.kept_from());
        assert!(keeper.oldest().await < keeper.kept_from().plus_seconds(DAY_S));
        // Nothing of the money moved.
        assert_eq!(keeper.balances().await, balances);
        keeper.bank.assert_sound().await;
        assert_eq!(keeper.planned().await, 0);
        // A day later one more day goes, into the same archive.
        keeper.next_day().await;
        assert_eq!(keeper.planned().await, 4);
        assert!(!keeper.archive(unwatched()).await.unwrap().is_empty());
        assert_eq!(keeper.keys().await, keeper_keys(DAYS - i64::from(KEPT_DAYS) + 1..DAYS));
        assert_eq!(keeper.inspection().findings, Vec::<String>::new());
        keeper.bank.assert_sound().await;
    }

    async fn lif_03_an_account_goes_on_from_what_is_carried_forward(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.archive(unwatched()).await.unwrap();
        // Everything leaves but the account, which is posted to later.
        for _ in 0..=KEPT_DAYS {
            keeper.next_day().await;
        }
        keeper.archive(unwatched()).await.unwrap();
        assert_eq!(keeper.left().await.1, 0);
        keeper.bank.assert_sound().await;
        keeper.move_money("later").await;
        keeper.next_day().await;
        keeper.bank.assert_sound().await;
        assert_eq!(keeper.left().await.2, 4);
    }

    async fn lif_03_exchanges_leave_and_positions_stay_proved(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let bank = &keeper.bank;
        let (dollars, rur) = (Money::from_minor(1_000), Money::from_minor(90_000));
        let position = |currency| InternalAccount::Position.in_currency(currency);
        let entry = ledger::Draft::new(header(bank, "exchange"))
            .debit(id(TRANSIT_USD), Currency::USD, dollars).valued(rur)
            .credit(position(Currency::USD), Currency::USD, dollars).valued(rur)
            .debit(position(Currency::RUR), Currency::RUR, rur).valued(rur)
            .credit(id(SETTLEMENT), Currency::RUR, rur).valued(rur)
            .balanced()
            .unwrap();
        bank.post(entry).await.unwrap();
        bank.assert_sound().await;
        for _ in 0..=KEPT_DAYS {
            keeper.next_day().await;
        }
        keeper.archive(unwatched()).await.unwrap();
        assert_eq!(keeper.left().await.1, 0);
        bank.assert_sound().await;
        assert_eq!(keeper.inspection().findings, Vec::<String>::new());
    }

    async fn lif_03_an_entry_waits_for_operations_that_were_booked_before_it(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        // An earlier version took a payment of long ago where it lay: its operation is the last one, booked today.
        let (now, late) = (keeper.now(), roubles(&keeper.bank, "late", SETTLEMENT, VASILEK, 5));
        let take = move |tx: &mut Tx| {
            ledger::post(tx, &late)?;
            let (entry, long_ago) = (late.header().entry_id, now.plus_seconds(-DAY_S * 13));
            tx.execute_one(&MOVE_ENTRY, params![entry.as_bytes(), long_ago])?;
            tx.execute(&MOVE_POSTINGS, params![entry.as_bytes(), long_ago])?;
            tx.execute(&UNDIGEST, params![])?;
            tx.execute_one(&MOVE_DAY, params![SETTLEMENT, 5])?;
            tx.execute_one(&MOVE_DAY, params![VASILEK, -5])?;
            Ok::<_, ledger::LedgerError>(())
        };
        keeper.bank.bench.store.write("test.post", take).await.unwrap();
        // The plan does not tell of it: it waits.
        let (planned, before) = (keeper.planned().await, keeper.left().await.1);
        keeper.archive(unwatched()).await.unwrap();
        assert_eq!(before - keeper.left().await.1, planned);
        let keys = keeper.keys().await;
        assert!(keys.contains(&"late".to_owned()), "{keys:?}");
        assert_eq!(keys.len(), usize::try_from(2 * i64::from(KEPT_DAYS) + 1).unwrap());
        keeper.bank.assert_sound().await;
        // It goes with those of its own day of booking.
        for _ in 0..=KEPT_DAYS {
            keeper.next_day().await;
        }
        keeper.archive(unwatched()).await.unwrap();
        assert_eq!(keeper.keys().await, Vec::<String>::new());
        keeper.bank.assert_sound().await;
        assert_eq!(keeper.inspection().findings, Vec::<String>::new());
    }

    async fn lif_03_a_row_that_changes_meanwhile_is_archived_as_it_became(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.bank.bench.migrate(&[&testkit::UNGUARDED_LEDGER]).await;
        let (store, handle) = (keeper.bank.bench.store.clone(), tokio::runtime::Handle::current());
        let is_done = std::sync::Mutex::new(false);
        let watch: retention::Watch = std::sync::Arc::new(move |step| {
            if step == retention::Step::Noted && !std::mem::replace(&mut *is_done.lock().unwrap(), true) {
                let work = |tx: &mut Tx| tx.execute(&CORRECT, params![0]);
                let write = store.write::<_, StoreError>("test.correct", work);
                tokio::task::block_in_place(|| handle.block_on(write)).unwrap();
            }
            Ok(())
        });
        while keeper.keys().await.contains(&"there-00".to_owned()) {
            keeper.archive(std::sync::Arc::clone(&watch)).await.unwrap();
        }
        assert_eq!(keeper.inspection().findings, Vec::<String>::new());
        let abandoned = fs::read_dir(keeper.path().join("postings")).unwrap();
        let names = abandoned.map(|file| file.unwrap().file_name().into_string().unwrap());
        let abandoned = names.filter(|name| name.ends_with(".abandoned"));
        assert_eq!(abandoned.count(), 1);
        let found = accounts::check_ledger(&keeper.bank.bench.store).await.unwrap().findings;
        // What was changed and is still there.
        assert!(found.iter().all(|one| one.rule == "this entry or its postings are not what was written"), "{found:?}");
    }

    async fn lif_03_live_traffic_goes_on_beside_an_archive(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let traffic = async {
            for number in 0..20 {
                keeper.move_money(&format!("live-{number}")).await;
            }
        };
        let (archived, ()) = tokio::join!(keeper.archive(unwatched()), traffic);
        assert!(!archived.unwrap().is_empty());
        assert_eq!(keeper.left().await.0, 40 + 2 * i64::from(KEPT_DAYS));
        keeper.bank.assert_sound().await;
        assert_eq!(keeper.inspection().findings, Vec::<String>::new());
    }

    async fn lif_03_nothing_is_posted_into_a_time_that_is_archived(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.archive(unwatched()).await.unwrap();
        let head = "payment_id,account,amount,posted_at,value_date,purpose\n";
        let row = |day: &str| format!("{head}p-{day},{SETTLEMENT},1.00,{day}T12:00:00+03:00,{day},Payment\n");
        // The end is 2026-11-24: ten days before 2026-12-04.
        assert_eq!(keeper.kept_from().to_timestamp().to_string(), "2026-11-23T21:00:00Z");
        let refused = keeper.bank.add("payments", &row("2026-11-23")).await.unwrap_err().to_string();
        assert!(refused.contains("archived"), "{refused}");
        keeper.bank.add("payments", &row("2026-11-24")).await.unwrap();
        let first = row("2026-11-24").replace("p-2026", "first-2026").replace("T12:", "T00:");
        keeper.bank.add("payments", &first).await.unwrap();
        // The openings of the demo are in the archive: the same file again books nothing twice.
        let opening = format!("account,amount,posted_at,value_date\n{SETTLEMENT},5000000000.00,2024-01-01T00:00:00+03:00,2024-01-01\n");
        assert!(keeper.bank.add("ledger_openings", &opening).await.is_err());
        keeper.bank.assert_sound().await;
    }

    async fn lif_03_an_archived_entry_is_not_posted_again_with_another_moment(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        keeper.archive(unwatched()).await.unwrap();
        let balances = keeper.balances().await;
        let opening = |number: &str, amount: &str| format!(
            "account,amount,posted_at,value_date\n{number},{amount},2026-12-01T00:00:00+03:00,2026-12-01\n"
        );
        for (number, amount) in [(SETTLEMENT, "5000000000.00"), (SETTLEMENT, "-1.00"), (VASILEK, "0.01")] {
            let refused = keeper.bank.add("ledger_openings", &opening(number, amount)).await.unwrap_err().to_string();
            assert!(refused.starts_with("ledger_openings.csv:2:account: has postings in the archive"), "{refused}");
        }
        // An account that came after the archive gets its opening, once.
        let new = format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {ABSENT},D-23,1,1,3,N,N,C00001,001\n"
        );
        keeper.bank.add("accounts", &new).await.unwrap();
        for created in [1, 0] {
            let report = keeper.bank.add("ledger_openings", &opening(ABSENT, "7.00")).await.unwrap();
            assert_eq!((report.tables[0].created, report.tables[0].unchanged), (created, 1 - created));
        }
        // A payment whose value date is archived was posted then.
        let payment = |day: &str| format!(
            "payment_id,account,amount,posted_at,value_date,purpose\np-1,{SETTLEMENT},1.00,2026-12-01T12:00:00+03:00,{day},P\n"
        );
        let refused = keeper.bank.add("payments", &payment("2026-11-22")).await.unwrap_err().to_string();
        assert!(refused.starts_with("payments.csv:2:value_date: must not be before 2026-11-23"), "{refused}");
        let moved: Vec<_> = keeper.balances().await.into_iter().filter(|one| !balances.contains(one)).collect();
        assert!(moved.iter().all(|(account, _)| account == ABSENT || !account.starts_with('4')), "{moved:?}");
        keeper.bank.add("payments", &payment("2026-11-30")).await.unwrap();
        keeper.bank.add("payments", &payment("2026-11-23").replace("p-1", "p-2")).await.unwrap();
        keeper.bank.assert_sound().await;
    }

    async fn lif_03_two_archives_do_not_share_a_folder_or_a_unit(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        let held = retention::ArchiveFolder::open(&keeper.path(), "the-archive").unwrap();
        let refused = keeper.archive(unwatched()).await.unwrap_err();
        assert!(matches!(&refused, RetentionError::Refused(reason) if reason.contains("another process")), "{refused}");
        drop(held);
        assert_eq!(keeper.left().await.3, 0);
    }

    async fn lif_03_a_folder_whose_manifest_is_gone_keeps_its_files(bench: Bench) {
        let keeper = Keeper::new(bench).await;
        assert!(!keeper.archive(unwatched()).await.unwrap().is_empty());
        fs::remove_file(keeper.path().join("manifest.jsonl")).unwrap();
        keeper.next_day().await;
        let left = keeper.left().await;
        let refused = keeper.archive(unwatched()).await.unwrap_err();
        let is_named = matches!(&refused, RetentionError::Damaged(reason) if reason.contains("manifest is gone"));
        assert!(is_named, "{refused}");
        assert!(!keeper.path().join("manifest.jsonl").exists());
        assert_eq!(keeper.left().await, left);
    }
}

/// The keys of the entries of these days, in order.
fn keeper_keys(days: std::ops::Range<i64>) -> Vec<String> {
    let mut keys: Vec<String> =
        days.flat_map(|day| [format!("there-{day:02}"), format!("back-{day:02}")]).collect();
    keys.sort();
    keys
}
