//! PAY-03 and PAY-10: what the checks find at rates and conversions.

use rust_decimal::Decimal;
use serde_json::{Value, json};
use store::params;
use testkit::Bench;

use super::house::{House, PATH, change, changed, codes, ivanova, payload, transfer};

store::queries! {
    /// The bank loses its rates of a currency, as no code does.
    LOSE_RATES = "delete from day_rates where currency = $1";
    /// The number of entries that payroll has written.
    ENTRIES = "select count(1) as entries from journal_entries where kind = 'PAYROLL'";
}

/// A statement whose first transfer of 100.50 is converted by half, at this rate as it is written here.
fn converting(external_id: &str, currency: &str, rate: &str) -> Value {
    changed(external_id, |payload| {
        let rate: Value = serde_json::from_str(rate).unwrap();
        payload["conversionRates"] = json!([{ "rate": rate, "currency": currency }]);
        payload["transfers"][0]["conversion"] = json!([{ "percent": 50, "currency": currency }]);
    })
}

/// Sends an unsigned statement with the number of the rate digit by digit, and works off its check: status and codes.
async fn checked(house: &House, external_id: &str, currency: &str, rate: &str) -> (String, Vec<String>) {
    let body = json!({ "payload": converting(external_id, currency, "77.125") }).to_string();
    let answer = house.post_as(&ivanova(), PATH, body.replace("77.125", rate)).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    house.work().await;
    let status = house.status(external_id).await;
    let found = codes(&status["errors"]).into_iter().map(str::to_owned).collect();
    (status["status"].as_str().unwrap().to_owned(), found)
}

async fn assert_taken(house: &House, external_id: &str, currency: &str, rate: &str) {
    let (status, found) = checked(house, external_id, currency, rate).await;
    // Statements with the same rows have a warning.
    assert!(status.starts_with("AWAITING_SIGN"), "{currency} {rate}: {status} {found:?}");
}

async fn assert_refused(house: &House, external_id: &str, currency: &str, rate: &str, expected: &[&str]) {
    let (status, found) = checked(house, external_id, currency, rate).await;
    assert_eq!(
        (status.as_str(), found),
        ("ERROR", expected.iter().map(|&code| code.to_owned()).collect()),
        "{rate}"
    );
}

