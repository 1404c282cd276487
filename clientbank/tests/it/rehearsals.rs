//! Simulated people and staff, and tokens without a browser (SBX-03). A live program has none of it.

use clientbank::application::Application;
use clients::UserStatus;
use http::{Method, StatusCode};
use kernel::Clock as _;
use serde_json::{Value, json};
use testkit::{Bench, TestClient, on_both_engines};

use crate::triggers::{Line, Sent, Stage};
use crate::wired::application;

const BALANCE: &str = "/v1/accounts/40702810600000000001?fields=Balance";

const DOORS: [(Method, &str); 9] = [
    (Method::GET, "/sandbox/v1/triggers"),
    (Method::POST, "/sandbox/v1/tokens"),
    (Method::GET, "/sandbox/v1/statements/C00001/s-1/document"),
    (Method::POST, "/sandbox/v1/statements/C00001/s-1/sign"),
    (Method::POST, "/sandbox/v1/tariff-requests/1/sign"),
    (Method::POST, "/sandbox/v1/tariff-requests/1/decision"),
    (Method::POST, "/sandbox/v1/letters/00000000-0000-7000-8000-000000000001/answer"),
    (Method::POST, "/sandbox/v1/certificate-tasks/00000000-0000-7000-8000-000000000001/decision"),
    (Method::GET, "/request-log"),
];

