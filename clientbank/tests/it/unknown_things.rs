//! GEN-01: nobody learns from an answer that a thing of another company is there.

use http::Method;
use serde_json::Value;
use testkit::{Bench, TestCaller, on_both_engines};

use crate::authorization_matrix::{MATRIX, method_of};
use crate::certificate_fixture::certificate_tasks;
use crate::tariff_fixture::tariff_requests;
use crate::wired::application;

/// Names of things that another company has, and those that nobody has in their stead. A request of tariffs is named
/// beside its client.
const IN_STEAD: [(&str, &str); 6] = [
    ("40702810800000000021", "40702810800000000999"),
    ("00000000c003", "00000000c00f"),
    ("of-another-company", "of-no-company-here"),
    ("C00003", "C00999"),
    ("request/3/", "request/999/"),
    ("agreements/1001", "agreements/999999"),
];

/// The body without what each answer has of its own.
fn told(mut body: Value) -> Value {
    for own in ["traceId", "timestamp"] {
        body.as_object_mut().and_then(|body| body.remove(own));
    }
    body.pointer_mut("/errors/0/id").map(Value::take);
    body
}

on_both_engines! {
    async fn gen_01_a_thing_of_another_company_is_answered_as_one_that_nobody_has(bench: Bench) {
        let application = application(&bench).await;
        certificate_tasks(&bench).await;
        tariff_requests(&bench).await;
        let api = bench.client(application.api);
        let other = bench.tokens.pair(&TestCaller::new("U00003", "C00003").with_client("kolos-erp"));
        let statement = MATRIX.iter().find(|row| row.operation == "POST /v1/statements").expect("an operation");
        let body = statement.body.expect("a statement").1;
        let body = body.replace("matrix-1", "of-another-company");
        let body = body.replace("40702810600000000001", "40702810800000000021");
        let made = api.post(statement.path).header("content-type", "application/json").body(body);
        let made = made.tokens(&other).send().await;
        assert!(made.status.is_success(), "{}", made.text());
        let own = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        let mut compared = 0;
        for row in MATRIX {
            let Some((foreign, expected)) = row.foreign else { continue };
            let unknown = IN_STEAD.iter().fold(foreign.to_owned(), |path, (one, none)| path.replace(one, none));
            assert_ne!(unknown, foreign, "{}", row.operation);
            let method: Method = method_of(row);
            let there = api.request(method.clone(), foreign).tokens(&own).send().await;
            let nowhere = api.request(method, &unknown).tokens(&own).send().await;
            assert_eq!((there.status, nowhere.status), (expected, expected), "{unknown}: {}", nowhere.text());
            let bodies = [&there, &nowhere].map(|answer| serde_json::from_str(answer.text()).map(told).ok());
            assert_eq!(bodies[0], bodies[1], "{}", row.operation);
            compared += 1;
        }
        assert!(compared > 10, "{compared}");
    }
}
