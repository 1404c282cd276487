//! Rules that keep people from paying twice in the online bank.

use http::StatusCode;
use serde_json::json;
use testkit::{Bench, on_both_engines};

use super::{OnlineBank, address};
use crate::statements::house::{changed, employee, ivanova, payload, transfer};

const DUPLICATE: &str = "Те же счета и суммы, что в ведомости";
const DEPOSIT: &str = "42102810400000000003";

on_both_engines! {
    async fn online_bank_05_the_copy_of_a_partly_executed_statement_has_the_declined_rows_alone(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let partly = changed("partly", |payload| {
            payload["transfersCount"] = json!(3);
            payload["totalAmount"] = json!(301.5);
            payload["transfers"] = json!([transfer(1, 101), transfer(2, 107), transfer(3, 102)]);
        });
        bank.house.create_signed(&partly).await;
        bank.house.work().await;
        assert_eq!(bank.status("partly").await, "PARTLY_EXECUTED");
        let id = bank.house.id("C00001", "partly").await;
        let page = bank.page(id).await;
        assert!(page.contains("Новая ведомость из отклонённых переводов") && !page.contains("Скопировать как новую"));
        let copied = bank.send(&ivanova(), &format!("{}/copy", address(id)), &[]).await;
        assert_eq!(copied.status, StatusCode::SEE_OTHER, "{}", copied.text());
        let roll = bank.open(&ivanova(), copied.location().unwrap()).await;
        let has = |serial| roll.text().contains(&employee(serial));
        assert_eq!([has(101), has(107), has(102)], [false, true, false], "{}", roll.text());
        // A statement that was paid to everybody stays a pattern as a whole.
        bank.house.create_signed(&payload("whole")).await;
        bank.house.work().await;
        assert_eq!(bank.status("whole").await, "EXECUTED");
        let id = bank.house.id("C00001", "whole").await;
        assert!(bank.page(id).await.contains("Скопировать как новую"));
        let copied = bank.send(&ivanova(), &format!("{}/copy", address(id)), &[]).await;
        let roll = bank.open(&ivanova(), copied.location().unwrap()).await;
        assert!(roll.text().contains(&employee(101)) && roll.text().contains(&employee(102)));
        // And whoever makes it is asked whether the same is to be paid again.
        assert!(roll.text().contains(DUPLICATE), "{}", roll.text());
        // Wages are not offered from a deposit.
        assert!(!roll.text().contains(DEPOSIT), "{}", roll.text());
    }

    async fn online_bank_05_who_signs_reads_the_warnings_of_the_statement_itself(bench: Bench) {
        let bank = OnlineBank::new(bench).await;
        let first = bank.statement(&payload("one")).await;
        let second = bank.statement(&payload("two")).await;
        let page = async |path: &str| {
            let answer = bank.open(&ivanova(), path).await;
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
            answer.text().to_owned()
        };
        assert!(!page(&format!("{}/sign", address(first))).await.contains(DUPLICATE));
        assert!(page(&format!("{}/sign", address(second))).await.contains(DUPLICATE));
        let many = page(&format!("/bank/payroll/sign?id={first}&id={second}")).await;
        assert_eq!(many.matches(DUPLICATE).count(), 1);
    }
}
