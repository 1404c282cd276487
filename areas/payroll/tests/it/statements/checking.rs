//! PAY-03 and PAY-08: what the checks find, and where it is shown.

use serde_json::{Value, json};
use store::params;
use testkit::Bench;

use super::house::{
    ACCOUNT, House, OTHER_BIC, PATH, SET_MODE, change, changed, codes, employee, ivanova, payload, stranger,
    transfer,
};

fn statuses(transfers: &[Value]) -> Vec<&str> {
    transfers.iter().map(|transfer| transfer["status"].as_str().unwrap()).collect()
}

testkit::on_both_engines! {
    async fn pay_03_errors_and_warnings_are_shown_at_the_transfer_and_summed_up_at_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        house
            .create_and_check(&changed("faulty", |payload| {
                payload["transfersCount"] = json!(6);
                payload["totalAmount"] = json!(1);
                payload["incomeCode"] = Value::Null;
                payload["transfers"] = json!([
                    transfer(1, 101),
                    transfer(2, 102),
                    transfer(3, 103),
                    transfer(3, 104),
                    transfer(5, 107)
                ]);
                payload["transfers"][1]["account"] = json!("");
                payload["transfers"][2]["bic"] = json!("1234");
                payload["transfers"][2]["lastName"] = json!("я".repeat(51));
                payload["transfers"][3]["account"] = json!("");
            }))
            .await;
        let status = house.status("faulty").await;
        assert_eq!(status["status"], "ERROR");
        assert!(status.get("message").is_none());
        assert_eq!(codes(&status["errors"]), ["P01", "P02", "P20", "T01", "T05", "T06"]);
        assert_eq!(codes(&status["warnings"]), ["P11", "T16"]);
        assert_eq!(status["errors"][0]["message"], "There are 5 transfers, transfersCount says 6");
        assert_eq!(status["errors"][1]["message"], "The transfers add up to 502.50, totalAmount says 1.00");
        assert_eq!(
            status["errors"][5]["message"],
            "The employee's personal account is not filled (first at line 2, 2 transfers in all)"
        );
        let transfers = house.transfers("faulty").await;
        assert_eq!(statuses(&transfers), ["CREATED", "ERROR", "ERROR", "ERROR", "CREATED_WITH_WARNINGS"]);
        assert_eq!(codes(&transfers[2]["errors"]), ["T01", "P20"]);
        assert_eq!(codes(&transfers[3]["errors"]), ["T05", "T06"]);
        assert_eq!(codes(&transfers[4]["warnings"]), ["T16"]);
        assert!(transfers[0].get("errors").is_none() && transfers[0].get("warnings").is_none());
        assert_eq!(transfers[3]["orderNumber"], 3);
    }

    async fn security_12_a_name_that_controls_a_terminal_is_an_error(bench: Bench) {
        let house = House::new(bench).await;
        let names = ["Смир\tнова", "Смирнова\r\nИванова", "\u{1b}[2J", "Смир\u{9b}нова", "Смирнова-Ким О'Нил"];
        house
            .create_and_check(&changed("control", |payload| {
                payload["transfersCount"] = json!(names.len());
                let named = |(number, name): (u32, &str)| {
                    let mut transfer = transfer(number, 100 + number);
                    transfer["lastName"] = json!(name);
                    transfer
                };
                payload["transfers"] = (1..).zip(names).map(named).collect();
            }))
            .await;
        let transfers = house.transfers("control").await;
        for transfer in &transfers[..names.len() - 1] {
            assert!(codes(&transfer["errors"]).contains(&"T01"), "{transfer}");
        }
        let plain = &transfers[names.len() - 1];
        assert!(plain.get("errors").is_none_or(|errors| !codes(errors).contains(&"T01")), "{plain}");
    }

    async fn pay_03_messages_are_in_the_language_of_the_caller(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&changed("language", |payload| payload["incomeCode"] = Value::Null)).await;
        let path = format!("{PATH}/language");
        let tokens = house.bench.tokens.pair(&ivanova());
        for (header, message) in [
            (None, "Не указан код вида дохода"),
            (Some("en-GB,en;q=0.9"), "The income code is not given"),
            (Some("de, ru;q=0.2"), "Не указан код вида дохода"),
        ] {
            let request = house.client.get(&path).tokens(&tokens);
            let request = match header {
                Some(header) => request.header("accept-language", header),
                None => request,
            };
            assert_eq!(
                request.send().await.json()["warnings"][0],
                json!({"code": "P11", "message": message})
            );
        }
    }

    async fn pay_03_accounts_are_looked_up_at_this_bank_and_at_others(bench: Bench) {
        let house = House::new(bench).await;
        house
            .create_and_check(&changed("accounts", |payload| {
                payload["transfersCount"] = json!(7);
                payload["totalAmount"] = json!(703.5);
                payload["transfers"] =
                    json!((1..=7).map(|number| transfer(number, 100 + number)).collect::<Vec<_>>());
                // Attached; with the bank's own BIC; absent; of the other bank with and without its BIC; of an unknown
                // bank; of the other bank with the own BIC.
                payload["transfers"][1]["bic"] = json!("044525999");
                payload["transfers"][2]["account"] = json!(employee(900));
                payload["transfers"][3]["account"] = json!(stranger(201));
                payload["transfers"][3]["bic"] = json!(OTHER_BIC);
                payload["transfers"][4]["account"] = json!(stranger(202));
                payload["transfers"][5]["account"] = json!(stranger(203));
                payload["transfers"][5]["bic"] = json!("044525225");
                payload["transfers"][6]["account"] = json!(stranger(204));
                payload["transfers"][6]["bic"] = json!("044525999");
            }))
            .await;
        let transfers = house.transfers("accounts").await;
        let found: Vec<Vec<&str>> = transfers
            .iter()
            .map(|transfer| [codes(&transfer["errors"]), codes(&transfer["warnings"])].concat())
            .collect();
        let expected: [&[&str]; 7] = [&[], &[], &["T16"], &[], &["P21"], &["T15", "P22"], &["T15", "T16"]];
        assert_eq!(found, expected);
        assert_eq!(house.status("accounts").await["status"], "ERROR");
    }

    async fn pay_03_the_debit_account_is_looked_at_again(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("blocked-later")).await;
        assert_eq!(change(&house.bench, &SET_MODE, params![ACCOUNT, 0]).await, 1);
        house.work().await;
        let status = house.status("blocked-later").await;
        assert_eq!((status["status"].as_str(), codes(&status["errors"])), (Some("ERROR"), vec!["P04"]));
    }

    async fn pay_08_transfers_follow_their_statement(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("following")).await;
        assert_eq!(statuses(&house.transfers("following").await), ["CHECKING", "CHECKING"]);
        house.work().await;
        assert_eq!(statuses(&house.transfers("following").await), ["CREATED", "CREATED"]);
        let remarked = changed("remarked", |payload| {
            payload["transfers"][0]["lastName"] = json!("");
            payload["transfers"][1]["account"] = json!(employee(107));
        });
        house.create_and_check(&remarked).await;
        let transfers = house.transfers("remarked").await;
        assert_eq!(statuses(&transfers), ["ERROR", "CREATED_WITH_WARNINGS"]);
        assert_eq!((codes(&transfers[0]["errors"]), codes(&transfers[1]["warnings"])), (vec!["T01"], vec!["T16"]));
        assert!(transfers.iter().all(|transfer| transfer.get("message").is_none()));
        // To the closed account of employee 107 there is a warning first, and a refusal at the end.
        let partly = changed("partly", |payload| payload["transfers"][1]["account"] = json!(employee(107)));
        house.create_signed(&partly).await;
        house.work().await;
        let status = house.status("partly").await;
        assert_eq!(status["status"], "PARTLY_EXECUTED", "{status}");
        let transfers = house.transfers("partly").await;
        assert_eq!(statuses(&transfers), ["EXECUTED", "DECLINED"]);
        assert_eq!(transfers[1]["message"], "Счёт получателя закрыт или не найден");
        assert!(transfers[0].get("message").is_none());
    }
}
