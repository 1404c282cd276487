//! EVT-02: webhooks of a company, by operations.

use std::sync::{Arc, mpsc};
use std::time::Duration;

use http::Method;
use kernel::Clock as _;
use serde_json::json;
use store::{StoreError, StoreLimits, Tx};
use testkit::{Bench, Engine, TestCaller, on_both_engines};
use webhooks::WebhooksState;

use crate::house::{House, OWN_PORT, id_of, ivanova, petrov, sidorov};
use crate::receiver::{Answer, Receiver};

/// Takes the right to see payroll from the administrator.
pub(crate) async fn take_payroll_away(house: &House) {
    let (all, few) = (
        "ACT VIEW_ACCOUNTS EDIT_PAYROLL SIGN_SECOND COMPANY_ADMINISTRATOR SIGN_TREASURY",
        "ACT VIEW_ACCOUNTS COMPANY_ADMINISTRATOR SIGN_TREASURY",
    );
    house.import(|text| text.replace(all, few)).await;
    house.bench.clock.advance_seconds(60);
}

on_both_engines! {
    async fn evt_02_a_webhook_is_made_read_changed_and_deleted(bench: Bench) {
        let house = House::open(bench).await;
        let created = house.webhook_for("https://erp.example/hook", &json!(["letter.received"])).await;
        let id = id_of(&created);
        assert!(created["secret"].as_str().unwrap().starts_with("whsec_"));
        assert!(created["publicKey"].as_str().unwrap().starts_with("whpk_"));
        let path = format!("/v1/webhooks/{id}");
        let read = house.get(&petrov(), &path).await;
        assert_eq!(read.json(), created["webhook"]);
        assert!(!read.text().contains("whsec_"), "the secret is shown once");
        assert_eq!(house.get(&petrov(), "/v1/webhooks").await.json()["webhooks"], json!([created["webhook"]]));
        let terms = json!({"url": "https://erp.example:8443/other", "types": ["webinar.published", "letter.received"]});
        let changed = house.request(&petrov(), Method::PUT, &path).json(&terms).send().await.json();
        assert_eq!(changed["url"], "https://erp.example:8443/other");
        assert_eq!(changed["types"], json!(["letter.received", "webinar.published"]));
        assert_eq!(house.post(&petrov(), &format!("{path}/off"), &json!({})).await.json()["state"], "OFF");
        assert_eq!(house.post(&petrov(), &format!("{path}/on"), &json!({})).await.json()["state"], "ON");
        assert_eq!(house.request(&petrov(), Method::DELETE, &path).send().await.status, 204);
        assert_eq!(house.get(&petrov(), &path).await.status, 404);
        assert_eq!(house.get(&petrov(), "/v1/webhooks").await.json()["webhooks"], json!([]));
        let trail = house.trail().await;
        let trail: Vec<&str> = trail.iter().map(String::as_str).filter(|action| action.starts_with("webhook."))
            .collect();
        assert_eq!(trail.len(), 5, "{trail:?}");
        house.dispatcher.tidy_up().await.unwrap();
    }

    async fn evt_02_only_administrators_of_the_company_and_its_software_reach_a_webhook(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/hook").await);
        let terms = json!({"url": "https://evil.example/", "types": ["*"]});
        for (caller, status) in [
            (ivanova(), 403),
            (sidorov(), 404),
            // Administers another company with the token's software, and none with the token's company.
            (TestCaller::new("U00003", "C00001"), 403),
            (petrov().with_client("romashka-hr"), 404),
            // Software that is not registered for the company.
            (petrov().with_client("kolos-erp"), 403),
            (TestCaller::new("U00001", "C00002"), 403),
        ] {
            let path = format!("/v1/webhooks/{id}");
            let answers = [
                house.get(&caller, &path).await,
                house.request(&caller, Method::PUT, &path).json(&terms).send().await,
                house.request(&caller, Method::DELETE, &path).send().await,
                house.post(&caller, &format!("{path}/on"), &json!({})).await,
                house.post(&caller, &format!("{path}/off"), &json!({})).await,
                house.post(&caller, &format!("{path}/secret"), &json!({})).await,
                house.post(&caller, &format!("{path}/test"), &json!({})).await,
                house.post(&caller, &format!("{path}/redeliveries"), &json!({"eventId": "evt_1"})).await,
                house.get(&caller, &format!("{path}/deliveries")).await,
                house.get(&caller, &format!("{path}/deliveries/evt_1")).await,
            ];
            for answer in answers {
                // A user without the right for the company is told so, and everybody else that there is nothing.
                assert!([403, 404].contains(&answer.status.as_u16()), "{}", answer.text());
                assert_eq!(answer.status, status, "{}: {}", caller.user, answer.text());
            }
        }
        assert_eq!(house.get(&petrov(), &format!("/v1/webhooks/{id}")).await.json()["url"], "https://erp.example/hook");
        assert_eq!(house.post(&ivanova(), "/v1/webhooks", &terms).await.status, 403);
        assert_eq!(house.get(&ivanova(), "/v1/webhooks").await.status, 403);
    }

    async fn evt_02_a_refusal_names_its_own_reason(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook_for("https://erp.example/hook", &json!(["letter.received"])).await);
        let path = format!("/v1/webhooks/{id}");
        take_payroll_away(&house).await;
        let all = json!({"url": "https://erp.example/hook", "types": ["*"]});
        let (auditor, stranger) = (TestCaller::new("U00004", "C00001"), TestCaller::new("U00003", "C00001"));
        for (refused, status, told) in [
            (house.get(&auditor, "/v1/events").await, 403, "The role ONLINE-USER is required"),
            (house.get(&stranger, "/v1/events").await, 403, "a user who may act for the company"),
            (house.get(&ivanova(), &path).await, 403, "Only an administrator of the company"),
            (house.post(&petrov(), "/v1/webhooks", &all).await, 403, "may see payroll statements"),
            (house.get(&petrov(), &format!("{path}/deliveries/evt_1")).await, 404, "never to be told of this event"),
        ] {
            assert_eq!(refused.status.as_u16(), status, "{}", refused.text());
            assert!(refused.json()["message"].as_str().unwrap().contains(told), "{}", refused.text());
        }
    }

    async fn evt_02_a_company_has_ten_webhooks_at_most(bench: Bench) {
        let house = House::open(bench).await;
        for number in 0..10 {
            house.webhook(&format!("https://erp.example/{number}")).await;
        }
        let terms = json!({"url": "https://erp.example/11", "types": ["*"]});
        let refused = house.post(&petrov(), "/v1/webhooks", &terms).await;
        assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (409, "TOO_MANY".into()));
        let id = house.get(&petrov(), "/v1/webhooks").await.json()["webhooks"][0]["id"].as_str().unwrap().to_owned();
        house.request(&petrov(), Method::DELETE, &format!("/v1/webhooks/{id}")).send().await;
        assert_eq!(house.post(&petrov(), "/v1/webhooks", &terms).await.status, 201, "a deleted one makes room");
    }

    async fn evt_02_wrong_terms_are_refused(bench: Bench) {
        let house = House::reaching(bench, outgoing::address::Reach::Public).await;
        for (terms, code) in [
            (json!({"url": "http://erp.example/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "https://127.0.0.1/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "https://0.0.0.0/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "http://127.0.0.1:9000/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "https://169.254.169.254/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "https://[::ffff:10.0.0.1]/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "https://a:b@erp.example/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "https://erp.example:25/", "types": ["*"]}), "URL_REFUSED"),
            (json!({"url": "https://erp.example/", "types": []}), "TYPES_REFUSED"),
            (json!({"url": "https://erp.example/", "types": ["payroll.paid"]}), "TYPES_REFUSED"),
            (json!({"url": "https://erp.example/", "types": ["payroll.paid", "*"]}), "TYPES_REFUSED"),
            (json!({"url": "https://erp.example/", "types": ["*", "payroll.paid"]}), "TYPES_REFUSED"),
            (json!({"url": "https://erp.example/"}), "MALFORMED"),
            (json!({"types": ["*"]}), "MALFORMED"),
            (json!([]), "MALFORMED"),
        ] {
            let refused = house.post(&petrov(), "/v1/webhooks", &terms).await;
            assert_eq!((refused.status.as_u16(), refused.json()["code"].clone()), (400, code.into()), "{terms}");
        }
        for id in ["x", "00000000-0000-7000-8000-000000000000", "%00", "019AB1F0-C6A0-7C3C-8D2F-0A5B1E3D4C5F"] {
            let absent = house.get(&petrov(), &format!("/v1/webhooks/{id}")).await;
            assert!([400, 404].contains(&absent.status.as_u16()), "{id}");
        }
    }

    async fn evt_02_an_address_at_a_port_of_the_program_is_refused(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook(&format!("https://erp.example:{OWN_PORT}/")).await);
        let path = format!("/v1/webhooks/{id}");
        for host in ["127.0.0.1", "127.1", "localhost", "[::1]"] {
            let terms = json!({"url": format!("http://{host}:{OWN_PORT}/reset"), "types": ["*"]});
            for refused in [
                house.post(&petrov(), "/v1/webhooks", &terms).await,
                house.request(&petrov(), Method::PUT, &path).json(&terms).send().await,
            ] {
                let told = (refused.status.as_u16(), refused.json()["code"].clone());
                assert_eq!(told, (400, "URL_REFUSED".into()), "{host}");
            }
        }
    }

    async fn evt_02_payroll_events_go_where_their_reader_sends_them(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::willing().await);
        let before = id_of(&house.webhook(&receiver.url()).await);
        house.statement("a", "DRAFT").await;
        house.work().await;
        let event = receiver.received()[0].id();
        let log = format!("/v1/webhooks/{before}/deliveries/{event}");
        assert_eq!(house.get(&petrov(), &log).await.json()["event"]["type"], "payroll.statement.draft");
        take_payroll_away(&house).await;
        for (types, status) in [
            (json!(["*"]), 403),
            (json!(["payroll.statement.executed"]), 403),
            (json!(["letter.received", "payroll.signature.missing"]), 403),
            (json!(["letter.received", "webinar.published"]), 201),
        ] {
            let terms = json!({"url": receiver.url(), "types": types});
            let made = house.post(&petrov(), "/v1/webhooks", &terms).await;
            assert_eq!(made.status, status, "{terms}: {}", made.text());
            let path = format!("/v1/webhooks/{before}");
            let changed = house.request(&petrov(), Method::PUT, &path).json(&terms).send().await;
            assert_eq!(changed.status, if status == 201 { 200 } else { 403 }, "{terms}: {}", changed.text());
        }
        assert_eq!(house.get(&petrov(), "/v1/events").await.json()["events"], json!([]), "the list has the same rule");
        let told = house.get(&petrov(), &log).await.json();
        assert!(told["event"].is_null(), "so has the log: {told}");
    }

    async fn evt_02_payroll_events_follow_to_no_address_of_somebody_who_may_not_read_them(bench: Bench) {
        let (house, receiver) = (House::open(bench).await, Receiver::start(|_| Answer::Status(500)).await);
        let elsewhere = Receiver::willing().await;
        let id = id_of(&house.webhook(&receiver.url()).await);
        house.statement("a", "DRAFT").await;
        house.work().await;
        let event = receiver.received()[0].id();
        take_payroll_away(&house).await;
        let (path, again) = (format!("/v1/webhooks/{id}"), format!("/v1/webhooks/{id}/redeliveries"));
        let put = async |url: String| {
            let terms = json!({"url": url, "types": ["letter.received"]});
            house.request(&petrov(), Method::PUT, &path).json(&terms).send().await.status
        };
        assert_eq!(put(receiver.url()).await, 200);
        assert_eq!(put(elsewhere.url()).await, 403, "the event waits");
        receiver.now(|_| Answer::Status(200));
        house.work().await;
        assert_eq!(receiver.received().len(), 2, "it goes where its reader has sent it");
        assert_eq!(put(elsewhere.url()).await, 200);
        assert_eq!(house.post(&petrov(), &again, &json!({"eventId": event})).await.status, 403);
        let period = json!({"from": "2026-11-20T00:00:00Z", "to": "2026-11-21T00:00:00Z"});
        assert_eq!(house.post(&petrov(), &again, &period).await.json(), json!({"events": 0}));
        house.work_after(60).await;
        assert!(elsewhere.received().is_empty());
    }

    async fn evt_02_an_address_is_changed_before_or_after_events_are_numbered_and_never_beside(bench: Bench) {
        // SQLite has one writer.
        if bench.engine == Engine::Sqlite {
            return;
        }
        let limits = StoreLimits { lock_max: Duration::from_secs(1), ..Bench::limits() };
        let store = bench.open_again(limits).await;
        let house = House::open(bench).await;
        let path = format!("/v1/webhooks/{}", id_of(&house.webhook("https://erp.example/hook").await));
        let state = WebhooksState { store, ..house.state.clone() };
        let randomness = Arc::clone(&state.randomness);
        let api = house.bench.client(edge::frame(webhooks::OPERATIONS.routes(state), Arc::clone(&randomness)));
        let tokens = house.bench.tokens.pair(&petrov());
        let put = async |url: &str| {
            let terms = json!({"url": url, "types": ["letter.received"]});
            api.request(Method::PUT, &path).tokens(&tokens).json(&terms).send().await.status.as_u16()
        };
        let (held, is_held) = mpsc::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let (numbering, now) = (house.bench.store.clone(), house.bench.clock.now());
        let unit = tokio::spawn(async move {
            let work = move |tx: &mut Tx| {
                let numbered = events::number(tx, now, &*randomness)?;
                held.send(()).unwrap();
                // An attempt that is run again must not wait for a word that was said.
                let _ = may_go_on.recv();
                Ok::<_, StoreError>(numbered)
            };
            numbering.write_guarded("number", work).await
        });
        tokio::task::spawn_blocking(move || is_held.recv().unwrap()).await.unwrap();
        assert_eq!(put("https://erp.example/other").await, 503, "what comes to wait would follow to the new address");
        assert_eq!(put("https://erp.example/hook").await, 200, "other types alone wait for nobody");
        drop(go_on);
        unit.await.unwrap().unwrap();
        assert_eq!(put("https://erp.example/other").await, 200);
    }

    async fn evt_02_the_trail_keeps_no_query_of_an_address(bench: Bench) {
        let house = House::open(bench).await;
        let id = id_of(&house.webhook("https://erp.example/hook?token=first-token").await);
        let terms = json!({"url": "https://erp.example:8443/other?token=second-token", "types": ["*"]});
        house.request(&petrov(), Method::PUT, &format!("/v1/webhooks/{id}")).json(&terms).send().await;
        let told = house.told_by_trail().await;
        assert!(told.contains("https://erp.example/hook") && told.contains("https://erp.example:8443/other"), "{told}");
        assert!(!told.contains("-token"), "{told}");
    }
}