testkit::on_both_engines! {
    async fn pay_10_a_rate_far_from_the_day_rate_is_refused(bench: Bench) {
        let house = House::new(bench).await;
        for (number, rate) in
            ["0.0001", "0.000000001", "0.0000000001", "1e-28", "8.085", "808.5", "999999999"]
                .iter()
                .enumerate()
        {
            let external_id = format!("far-{number}");
            house.create_signed(&converting(&external_id, "USD", rate)).await;
            house.work().await;
            let status = house.status(&external_id).await;
            let expected = if number < 5 { "P32" } else { "P30" };
            assert_eq!(
                (&status["status"], codes(&status["errors"])[0]),
                (&json!("ERROR"), expected),
                "{status}"
            );
        }
        let status = house.status("far-0").await;
        let message =
            "The conversion rate 0.0001 for USD is below the bank's rate 80.85 (allowed below it: 0 %)";
        assert_eq!(status["errors"], json!([{ "code": "P32", "message": message }]));
        // A rate that is cut to nothing has no price at all: told at the transfer too.
        for external_id in ["far-2", "far-3"] {
            assert_eq!(codes(&house.status(external_id).await["errors"]), ["P32", "T20"]);
            assert_eq!(codes(&house.transfers(external_id).await[0]["errors"]), ["T20"]);
        }
        let moved = house.bench.store.query_optional(&ENTRIES, params![]).await.unwrap().unwrap();
        assert_eq!(moved.integer("entries"), Ok(0));
        assert_eq!(jobs::waiting(&house.bench.store).await.unwrap(), []);
    }

    async fn pay_10_the_edges_of_the_tolerance_are_taken_and_a_digit_beyond_is_not(bench: Bench) {
        let house = House::new(bench).await;
        // 3 percent of 80.8500, 94.1250 and 112.0000 for ten.
        for (number, (currency, rate)) in [
            ("USD", "80.85"),
            ("USD", "83.2755"),
            ("EUR", "94.125"),
            ("EUR", "96.94875"),
            ("CNY", "11.2"),
            ("CNY", "11.536"),
        ]
        .iter()
        .enumerate()
        {
            assert_taken(&house, &format!("edge-{number}"), currency, rate).await;
        }
        for (number, (currency, rate, code)) in [
            ("USD", "80.8499", "P32"),
            ("USD", "80.849999999999999999999999", "P32"),
            ("USD", "78.4245", "P32"),
            ("USD", "83.29", "P30"),
            ("USD", "83.2756", "P30"),
            ("USD", "83.275500000000000000000001", "P30"),
            ("EUR", "94.12499", "P32"),
            ("EUR", "96.94876", "P30"),
            ("CNY", "11.19", "P32"),
            ("CNY", "11.55", "P30"),
        ]
        .iter()
        .enumerate()
        {
            assert_refused(&house, &format!("beyond-{number}"), currency, rate, &[code]).await;
        }
    }

    async fn pay_10_a_currency_may_have_a_tolerance_of_its_own(bench: Bench) {
        let house = House::new(bench).await;
        house
            .add("conversion_terms.csv", "currency,tolerance_percent,day_limit\nUSD,0.5,\nEUR,10,1000\n")
            .await
            .unwrap();
        assert_taken(&house, "own-1", "USD", "81.25425").await;
        assert_refused(&house, "own-2", "USD", "81.25426", &["P30"]).await;
        assert_taken(&house, "own-3", "EUR", "103.5375").await;
        assert_refused(&house, "own-4", "EUR", "103.5376", &["P30"]).await;
        assert_taken(&house, "own-5", "CNY", "11.536").await;
        // An empty cell is that of the settings again, and the same file twice changes nothing.
        for changed in [1, 0] {
            let report =
                house.add("conversion_terms.csv", "currency,tolerance_percent\nUSD,\n").await.unwrap();
            assert_eq!(report.tables[0].changed, changed);
        }
        assert_taken(&house, "own-6", "USD", "83.2755").await;
        for (row, told) in [
            ("GBP,3,1", "must be USD, EUR or CNY"),
            ("RUR,3,1", "must be USD, EUR or CNY"),
            ("USD,50.01,1", "0 to 50"),
            ("USD,-1,1", "0 to 50"),
            ("USD,0.001,1", "0 to 50"),
            ("USD,3,-0.01", "zero or more"),
            (
                "USD,3,1.001",
                "2 \
                fraction digits",
            ),
        ] {
            let refused = house
                .add("conversion_terms.csv", &format!("currency,tolerance_percent,day_limit\n{row}\n"))
                .await;
            let refused = format!("{:?}", refused.unwrap_err());
            assert!(refused.contains(told), "{row}: {refused}");
        }
    }

    async fn pay_10_the_rate_of_today_counts(bench: Bench) {
        let house = House::new(bench).await;
        let rates = "currency,rate_date,units,rate\nUSD,2026-11-20,100,9000\nUSD,2026-11-21,1,100\n";
        house.add("day_rates.csv", rates).await.unwrap();
        assert_refused(&house, "today-1", "USD", "80.85", &["P32"]).await;
        assert_refused(&house, "today-2", "USD", "100", &["P30"]).await;
        assert_taken(&house, "today-3", "USD", "92.7").await;
    }

    async fn pay_10_a_currency_without_a_rate_of_the_bank_is_refused(bench: Bench) {
        let house = House::new(bench).await;
        change(&house.bench, &LOSE_RATES, params!["EUR"]).await;
        house.add("day_rates.csv", "currency,rate_date,units,rate\nEUR,2026-11-21,1,94.125\n").await.unwrap();
        assert_refused(&house, "unknown-1", "EUR", "94.125", &["P31"]).await;
        assert_taken(&house, "unknown-2", "USD", "80.85").await;
        let status = house.status("unknown-1").await;
        assert_eq!(
            status["errors"][0]["message"],
            "The bank has no rate for EUR, a conversion is not possible"
        );
    }

    async fn pay_10_a_rate_is_looked_at_again_on_the_day_of_execution(bench: Bench) {
        let house = House::new(bench).await;
        house.add("day_rates.csv", "currency,rate_date,units,rate\nUSD,2026-11-25,1,90\n").await.unwrap();
        let mut later = converting("later", "USD", "80.85");
        later["date"] = json!("2026-11-25");
        house.create_signed(&later).await;
        house.work().await;
        assert_eq!(house.status("later").await["status"], "SCHEDULED");
        house.bench.clock.advance_seconds(5 * 86_400);
        house.work().await;
        let status = house.status("later").await;
        let message = "The rate 80.85 for USD is below the bank's rate on the day of execution 90 \
                (allowed below it: 0 %)";
        assert_eq!((&status["status"], &status["message"]), (&json!("DECLINED"), &json!(message)));
        let transfers = house.transfers("later").await;
        assert!(transfers.iter().all(|transfer| transfer["status"] == "DECLINED"), "{transfers:?}");
        let moved = house.bench.store.query_optional(&ENTRIES, params![]).await.unwrap().unwrap();
        assert_eq!(moved.integer("entries"), Ok(0));
    }

    async fn pay_03_a_missing_rate_shows_at_each_transfer_that_needs_it(bench: Bench) {
        let house = House::new(bench).await;
        let missing = changed("missing", |payload| {
            payload["transfersCount"] = json!(4);
            payload["totalAmount"] = json!(402);
            payload["transfers"] =
                json!((1..=4).map(|number| transfer(number, 100 + number)).collect::<Vec<_>>());
            payload["conversionRates"] = json!([{ "rate": 80.85, "currency": "USD" }]);
            payload["transfers"][0]["conversion"] = json!([{ "percent": 50, "currency": "EUR" }]);
            payload["transfers"][1]["conversion"] = json!([{ "percent": 50, "currency": "USD" }]);
            payload["transfers"][3]["conversion"] =
                json!([{ "percent": 50, "currency": "USD" }, { "percent": 50, "currency": "EUR" }]);
        });
        house.create_and_check(&missing).await;
        let status = house.status("missing").await;
        let message = "There is no conversion rate for EUR, which transfers need";
        assert_eq!(status["errors"], json!([{ "code": "P08", "message": message }]), "once at the statement");
        let transfers = house.transfers("missing").await;
        let found: Vec<(&str, Vec<&str>)> = transfers
            .iter()
            .map(|transfer| (transfer["status"].as_str().unwrap(), codes(&transfer["errors"])))
            .collect();
        let expected =
            [("ERROR", vec!["P08"]), ("CREATED", vec![]), ("CREATED", vec![]), ("ERROR", vec!["P08"])];
        assert_eq!(found, expected);
        assert_eq!(transfers[0]["errors"][0]["message"], "Не указан курс конверсии EUR, нужный переводам");
        let answer = house
            .post_as(&ivanova(), "/v1/statements:validate", json!({ "payload": missing }).to_string())
            .await;
        assert_eq!(answer.json()["transfersWithFindings"], 2);
    }

    async fn pay_03_what_a_conversion_yields_is_found_at_the_transfer(bench: Bench) {
        let house = House::new(bench).await;
        // The bank's own rate may be as small as rates are: then it is the amount that leaves its range.
        let rates =
            "currency,rate_date,units,rate\nEUR,2026-11-20,1,0.000001\nCNY,2026-11-20,1000000,0.000001\n";
        house.add("day_rates.csv", rates).await.unwrap();
        let yielding = |external_id: &str, currency: &str, rate: &str, amounts: [&str; 2]| {
            let text = changed(external_id, |payload| {
                payload["conversionRates"] = json!([{ "rate": 77.125, "currency": currency }]);
                for index in 0..2 {
                    payload["transfers"][index]["conversion"] =
                        json!([{ "percent": 100, "currency": currency }]);
                }
                payload["totalAmount"] = json!(123_456.75);
                payload["transfers"][0]["amount"] = json!(111.5);
                payload["transfers"][1]["amount"] = json!(222.5);
            });
            let total: Decimal = amounts.iter().map(|amount| amount.parse::<Decimal>().unwrap()).sum();
            let body = json!({ "payload": text }).to_string();
            let body = body.replace("77.125", rate).replace("111.5", amounts[0]).replace("222.5", amounts[1]);
            body.replace("123456.75", &total.to_string())
        };
        for (number, (currency, rate, amounts, expected)) in [
            // 0.01 dollars cost 0.8085 roubles.
            ("USD", "80.85", ["0.80", "0.81"], [&["T19"][..], &[]]),
            ("EUR", "0.000001", ["90000000.00", "90000000.01"], [&[], &["T20"]]),
            ("CNY", "0.000000000001", ["0.01", "5"], [&["T20"], &["T20"]]),
        ]
        .into_iter()
        .enumerate()
        {
            let external_id = format!("yield-{number}");
            let answer =
                house.post_as(&ivanova(), PATH, yielding(&external_id, currency, rate, amounts)).await;
            assert_eq!(answer.status, 202, "{}", answer.text());
            house.work().await;
            let status = house.status(&external_id).await;
            assert_eq!(status["status"], "ERROR", "{status}");
            let transfers = house.transfers(&external_id).await;
            let found: Vec<Vec<&str>> = transfers.iter().map(|transfer| codes(&transfer["errors"])).collect();
            assert_eq!(found, expected, "{currency}");
        }
        let transfers = house.transfers("yield-0").await;
        assert_eq!(transfers[0]["errors"][0]["message"], "Конвертируемой части не хватает даже на 0,01 USD");
    }

    async fn money_h08_a_rate_better_than_the_banks_buys_nothing(bench: Bench) {
        let house = House::new(bench).await;
        house.create_signed(&converting("better", "USD", "78.4245")).await;
        house.work().await;
        let status = house.status("better").await;
        let message = "The conversion rate 78.4245 for USD is below the bank's rate 80.85 (allowed below it: 0 %)";
        let errors = json!([{ "code": "P32", "message": message }]);
        assert_eq!((&status["status"], &status["errors"]), (&json!("ERROR"), &errors));
        let moved = house.bench.store.query_optional(&ENTRIES, params![]).await.unwrap().unwrap();
        assert_eq!(moved.integer("entries"), Ok(0));
    }

    async fn pay_10_validation_finds_rates_like_the_checks(bench: Bench) {
        let house = House::new(bench).await;
        let body = json!({ "payload": converting("validated", "USD", "83.2756") }).to_string();
        let found = house.post_as(&ivanova(), "/v1/statements:validate", body).await.json();
        assert_eq!((&found["valid"], codes(&found["errors"])), (&json!(false), vec!["P30"]));
        let body = json!({ "payload": converting("validated", "USD", "83.2755") }).to_string();
        let found = house.post_as(&ivanova(), "/v1/statements:validate", body).await.json();
        assert_eq!(found["valid"], true, "{found}");
    }

    async fn money_h08_a_rate_that_no_transfer_needs_is_a_warning_and_does_not_stop_the_money(bench: Bench) {
        let house = House::new(bench).await;
        let mut idle = payload("idle");
        idle["conversionRates"] = json!([{ "rate": 0.0001, "currency": "USD" }]);
        house.create_and_check(&idle).await;
        let status = house.status("idle").await;
        assert_eq!(status["status"], "AWAITING_SIGN_WITH_WARNINGS");
        assert_eq!(codes(&status["warnings"]), ["P09"]);
        let mut idle = converting("idle-beside", "USD", "80.85");
        idle["conversionRates"] =
            json!([{ "rate": 80.85, "currency": "USD" }, { "rate": 0.0001, "currency": "EUR" }]);
        house.create_signed(&idle).await;
        house.work().await;
        let status = house.status("idle-beside").await;
        assert_eq!((&status["message"], codes(&status["warnings"])), (&Value::Null, vec!["P09", "P13"]));
        assert_ne!(status["status"], "DECLINED");
    }
}
