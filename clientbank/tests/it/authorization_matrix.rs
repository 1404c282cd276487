//! GEN-01: every operation of the merged description against every broken token. An operation without a row fails, and
//! so does a row without an operation.

use http::{Method, StatusCode};
use serde_json::Value;
use testkit::{Answer, Bench, BrokenToken, TestCaller, TestClient, TestRequest, TokenPair};

use crate::certificate_fixture::certificate_tasks;
use crate::operations::{merged, operations};
use crate::tariff_fixture::tariff_requests;
use crate::wired::{application, revoke};

/// The callers of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// A caller with access token and identity token. The body of a refusal has these members; without any, it is text.
    BothTokens {
        error_members: &'static [&'static str],
    },
    /// A caller with an identity token; an access token is verified when it is sent: agreements.
    IdentityToken {
        error_members: &'static [&'static str],
    },
    /// A caller with an access token alone: userinfo.
    BearerAlone,
    ClientSecret,
    /// Anybody: it is public.
    Public,
    /// A browser: the login that it goes through decides about its rights.
    Browser,
}

/// One operation of the matrix.
pub(crate) struct Row {
    pub(crate) operation: &'static str,
    pub(crate) access: Access,
    /// A request that a right caller is answered `good` to.
    pub(crate) path: &'static str,
    /// The same request about another company, with its answer; `None` where an operation names no company.
    pub(crate) foreign: Option<(&'static str, StatusCode)>,
    form: &'static [(&'static str, &'static str)],
    /// Another body, with its content type.
    pub(crate) body: Option<(&'static str, &'static str)>,
    /// The answer to a right caller.
    good: StatusCode,
}

const fn row(operation: &'static str, access: Access, path: &'static str) -> Row {
    Row { operation, access, path, foreign: None, form: &[], body: None, good: StatusCode::OK }
}

/// An operation of the tariff requests: somebody else's client or request is 400 like an absent one.
const fn tariff(operation: &'static str, path: &'static str, foreign: &'static str) -> Row {
    Row { foreign: Some((foreign, StatusCode::BAD_REQUEST)), ..row(operation, TARIFFS, path) }
}

/// An operation on webhooks: the right caller of the matrix is known, and administers no company.
const fn webhook(operation: &'static str, path: &'static str) -> Row {
    Row { good: StatusCode::FORBIDDEN, ..row(operation, WEBHOOKS, path) }
}

/// An operation that answers 404 for what belongs to another company.
const fn hidden(operation: &'static str, access: Access, path: &'static str, foreign: &'static str) -> Row {
    Row { foreign: Some((foreign, StatusCode::NOT_FOUND)), ..row(operation, access, path) }
}

const ACCOUNTS: Access = Access::BothTokens { error_members: &["error", "message", "status"] };
const CERTIFICATES: Access = Access::BothTokens { error_members: &[] };
const PAYROLL: Access = Access::BothTokens { error_members: &["errors", "traceId"] };
const TARIFFS: Access = Access::BothTokens { error_members: &["code", "message", "status", "traceId"] };
const WEBHOOKS: Access = Access::BothTokens { error_members: &["code", "message", "traceId"] };
const WEBINARS: Access = Access::BothTokens { error_members: &["code", "error", "message"] };
const TREASURY: Access = Access::BothTokens { error_members: &["code", "message"] };
const AGREEMENTS: Access = Access::IdentityToken { error_members: &["http_status_code", "message"] };

/// A statement that the operations below it read.
const STATEMENT: &str = r#"{"payload": {"externalId": "matrix-1", "account": "40702810600000000001",
    "transfersCount": 1, "totalAmount": 1, "enrollmentCode": "01", "transfers": [{"lastName": "A", "firstName": "B",
    "orderNumber": 1, "amount": 1, "account": "40817810000000000101", "currency": "RUR"}]}}"#;

/// A plan that a client can ask for.
const PLAN: &str = r#"{"cnum": "C00002", "tariffPlan": "START"}"#;

