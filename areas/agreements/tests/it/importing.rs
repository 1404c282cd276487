//! The bank's file.

use import::ImportError;
use testkit::Bench;

use crate::bank::{Bank, ids, ivanova};

fn row(agreement: &str) -> String {
    format!(r#"[{{"agreement_id": 1, "cnum": "C00001", "business_key": "K", "agreement": {agreement}}}]"#)
}

async fn error(bank: &Bank, rows: &str) -> String {
    match bank.import(rows).await {
        Err(ImportError::Files { errors, .. }) => errors[0].to_string(),
        other => panic!("{other:?}"),
    }
}

testkit::on_both_engines! {
    async fn ops_01_agreements_are_imported_once_and_changed_after(bench: Bench) {
        let bank = Bank::with(bench, &row(r#"{"amount": 1.50, "number": "N"}"#)).await;
        let counts = |report: import::Report| {
            let table = report.tables.last().unwrap().clone();
            assert_eq!(table.file, "agreements.json");
            (table.created, table.changed, table.unchanged)
        };
        // The order of the fields and the way a number is written make no other agreement.
        let same = bank.import(&row(r#"{"number": "N", "amount": 1.5}"#)).await.unwrap();
        assert_eq!(counts(same), (0, 0, 1));
        let other = bank.import(&row(r#"{"number": "N", "amount": 1.51}"#)).await.unwrap();
        assert_eq!(counts(other), (0, 1, 0));
    }

    async fn ops_01_a_version_is_corrected_in_everything_and_no_other(bench: Bench) {
        let rows = |cnum: &str, key: &str, number: &str| {
            let other = row(r#"{"number": "2"}"#).replace("\"agreement_id\": 1", "\"agreement_id\": 2");
            let first = row(&format!(r#"{{"number": "{number}"}}"#)).replace("C00001", cnum).replace("\"K\"", key);
            format!("{},{}", first.trim_end_matches(']'), other.trim_start_matches('['))
        };
        let bank = Bank::with(bench, &rows("C00001", "\"A\"", "1")).await;
        bank.import(&rows("C00002", "\"B\"", "3")).await.unwrap();
        for (cnum, id, key, number) in [("C00001", 2, "K", "2"), ("C00002", 1, "B", "3")] {
            let list = bank.send(&ivanova(), &format!("/trade-finance/v1/agreements?cnums={cnum}")).await.json();
            assert_eq!(ids(&list), [id], "{list}");
            let found = &list["agreements"][0];
            assert_eq!((found["businessKey"].as_str(), found["number"].as_str()), (Some(key), Some(number)), "{found}");
        }
    }

    async fn ops_01_wrong_agreements_are_refused_with_their_reason(bench: Bench) {
        let bank = Bank::open(bench).await;
        let documents = [
            (r#"{"amount": 1.234}"#, "at most 2 fraction digits"),
            (r#"{"amount": "1.23"}"#, "decimal number"),
            (r#"{"ammount": 1.23}"#, "unknown field `ammount`"),
            (r#"{"collateral": {"coverAmmount": 1}}"#, "unknown field `coverAmmount`"),
            (r#"{"guaranteesCount": 2147483648}"#, "expected i32"),
            (r#"{"endDate": "31.12.2026"}"#, ""),
            (r#"{"endDate": "2026-02-30"}"#, ""),
            (r#"{"number": "a", "number": "b"}"#, "duplicate field `number`"),
            (r#"{"id": 1}"#, "columns agreement_id and business_key"),
            (r#"{"businessKey": "K"}"#, "columns agreement_id and business_key"),
            ("[]", ""),
        ];
        for (document, reason) in documents {
            let error = error(&bank, &row(document)).await;
            assert!(error.starts_with("agreements.json:1:agreement:"), "{error}");
            assert!(error.contains(reason), "{error}");
        }
        let stranger = row("{}").replace("C00001", "C99999");
        assert_eq!(error(&bank, &stranger).await, "agreements.json:1:cnum: there is no company C99999");
        // Beside the row of 1 it would be another thing to a comparison of texts, and the same to the table.
        for other in ["01", "+1", "-0"] {
            let error = error(&bank, &row("{}").replace("1, \"cnum\"", &format!("\"{other}\", \"cnum\""))).await;
            assert!(error.starts_with("agreements.json:1:agreement_id: must be a whole number"), "{error}");
        }
        let absent = r#"[{"agreement_id": 1, "cnum": "C00001", "business_key": "K"}]"#;
        assert_eq!(error(&bank, absent).await, "agreements.json:1:agreement: must not be empty");
        // Nothing of all that was kept.
        let list = bank.send(&ivanova(), "/trade-finance/v1/agreements?cnums=C00001").await;
        assert_eq!(ids(&list.json()), [1001, 1002, 1003]);
    }

    async fn ops_01_a_company_has_a_bounded_number_of_versions(bench: Bench) {
        let rows = |count: usize| {
            let row = |id| {
                format!(r#"{{"agreement_id": {id}, "cnum": "C00002", "business_key": "K", "agreement": {{}}}}"#)
            };
            format!("[{}]", (1..=count).map(row).collect::<Vec<_>>().join(","))
        };
        let bank = Bank::with(bench, &rows(1_000)).await;
        let error = error(&bank, &rows(1_001)).await;
        assert_eq!(error, "agreements.json:1:cnum: C00002 would have more than 1000 versions of agreements");
    }
}
