//! PAY-01: what is sent is stored, with every field.

use payroll::income::Income;
use payroll::work;
use serde_json::json;
use store::StoreLimits;
use testkit::Bench;

use super::house::{House, OTHER_BIC, changed, employee, ivanova, payload, stranger, transfer};

testkit::on_both_engines! {
    async fn pay_01_every_field_is_stored_as_it_was_sent(bench: Bench) {
        let house = House::new(bench).await;
        let sent = changed("every-field-1", |payload| {
            payload["date"] = json!("2026-12-01");
            payload["number"] = json!(77);
            payload["conversionRates"] =
                json!([{"rate": 82.50, "currency": "USD"}, {"rate": 11.25, "currency": "CNY"}]);
            payload["enrollmentCode"] = json!("04");
            payload["purpose"] = json!("Премия «за квартал»\u{a0}\\ 3/4");
            payload["responsiblePerson"] = json!({"fullName": "Иванова Анна", "phone": "+79990000001"});
            payload["reportingPeriod"] = json!({"year": 2026, "month": 11});
            payload["totalAmount"] = json!(1_100_000.03);
            payload["unknown"] = json!({"ignored": [1, 2]});
            payload["transfers"] = json!([
                {
                    "lastName": "Смирнова", "firstName": "Анна", "middleName": "Игоревна", "orderNumber": 5,
                    "amount": 1_000_000.03, "account": employee(101), "currency": "RUR", "personnelNumber": "000017",
                    "birthDate": "1990-02-28", "cardNumber": "2200123412341234",
                    "conversion": [{"percent": 30, "currency": "USD"}, {"percent": 20, "currency": "CNY"}],
                    "deductionAmount": 1500
                },
                {
                    "lastName": "Ким", "firstName": "Ли", "orderNumber": 6, "amount": 1e5,
                    "account": stranger(201), "currency": "RUR", "bic": OTHER_BIC, "extra": null
                }
            ]);
        });
        house.create(&sent).await;
        let id = house.id("C00001", "every-field-1").await;
        let caller = ivanova();
        let detail = house.detail(&caller, id).await;
        let header = &detail.header;
        assert_eq!((header.number, header.number_is_default, header.year), (77, false, 2026));
        assert_eq!((header.date.to_string(), header.lines_count), ("2026-12-01".to_owned(), 2));
        assert_eq!(header.purpose, "Премия «за квартал»\u{a0}\\ 3/4");
        assert_eq!((header.terms.total.minor(), header.terms.transfers_count), (110_000_003, 2));
        assert_eq!(header.terms.income, Income { enrollment_code: "04".to_owned(), code: Some(1) });
        let rates: Vec<String> = header
            .terms
            .conversion_rates
            .iter()
            .map(|rate| format!("{}={}", rate.currency, rate.rate))
            .collect();
        assert_eq!(rates, ["CNY=11.25", "USD=82.5"]);
        let person = header.terms.responsible.as_ref().unwrap();
        assert_eq!((person.full_name.as_str(), person.phone.as_str()), ("Иванова Анна", "+79990000001"));
        assert_eq!(header.terms.period.map(|period| (period.year, period.month)), Some((2026, 11)));
        let lines = work::transfers(&house.state, &House::origin(&caller), id, 0, 100).await.unwrap();
        let [first, second] = &lines[..] else { panic!("two transfers") };
        let first = &first.transfer;
        assert_eq!((first.line, first.order_number, first.amount.text().as_str()), (1, 5, "1000000.03"));
        assert_eq!((first.last_name.as_str(), first.first_name.as_str()), ("Смирнова", "Анна"));
        assert_eq!(first.middle_name.as_deref(), Some("Игоревна"));
        assert_eq!(
            (first.personnel_number.as_deref(), first.birth_date.as_deref()),
            (Some("000017"), Some("1990-02-28"))
        );
        assert_eq!((first.card_number.as_deref(), first.bic.as_deref()), (Some("2200123412341234"), None));
        assert_eq!(
            first.deduction.as_ref().map(payroll::transfer::SentAmount::text).as_deref(),
            Some("1500.00")
        );
        let parts: Vec<(i64, &str)> =
            first.conversion.iter().map(|part| (part.percent, part.currency.as_str())).collect();
        assert_eq!(parts, [(30, "USD"), (20, "CNY")]);
        let second = &second.transfer;
        assert_eq!((second.amount.text().as_str(), second.account.clone()), ("100000.00", stranger(201)));
        assert_eq!(second.bic.as_deref(), Some(OTHER_BIC));
    }

    async fn pay_01_every_transfer_of_many_keeps_its_line_and_its_texts(bench: Bench) {
        let house = House::new(bench).await;
        // More than are written at once, and the last ones alone.
        let count = 5_003_u32;
        let sent = changed("many-1", |payload| {
            let transfer = |number: u32| {
                let mut transfer = transfer(number, 101);
                transfer["lastName"] = json!(format!("Ко\"валь-{number}"));
                if number.is_multiple_of(2) {
                    transfer["middleName"] = json!(format!("О.{number}"));
                }
                if number.is_multiple_of(3) {
                    transfer["conversion"] = json!([{"percent": number, "currency": "USD"}]);
                }
                transfer
            };
            payload["transfersCount"] = json!(count);
            payload["transfers"] = (1..=count).map(transfer).collect();
        });
        house.create(&sent).await;
        assert_eq!(house.counts().await, (1, i64::from(count)));
        let (id, origin) = (house.id("C00001", "many-1").await, House::origin(&ivanova()));
        let (mut after, mut expected) = (0, 1..=i64::from(count));
        loop {
            let lines = work::transfers(&house.state, &origin, id, after, 1_000).await.unwrap();
            let Some(last) = lines.last() else { break };
            after = last.transfer.line;
            for (line, number) in lines.iter().zip(expected.by_ref()) {
                let transfer = &line.transfer;
                assert_eq!((transfer.line, transfer.order_number), (number, number));
                assert_eq!(transfer.last_name, format!("Ко\"валь-{number}"));
                assert_eq!(transfer.middle_name, (number % 2 == 0).then(|| format!("О.{number}")));
                let percents: Vec<i64> = transfer.conversion.iter().map(|part| part.percent).collect();
                assert_eq!(percents, if number % 3 == 0 { vec![number] } else { Vec::new() });
                assert_eq!(
                    (transfer.account.clone(), transfer.amount.text()),
                    (employee(101), "100.50".to_owned())
                );
            }
        }
        assert_eq!((after, expected.next()), (i64::from(count), None));
    }

    async fn pay_01_what_is_answered_202_is_in_the_database_of_everybody(bench: Bench) {
        let house = House::new(bench).await;
        let answer = house.post(&json!({ "payload": payload("durable-1") })).await;
        assert_eq!((answer.status.as_u16(), answer.json()), (202, json!({"externalId": "durable-1"})));
        // Another process sees statement, transfers and the job at once.
        let other = house.bench.open_again(StoreLimits { ..Bench::limits() }).await;
        let waiting = jobs::waiting(&other).await.unwrap();
        assert_eq!(waiting.len(), 1, "{waiting:?}");
        assert_eq!(house.counts().await, (1, 2));
        other.close().await;
    }

    async fn pay_01_an_exact_amount_never_passes_through_a_binary_fraction(bench: Bench) {
        let house = House::new(bench).await;
        // As a binary fraction this number is 90071992547409.920.
        let text = json!({ "payload": changed("exact-1", |payload| {
            payload["totalAmount"] = json!("TOTAL");
            payload["transfersCount"] = json!(1);
            let transfer = payload["transfers"][0].clone();
            payload["transfers"] = json!([transfer]);
            payload["transfers"][0]["amount"] = json!("AMOUNT");
        })})
        .to_string();
        let text = text.replace("\"TOTAL\"", "90071992547409.93").replace("\"AMOUNT\"", "90071992547409.93");
        let answer = house.post_as(&ivanova(), super::house::PATH, text).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
        house.work().await;
        assert_eq!(house.status("exact-1").await["status"], "AWAITING_SIGN");
    }
}
