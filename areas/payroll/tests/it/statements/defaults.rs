//! PAY-05 and PAY-06: what the bank fills in, and its dictionaries.

use futures_util::future::join_all;
use kernel::Instant;
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::Bench;

use super::house::{
    House, OTHER_BIC, PATH, change, changed, client, codes, ivanova, payload, sidorov, with_settings,
};

/// 2026-12-31T21:30:00Z: the year 2027 has begun at the bank and not in UTC.
const NEW_YEAR_UNIX_S: i64 = 1_798_752_600;

store::queries! {
    /// The last number of a company that can be given.
    EXHAUST = "insert into payroll_numbers (cnum, year, last_number) values ($1, 2026, 999998)";
    /// The last number but two.
    NEARLY_EXHAUST = "insert into payroll_numbers (cnum, year, last_number) values ($1, 2026, 999997)";
}

async fn header(house: &House, external_id: &str) -> payroll::statement::StatementHeader {
    house.detail(&ivanova(), house.id("C00001", external_id).await).await.header
}

fn numbered(external_id: &str, number: i64) -> Value {
    changed(external_id, |payload| payload["number"] = json!(number))
}

testkit::on_both_engines! {
    async fn pay_05_date_number_and_purpose_are_filled_in(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("first")).await;
        house.create(&changed("second", |payload| {
            payload["enrollmentCode"] = json!("05");
            payload["reportingPeriod"] = json!({"year": 2026, "month": 3});
            payload["purpose"] = json!("  ");
        })).await;
        let (first, second) = (header(&house, "first").await, header(&house, "second").await);
        assert_eq!((first.date.to_string(), first.number, first.year), ("2026-11-20".to_owned(), 1, 2026));
        assert_eq!(first.purpose, "Перечисление денежных средств сотрудникам: Заработная плата");
        assert_eq!(second.number, 2);
        assert_eq!(second.purpose, "Перечисление денежных средств сотрудникам: Отпускные за 03.2026");
    }

    async fn pay_05_the_day_and_the_year_are_those_of_the_bank(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("old-year")).await;
        house.bench.clock.set(Instant::from_unix_seconds(NEW_YEAR_UNIX_S));
        house.create(&payload("new-year")).await;
        let header = header(&house, "new-year").await;
        assert_eq!((header.date.to_string(), header.year, header.number), ("2027-01-01".to_owned(), 2027, 1));
    }

    async fn pay_05_numbers_have_no_gap_and_no_double_when_many_are_taken_at_once(bench: Bench) {
        let house = House::new(bench).await;
        let other_store = house.bench.open_again(Bench::limits()).await;
        let other = with_settings(&house.bench, other_store.clone(), house.state.settings.clone(), 9);
        let clients = [house.client.clone(), client(&house.bench, &other)];
        let tokens = house.bench.tokens.pair(&ivanova());
        // Every third one is refused after the number would have been taken: it is there already.
        let requests = (0..30_usize).map(|number| {
            let name = if number % 3 == 0 { "repeated".to_owned() } else { format!("numbered-{number}") };
            let text = json!({ "payload": payload(&name) }).to_string();
            let request = clients[number % 2].post(PATH).tokens(&tokens);
            request.header("content-type", "application/json").body(text).send()
        });
        let taken = join_all(requests).await.iter().filter(|answer| answer.status == 202).count();
        assert_eq!(taken, 21);
        assert_eq!(house.numbers("C00001").await, (1..=21).collect::<Vec<i64>>());
        other_store.close().await;
    }

    async fn pay_05_numbers_that_senders_chose_are_not_given_again(bench: Bench) {
        let house = House::new(bench).await;
        for (name, number) in [("two", 2), ("three", 3), ("five", 5)] {
            house.create(&numbered(name, number)).await;
        }
        for name in ["a", "b", "c"] {
            house.create(&payload(name)).await;
        }
        assert_eq!(house.numbers("C00001").await, [1, 2, 3, 4, 5, 6]);
        assert_eq!(header(&house, "b").await.number, 4);
        // A number that its sender gives twice is told, and not refused.
        house.create_and_check(&numbered("two-again", 2)).await;
        let status = house.status("two-again").await;
        assert_eq!(status["status"], "AWAITING_SIGN_WITH_WARNINGS");
        assert_eq!(codes(&status["warnings"]), ["P10", "P13"]);
    }

    async fn pay_05_after_the_last_number_a_statement_needs_one_of_its_own(bench: Bench) {
        let house = House::new(bench).await;
        assert_eq!(change(&house.bench, &EXHAUST, params!["C00001"]).await, 1);
        house.create(&payload("the-last")).await;
        assert_eq!(house.numbers("C00001").await, [999_999]);
        let answer = house.post(&json!({ "payload": payload("one-too-many") })).await;
        assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec!["number"]));
        house.create(&numbered("chosen", 17)).await;
    }

    async fn pay_05_the_last_number_that_its_sender_chose_is_not_passed(bench: Bench) {
        let house = House::new(bench).await;
        assert_eq!(change(&house.bench, &EXHAUST, params!["C00001"]).await, 1);
        house.create(&numbered("chosen", 999_999)).await;
        let answer = house.post(&json!({ "payload": payload("one-too-many") })).await;
        assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec!["number"]));
        assert_eq!(house.numbers("C00001").await, [999_999]);
    }

    async fn pay_05_the_very_last_number_is_given_behind_one_that_its_sender_chose(bench: Bench) {
        let house = House::new(bench).await;
        assert_eq!(change(&house.bench, &NEARLY_EXHAUST, params!["C00001"]).await, 1);
        for (name, number) in [("two", 2), ("chosen", 999_998)] {
            house.create(&numbered(name, number)).await;
        }
        house.create(&payload("the-last")).await;
        assert_eq!(header(&house, "the-last").await.number, 999_999);
        let answer = house.post(&json!({ "payload": payload("one-too-many") })).await;
        assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec!["number"]));
    }

    async fn pay_05_numbers_of_another_company_or_year_are_not_passed(bench: Bench) {
        let house = House::new(bench).await;
        let of_kolos = |name: &str, number: i64| {
            let mut payload = numbered(name, number);
            payload["account"] = json!("40702810800000000021");
            json!({ "payload": payload }).to_string()
        };
        house.create(&numbered("last-year", 4)).await;
        house.bench.clock.set(Instant::from_unix_seconds(NEW_YEAR_UNIX_S));
        for (name, number) in [("two", 2), ("three", 3)] {
            house.create(&numbered(name, number)).await;
        }
        let answer = house.post_as(&sidorov(), PATH, of_kolos("of-kolos", 4)).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
        for (name, number) in [("a", 1), ("b", 4), ("c", 5)] {
            house.create(&payload(name)).await;
            assert_eq!(header(&house, name).await.number, number, "{name}");
        }
    }

    async fn pay_05_a_long_name_of_a_kind_is_cut_at_118_characters(bench: Bench) {
        let house = House::new(bench).await;
        let name = "ё".repeat(200);
        let file = format!("enrollment_code,name_ru,name_en\n91,{name},Long\n");
        house.add("enrollment_codes.csv", &file).await.unwrap();
        house.create(&changed("long", |payload| payload["enrollmentCode"] = json!("91"))).await;
        let purpose = header(&house, "long").await.purpose;
        assert_eq!(purpose.chars().count(), 118);
        assert!(purpose.ends_with("ёё"));
    }

    async fn pay_06_the_dictionary_has_a_tail_of_the_bank(bench: Bench) {
        let house = House::new(bench).await;
        for code in ["01", "02", "03", "04", "05"] {
            house.create(&changed(&format!("kind-{code}"), |payload| payload["enrollmentCode"] = json!(code))).await;
        }
        let own = changed("own-kind", |payload| {
            payload["enrollmentCode"] = json!("20");
            payload["incomeCode"] = json!(1);
        });
        assert_eq!(house.post(&json!({ "payload": own })).await.status, 400);
        let file = "enrollment_code,name_ru,name_en,income_codes,is_open\n20,Пособие,Allowance,2 4,true\n";
        house.add("enrollment_codes.csv", file).await.unwrap();
        house.create_and_check(&own).await;
        let status = house.status("own-kind").await;
        assert_eq!(codes(&status["warnings"]), ["P12", "P13"], "{status}");
        house.create_and_check(&changed("fitting", |payload| {
            payload["enrollmentCode"] = json!("20");
            payload["incomeCode"] = json!(4);
        })).await;
        assert_eq!(house.status("fitting").await["status"], "AWAITING_SIGN_WITH_WARNINGS");
        house.add("enrollment_codes.csv", &file.replace("true", "false")).await.unwrap();
        let closed = changed("closed-kind", |payload| payload["enrollmentCode"] = json!("20"));
        let answer = house.post(&json!({ "payload": closed })).await;
        assert_eq!(codes(&answer.json()["errors"]), ["enrollmentCode"]);
    }

    async fn lif_06_the_tables_of_the_bank_are_read_key_after_key_as_their_files_have_them(bench: Bench) {
        let house = House::new(bench).await;
        house.add("conversion_terms.csv", "currency,day_limit\nUSD,1\nEUR,2\nCNY,3\n").await.unwrap();
        house.add("payroll_banks.csv", "bic,name\n044525225,Третий банк\n").await.unwrap();
        let importers = payroll::importers();
        // Returns the keys of a table, read one by one.
        let keys = async |place: usize| {
            let (mut after, mut keys) = (String::new(), Vec::new());
            for _ in 0..20 {
                let (importer, from) = (importers[place].clone(), after.clone());
                let read = move |tx: &mut Tx| import::rows_after(tx, importer.as_ref(), &from, 1);
                let rows = house.bench.store.read::<_, StoreError>("test.rows", read).await.unwrap();
                let Some(row) = rows.into_iter().next() else { break };
                after.clone_from(&row.key);
                keys.push(row.key);
            }
            keys
        };
        assert_eq!(keys(0).await, ["01", "02", "03", "04", "05"]);
        assert_eq!(keys(1).await, ["044525225", OTHER_BIC]);
        assert_eq!(keys(2).await, ["CNY", "EUR", "USD"]);
        house.add("conversion_terms.csv", "currency,day_limit\nEUR,5\n").await.unwrap();
        for (currency, minor) in [("CNY", "300"), ("EUR", "500"), ("USD", "100")] {
            let importer = importers[2].clone();
            let read = move |tx: &mut Tx| import::row_of(tx, importer.as_ref(), currency);
            let stored = house.bench.store.read::<_, StoreError>("test.row", read).await.unwrap().unwrap();
            assert_eq!(stored.cells["day_limit_minor"], minor, "{currency}");
        }
        // A file that says the same changes nothing, and one that says something else all of it.
        let head = "enrollment_code,name_ru,name_en,income_codes,is_open";
        for (row, changed) in [
            ("20,Пособие,Allowance,2 4,true", 0), ("20,Пособие,Allowance,2 4,true", 0),
            ("20,Помощь,Help,1,true", 1),
        ] {
            let report = house.add("enrollment_codes.csv", &format!("{head}\n{row}\n")).await.unwrap();
            assert_eq!(report.tables.iter().map(|table| table.changed).sum::<u64>(), changed, "{row}");
            let importer = importers[0].clone();
            let read = move |tx: &mut Tx| import::row_of(tx, importer.as_ref(), "20");
            let stored = house.bench.store.read::<_, StoreError>("test.row", read).await.unwrap().unwrap();
            let cells: Vec<&str> = head.split(',').map(|name| stored.cells[name].as_str()).collect();
            assert_eq!(cells.join(","), row);
        }
    }

    async fn pay_06_no_more_kinds_are_open_than_a_form_offers(bench: Bench) {
        let house = House::new(bench).await;
        let rows = |codes: std::ops::RangeInclusive<u32>, is_open: bool| {
            let rows: Vec<_> = codes.map(|code| format!("{code},Вид {code},Kind {code},{is_open}\n")).collect();
            rows.concat()
        };
        let head = "enrollment_code,name_ru,name_en,is_open\n";
        // Five are there from the start. Closed ones are as many as the bank likes.
        let filling = format!("{head}{}{}", rows(1_001..=1_195, true), rows(2_001..=2_050, false));
        house.add("enrollment_codes.csv", &filling).await.unwrap();
        let one_more = format!("{head}{}", rows(3_000..=3_000, true));
        let refused = house.add("enrollment_codes.csv", &one_more).await.unwrap_err().to_string();
        assert!(refused.contains("there would be more than 200 open kinds"), "{refused}");
        house.add("enrollment_codes.csv", &filling).await.unwrap();
        let instead = format!("{head}{}{}", rows(1_001..=1_001, false), rows(3_000..=3_000, true));
        house.add("enrollment_codes.csv", &instead).await.unwrap();
    }

    async fn pay_06_a_wrong_file_of_the_dictionary_changes_nothing(bench: Bench) {
        let house = House::new(bench).await;
        for file in [
            "enrollment_code,name_ru,name_en,income_codes\n20,Пособие,Allowance,6\n",
            "enrollment_code,name_ru,name_en\n12345678901,Пособие,Allowance\n",
        ] {
            assert!(house.add("enrollment_codes.csv", file).await.is_err(), "{file}");
        }
        assert!(house.add("payroll_banks.csv", "bic,name\n04452599,Bank\n").await.is_err());
        assert_eq!(house.counts().await, (0, 0));
    }
}
