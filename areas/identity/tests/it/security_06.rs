//! A bank may oblige whoever signs or administers a company to have a second factor.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, csrf, is_open};
use crate::town::Town;

on_both_engines! {
    async fn security_06_nobody_signs_without_a_second_factor_where_the_bank_asks_for_one(bench: Bench) {
        let town = Town::build(&bench).await;
        let branch = Branch::in_town(town.asking_for_factors(&bench).await).await;
        let mut petrov = branch.petrov().await;
        assert!(is_open(&mut petrov).await, "the login itself needs none");
        let token = csrf(&mut petrov).await;
        let refused = petrov.post("/bank/sign", &[("csrf", &token), ("answer", "demo-petrov")]).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        let link = "<a class=\"button\" href=\"/bank/security\">Безопасность</a>";
        for told in ["Нужен второй фактор", link] {
            assert!(refused.body.contains(told), "{}", refused.body);
        }
        assert_eq!(petrov.get("/bank/security/second-factor").await.status, StatusCode::OK);

        let mut orlova = branch.orlova().await;
        let token = csrf(&mut orlova).await;
        branch.town.clock.advance_seconds(30);
        let code = branch.code_of_orlova();
        assert_eq!(orlova.post("/bank/sign", &[("csrf", &token), ("answer", &code)]).await.body, "confirmed");

        // Elsewhere the password goes on to do.
        let branch = Branch::in_town(town).await;
        let mut petrov = branch.petrov().await;
        let token = csrf(&mut petrov).await;
        let signed = petrov.post("/bank/sign", &[("csrf", &token), ("answer", "demo-petrov")]).await;
        assert_eq!(signed.body, "confirmed");
    }
}
