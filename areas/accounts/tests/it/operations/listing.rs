//! Pages of operations: facts, balances, searches.

use accounts::ledger::{Draft, EntryKind, InternalAccount};
use kernel::{Currency, Money};
use testkit::{Bench, on_both_engines};

use super::{Payment, amounts, lyutik, numbers, page, text};
use crate::bank::{Bank, CLOSED, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK, ivanova, petrov, sidorov};
use crate::ledger::{header, id, state};
use crate::payout;

on_both_engines! {
    async fn onl_01_an_operation_has_the_facts_of_its_document(bench: Bench) {
        let bank = Bank::demo(bench).await;
        Payment {
            purpose: "Оплата по счёту № 5; НДС «нет»",
            document: Some("5"),
            counterparty: Some(lyutik()),
            ..Payment::new("p-1", KOLOS, 105_000_100)
        }
        .post(&bank)
        .await;
        let written = text(&bank, &sidorov(), KOLOS, "?limit=1").await;
        let booked = "2026-11-20T12:00:00+03:00";
        let (opening, closing) = (amounts(&written, "openingBalance")[0], amounts(&written, "closingBalance")[0]);
        assert_eq!((opening, closing), (0, amounts(&written, "credits")[0]));
        let expected = format!(concat!(
            r#""operations":[{{"number":2,"bookedAt":"{booked}","valueDate":"2026-11-20","kind":"TRANSFER","#,
            r#""documentNumber":"5","side":"CREDIT","amount":1050001.00,"balance":{closing},"#,
            r#""purpose":"Оплата по счёту № 5; НДС «нет»","counterparty":{{"name":"ООО «Лютик»","#,
            r#""account":"40702810700000000011","inn":"7707083893","kpp":"770701001","bic":"044525999"}}}}],"#,
            r#""nextCursor":"2"}}"#,
        ), booked = booked, closing = format!("{}.{:02}", closing / 100, closing % 100));
        assert!(written.ends_with(&expected), "{written}\n{expected}");
        bank.assert_sound().await;
    }

    async fn onl_01_balance_after_each_posting(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for (index, minor) in [1, -1, 100, -50, 9_000_000_000_000_000, -9_000_000_000_000_000, 7].into_iter()
            .enumerate() {
            Payment::new(&format!("p-{index}"), KOLOS, minor).post(&bank).await;
        }
        let written = text(&bank, &sidorov(), KOLOS, "?limit=7").await;
        let now = amounts(&written, "closingBalance")[0];
        let expected = [57, 50, 9_000_000_000_000_050, 50, 100, 0, 1].map(|minor| minor + now - 57);
        assert_eq!(amounts(&written, "balance"), expected);
        assert_eq!(amounts(&written, "debits"), [9_000_000_000_000_051]);
        assert_eq!(amounts(&written, "credits"), [9_000_000_000_000_108 + now - 57]);
        let state = state(&bank, id(KOLOS)).await.0;
        assert_eq!(i128::from(state), now);
    }

    async fn onl_01_every_account_of_a_company_has_operations_and_an_entry_may_touch_it_twice(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let (rur, one) = (Currency::RUR, Money::from_minor(100));
        let draft = Draft::new(header(&bank, "both")).debit(id(KOLOS), rur, one).credit(id(SETTLEMENT), rur, one);
        let back = Money::from_minor(40);
        let entry = draft.debit(id(SETTLEMENT), rur, back).credit(id(KOLOS), rur, back).balanced().unwrap();
        bank.post(entry).await.unwrap();
        let settlement = text(&bank, &ivanova(), SETTLEMENT, "?limit=2").await;
        assert_eq!(amounts(&settlement, "amount"), [40, 100]);
        let after = amounts(&settlement, "balance");
        assert_eq!(after[1] - after[0], 40);
        let kolos = text(&bank, &sidorov(), KOLOS, "?limit=2").await;
        let after = amounts(&kolos, "balance");
        assert_eq!(after[0] - after[1], 40);
        assert_eq!(page(&bank, &ivanova(), CLOSED, "").await["operationsCount"], 0);
        assert_eq!(page(&bank, &ivanova(), TRANSIT_USD, "").await["operations"][0]["kind"], "OPENING");
        bank.assert_sound().await;
    }

    async fn onl_01_a_payout_is_one_operation_of_the_payer_and_one_of_a_company_that_is_paid(bench: Bench) {
        let bank = Bank::demo(bench).await;
        payout::hold(&bank, 1_000).await;
        let credits = vec![payout::credit(1, VASILEK, 100), payout::credit(2, VASILEK, 1),
            payout::credit(3, CLOSED, 5)];
        payout::pay(&bank, "k", credits).await.unwrap();
        let payer = page(&bank, &ivanova(), SETTLEMENT, "?limit=1").await;
        assert_eq!(payer["operations"][0]["amount"].to_string(), "1.01");
        assert_eq!((&payer["operations"][0]["kind"], &payer["operations"][0]["side"]),
            (&"PAYROLL".into(), &"DEBIT".into()));
        let payee = text(&bank, &ivanova(), VASILEK, "?limit=2").await;
        assert_eq!(amounts(&payee, "amount"), [1, 100]);
        let after = amounts(&payee, "balance");
        assert_eq!(after[0] - after[1], 1);
        bank.assert_sound().await;
    }

    async fn onl_01_money_that_comes_back_is_a_return(bench: Bench) {
        let bank = Bank::demo(bench).await;
        // Answers of the rail: one payment settled, another came back.
        let (rur, amount) = (Currency::RUR, Money::from_minor);
        let mut header = header(&bank, "answers");
        header.kind = EntryKind::OutgoingPayment;
        let entry = Draft::new(header)
            .debit(InternalAccount::OutgoingPayments.in_currency(rur), rur, amount(5))
            .credit(InternalAccount::Correspondent.in_currency(rur), rur, amount(3))
            .credit(id(SETTLEMENT), rur, amount(2))
            .balanced()
            .unwrap();
        bank.post(entry).await.unwrap();
        let one = &page(&bank, &petrov(), SETTLEMENT, "?limit=1").await["operations"][0];
        assert_eq!((&one["kind"], &one["side"]), (&"PAYMENT_RETURN".into(), &"CREDIT".into()));
    }

    async fn onl_01_a_search_finds_and_leaves_the_balances_alone(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for index in 0..5 {
            let purpose = format!("Аренда за месяц {index}");
            Payment { purpose: &purpose, ..Payment::new(&format!("p-{index}"), KOLOS, 100 + index) }.post(&bank).await;
        }
        Payment { counterparty: Some(lyutik()), document: Some("Б-7"), ..Payment::new("p-5", KOLOS, 123_450) }
            .post(&bank).await;
        let found = |query: &'static str| {
            let bank = &bank;
            async move { numbers(&page(bank, &sidorov(), KOLOS, &format!("?search={query}")).await) }
        };
        assert_eq!(found("%D0%90%D0%A0%D0%95%D0%9D%D0%94%D0%90").await, [6, 5, 4, 3, 2]);
        assert_eq!(found("%D0%BB%D1%8E%D1%82%D0%B8%D0%BA").await, [7]);
        assert_eq!(found("40702810700000000011").await, [7]);
        assert_eq!(found("%D0%B1-7").await, [7]);
        assert_eq!(found("1+234,50").await, [7]);
        assert_eq!(found("1.03").await, [5]);
        assert_eq!(found("nobody").await, [0_i64; 0]);
        let searched = page(&bank, &sidorov(), KOLOS, "?search=nobody").await;
        assert_eq!(searched["operationsCount"], 7);
    }
}
