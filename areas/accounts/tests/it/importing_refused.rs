//! Rows that no account may have, each refused at its cell.

use testkit::{Bench, on_both_engines};

use crate::bank::{ABSENT, Bank, CARD, CLOSED, SETTLEMENT, demo_data, faults, ivanova};
use crate::importing_chunks::{employees, number};

on_both_engines! {
    async fn ops_01_names_of_trust_management_come_with_it_and_never_without(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = |trust: &str| format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id,trust_management,\
            trust_management_name,trust_management_international_name\n\
            {ABSENT},D-1,1,1,3,N,N,C00001,001,{trust}\n"
        );
        for (trust, fault) in [
            ("true,,", "trust_management_name: must not be empty under trust management"),
            ("true,N,", "trust_management_international_name: must not be empty under trust management"),
            ("false,N,", "trust_management_name: must be empty without trust management"),
            (",,N", "trust_management_international_name: must be empty without trust management"),
        ] {
            assert_eq!(faults(bank.add("accounts", &file(trust)).await), [format!("accounts.csv:2:{fault}")]);
        }
        bank.add("accounts", &file("true,N,N")).await.unwrap();
    }

    async fn ops_01_a_number_that_is_none_is_told_with_those_that_are(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (numbers, fault) in [
            ("3,1,3", "type: must be one of 1, 2, 4, 5"),
            ("1,2,3", "status: must be one of 0, 1"),
            ("1,1,x", "mode: must be one of 0, 1, 2, 3"),
        ] {
            let file = format!(
                "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
                {ABSENT},D-1,{numbers},N,N,C00001,001\n"
            );
            assert_eq!(faults(bank.add("accounts", &file).await), [format!("accounts.csv:2:{fault}")]);
        }
    }

    async fn ops_01_a_closed_account_is_opened_again_and_closed_without_money_alone(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let closed = std::fs::read_to_string(demo_data().join("accounts.csv")).unwrap();
        let open = closed.replace("ACC-00000004,5,0,0,", "ACC-00000004,5,1,0,");
        let opening =
            format!("account,amount,posted_at,value_date\n{CLOSED},1.00,2026-01-01T00:00:00Z,2026-01-01\n");
        for (file, is_open) in [(&open, true), (&closed, false), (&open, true)] {
            assert_eq!(bank.add("accounts", file).await.unwrap().tables[0].changed, 1);
            let told = bank.account_text(&ivanova(), CLOSED, "Status").await;
            assert_eq!(told, format!("{{\"id\":\"ACC-00000004\",\"status\":{}}}", u8::from(is_open)));
        }
        bank.add("ledger_openings", &opening).await.unwrap();
        let message = "accounts.csv:5:status: must stay 1: the account is not empty, it has a balance";
        assert_eq!(faults(bank.add("accounts", &closed).await), [message]);
        bank.assert_sound().await;
    }

    async fn ops_01_a_closed_account_that_had_money_stays_with_its_company(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let row = |cnum: &str, status: u8| format!(
            "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n\
            {ABSENT},D-23,1,{status},3,N,N,{cnum},001\n"
        );
        // Nobody sees anything of one that never had money.
        for (cnum, status) in [("C00001", 0), ("C00002", 0), ("C00001", 1)] {
            bank.add("accounts", &row(cnum, status)).await.unwrap();
        }
        let payments = format!(
            "payment_id,account,amount,posted_at,value_date,purpose\n\
            IN-1,{ABSENT},1.00,2026-11-19T10:00:00+03:00,2026-11-19,x\n\
            OUT-1,{ABSENT},-1.00,2026-11-19T11:00:00+03:00,2026-11-19,x\n"
        );
        bank.add("payments", &payments).await.unwrap();
        // An open one goes to a successor with its operations.
        for (cnum, status) in [("C00002", 1), ("C00001", 1), ("C00001", 0)] {
            bank.add("accounts", &row(cnum, status)).await.unwrap();
        }
        for status in [0, 1] {
            let told = faults(bank.add("accounts", &row("C00002", status)).await);
            let reason = "must stay C00001: the account is closed, and its operations are that company's";
            assert_eq!(told, [format!("accounts.csv:2:cnum: {reason}")]);
        }
        bank.add("accounts", &row("C00001", 1)).await.unwrap();
        bank.assert_sound().await;
    }

    async fn ops_01_a_rouble_account_is_beside_one_in_another_currency_alone(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = |first: &str, second: &str| format!(
            "number,status,branch_id,last_name,first_name,rouble_account\n\
            {first},1,001,A,B,\n{second},1,001,A,B,{first}\n"
        );
        let [rouble, other_rouble] = ["40817810000000000601", "40817810000000000602"].map(number);
        let [dollar, other_dollar] = ["40817840000000000601", "40817840000000000602"].map(number);
        for (first, second, fault) in [
            (&rouble, &other_rouble, "must be empty for an account in roubles"),
            (&dollar, &other_dollar, "is not kept in roubles"),
        ] {
            let told = faults(bank.add("employees_accounts", &file(first, second)).await);
            assert_eq!(told, [format!("employees_accounts.csv:3:rouble_account: {fault}")]);
        }
        assert_eq!(employees(&bank).await, 0);
        bank.add("employees_accounts", &file(&rouble, &dollar)).await.unwrap();
    }

    async fn ops_01_promises_rates_and_closed_days_that_cannot_be_are_refused(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let hold = |amount: &str, released_at: &str| format!(
            "hold_id,account,amount,placed_at,released_at,description\n\
            H,{CARD},{amount},2026-01-02T00:00:00Z,{released_at},x\n"
        );
        let limit = |id: &str, account: &str, amount: &str| format!(
            "limit_id,account,kind,amount,granted_at\n{id},{account},OVERDRAFT,{amount},2026-01-01T00:00:00Z\n"
        );
        let rate = |row: &str| format!("currency,rate_date,units,rate\n{row}\n");
        let closing = format!(
            "account,closing_date,balance,closed_at\n{ABSENT},2026-11-18,1,2026-11-19T00:00:00+03:00\n"
        );
        let absent = format!("account: there is no account {ABSENT}");
        for (stem, file, fault) in [
            ("holds", hold("1", "2026-01-01T23:59:59Z"), "released_at: must not be before placed_at"),
            ("holds", hold("0.00", ""), "amount: must be above zero"),
            ("holds", hold("-1.00", "2026-01-03T00:00:00Z"), "amount: must be above zero"),
            ("credit_limits", limit("L", CARD, "-0.01"), "amount: must not be below zero"),
            (
                "credit_limits",
                limit("LIMIT-0001", SETTLEMENT, "1"),
                "amount: credit limit LIMIT-0001 was used before with another content",
            ),
            ("day_rates", rate("RUR,2026-01-01,1,1"), "currency: the national currency has no rate"),
            ("closing_balances", closing, absent.as_str()),
        ] {
            assert_eq!(faults(bank.add(stem, &file).await), [format!("{stem}.csv:2:{fault}")]);
        }
        for (row, column) in [
            ("USD,2026-01-01,1,12345678901", "rate"), ("USD,2026-01-01,1,0", "rate"),
            ("USD,2026-01-01,1,-1", "rate"), ("USD,2026-01-01,1,1.0000001", "rate"),
            ("USD,2026-01-01,0,80", "units"),
        ] {
            let told = faults(bank.add("day_rates", &rate(row)).await);
            assert!(told.len() == 1 && told[0].starts_with(&format!("day_rates.csv:2:{column}: ")), "{told:?}");
        }
        bank.assert_sound().await;
    }
}
