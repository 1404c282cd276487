//! `GET /v1/connections/eligible-companies`.

use serde_json::json;
use testkit::{Bench, TestCaller};

use crate::bank::{BY_INN, Bank, cnums, ivanova, petrov, sidorov};

testkit::on_both_engines! {
    async fn tre_01_the_companies_of_a_tax_number_have_every_field(bench: Bench) {
        let bank = Bank::open(bench).await;
        // The number of either company gives the whole group.
        for inn in ["7707123458", "7707654321"] {
            assert_eq!(
                bank.read(&ivanova(), &format!("{BY_INN}?inn={inn}")).await,
                json!({
                    "companies": [
                        {"cnum": "C00001", "companyName": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001"},
                        {"cnum": "C00002", "companyName": "ООО «Василёк»", "inn": "7707654321", "kpp": "770701001"}
                    ],
                    "offset": 0, "limit": 2, "totalCount": 2
                })
            );
        }
        assert_eq!(
            bank.read(&sidorov(), &format!("{BY_INN}?inn=770712345633")).await["companies"],
            json!([{"cnum": "C00003", "companyName": "ИП Колос", "inn": "770712345633"}])
        );
    }

    async fn tre_02_what_the_user_may_not_see_looks_like_what_is_not_there(bench: Bench) {
        let bank = Bank::open(bench).await;
        let nothing = json!({"companies": [], "offset": 0, "limit": 0, "totalCount": 0});
        // Of nobody, of a stranger, of the group's other company in which petrov has no right, of wrong check digits.
        for inn in ["1234567890", "770712345633", "7707654321", "7707123459", "000000000000"] {
            assert_eq!(bank.read(&petrov(), &format!("{BY_INN}?inn={inn}")).await, nothing, "{inn}");
        }
        assert_eq!(cnums(&bank.read(&petrov(), &format!("{BY_INN}?inn=7707123458")).await), ["C00001"]);
    }

    async fn tre_02_companies_without_a_group_stand_alone(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.edit("companies.csv", "770701001,FLOWERS", "770701001,").await;
        bank.edit("companies.csv", "770701001,FLOWERS", "770701001,").await;
        assert_eq!(cnums(&bank.read(&ivanova(), &format!("{BY_INN}?inn=7707123458")).await), ["C00001"]);
    }

    async fn tre_02_the_software_sees_the_companies_it_is_registered_for(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.edit("oauth_clients.csv", ",C00003,ACTIVE", ",C00002 C00003,ACTIVE").await;
        let through_kolos = TestCaller::new("U00001", "C00002").with_client("kolos-erp");
        for (inn, expected) in [("7707654321", vec!["C00002"]), ("7707123458", vec![])] {
            assert_eq!(cnums(&bank.read(&through_kolos, &format!("{BY_INN}?inn={inn}")).await), expected);
        }
    }

    async fn tre_02_a_tax_number_has_10_or_12_digits(bench: Bench) {
        let bank = Bank::open(bench).await;
        let wrong = [
            "1", "770712345", "77071234588", "7707123456330", "770712345a", "%2B770712345", "77071234%2012",
            "%D9%A0%D9%A1%D9%A2%D9%A3%D9%A4", "7707123458,7707654321",
        ];
        for inn in wrong {
            let answer = bank.get(&ivanova(), &format!("{BY_INN}?inn={inn}")).send().await;
            assert_eq!(answer.status, 400, "{inn:?}");
            let message = "The query parameter `inn` must have 10 or 12 digits";
            assert_eq!(answer.json(), json!({"code": "BAD_REQUEST", "message": message}), "{inn:?}");
        }
        for query in ["", "?inn=", "?inn=7707123458&inn=7707654321"] {
            let answer = bank.get(&ivanova(), &format!("{BY_INN}{query}")).send().await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (400, &json!("BAD_REQUEST")));
        }
    }
}
