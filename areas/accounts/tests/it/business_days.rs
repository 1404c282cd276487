//! The bank's calendar comes in files (BNK-07).

use std::collections::BTreeMap;

use import::Pace;
use jiff::civil::{Date, date};
use store::StoreError;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, faults, zone};

/// The days that are named, and the times of the two kinds.
async fn seen(bank: &Bank) -> (BTreeMap<Date, bool>, [Option<String>; 2]) {
    let from = date(2026, 1, 1);
    let read = move |tx: &mut store::Tx| accounts::whole_calendar_from(tx, from);
    let calendar = bank.bench.store.read::<_, StoreError>("test.calendar", read).await.unwrap();
    let cut_off = |kind| calendar.cut_off(kind).map(|cut_off| cut_off.to_string());
    (calendar.named().collect(), accounts::CutOffKind::ALL.map(cut_off))
}

on_both_engines! {
    async fn bnk_07_files_name_days_and_set_cut_off_times(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // The file of a whole year, in November: days that have passed are noted.
        let year = "date,is_business_day\n2026-01-01,false\n2026-11-04,false\n2026-11-20,true\n2031-11-20,false\n";
        let report = bank.add("business_days", year).await.unwrap();
        assert_eq!((report.tables[0].created, report.tables[0].changed), (4, 0));
        let again = bank.add("business_days", year).await.unwrap();
        assert_eq!((again.tables[0].created, again.tables[0].changed, again.tables[0].unchanged), (0, 0, 4));
        let report = bank.add("business_days", "date,is_business_day\n2026-11-20,false\n").await.unwrap();
        assert_eq!(report.tables[0].changed, 1);
        let report = bank.add("cut_offs", "kind,until\npayroll.execute,17:00\npayment.send,00:00\n").await.unwrap();
        assert_eq!(report.tables[0].created, 2);
        let report = bank.add("cut_offs", "kind,until\npayroll.execute,17:00\npayment.send,\n").await.unwrap();
        assert_eq!((report.tables[0].changed, report.tables[0].unchanged), (1, 1));
        let days = [date(2026, 1, 1), date(2026, 11, 4), date(2026, 11, 20), date(2031, 11, 20)];
        let days = days.map(|day| (day, false));
        assert_eq!(seen(&bank).await, (BTreeMap::from(days), [Some("17:00".to_owned()), None]));
    }

    async fn bnk_07_wrong_rows_are_named_and_nothing_is_taken(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.add("business_days", "date,is_business_day\n2026-11-04,false\n").await.unwrap();
        let before = seen(&bank).await;
        let file = "date,is_business_day\n2026-11-30,false\n2026-11-04,true\n2031-11-21,false\n2026-02-30,true\n\
            9999-12-31,false\n2026-12-01,no\n2026-12-02,\n2026-11-30,true\n";
        assert_eq!(faults(bank.add("business_days", file).await), [
            "business_days.csv:3:date: 2026-11-04 has passed and stays as it was named",
            "business_days.csv:4:date: 2031-11-21 is more than 5 years ahead",
            "business_days.csv:5:date: must be a day such as 2026-11-20",
            "business_days.csv:6:date: 9999-12-31 is more than 5 years ahead",
            "business_days.csv:7:is_business_day: must be true or false",
            "business_days.csv:8:is_business_day: must not be empty",
            "business_days.csv:9: has the same date as line 2",
        ]);
        let file = "kind,until\npayroll.execute,24:00\nletter.answer,17:00\npayment.send,5 pm\n";
        assert_eq!(faults(bank.add("cut_offs", file).await), [
            "cut_offs.csv:2:until: must be a time of the day such as 17:00",
            "cut_offs.csv:3:kind: must be one of payroll.execute, payment.send",
            "cut_offs.csv:4:until: must be a time of the day such as 17:00",
        ]);
        assert_eq!(seen(&bank).await, before);
    }

    async fn bnk_07_a_day_has_passed_at_midnight_of_the_bank(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let zone = zone();
        assert_eq!(accounts::settle_zone(&bank.bench.store, &zone).await.unwrap(), None);
        bank.add("business_days", "date,is_business_day\n2026-11-28,false\n").await.unwrap();
        let other = "date,is_business_day\n2026-11-28,true\n";
        // In Greenwich it is still the day itself.
        bank.bench.clock.set(zone.moment_of(date(2026, 11, 29).at(0, 30, 0, 0)).unwrap());
        let told = "business_days.csv:2:date: 2026-11-28 has passed and stays as it was named";
        assert_eq!(faults(bank.add("business_days", other).await), [told]);
        bank.bench.clock.set(zone.moment_of(date(2026, 11, 28).at(23, 30, 0, 0)).unwrap());
        assert_eq!(bank.add("business_days", other).await.unwrap().tables[0].changed, 1);
    }

    async fn bnk_07_a_dry_run_checks_and_changes_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let folder = tempfile::tempdir().unwrap();
        let file = "date,is_business_day\n2026-11-30,false\n";
        std::fs::write(folder.path().join("business_days.csv"), file).unwrap();
        let times = r#"[{"kind": "payroll.execute", "until": "17:00"}]"#;
        std::fs::write(folder.path().join("cut_offs.json"), times).unwrap();
        let before = seen(&bank).await;
        let report = bank.import_at(&Pace::default(), folder.path(), true).await.unwrap();
        assert_eq!(report.tables.iter().map(|table| table.created).sum::<u64>(), 2);
        assert_eq!(seen(&bank).await, before);
        bank.import(folder.path()).await.unwrap();
        assert_eq!(seen(&bank).await.0, BTreeMap::from([(date(2026, 11, 30), false)]));
    }
}
