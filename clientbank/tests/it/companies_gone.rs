//! GEN-04: tokens of a company that its user may not act for any more.

use store::{Query, StoreError, Tx, params};
use testkit::{Bench, TestCaller, on_both_engines};

use crate::authorization_matrix::{Access, MATRIX, request};
use crate::certificate_fixture::certificate_tasks;
use crate::tariff_fixture::tariff_requests;
use crate::wired::application;

on_both_engines! {
    async fn gen_04_a_token_reaches_nothing_of_a_company_that_was_closed_since(bench: Bench) {
        nothing_is_reached(&bench, &CLOSE).await;
    }

    async fn gen_04_a_token_reaches_nothing_of_a_company_that_its_user_may_not_act_for_any_more(bench: Bench) {
        nothing_is_reached(&bench, &TAKE_ACT).await;
    }
}

store::queries! {
    CLOSE = "update companies set status = 'CLOSED' where cnum = $1";

    TAKE_ACT = "delete from user_company_rights where user_id = 'U00001' and cnum = $1 and right_code = 'ACT'";
}

/// Operations that tell nothing of the company that the caller chose at the login.
const OF_NO_COMPANY: [&str; 3] = [
    "GET /v2/contents/webinars",
    "GET /v2/contents/webinars/{id}",
    "GET /v1/connections/users/eligible-companies",
];

/// Calls every operation with good tokens after `change` has taken the company away from their user.
async fn nothing_is_reached(bench: &Bench, change: &'static Query) {
    let application = application(bench).await;
    certificate_tasks(bench).await;
    tariff_requests(bench).await;
    let api = bench.client(application.api.clone());
    let company = "C00001";
    let take = move |tx: &mut Tx| tx.execute_one(change, params![company]);
    bench.store.write::<_, StoreError>("the company is gone", take).await.expect("it is");
    let pair = bench.tokens.pair(&TestCaller::new("U00001", company));
    for row in MATRIX.iter().filter(|row| !OF_NO_COMPANY.contains(&row.operation)) {
        if !matches!(row.access, Access::BothTokens { .. } | Access::IdentityToken { .. }) {
            continue;
        }
        let answer = request(&api, row).tokens(&pair).send().await;
        let (status, text) = (answer.status, answer.text());
        let is_nothing = status.is_client_error() || text.contains("[]");
        assert!(is_nothing, "{}: {status} {text}", row.operation);
    }
}
