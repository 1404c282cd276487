//! The bank's files.

use import::ImportError;
use serde_json::json;
use store::params;
use testkit::Bench;

use crate::bank::{Bank, demo_data, ivanova, ivanova_of_vasilek};
use crate::working::{changes, plan};
use crate::writing::{begun, key, send};

store::queries! {
    OFFER_ALL = "update tariff_plans set status = 'OFFERED'";
}

async fn error(bank: &Bank, file: &str, content: &str) -> String {
    match bank.add(file, content).await {
        Err(ImportError::Files { errors, .. }) => {
            errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        }
        other => panic!("{other:?}"),
    }
}

testkit::on_both_engines! {
    async fn ops_01_the_demo_files_are_imported_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (file, unchanged) in
            [("tariff_plans.json", 3), ("client_tariff_plans.csv", 4), ("future_tariff_changes.csv", 1)]
        {
            let text = std::fs::read_to_string(demo_data().join(file)).unwrap();
            let report = bank.add(file, &text).await.unwrap();
            assert_eq!(
                (report.tables[0].created, report.tables[0].changed, report.tables[0].unchanged),
                (0, 0, unchanged),
                "{file}"
            );
        }
        let moved = bank
            .add(
                "future_tariff_changes.csv",
                "future_change_id,cnum,plan_code,effective_from\n1,C00002,PRO,2026-12-01\n",
            )
            .await;
        assert_eq!(moved.unwrap().tables[0].changed, 1);
        bank.wait_until("2026-12-01T00:00:00+03:00");
        bank.work().await;
        let page = bank.page(&ivanova_of_vasilek(), "/bank/tariffs").await;
        assert!(page.text().contains("Профи, с 1"), "{}", page.text());
        // Told again it is known; told otherwise it comes too late.
        let row = |day: &str| format!("future_change_id,cnum,plan_code,effective_from\n1,C00002,PRO,{day}\n");
        let again = bank.add("future_tariff_changes.csv", &row("2026-12-01")).await.unwrap();
        assert_eq!(again.tables[0].unchanged, 1);
        let late = error(&bank, "future_tariff_changes.csv", &row("2027-01-01")).await;
        assert!(late.contains("the change does not lie ahead any more"), "{late}");
    }

    async fn ops_01_a_row_changes_what_it_names_and_nothing_of_another_client(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = async |rows: &str| {
            let text = format!("future_change_id,cnum,plan_code,effective_from\n{rows}\n");
            let report = bank.add("future_tariff_changes.csv", &text).await.unwrap();
            (report.tables[0].created, report.tables[0].changed)
        };
        assert_eq!(file("2,C00003,PRO,2026-12-05").await, (1, 0));
        // Their jobs wait for the days that the files have named first.
        bank.work().await;
        assert_eq!(file("1,C00002,START,2026-12-01").await, (0, 1));
        assert_eq!(changes(&bank, "C00002").await, ["START 2026-12-01 PLANNED"]);
        assert_eq!(changes(&bank, "C00003").await, ["PRO 2026-12-05 PLANNED"]);
        bank.wait_until("2026-12-01T00:00:00+03:00");
        bank.work().await;
        assert_eq!(plan(&bank, "C00002").await, "START 2026-12-01");
        assert_eq!(plan(&bank, "C00003").await, "START 2026-02-01");
        let plans = "cnum,plan_code,since\nC00001,PRO,2026-03-01\n";
        assert_eq!(bank.add("client_tariff_plans.csv", plans).await.unwrap().tables[0].changed, 1);
        assert_eq!(plan(&bank, "C00001").await, "PRO 2026-03-01");
        assert_eq!(plan(&bank, "C00003").await, "START 2026-02-01");
    }

    async fn ops_01_wrong_rows_are_refused_with_their_column(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let plan = |change: &dyn Fn(&mut serde_json::Value)| {
            let mut plan = json!({"plan_code": "X", "name": "X", "public_name_ru": "X", "public_name_en": "X",
                "summary_ru": "X", "summary_en": "X", "monthly_fee": "1.00", "status": "OFFERED",
                "fees": [{"title_ru": "t", "title_en": "t", "fees": [
                    {"service_ru": "s", "service_en": "s", "price_ru": "p", "price_en": "p"}]}]});
            change(&mut plan);
            json!([plan]).to_string()
        };
        let wrong: [(String, &str); 7] = [
            (plan(&|plan| plan["plan_code"] = json!("x")), "plan_code"),
            (plan(&|plan| plan["monthly_fee"] = json!("-1.00")), "monthly_fee"),
            (plan(&|plan| plan["monthly_fee"] = json!("1.001")), "monthly_fee"),
            (plan(&|plan| plan["status"] = json!("OLD")), "status"),
            (plan(&|plan| plan["fees"] = json!([])), "fees"),
            (plan(&|plan| plan["fees"][0]["fees"][0]["price_en"] = json!("")), "fees"),
            (plan(&|plan| plan["fees"][0]["fees"] = json!([{"service": "x"}])), "fees"),
        ];
        for (content, column) in wrong {
            let error = error(&bank, "tariff_plans.json", &content).await;
            assert!(error.starts_with(&format!("tariff_plans.json:1:{column}:")), "{error}");
        }
        let offered = |count: u32| {
            let plans: Vec<serde_json::Value> = (0..count)
                .map(|number| {
                    let one = plan(&|plan| plan["plan_code"] = json!(format!("X{number:02}")));
                    serde_json::from_str::<serde_json::Value>(&one).unwrap()[0].clone()
                })
                .collect();
            json!(plans).to_string()
        };
        // The demo offers three plans of its own.
        bank.add("tariff_plans.json", &offered(47)).await.unwrap();
        let error_of_many = error(&bank, "tariff_plans.json", &offered(48)).await;
        assert!(error_of_many.contains("status: at most 50 plans are offered"), "{error_of_many}");
        // Whoever has more since before the rule can withdraw some and rename others, and offers no new ones.
        let withdrawn = offered(48).replace("OFFERED", "WITHDRAWN");
        bank.add("tariff_plans.json", &withdrawn).await.unwrap();
        let offer = |tx: &mut store::Tx| tx.execute(&OFFER_ALL, params![]);
        bank.bench.store.write::<_, store::StoreError>("test.offer", offer).await.unwrap();
        assert_eq!(bank.add("tariff_plans.json", &offered(48)).await.unwrap().tables[0].unchanged, 48);
        let renamed = plan(&|plan| (plan["plan_code"], plan["name"]) = (json!("X01"), json!("Renamed")));
        assert_eq!(bank.add("tariff_plans.json", &renamed).await.unwrap().tables[0].changed, 1);
        let new = plan(&|plan| plan["plan_code"] = json!("X48"));
        let error_of_new = error(&bank, "tariff_plans.json", &new).await;
        assert!(error_of_new.contains("status: at most 50 plans are offered"), "{error_of_new}");
        let one = plan(&|plan| (plan["plan_code"], plan["status"]) = (json!("X00"), json!("WITHDRAWN")));
        assert_eq!(bank.add("tariff_plans.json", &one).await.unwrap().tables[0].changed, 1);
        let client = "cnum,plan_code,since\n";
        for (row, column) in [
            ("C00009,PRO,2026-01-01", "cnum"),
            ("C00001,NONE,2026-01-01", "plan_code"),
            ("C00001,PRO,2026-1-1", "since"),
            ("C00001,PRO,20260101", "since"),
        ] {
            let error = error(&bank, "client_tariff_plans.csv", &format!("{client}{row}\n")).await;
            assert!(error.starts_with(&format!("client_tariff_plans.csv:2:{column}:")), "{error}");
        }
        let change = "future_change_id,cnum,plan_code,effective_from\n";
        for (row, column) in [
            ("0,C00001,PRO,2027-01-01", "future_change_id"),
            ("01,C00002,PRO,2027-01-01", "future_change_id"),
            ("2,C00002,PRO,2027-01-01", "cnum"),
            ("1,C00001,PRO,2027-01-01", "cnum"),
        ] {
            let error = error(&bank, "future_tariff_changes.csv", &format!("{change}{row}\n")).await;
            assert!(error.starts_with(&format!("future_tariff_changes.csv:2:{column}:")), "{error}");
        }
    }

    async fn ops_01_answers_of_the_bank_are_sent_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let mail =
            bank.correspond(&ivanova(), "C00002", "1").await.json()["mailId"].as_str().unwrap().to_owned();
        let file = format!("answer_id,letter_id,body\nA1,{mail},Мы получили письмо.\n");
        assert_eq!(bank.add("letter_answers.csv", &file).await.unwrap().tables[0].created, 1);
        assert_eq!(bank.add("letter_answers.csv", &file).await.unwrap().tables[0].unchanged, 1);
        let page = bank.page(&ivanova_of_vasilek(), &format!("/bank/letters/{mail}")).await;
        assert_eq!(page.text().matches("Мы получили письмо.").count(), 1);
        let absent = "answer_id,letter_id,body\nA2,019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10,x\n";
        assert!(error(&bank, "letter_answers.csv", absent).await.contains("there is no letter"));
        let moved = absent.replace("A2", "A1");
        assert!(error(&bank, "letter_answers.csv", &moved).await.contains("was sent in another letter"));
        // Letters of one subject are no less different ones.
        for is_first in [true, false] {
            let path = begun(&send(&bank, &ivanova(), &key(&bank), &[]).await);
            let file = format!("answer_id,letter_id,body\nA3,{},x\n", path.rsplit('/').next().unwrap());
            if is_first {
                assert_eq!(bank.add("letter_answers.csv", &file).await.unwrap().tables[0].created, 1);
            } else {
                assert!(error(&bank, "letter_answers.csv", &file).await.contains("was sent in another letter"));
            }
        }
    }
}