/// Every operation. Cargo xtask coverage reads the names from here as well.
pub(crate) const MATRIX: &[Row] = &[
    Row {
        foreign: Some(("/v1/accounts/40702810800000000021?fields=Number", StatusCode::NOT_FOUND)),
        ..row("GET /v1/accounts/{number}", ACCOUNTS, "/v1/accounts/40702810600000000001?fields=Number")
    },
    row("GET /v1/accounts", ACCOUNTS, "/v1/accounts?fields=Number"),
    hidden(
        "GET /v1/accounts/{number}/operations",
        ACCOUNTS,
        "/v1/accounts/40702810600000000001/operations",
        "/v1/accounts/40702810800000000021/operations",
    ),
    Row {
        body: Some(("application/xml", currency_certificates::examples::CERTIFICATES)),
        ..row(
            "POST /v1/iso20022/currency-transaction-certificate",
            CERTIFICATES,
            "/v1/iso20022/currency-transaction-certificate",
        )
    },
    hidden(
        "GET /v1/iso20022/tasks/{id}",
        CERTIFICATES,
        "/v1/iso20022/tasks/00000000-0000-7000-8000-00000000c001",
        "/v1/iso20022/tasks/00000000-0000-7000-8000-00000000c003",
    ),
    hidden(
        "GET /v1/iso20022/tasks/{id}/status-report",
        CERTIFICATES,
        "/v1/iso20022/tasks/00000000-0000-7000-8000-00000000c001/status-report",
        "/v1/iso20022/tasks/00000000-0000-7000-8000-00000000c003/status-report",
    ),
    Row {
        body: Some(("application/json", STATEMENT)),
        good: StatusCode::ACCEPTED,
        ..row("POST /v1/statements", PAYROLL, "/v1/statements")
    },
    Row {
        foreign: Some(("/v1/statements/of-another-company", StatusCode::NOT_FOUND)),
        ..row("GET /v1/statements/{externalId}", PAYROLL, "/v1/statements/matrix-1")
    },
    Row {
        foreign: Some(("/v1/statements/of-another-company/transfers", StatusCode::NOT_FOUND)),
        ..row("GET /v1/statements/{externalId}/transfers", PAYROLL, "/v1/statements/matrix-1/transfers")
    },
    Row {
        body: Some(("application/json", STATEMENT)),
        ..row("POST /v1/statements:validate", PAYROLL, "/v1/statements:validate")
    },
    Row {
        body: Some(("application/json", PLAN)),
        ..row("POST /v1/ctcm/request/generate", TARIFFS, "/v1/ctcm/request/generate")
    },
    Row {
        body: Some(("application/json", PLAN)),
        ..row("POST /v1/ctcm/request/create", TARIFFS, "/v1/ctcm/request/create")
    },
    tariff(
        "POST /v1/ctcm/correspond/client/{cnum}/correspond/future/{id}",
        "/v1/ctcm/correspond/client/C00002/correspond/future/1",
        "/v1/ctcm/correspond/client/C00003/correspond/future/1",
    ),
    tariff(
        "GET /v1/ctcm/request/{id}/client/{cnum}/state/history",
        "/v1/ctcm/request/1/client/C00001/state/history",
        "/v1/ctcm/request/3/client/C00003/state/history",
    ),
    tariff(
        "GET /v1/ctcm/request/{id}/client/{cnum}/pre-sign",
        "/v1/ctcm/request/1/client/C00001/pre-sign",
        "/v1/ctcm/request/3/client/C00001/pre-sign",
    ),
    tariff(
        "GET /v1/ctcm/request/{id}/client/{cnum}/download",
        "/v1/ctcm/request/1/client/C00001/download",
        "/v1/ctcm/request/3/client/C00003/download",
    ),
    tariff(
        "GET /v1/ctcm/request/{id}/client/{cnum}/body",
        "/v1/ctcm/request/1/client/C00001/body",
        "/v1/ctcm/request/3/client/C00001/body",
    ),
    tariff(
        "GET /v1/ctcm/request/dvr/{uid}/client/{cnum}/body",
        "/v1/ctcm/request/dvr/00000000-0000-7000-8000-00000000c001/client/C00001/body",
        "/v1/ctcm/request/dvr/00000000-0000-7000-8000-00000000c003/client/C00001/body",
    ),
    tariff(
        "GET /v1/ctcm/request/client/{cnum}/list",
        "/v1/ctcm/request/client/C00001/list",
        "/v1/ctcm/request/client/C00003/list",
    ),
    tariff(
        "DELETE /v1/ctcm/request/{id}/client/{cnum}",
        "/v1/ctcm/request/1/client/C00001",
        "/v1/ctcm/request/3/client/C00003",
    ),
    row("GET /v2/contents/webinars", WEBINARS, "/v2/contents/webinars?offset=0&limit=10"),
    row("GET /v2/contents/webinars/{id}", WEBINARS, "/v2/contents/webinars/2026-11-cash-flow"),
    row("GET /v1/connections/users/eligible-companies", TREASURY, "/v1/connections/users/eligible-companies"),
    row(
        "GET /v1/connections/eligible-companies",
        TREASURY,
        "/v1/connections/eligible-companies?inn=7707123458",
    ),
    Row {
        foreign: Some(("/trade-finance/v1/agreements?cnums=C00003", StatusCode::FORBIDDEN)),
        ..row("GET /trade-finance/v1/agreements", AGREEMENTS, "/trade-finance/v1/agreements?cnums=C00001")
    },
    Row {
        foreign: Some(("/trade-finance/v1/agreements/1001?cnums=C00002", StatusCode::FORBIDDEN)),
        ..row(
            "GET /trade-finance/v1/agreements/{id}",
            AGREEMENTS,
            "/trade-finance/v1/agreements/1001?cnums=C00001",
        )
    },
    Row {
        foreign: Some(("/ui/v1/agreements?cnums=C00003", StatusCode::FORBIDDEN)),
        ..row("GET /ui/v1/agreements", AGREEMENTS, "/ui/v1/agreements?cnums=C00001")
    },
    Row {
        foreign: Some(("/ui/v1/agreements/1001?cnums=C00002", StatusCode::FORBIDDEN)),
        ..row("GET /ui/v1/agreements/{id}", AGREEMENTS, "/ui/v1/agreements/1001?cnums=C00001")
    },
    row("GET /v1/events", WEBHOOKS, "/v1/events"),
    webhook("GET /v1/webhooks", "/v1/webhooks"),
    Row {
        body: Some(("application/json", r#"{"url": "https://erp.example/", "types": ["*"]}"#)),
        ..webhook("POST /v1/webhooks", "/v1/webhooks")
    },
    webhook("GET /v1/webhooks/{id}", "/v1/webhooks/00000000-0000-7000-8000-00000000c001"),
    Row {
        body: Some(("application/json", r#"{"url": "https://erp.example/", "types": ["*"]}"#)),
        ..webhook("PUT /v1/webhooks/{id}", "/v1/webhooks/00000000-0000-7000-8000-00000000c001")
    },
    webhook("DELETE /v1/webhooks/{id}", "/v1/webhooks/00000000-0000-7000-8000-00000000c001"),
    webhook("POST /v1/webhooks/{id}/on", "/v1/webhooks/00000000-0000-7000-8000-00000000c001/on"),
    webhook("POST /v1/webhooks/{id}/off", "/v1/webhooks/00000000-0000-7000-8000-00000000c001/off"),
    webhook("POST /v1/webhooks/{id}/secret", "/v1/webhooks/00000000-0000-7000-8000-00000000c001/secret"),
    webhook("POST /v1/webhooks/{id}/test", "/v1/webhooks/00000000-0000-7000-8000-00000000c001/test"),
    webhook(
        "GET /v1/webhooks/{id}/deliveries",
        "/v1/webhooks/00000000-0000-7000-8000-00000000c001/deliveries",
    ),
    webhook(
        "GET /v1/webhooks/{id}/deliveries/{event_id}",
        "/v1/webhooks/00000000-0000-7000-8000-00000000c001/deliveries/evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f",
    ),
    Row {
        body: Some(("application/json", r#"{"eventId": "evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f"}"#)),
        ..webhook(
            "POST /v1/webhooks/{id}/redeliveries",
            "/v1/webhooks/00000000-0000-7000-8000-00000000c001/redeliveries",
        )
    },
    row("GET /authorize", Access::Browser, "/authorize"),
    row("POST /authorize", Access::Browser, "/authorize"),
    Row {
        form: &[("grant_type", "refresh_token"), ("refresh_token", "none")],
        ..row("POST /token", Access::ClientSecret, "/token")
    },
    Row { form: &[("token", "none")], ..row("POST /revoke", Access::ClientSecret, "/revoke") },
    Row { form: &[("token", "none")], ..row("POST /introspect", Access::ClientSecret, "/introspect") },
    row("GET /userinfo", Access::BearerAlone, "/userinfo"),
    row("POST /userinfo", Access::BearerAlone, "/userinfo"),
    row("GET /logout", Access::Browser, "/logout"),
    row("POST /logout", Access::Browser, "/logout"),
    row("GET /jwks", Access::Public, "/jwks"),
    row("GET /.well-known/openid-configuration", Access::Public, "/.well-known/openid-configuration"),
    row(
        "GET /.well-known/oauth-authorization-server",
        Access::Public,
        "/.well-known/oauth-authorization-server",
    ),
];

#[test]
fn gen_01_every_operation_has_a_row_in_the_matrix() {
    let mut described: Vec<String> =
        operations(&merged()).into_iter().map(|operation| operation.name).collect();
    let mut listed: Vec<String> = MATRIX.iter().map(|row| row.operation.to_owned()).collect();
    described.sort();
    listed.sort();
    assert_eq!(described, listed, "the description (left) and the matrix (right) name the same operations");
}

#[test]
fn gen_01_the_description_names_the_tokens_that_each_operation_needs() {
    for operation in operations(&merged()) {
        let Some(row) = MATRIX.iter().find(|row| row.operation == operation.name) else { continue };
        if !matches!(row.access, Access::BothTokens { .. } | Access::IdentityToken { .. }) {
            continue;
        }
        let security = operation.description["security"].to_string();
        for scheme in ["accessToken", "idToken"] {
            assert!(security.contains(scheme), "{} needs {scheme}: {security}", operation.name);
        }
    }
}

testkit::on_both_engines! {
    async fn gen_01_both_tokens_are_accepted_and_every_broken_one_refused(bench: Bench) {
        let application = application(&bench).await;
        certificate_tasks(&bench).await;
        tariff_requests(&bench).await;
        let api = bench.client(application.api.clone());
        let caller = TestCaller::new("U00001", "C00001");
        for row in MATRIX {
            let Access::BothTokens { error_members } = row.access else { continue };
            let good = request(&api, row).tokens(&bench.tokens.pair(&caller)).send().await;
            assert_eq!(good.status, row.good, "{}: {}", row.operation, good.text());
            for (name, answer) in refusals(&bench, &api, row, &caller).await {
                check_refusal(row.operation, &name, &answer, error_members);
            }
        }
    }

    async fn gen_01_the_identity_token_is_enough_where_the_specification_says_so(bench: Bench) {
        let api = bench.client(application(&bench).await.api);
        let caller = TestCaller::new("U00001", "C00001");
        let mut rows = 0;
        for row in MATRIX {
            let Access::IdentityToken { error_members } = row.access else { continue };
            rows += 1;
            let pair = bench.tokens.pair(&caller);
            for good in [request(&api, row).id_token(&pair.identity), request(&api, row).tokens(&pair)] {
                let answer = good.send().await;
                assert_eq!(answer.status, StatusCode::OK, "{}: {}", row.operation, answer.text());
            }
            for (name, answer) in refusals(&bench, &api, row, &caller).await {
                if name != "only the identity token" {
                    check_refusal(row.operation, &name, &answer, error_members);
                }
            }
        }
        assert!(rows > 0, "there is such an operation");
    }

    async fn gen_01_a_token_of_another_company_reaches_nothing_of_this_one(bench: Bench) {
        let application = application(&bench).await;
        certificate_tasks(&bench).await;
        tariff_requests(&bench).await;
        let api = bench.client(application.api.clone());
        let caller = TestCaller::new("U00001", "C00001");
        for row in MATRIX {
            let Some((path, status)) = row.foreign else { continue };
            let method = method_of(row);
            let answer = api.request(method, path).tokens(&bench.tokens.pair(&caller)).send().await;
            assert_eq!(answer.status, status, "{}: {}", row.operation, answer.text());
        }
    }

    async fn gen_01_a_revoked_session_is_refused_everywhere(bench: Bench) {
        let mut application = application(&bench).await;
        let api = bench.client(application.api.clone());
        let caller = TestCaller::new("U00001", "C00001");
        let pair = bench.tokens.pair(&caller);
        revoke(&bench, &caller).await;
        application.workers.look_at_feed().await.expect("the feed is read");
        for row in MATRIX {
            let (Access::BothTokens { error_members } | Access::IdentityToken { error_members }) = row.access else {
                continue;
            };
            for request in [request(&api, row).tokens(&pair), request(&api, row).id_token(&pair.identity)] {
                check_refusal(row.operation, "revoked session", &request.send().await, error_members);
            }
        }
    }

    async fn gen_01_client_operations_need_the_secret(bench: Bench) {
        let application = application(&bench).await;
        let identity = bench.client(application.identity.clone());
        for row in MATRIX.iter().filter(|row| row.access == Access::ClientSecret) {
            let wrong: [(&str, Option<&str>); 4] = [
                ("no credentials", None),
                // demo-erp:wrong
                ("a wrong secret", Some("Basic ZGVtby1lcnA6d3Jvbmc=")),
                // nobody:demo-erp-secret
                ("an unknown client", Some("Basic bm9ib2R5OmRlbW8tZXJwLXNlY3JldA==")),
                ("a bearer token", Some("Bearer ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0")),
            ];
            for (name, authorization) in wrong {
                let mut request = request(&identity, row);
                if let Some(value) = authorization {
                    request = request.header("authorization", value);
                }
                let answer = request.send().await;
                assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{} with {name}: {}", row.operation, answer.text());
                assert!(answer.header("www-authenticate").is_some(), "{} with {name}", row.operation);
                assert_eq!(answer.json()["error"], "invalid_client", "{} with {name}", row.operation);
            }
            // demo-erp:demo-erp-secret
            let good = request(&identity, row).header("authorization", "Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0");
            assert_ne!(good.send().await.status, StatusCode::UNAUTHORIZED, "{}", row.operation);
        }
    }

    async fn gen_01_userinfo_refuses_every_broken_access_token(bench: Bench) {
        let application = application(&bench).await;
        let identity = bench.client(application.identity.clone());
        let caller = TestCaller::new("U00001", "C00001");
        for row in MATRIX.iter().filter(|row| row.access == Access::BearerAlone) {
            let broken = bench.tokens.broken_pairs(&caller);
            let accesses = broken.into_iter().filter(|(_, pair)| pair.identity == bench.tokens.identity(&caller));
            let mut tried = 0;
            for (name, pair) in accesses {
                let answer = request(&identity, row).bearer(&pair.access).send().await;
                assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{} with {name}: {}", row.operation, answer.text());
                tried += 1;
            }
            assert!(tried > 10, "the broken access tokens were tried: {tried}");
            let none = request(&identity, row).send().await;
            assert_eq!(none.status, StatusCode::UNAUTHORIZED, "{} without a token", row.operation);
        }
    }

    async fn gen_01_public_operations_need_nothing(bench: Bench) {
        let application = application(&bench).await;
        let identity = bench.client(application.identity.clone());
        for row in MATRIX.iter().filter(|row| row.access == Access::Public) {
            let answer = request(&identity, row).send().await;
            assert_eq!(answer.status, StatusCode::OK, "{}", row.operation);
        }
    }

    async fn gen_01_browser_operations_never_look_at_tokens(bench: Bench) {
        let application = application(&bench).await;
        let identity = bench.client(application.identity.clone());
        let pair = bench.tokens.pair(&TestCaller::new("U00001", "C00001"));
        for row in MATRIX.iter().filter(|row| row.access == Access::Browser) {
            let without = request(&identity, row).send().await;
            let with = request(&identity, row).tokens(&pair).send().await;
            assert_eq!(with.status, without.status, "{}", row.operation);
            assert!(!with.status.is_server_error(), "{}", row.operation);
        }
    }
}

pub(crate) fn method_of(row: &Row) -> Method {
    let (method, _) = row.operation.split_once(' ').expect("METHOD /path");
    method.parse().expect("a method")
}

pub(crate) fn request(client: &TestClient, row: &Row) -> TestRequest {
    let request = client.request(method_of(row), row.path);
    match row.body {
        Some((content_type, body)) => request.header("content-type", content_type).body(body),
        None if row.form.is_empty() => request,
        None => request.form(row.form),
    }
}

/// Calls the operation in every broken way and returns the answers that are wrong.
async fn refusals(bench: &Bench, api: &TestClient, row: &Row, caller: &TestCaller) -> Vec<(String, Answer)> {
    let good = bench.tokens.pair(caller);
    let mut requests: Vec<(String, TestRequest)> = vec![
        ("no token".to_owned(), request(api, row)),
        ("only the access token".to_owned(), request(api, row).bearer(&good.access)),
        ("only the identity token".to_owned(), request(api, row).id_token(&good.identity)),
        (
            "an empty bearer".to_owned(),
            request(api, row).header("authorization", "Bearer ").id_token(&good.identity),
        ),
        (
            "basic credentials".to_owned(),
            request(api, row).header("authorization", "Basic YTpi").id_token(&good.identity),
        ),
        (
            "two access tokens".to_owned(),
            request(api, row).bearer(&good.access).bearer(&good.access).id_token(&good.identity),
        ),
    ];
    let expected_kinds = [
        BrokenToken::Expired,
        BrokenToken::AlgNone,
        BrokenToken::Hs256WithPublicKey,
        BrokenToken::WrongIssuer,
        BrokenToken::WrongAudience,
        BrokenToken::IdentityAsAccess,
        BrokenToken::OtherSessionsIdentity,
    ];
    let broken = bench.tokens.broken_pairs(caller);
    for kind in expected_kinds {
        assert!(broken.iter().any(|(name, _)| name.starts_with(&format!("{kind:?} "))), "{kind:?} is tried");
    }
    requests.extend(broken.into_iter().map(|(name, pair)| (name, request(api, row).tokens(&pair))));
    let other = caller.clone().with_client("kolos-erp");
    let swapped = TokenPair { access: good.access.clone(), identity: bench.tokens.identity(&other) };
    requests.push(("the identity token of another client".to_owned(), request(api, row).tokens(&swapped)));
    let mut answers = Vec::with_capacity(requests.len());
    for (name, request) in requests {
        answers.push((name, request.send().await));
    }
    answers
}

fn check_refusal(operation: &str, name: &str, answer: &Answer, members: &[&str]) {
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{operation} with {name}: {}", answer.text());
    let challenge = answer.header("www-authenticate").unwrap_or_default();
    assert!(challenge.starts_with("Bearer"), "{operation} with {name}: {challenge:?}");
    assert!(answer.header("x-request-id").is_some(), "{operation} with {name}");
    if members.is_empty() {
        let kind = answer.header("content-type").unwrap_or_default();
        assert!(kind.starts_with("text/plain"), "{operation} with {name}: {kind}");
        return;
    }
    let body = answer.json();
    let Value::Object(object) = &body else { panic!("{operation} with {name}: {body}") };
    let mut found: Vec<&str> = object.keys().map(String::as_str).collect();
    found.sort_unstable();
    assert_eq!(found, members, "{operation} with {name}");
}
