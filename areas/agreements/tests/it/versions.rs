//! Versions of one agreement.

use testkit::Bench;

use crate::bank::{Bank, LISTS, ids, ivanova};

testkit::on_both_engines! {
    async fn agr_01_the_list_has_the_latest_version_and_each_is_found_by_id(bench: Bench) {
        let rows = r#"[
            {"agreement_id": 5, "cnum": "C00001", "business_key": "A", "agreement": {"number": "second"}},
            {"agreement_id": 3, "cnum": "C00001", "business_key": "A", "agreement": {"number": "first"}},
            {"agreement_id": 4, "cnum": "C00001", "business_key": "B", "agreement": {"number": "other"}},
            {"agreement_id": 9, "cnum": "C00002", "business_key": "A", "agreement": {"number": "elsewhere"}}
        ]"#;
        let bank = Bank::with(bench, rows).await;
        for list in LISTS {
            let answer = bank.send(&ivanova(), &format!("{list}?cnums=C00001")).await;
            assert_eq!(ids(&answer.json()), [4, 5]);
            let answer = bank.send(&ivanova(), &format!("{list}?cnums=C00002,C00001")).await;
            assert_eq!(ids(&answer.json()), [4, 5, 9]);
            let first = bank.send(&ivanova(), &format!("{list}/3?cnums=C00001")).await;
            assert_eq!(first.json()["number"], "first");
        }
    }
}
