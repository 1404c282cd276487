//! The general rules that hold for every area, on the program as it is wired: GEN-02 to GEN-04, GEN-06, GEN-09.

use http::{Method, StatusCode};
use serde_json::Value;
use store::{StoreError, Tx, params};
use testkit::{Answer, Bench, TestCaller, TestClient};

use crate::operations::{merged, operations};
use crate::wired::application;

/// The prefixes of areas at the API, each with one of its operations and the members of its error body.
const AREAS: &[(&str, &str, &[&str])] = &[
    ("/v1/accounts", "/v1/accounts", &["error", "message", "status"]),
    ("/v2/contents/webinars", "/v2/contents/webinars", &["code", "error", "message"]),
    ("/v1/connections", "/v1/connections/eligible-companies", &["code", "message"]),
];

store::queries! {
    /// Takes a table away, as a restore that went wrong would.
    LOSE_ACCOUNTS = "alter table accounts rename to accounts_of_before";
}

fn members(answer: &Answer) -> Vec<String> {
    let Value::Object(object) = answer.json() else { panic!("no object: {}", answer.text()) };
    let mut members: Vec<String> = object.keys().cloned().collect();
    members.sort_unstable();
    members
}

fn tells_nothing(answer: &Answer) {
    let text = answer.text().to_lowercase();
    for word in ["select ", "panicked", ".rs:", "sqlite", "postgres", "/home/", "stack"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}

testkit::on_both_engines! {
    async fn gen_02_unknown_paths_and_methods_have_the_body_of_their_area(bench: Bench) {
        let application = application(&bench).await;
        let api = bench.client(application.api.clone());
        for (prefix, operation, expected) in AREAS {
            let answers = [
                (StatusCode::NOT_FOUND, api.get(&format!("{prefix}/a/b/c")).send().await),
                (StatusCode::NOT_FOUND, api.post(&format!("{prefix}/a/b/c")).send().await),
                (StatusCode::METHOD_NOT_ALLOWED, api.request(Method::DELETE, operation).send().await),
                (StatusCode::METHOD_NOT_ALLOWED, api.request(Method::PATCH, operation).send().await),
                (StatusCode::UNAUTHORIZED, api.get(operation).send().await),
            ];
            for (status, answer) in answers {
                assert_eq!(answer.status, status, "{prefix}: {}", answer.text());
                assert_eq!(members(&answer), *expected, "{prefix}");
                assert_eq!(answer.header("content-type"), Some("application/json"), "{prefix}");
                tells_nothing(&answer);
                if status == StatusCode::METHOD_NOT_ALLOWED {
                    assert!(answer.header("allow").is_some_and(|allow| allow.contains("GET")), "{prefix}");
                }
            }
        }
    }

    async fn gen_02_what_lies_beside_the_webinars_is_answered_as_they_answer(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        for path in ["/v2/contents", "/v2/contents/x", "/v2/contents/webinarsx", "/v2/contents/articles/1"] {
            for method in [Method::GET, Method::POST, Method::DELETE] {
                let answer = api.request(method, path).send().await;
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
                let body = answer.json();
                assert_eq!((&body["code"], &body["error"]), (&404.into(), &"Not Found".into()));
                assert!(body["message"].as_str().unwrap().starts_with("Not found: no operation has this path"));
            }
        }
        for path in ["/v2", "/v2/contentsx"] {
            let answer = api.get(path).send().await;
            assert_eq!(members(&answer), ["error", "message", "status"], "{path}");
        }
    }

    async fn gen_02_a_path_of_no_area_is_answered_in_order(bench: Bench) {
        let application = application(&bench).await;
        for router in [application.api.clone(), application.administration.clone()] {
            for path in ["/v1", "/v1/nothing", "/nothing", "/openapi/nothing.json", "/v1/accountsx"] {
                let answer = bench.client(router.clone()).get(path).send().await;
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
                assert_eq!(members(&answer), ["error", "message", "status"], "{path}");
                assert!(answer.header("x-request-id").is_some(), "{path}");
                tells_nothing(&answer);
            }
        }
    }

    async fn integrator_17_who_opens_an_address_is_led_on(bench: Bench) {
        let application = application(&bench).await;
        for (router, door) in [(application.api.clone(), "/docs/"), (application.identity.clone(), "/bank")] {
            let client = bench.client(router);
            let answer = client.get("/").send().await;
            assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, Some(door)));
            assert!(!client.get(door).send().await.status.is_client_error(), "{door}");
            let wrong = client.post("/").send().await;
            assert_eq!((wrong.status, wrong.header("allow")), (StatusCode::METHOD_NOT_ALLOWED, Some("GET,HEAD")));
            assert_eq!(wrong.header("content-type"), Some("application/json"));
            assert_eq!(members(&wrong), ["error", "message", "status"]);
        }
        let api = bench.client(application.api.clone());
        let policy = api.get("/docs/").send().await.header("content-security-policy").unwrap().to_owned();
        let identity = crate::wired::addresses().identity;
        assert!(policy.contains(&format!("connect-src 'self' {identity};")), "{policy}");
    }

    async fn integrator_18_paths_of_identity_and_slips_are_led_on(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        for (path, remedy) in [
            ("/token", "at the address of the identity provider"),
            ("/logout", "at the address of the identity provider"),
            ("/.well-known/oauth-authorization-server", "at the address of the identity provider"),
            ("/api/v1/accounts", "not with `/api`"),
            ("/v1/accounts/", "without the slash at its end"),
            ("/v1/statements%3Avalidate", "write the colon"),
            ("/v1/statement", "`/docs` of the API lists them"),
        ] {
            let answer = api.post(path).send().await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
            assert!(answer.text().contains(remedy), "{path}: {}", answer.text());
        }
    }

    async fn gen_02_identity_answers_unknown_paths_too(bench: Bench) {
        let application = application(&bench).await;
        let identity = bench.client(application.identity.clone());
        let answer = identity.get("/nothing").send().await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        let answer = identity.request(Method::DELETE, "/token").send().await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED);
        tells_nothing(&answer);
    }

    async fn gen_02_a_database_that_is_damaged_tells_nothing(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        let damage = |tx: &mut Tx| -> Result<u64, StoreError> { tx.execute(&LOSE_ACCOUNTS, params![]) };
        bench.store.write("damage", damage).await.expect("the table is gone");
        for path in ["/v1/accounts?fields=Number", "/v1/accounts/40702810600000000001?fields=Number"] {
            let answer = api.get(path).tokens(&pair).send().await;
            assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{}", answer.text());
            assert_eq!(members(&answer), ["error", "message", "status"]);
            tells_nothing(&answer);
        }
    }

    async fn gen_03_every_answer_has_a_request_id_and_takes_part_in_the_trace(bench: Bench) {
        let application = application(&bench).await;
        let trace = "0af7651916cd43dd8448eb211c80319c";
        let parent = format!("00-{trace}-b7ad6b7169203331-01");
        for (router, path) in [
            (application.api.clone(), "/v1/accounts?fields=Number"),
            (application.api.clone(), "/openapi.json"),
            (application.api.clone(), "/nothing"),
            (application.identity.clone(), "/jwks"),
            (application.identity.clone(), "/nothing"),
            (application.administration.clone(), "/health/live"),
        ] {
            let client: TestClient = bench.client(router);
            let echoed = client.get(path).header("x-request-id", "order-4711").send().await;
            assert_eq!(echoed.header("x-request-id"), Some("order-4711"), "{path}");
            let wild = "a b".repeat(1_000);
            let minted = client.get(path).header("x-request-id", &wild).send().await;
            let id = minted.header("x-request-id").expect("an id");
            assert_ne!(id, wild, "{path}");
            let again = client.get(path).send().await;
            assert_ne!(again.header("x-request-id"), Some(id), "{path}");
            let traced = client.get(path).header("traceparent", &parent).send().await;
            let told = traced.header("traceresponse").or_else(|| traced.header("traceparent"));
            assert!(told.is_some_and(|told| told.contains(trace)), "{path}: {told:?}");
        }
    }

    async fn gen_04_absent_and_foreign_look_alike(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let pair = bench.tokens.pair(&TestCaller::new("U00003", "C00003").with_client("kolos-erp"));
        let mut answers = Vec::new();
        for number in ["40702810600000000001", "40702810900000099999"] {
            let path = format!("/v1/accounts/{number}?fields=Number");
            answers.push(api.get(&path).tokens(&pair).send().await);
        }
        assert_eq!(answers[0].status, StatusCode::NOT_FOUND);
        assert_eq!(answers[0].status, answers[1].status);
        assert_eq!(answers[0].body, answers[1].body);
        let names = |answer: &Answer| answer.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(names(&answers[0]), names(&answers[1]));
    }

    async fn gen_07_numbers_of_the_query_are_in_range_or_refused(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        for query in ["limit=0", "limit=1001", "limit=-1", "limit=2147483648", "limit=99999999999999999999",
            "limit=1.0",
            "limit=%201", "limit=%D9%A1", "offset=-1", "offset=2147483648", "offset=x", "limit=1&limit=2"] {
            let answer = api.get(&format!("/v1/accounts?fields=Number&{query}")).tokens(&pair).send().await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}: {}", answer.text());
            assert_eq!(members(&answer), ["error", "message", "status"], "{query}");
        }
    }

    async fn gen_06_a_body_over_the_limit_is_refused_before_any_work(bench: Bench) {
        let application = application(&bench).await;
        let api = bench.client(application.api.clone());
        let answer = api.post("/v1/accounts").header("content-length", "1000000").send().await;
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", answer.text());
        assert_eq!(members(&answer), ["error", "message", "status"]);
        let identity = bench.client(application.identity.clone());
        let long = "x".repeat(1_000_000);
        let answer = identity.post("/token").form(&[("grant_type", &long)]).send().await;
        assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE, "{}", answer.text());
    }

    async fn gen_08_pages_never_repeat_or_skip(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        let numbers = async |query: &str| {
            let answer = api.get(&format!("/v1/accounts?fields=Number{query}")).tokens(&pair).send().await;
            let Value::Array(accounts) = answer.json() else { panic!("{}", answer.text()) };
            accounts.iter().map(|account| account["number"].as_str().expect("a number").to_owned()).collect::<Vec<_>>()
        };
        let whole = numbers("").await;
        assert!(whole.len() > 3, "{whole:?}");
        for size in 1..=whole.len() {
            let mut pages = Vec::new();
            for offset in (0..whole.len()).step_by(size) {
                pages.extend(numbers(&format!("&limit={size}&offset={offset}")).await);
            }
            assert_eq!(pages, whole, "pages of {size}");
        }
        assert!(numbers(&format!("&limit=1&offset={}", whole.len())).await.is_empty());
    }
}