async fn tokens(stage: &Stage<'_>, body: Value) -> (StatusCode, Value) {
    let answer = stage.order("/sandbox/v1/tokens", &body).await;
    (answer.status, answer.json())
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

on_both_engines! {
    async fn sbx_03_tokens_without_a_browser_are_those_of_a_login(bench: Bench) {
        let mut stage = Stage::new(&bench).await;
        let (status, given) = tokens(&stage, json!({ "login": "ivanova", "company": "C00001" })).await;
        assert_eq!(status, 200, "{given}");
        assert_eq!((text(&given["client_id"]), text(&given["company"])), ("demo-erp", "C00001"));
        assert_eq!((text(&given["scope"]), &given["expires_in"]), ("openid profile email phone", &json!(900)));
        stage.workers.look_at_feed().await.expect("the program's own keys are read");
        let (access, identity) = (text(&given["access_token"]), text(&given["id_token"]));
        let read = stage.api.get(BALANCE).bearer(access).id_token(identity).send().await;
        assert_eq!(read.status, 200, "{}", read.text());
        // The refresh token works once, as of every login.
        let basic = "Basic ZGVtby1lcnA6ZGVtby1lcnAtc2VjcmV0";
        let form = [("grant_type", "refresh_token"), ("refresh_token", text(&given["refresh_token"]))];
        let refreshed = stage.identity.post("/token").header("authorization", basic).form(&form).send().await;
        assert_eq!(refreshed.status, 200, "{}", refreshed.text());
        assert_ne!(refreshed.json()["refresh_token"], given["refresh_token"]);
        let entries = stage.bench.store.query(&ACTIONS, store::params![]).await.expect("the trail");
        let actions: Vec<&str> = entries.iter().map(|row| row.text("action").expect("an action")).collect();
        for wanted in ["login.simulated", "login.succeeded", "token.issued"] {
            assert!(actions.contains(&wanted), "{wanted} in {actions:?}");
        }
    }

    async fn sbx_03_tokens_that_the_database_cannot_give_now_are_asked_for_again(bench: Bench) {
        let stage = Stage::new(&bench).await;
        bench.store.clone().close().await;
        let body = json!({ "login": "ivanova", "company": "C00001" });
        let answer = stage.order("/sandbox/v1/tokens", &body).await;
        assert_eq!((answer.status.as_u16(), answer.header("retry-after")), (503, Some("1")), "{}", answer.text());
    }

    async fn integrator_10_tokens_go_through_the_banks_software_and_not_through_a_new_one(bench: Bench) {
        let stage = Stage::new(&bench).await;
        stage.bench.store.write("a new one", |tx: &mut store::Tx| -> Result<(), store::StoreError> {
            tx.execute_one(&NEW_SOFTWARE, store::params![])?;
            tx.execute(&NEW_SOFTWARE_ADDRESSES, store::params![])?;
            tx.execute_one(&NEW_SOFTWARE_OF_COMPANY, store::params![])
        }).await.expect("another software of the company");
        let (status, given) = tokens(&stage, json!({ "login": "ivanova", "company": "C00001" })).await;
        assert_eq!((status, &given["client_id"]), (StatusCode::OK, &json!("demo-erp")), "{given}");
        let by_name = json!({ "login": "ivanova", "company": "C00001", "client": "app-0001" });
        let (_, given) = tokens(&stage, by_name).await;
        assert_eq!(given["client_id"], "app-0001", "{given}");
    }

    async fn integrator_09_a_sandbox_tells_the_rate_of_requests(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let pair = bench.tokens.pair(&testkit::TestCaller::new("U00001", "C00001").of_sandbox());
        let answer = stage.api.get(BALANCE).tokens(&pair).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.header("ratelimit-policy").is_some_and(|policy| policy.starts_with("\"login\";q=")));
        assert!(answer.header("ratelimit").is_some());
    }

    async fn integrator_15_triggers_of_one_call_work_together_in_any_order(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let pair = bench.tokens.pair(&testkit::TestCaller::new("U00001", "C00001").of_sandbox());
        let call = |triggers: &'static str| {
            stage.api.get(BALANCE).tokens(&pair).header("sandbox-trigger", triggers).send()
        };
        for triggers in ["slow-answer,unavailable", "unavailable,slow-answer"] {
            let begun = std::time::Instant::now();
            let answer = call(triggers).await;
            assert_eq!(answer.status, 503, "{triggers}: {}", answer.text());
            assert!(begun.elapsed().as_secs() >= 3, "{triggers}");
        }
        let unknown = call("slow-answers").await;
        assert_eq!(unknown.status, 400);
        assert!(unknown.text().contains("/sandbox/v1/triggers"), "{}", unknown.text());
    }

    async fn sbx_03_nobody_gets_tokens_who_could_not_log_in(bench: Bench) {
        let stage = Stage::new(&bench).await;
        for (body, wanted) in [
            (json!({ "login": "nobody" }), 404),
            (json!({ "login": "ivanova", "company": "C00003" }), 404),
            (json!({ "login": "ivanova", "company": "C00001", "client": "kolos-erp" }), 404),
            (json!({ "login": "ivanova", "client": "nothing" }), 404),
            (json!({ "login": "ivanova", "scope": "openid" }), 400),
            (json!({ "login": "ivanova", "scope": "openid profile email phone everything" }), 400),
            (json!({ "login": "ivanova&scope=x", "password": "x" }), 400),
            (json!({ "login": "ivanova", "company": "c'1" }), 400),
            (json!({}), 400),
        ] {
            let (status, told) = tokens(&stage, body.clone()).await;
            assert_eq!(status, wanted, "{body}: {told}");
        }
        let (status, sidorov) = tokens(&stage, json!({ "login": "sidorov" })).await;
        assert_eq!((status.as_u16(), text(&sidorov["client_id"])), (200, "kolos-erp"), "the first of the company");
    }

    async fn sbx_03_people_sign_a_statement_one_after_the_other(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let sent = Sent { lines: vec![Line::own("5.00", 101)], ..Sent::default() };
        assert_eq!(stage.statement("s-1", &sent).await, "AWAITING_SIGN");
        let path = "/sandbox/v1/statements/C00001/s-1/sign";
        for (body, wanted, told) in [
            (json!({ "signature": "THIRD" }), 400, "FIRST or SECOND"),
            (json!({ "signature": "FIRST", "login": "auditor" }), 409, "right"),
            (json!({ "signature": "FIRST", "login": "petrov" }), 409, "right"),
            (json!({ "signature": "FIRST", "cms": "AAAA" }), 409, "1"),
            (json!({ "signature": "FIRST" }), 200, "PARTLY_SIGNED"),
            (json!({ "signature": "FIRST" }), 409, "not needed"),
            (json!({ "signature": "SECOND", "login": "petrov" }), 200, "AWAITING_SEND"),
            (json!({ "signature": "SECOND" }), 409, "AWAITING_SEND"),
        ] {
            let answer = stage.order(path, &body).await;
            assert_eq!(answer.status.as_u16(), wanted, "{body}: {}", answer.text());
            assert!(answer.text().contains(told), "{body}: {}", answer.text());
        }
        stage.work().await;
        assert_eq!(stage.status("s-1").await, "EXECUTED");
        for unknown in ["C00003/s-1", "C00001/s-2", "C00001/S'1"] {
            let path = format!("/sandbox/v1/statements/{unknown}/sign");
            let answer = stage.order(&path, &json!({ "signature": "FIRST" })).await;
            assert_eq!(answer.status, 404, "{unknown}: {}", answer.text());
        }
    }

    async fn sbx_03_nobody_signs_who_could_not_log_in(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let sent = Sent { lines: vec![Line::own("5.00", 101)], ..Sent::default() };
        assert_eq!(stage.statement("s-1", &sent).await, "AWAITING_SIGN");
        let body = json!({ "cnum": "C00001", "tariffPlan": "PRO" }).to_string();
        let created = stage.post("/v1/ctcm/request/create", None, body).await.json();
        let (user, now): (kernel::UserId, _) = ("U00002".parse().expect("an identifier"), bench.clock.now());
        let lock = move |tx: &mut store::Tx| clients::set_user_status(tx, &user, UserStatus::Locked, now).map(drop);
        stage.bench.store.write::<_, store::StoreError>("lock", lock).await.expect("petrov is locked");
        for path in
            ["statements/C00001/s-1".to_owned(), format!("tariff-requests/{}", created["id"])]
        {
            let path = format!("/sandbox/v1/{path}/sign");
            for body in [json!({ "signature": "SECOND", "login": "petrov" }), json!({ "signature": "SECOND" })] {
                let answer = stage.order(&path, &body).await;
                assert_eq!(answer.status, 409, "{path} {body}: {}", answer.text());
            }
        }
        assert_eq!(stage.status("s-1").await, "AWAITING_SIGN");
    }

    async fn sbx_03_people_and_staff_take_a_tariff_request_to_its_end(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let create = || async {
            let body = json!({ "cnum": "C00001", "tariffPlan": "PRO" }).to_string();
            let answer = stage.post("/v1/ctcm/request/create", None, body).await;
            answer.json()["id"].as_i64().unwrap_or_else(|| panic!("{}", answer.text()))
        };
        let id = create().await;
        let order = |what: &'static str, body: Value| {
            let path = format!("/sandbox/v1/tariff-requests/{id}/{what}");
            let stage = &stage;
            async move {
                let answer = stage.order(&path, &body).await;
                (answer.status.as_u16(), answer.text().to_owned())
            }
        };
        for (what, body, wanted) in [
            ("decision", json!({ "decision": "DECLINED" }), 400),
            ("decision", json!({ "decision": "DECLINED", "reason": "BECAUSE" }), 400),
            ("decision", json!({ "decision": "DONE", "reason": "PLAN_WITHDRAWN" }), 400),
            ("decision", json!({ "decision": "DECLINED", "reason": "PLAN_WITHDRAWN" }), 200),
            ("sign", json!({ "signature": "SECOND" }), 200),
            ("sign", json!({ "signature": "SECOND" }), 409),
            ("sign", json!({ "signature": "FIRST" }), 200),
        ] {
            let (status, told) = order(what, body.clone()).await;
            assert_eq!(status, wanted, "{what} {body}: {told}");
        }
        stage.work().await;
        let history = stage.get(&format!("/v1/ctcm/request/{id}/client/C00001/state/history")).await;
        assert!(history.text().contains("DECLINED"), "{}", history.text());
        let (status, told) = order("decision", json!({ "decision": "DONE" })).await;
        assert_eq!(status, 409, "{told}");
        assert!(told.contains("the request is DECLINED: the bank has decided"), "{told}");
        let path = "/v1/ctcm/correspond/client/C00002/correspond/future/1";
        let letter = stage.post(path, None, String::new()).await.json();
        let path = format!("/sandbox/v1/letters/{}/answer", text(&letter["mailId"]));
        let answered = stage.order(&path, &json!({ "text": "It is done." })).await;
        assert_eq!((answered.status.as_u16(), &answered.json()["message"]), (200, &json!(2)), "{}", answered.text());
        for wrong in ["", "\u{0}", "\u{202e}x"] {
            assert_eq!(stage.order(&path, &json!({ "text": wrong })).await.status, 400, "{wrong:?}");
        }
        let answered = audit::Filter { action: Some("letter.answered".to_owned()), ..audit::Filter::default() };
        assert_eq!(audit::list(&bench.store, &answered, 10).await.expect("the trail").len(), 1);
    }

    async fn sbx_03_certificates_wait_for_the_decision_of_the_staff(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let document = currency_certificates::examples::CERTIFICATES.to_owned();
        let path = "/v1/iso20022/currency-transaction-certificate";
        let answer = stage.post(path, Some("certificate-waits"), document).await;
        let task = answer.text().replace("<taskId>", "").replace("</taskId>", "");
        stage.work().await;
        let seen = || async { stage.get(&format!("/v1/iso20022/tasks/{task}")).await.text().to_owned() };
        assert!(seen().await.contains("\"CHECKING\""), "{}", seen().await);
        let waiting = jobs::waiting(&bench.store).await.expect("the jobs");
        let kind = currency_certificates::CHECK.name();
        assert!(waiting.iter().all(|one| one.kind != kind), "nobody works at it: {waiting:?}");
        let decide = format!("/sandbox/v1/certificate-tasks/{task}/decision");
        let wrong = json!({ "decision": "REJECTED" });
        assert_eq!(stage.order(&decide, &wrong).await.status, 400);
        let rejected = json!({ "decision": "REJECTED", "reason": "ACCOUNT_KEY" });
        let answer = stage.order(&decide, &rejected).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        stage.work().await;
        let seen = seen().await;
        assert!(seen.contains("\"REJECTED\"") && seen.contains("\"ACCOUNT_KEY\""), "{seen}");
        assert!(seen.contains("Контрольный ключ счёта ROMASHKA-TX-0001 не подходит"), "a whole sentence: {seen}");
        assert_eq!(stage.order(&decide, &rejected).await.status, 409, "it waits no more");
        let unknown = "/sandbox/v1/certificate-tasks/00000000-0000-7000-8000-000000000001/decision";
        assert_eq!(stage.order(unknown, &rejected).await.status, 404);
    }

    async fn sbx_03_a_live_program_has_none_of_these_doors(bench: Bench) {
        let Application { api, identity, administration, workers, .. } = application(&bench).await;
        let (api, identity, administration) =
            (TestClient::new(api), TestClient::new(identity), TestClient::new(administration));
        for (method, path) in DOORS {
            for client in [&api, &identity, &administration] {
                let answer = client.request(method.clone(), path).json(&json!({ "login": "ivanova" })).send().await;
                assert_eq!(answer.status, 404, "{method} {path}: {}", answer.text());
            }
        }
        // The header means nothing: neither a failure nor an order, nor a name that is refused.
        let pair = bench.tokens.pair(&testkit::TestCaller::new("U00001", "C00001"));
        for trigger in ["unavailable", "internal-error", "too-many-requests", "token-revoked", "nothing"] {
            let answer = api.get(BALANCE).tokens(&pair).header("sandbox-trigger", trigger).send().await;
            assert_eq!(answer.status, 200, "{trigger}: {}", answer.text());
        }
        let body = json!({ "cnum": "C00001", "tariffPlan": "PRO" });
        let create = api.post("/v1/ctcm/request/create").tokens(&pair).header("sandbox-trigger", "tariff-done");
        let id = create.json(&body).send().await.json()["id"].as_i64().expect("a request");
        workers.work_off_jobs().await.expect("the jobs are done");
        let path = format!("/v1/ctcm/request/{id}/client/C00001/state/history");
        let history = api.get(&path).tokens(&pair).send().await;
        assert!(!history.text().contains("SIGNED\"") || history.text().contains("UNSIGNED"), "{}", history.text());
        assert!(!history.text().contains("DONE"), "{}", history.text());
        let refused = bench.store.write("an order", |tx: &mut store::Tx| {
            let trigger = sandbox::triggers::by_name(tariff_requests::AREA.triggers, "tariff-done").expect("one");
            sandbox::orders::place(tx, ("tariff_request", "1"), trigger, kernel::Instant::from_unix_seconds(0))
        });
        assert!(refused.await.is_err(), "the database itself refuses orders");
    }
}

store::queries! {
    /// The actions of the trail.
    ACTIONS = "select action from audit_entries where action not like 'import.%' limit 100";
    /// A software as people register it in the online bank.
    NEW_SOFTWARE = "insert into oauth_clients (client_id, name, secret_hash, profile, id_token_algorithm, status,
            status_changed_at_us)
        select 'app-0001', 'New', secret_hash, profile, id_token_algorithm, status, status_changed_at_us
        from oauth_clients where client_id = 'demo-erp'";
    NEW_SOFTWARE_ADDRESSES = "insert into oauth_client_redirect_uris (client_id, uri_use, uri)
        select 'app-0001', uri_use, uri from oauth_client_redirect_uris where client_id = 'demo-erp'";
    NEW_SOFTWARE_OF_COMPANY = "insert into oauth_client_companies (client_id, cnum) values ('app-0001', 'C00001')";
}
