//! Currencies with other digits than two.

use testkit::{Bench, on_both_engines};

use super::{account, pay, row};
use crate::bank::{Bank, faults};
use crate::importing_chunks::number;

const AT: &str = "2026-11-20T11:00:00+03:00";

on_both_engines! {
    async fn money_low_a_currency_without_a_minor_unit_has_no_fractions(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.add("day_rates", "currency,rate_date,units,rate\nJPY,2026-01-01,100,52.1\nKWD,2026-01-01,1,260\n").await.unwrap();
        let head = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n";
        let open = async |number: &str| {
            bank.add("accounts", &format!("{head}{number},D-99,1,1,3,N,N,C00001,001\n")).await
        };
        let (yens, dinars) = (number("40702392000000000099"), number("40702414000000000099"));
        open(&yens).await.unwrap();
        for amount in ["100.55", "-100.01", "0.01", "90000000000000.00"] {
            let outcome = pay(&bank, &row("IN-1", &yens, amount, AT)).await;
            if amount.ends_with(".00") {
                outcome.unwrap();
            } else {
                let told = faults(outcome);
                assert!(told[0].starts_with("payments.csv:2:amount: JPY has no such amount"), "{told:?}");
            }
        }
        assert_eq!(account(&bank, &yens).await[0], 9_000_000_000_000_000);
        // Dinars have three digits: no amount here could tell them.
        let told = faults(open(&dinars).await);
        assert_eq!(told, ["accounts.csv:2:number: KWD has amounts finer than hundredths, in which accounts are kept"]);
        let employee = number("40817414000000000099");
        let file = format!("number,status,branch_id,last_name,first_name\n{employee},1,001,Ivanov,Ivan\n");
        assert!(faults(bank.add("employees_accounts", &file).await)[0].contains("KWD has amounts finer"));
        bank.assert_sound().await;
    }
}