/// Every deprecated operation, with a request that is answered with 200.
const DEPRECATED: &[(&str, &str)] = &[
    ("GET /ui/v1/agreements", "/ui/v1/agreements?cnums=C00001"),
    ("GET /ui/v1/agreements/{id}", "/ui/v1/agreements/1000?cnums=C00001"),
];

/// The deprecated parts of the description are those of the list above, and no others.
#[test]
fn gen_09_deprecated_fields_and_operations_are_marked() {
    let document = merged();
    let id = &document["components"]["schemas"]["AccountResponse"]["properties"]["id"];
    assert_eq!(id["deprecated"], true, "{id}");
    let deprecated: Vec<String> = operations(&document)
        .into_iter()
        .filter(|operation| operation.description["deprecated"] == true)
        .map(|operation| operation.name)
        .collect();
    let listed: Vec<&str> = DEPRECATED.iter().map(|(name, _)| *name).collect();
    assert_eq!(deprecated, listed);
}

testkit::on_both_engines! {
    async fn gen_09_deprecated_operations_say_so_in_every_answer(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        for (name, path) in DEPRECATED {
            let good = api.get(path).tokens(&pair).send().await;
            assert_eq!(good.status, StatusCode::OK, "{name}: {}", good.text());
            let refused = api.get(path).send().await;
            assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{name}");
            for answer in [good, refused] {
                assert!(answer.header("deprecation").is_some_and(|value| value.starts_with('@')), "{name}");
                assert!(answer.header("sunset").is_some_and(|value| value.ends_with(" GMT")), "{name}");
                let link = answer.header("link").expect("a link");
                let parts = ["rel=\"successor-version\"", "/trade-finance/v1/agreements"];
                assert!(parts.iter().all(|part| link.contains(part)), "{link}");
            }
        }
        let current = api.get("/trade-finance/v1/agreements?cnums=C00001").tokens(&pair).send().await;
        assert!(current.header("deprecation").is_none());
    }
}
