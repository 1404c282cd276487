//! `GET /v1/connections/users/eligible-companies`.

use serde_json::json;
use testkit::{Bench, TestCaller};

use crate::bank::{BY_USER, Bank, cnums, ivanova, petrov, sidorov};

testkit::on_both_engines! {
    async fn tre_01_the_companies_of_a_user_have_every_field(bench: Bench) {
        let bank = Bank::open(bench).await;
        assert_eq!(
            bank.read(&petrov(), BY_USER).await,
            json!({
                "companies": [{
                    "cnum": "C00001", "companyName": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001",
                    "canSignTreasuryAgreementDocument": true
                }],
                "offset": 0, "limit": 1, "totalCount": 1
            })
        );
        assert_eq!(
            bank.read(&ivanova(), BY_USER).await,
            json!({
                "companies": [
                    {
                        "cnum": "C00001", "companyName": "ООО «Ромашка»", "inn": "7707123458", "kpp": "770701001",
                        "canSignTreasuryAgreementDocument": false
                    },
                    {
                        "cnum": "C00002", "companyName": "ООО «Василёк»", "inn": "7707654321", "kpp": "770701001",
                        "canSignTreasuryAgreementDocument": false
                    }
                ],
                "offset": 0, "limit": 2, "totalCount": 2
            })
        );
    }

    async fn tre_01_an_entrepreneur_has_a_long_inn_and_no_kpp(bench: Bench) {
        let bank = Bank::open(bench).await;
        assert_eq!(
            bank.read(&sidorov(), BY_USER).await["companies"],
            json!([{
                "cnum": "C00003", "companyName": "ИП Колос", "inn": "770712345633",
                "canSignTreasuryAgreementDocument": false
            }])
        );
    }

    async fn tre_01_the_right_to_sign_is_the_users_own_for_each_company(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.edit("user_rights.csv", "ivanova,C00002,ACT", "ivanova,C00002,SIGN_TREASURY ACT").await;
        let page = bank.read(&ivanova(), BY_USER).await;
        let can_sign = |index: usize| &page["companies"][index]["canSignTreasuryAgreementDocument"];
        assert_eq!((can_sign(0), can_sign(1)), (&json!(false), &json!(true)));
    }

    async fn tre_01_only_companies_of_the_calling_software_are_listed(bench: Bench) {
        let bank = Bank::open(bench).await;
        bank.edit("oauth_clients.csv", ",C00003,ACTIVE", ",C00002 C00003,ACTIVE").await;
        let through_kolos = TestCaller::new("U00001", "C00002").with_client("kolos-erp");
        assert_eq!(cnums(&bank.read(&through_kolos, BY_USER).await), ["C00002"]);
        let through_unknown = TestCaller::new("U00001", "C00001").with_client("unknown-erp");
        assert_eq!(cnums(&bank.read(&through_unknown, BY_USER).await), [""; 0]);
        let unknown_user = TestCaller::new("U99999", "C00001");
        assert_eq!(cnums(&bank.read(&unknown_user, BY_USER).await), [""; 0]);
    }
}
