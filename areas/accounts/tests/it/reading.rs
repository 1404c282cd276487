//! One account and the list, field by field (ACC-01, ACC-03, ACC-04).

use accounts::Field;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, CARD, CLOSED, KOLOS, SETTLEMENT, TRANSIT_USD, VASILEK, ivanova, petrov, sidorov};

fn every_field() -> String {
    Field::ALL.iter().map(|field| field.name()).collect::<Vec<_>>().join(",")
}

on_both_engines! {
    async fn acc_01_every_field_of_one_account_is_read_back(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let text = bank.account_text(&petrov(), TRANSIT_USD, &every_field()).await;
        let expected = concat!(
            r#"{"id":"ACC-00000002","number":"40702840200000000002","type":2,"status":1,"mode":3,"#,
            r#""name":"Транзитный валютный счёт","internationalName":"Transit currency account","#,
            r#""cnum":"C00001","organizationId":"ORG-00001","organizationName":"ООО «Ромашка»","#,
            r#""currency":"USD","currencyCode":840,"operationCurrency":"USD","operationCurrencyCode":840,"#,
            r#""balance":12500.00,"balanceDate":"2024-01-09T10:00:00+03:00","rest":12500.00,"#,
            r#""restDate":"2024-01-10T00:00:00+03:00","balanceInNationalCurrency":1010625.00,"#,
            r#""branchId":"001","branchName":"Головной офис","branchBic":"044525999","#,
            r#""branchCorrespondentAccount":"30101810845250000999","branchCity":"Москва","#,
            r#""trustManagement":false,"trustManagementName":"","trustManagementInternationalName":""}"#,
        );
        assert_eq!(text, expected);
    }

    async fn acc_01_each_field_alone_is_read_back(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let whole: serde_json::Value =
            serde_json::from_str(&bank.account_text(&petrov(), SETTLEMENT, &every_field()).await).unwrap();
        assert_eq!(whole.as_object().unwrap().len(), 27);
        for field in Field::ALL {
            let text = bank.account_text(&petrov(), SETTLEMENT, field.name()).await;
            let one: serde_json::Value = serde_json::from_str(&text).unwrap();
            let key = format!("{}{}", field.name()[..1].to_lowercase(), &field.name()[1..]);
            let expected = serde_json::json!({"id": whole["id"], key.as_str(): whole[&key]});
            assert_eq!(one, expected);
        }
    }

    async fn acc_01_trust_management_and_operation_currency_are_shown(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let file = "number,document_id,type,status,mode,name,international_name,cnum,branch_id,operation_currency,\
            trust_management,trust_management_name,trust_management_international_name\n\
            40702810400000000023,D-23,1,1,0,\"Счёт \"\"Д\"\"\",Account D,C00001,001,USD,true,ДУ 1,Trust 1\n";
        bank.add("accounts", file).await.unwrap();
        let fields = "Mode,Name,OrganizationId,Currency,OperationCurrency,OperationCurrencyCode,TrustManagement,\
            TrustManagementName,TrustManagementInternationalName";
        let text = bank.account_text(&petrov(), "40702810400000000023", fields).await;
        assert_eq!(text, concat!(
            r#"{"id":"D-23","mode":0,"name":"Счёт \"Д\"","organizationId":"C00001","currency":"RUR","#,
            r#""operationCurrency":"USD","operationCurrencyCode":840,"trustManagement":true,"#,
            r#""trustManagementName":"ДУ 1","trustManagementInternationalName":"Trust 1"}"#,
        ));
    }

    async fn acc_03_fields_come_in_the_order_of_the_specification(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let path = format!("/v1/accounts/{SETTLEMENT}?fields=Balance,CurrencyCode&fields=Currency&fields=Number,Balance");
        let answer = bank.get(&petrov(), &path).await;
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        assert_eq!(answer.text(), concat!(
            r#"{"id":"ACC-00000001","number":"40702810600000000001","currency":"RUR","currencyCode":810,"#,
            r#""balance":5000000000.00}"#,
        ));
        let backwards: Vec<_> = Field::ALL.iter().rev().map(|field| field.name()).collect();
        let forwards = bank.account_text(&petrov(), SETTLEMENT, &every_field()).await;
        assert_eq!(bank.account_text(&petrov(), SETTLEMENT, &backwards.join("&fields=")).await, forwards);
    }

    async fn acc_03_moments_that_are_not_known_are_left_out(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let fields = "Status,Balance,BalanceDate,Rest,RestDate,BalanceInNationalCurrency";
        let text = bank.account_text(&petrov(), CLOSED, fields).await;
        let expected = r#"{"id":"ACC-00000004","status":0,"balance":0.00,"rest":0.00,"balanceInNationalCurrency":0.00}"#;
        assert_eq!(text, expected);
    }

    async fn acc_04_the_list_holds_the_company_and_its_related_companies_by_number(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let of_the_group = [CLOSED, SETTLEMENT, VASILEK, TRANSIT_USD, "42102810400000000003"];
        assert_eq!(bank.numbers(&ivanova(), "").await, of_the_group);
        // Nobody gave petrov a right for the related company.
        assert_eq!(bank.numbers(&petrov(), "").await, [CLOSED, SETTLEMENT, TRANSIT_USD, "42102810400000000003"]);
        assert_eq!(bank.numbers(&sidorov(), "").await, [CARD, KOLOS]);
    }

    async fn acc_04_pages_repeat_and_skip_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let all = bank.numbers(&ivanova(), "").await;
        for size in 1..=6 {
            let mut paged = Vec::new();
            for offset in (0..8).step_by(size) {
                paged.extend(bank.numbers(&ivanova(), &format!("&limit={size}&offset={offset}")).await);
            }
            assert_eq!(paged, all);
        }
        assert_eq!(bank.numbers(&ivanova(), "&limit=1000").await, all);
        assert_eq!(bank.numbers(&ivanova(), "&offset=3").await, all[3..]);
        assert!(bank.numbers(&ivanova(), "&offset=2147483647").await.is_empty());
    }

    async fn acc_04_an_empty_list_is_an_empty_array(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let answer = bank.get(&ivanova(), "/v1/accounts?fields=Number&offset=5").await;
        assert_eq!(answer.text(), "[]");
    }
}
