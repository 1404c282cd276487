//! The bank's systems take orders over their own API and answer them (BNK-01 to BNK-03).

use kernel::Clock as _;
use serde_json::{Value, json};
use store::{StoreError, Tx};
use testkit::{Answer, Bench, on_both_engines};

use crate::bank_system::BankSystem;
use crate::triggers::{BOTH_KEYS, Line, Sent, Stage, message};
use crate::wired::TEST_BANK;

/// A system of the bank with its key.
pub(crate) struct System(pub(crate) BankSystem);

impl System {
    /// Adds a system, as an operator does.
    pub(crate) async fn added(bench: &Bench, name: &'static str, role: orders::Role) -> Self {
        Self(BankSystem::added(bench, name, role).await)
    }

    pub(crate) async fn token_for(&self, stage: &Stage<'_>, assertion: &str) -> Answer {
        self.0.token_for(&stage.bank, assertion).await
    }

    pub(crate) async fn token(&self, stage: &Stage<'_>) -> String {
        let answer = self.token_for(stage, &self.assertion(stage.bench, &json!({}))).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["access_token"].as_str().expect("a token").to_owned()
    }

    /// Signs claims, with these in the place of the right ones.
    pub(crate) fn assertion(&self, bench: &Bench, other: &Value) -> String {
        self.0.assertion(&*bench.clock, &*bench.randomness, other)
    }
}

/// A sandbox whose payments and tariff requests the bank answers.
pub(crate) async fn stage(bench: &Bench) -> Stage<'_> {
    let orders = "payment.send=bank,tariff_request.decide=bank,currency_certificate.decide=bank";
    Stage::with_orders(bench, orders).await
}

pub(crate) async fn orders(stage: &Stage<'_>, token: &str, query: &str) -> Value {
    let answer = stage.bank.get(&format!("/bank/v1/orders{query}")).bearer(token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

pub(crate) async fn answered(stage: &Stage<'_>, token: &str, order: &str, body: &Value) -> Answer {
    stage.bank.post(&format!("/bank/v1/orders/{order}/answer")).bearer(token).json(body).send().await
}

/// The orders at which systems have said to work, entry by entry of the trail.
pub(crate) async fn accepted(bench: &Bench) -> Vec<Value> {
    let accepted =
        audit::Filter { action: Some("bank_orders.accepted".to_owned()), ..audit::Filter::default() };
    let entries = audit::list(&bench.store, &accepted, 1_000).await.expect("the trail");
    let orders = |entry: audit::StoredEntry| {
        let mut detail: Value = serde_json::from_str(&entry.detail).expect("JSON");
        detail["orders"].take()
    };
    entries.into_iter().map(orders).collect()
}

on_both_engines! {
    async fn bnk_01_a_payment_is_paid_when_the_hub_says_so(bench: Bench) {
        let stage = stage(&bench).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await;
        let token = hub.token(&stage).await;
        let lines = vec![Line::own("10.00", 101), Line::other("20.00", 201, "044525998")];
        let sent = Sent { lines, signers: BOTH_KEYS, ..Sent::default() };
        // In a sandbox the embedded rail would have settled it within this call.
        assert_eq!(stage.statement("salary-1", &sent).await, "PROCESSING");
        let page = orders(&stage, &token, "?kind=payment.send&wait=1").await;
        let order = &page["orders"][0];
        assert_eq!((&order["kind"], &order["state"]), (&json!("payment.send"), &json!("TAKEN")));
        assert_eq!((&order["payload"]["amount"], &order["company"]), (&json!("20.00"), &json!("C00001")));
        assert_eq!(orders(&stage, &token, &format!("?after={}", page["nextAfter"])).await["orders"], json!([]));
        let name = order["id"].as_str().expect("a name").to_owned();
        let unknown = answered(&stage, &token, &name, &json!({ "outcome": "PAID" })).await;
        assert_eq!(unknown.status.as_u16(), 400);
        assert!(unknown.text().contains("`outcome` must be one of DONE, REFUSED, ACCEPTED"), "{}", unknown.text());
        let body = json!({ "outcome": "DONE", "reference": "ED101-17" });
        for verdict in ["TAKEN", "SAME"] {
            let answer = answered(&stage, &token, &name, &body).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["verdict"]), (200, &json!(verdict)));
        }
        let other = answered(&stage, &token, &name, &json!({ "outcome": "REFUSED" })).await;
        assert_eq!((other.status.as_u16(), &other.json()["code"]), (409, &json!("CONTRADICTS")));
        stage.work().await;
        let told = stage.get("/v1/statements/salary-1").await;
        assert!(told.text().contains("\"EXECUTED\""), "{}", told.text());
        let seen = stage.bank.get(&format!("/bank/v1/orders/{name}")).bearer(&token).send().await.json();
        assert_eq!((&seen["state"], &seen["answer"]["reference"]), (&json!("ANSWERED"), &json!("ED101-17")));
    }

    async fn bnk_03_a_kind_of_another_role_or_of_nobody_is_refused_and_not_waited_for(bench: Bench) {
        let stage = stage(&bench).await;
        let token = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        for kind in ["payment", "PAYMENT.SEND", "tariff_request.decide", "payment.send%20"] {
            let path = format!("/bank/v1/orders?kind={kind}&wait=30");
            let answer = stage.bank.get(&path).bearer(&token).send().await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (400, &json!("MALFORMED")), "{kind}");
            assert!(answer.text().contains("`kind` must be a kind of orders for systems of the role payments"));
        }
        assert_eq!(orders(&stage, &token, "?kind=").await["orders"], json!([]));
    }

    async fn bnk_01_the_core_executes_a_statement_part_by_part(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payroll.execute=bank").await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let token = core.token(&stage).await;
        let lines = vec![Line::own("10.00", 101), Line::other("20.00", 201, "044525998"), Line::own("5.00", 102)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let page = orders(&stage, &token, "?kind=payroll.execute&wait=1").await;
        let order = &page["orders"][0];
        assert_eq!((&order["payload"]["partsCount"], &order["payload"]["amount"]), (&json!(3), &json!("35.00")));
        let path = format!("/bank/v1/orders/{}/parts", order["id"].as_str().expect("a name"));
        let told = stage.bank.get(&format!("{path}?after=1&limit=1")).bearer(&token).send().await.json();
        assert_eq!((&told["parts"][0]["payee"]["bic"], &told["nextAfter"]), (&json!("044525998"), &json!(2)));
        let answer = async |body: Value| stage.bank.post(&path).bearer(&token).json(&body).send().await;
        let works = json!({ "outcome": "ACCEPTED" });
        let accepted = answered(&stage, &token, order["id"].as_str().expect("a name"), &works).await;
        assert_eq!(accepted.json()["state"], "TAKEN");
        let some = json!({ "parts": [{ "part": 3, "outcome": "REFUSED", "reason": { "ru": "нет", "en": "no" } }] });
        assert_eq!(answer(some.clone()).await.json()["state"], "TAKEN");
        assert_eq!(answer(some).await.json()["verdict"], "SAME");
        let other = answer(json!({ "parts": [{ "part": 3, "outcome": "DONE" }] })).await;
        assert_eq!((other.status.as_u16(), &other.json()["code"]), (409, &json!("CONTRADICTS")));
        let none = answer(json!({ "parts": [] })).await;
        assert!(none.status == 400 && none.text().contains("must have one at least"), "{}", none.text());
        let unknown = answer(json!({ "parts": [{ "part": 4, "outcome": "DONE" }] })).await;
        assert_eq!((unknown.status.as_u16(), &unknown.json()["code"]), (422, &json!("IMPOSSIBLE")));
        let rest = json!({ "parts": [{ "part": 1, "outcome": "DONE" }, { "part": 2, "outcome": "DONE" }] });
        assert_eq!(answer(rest).await.json()["state"], "ANSWERED");
        let told = stage.get("/v1/statements/salary-1").await;
        assert!(told.text().contains("\"PARTLY_EXECUTED\""), "{}", told.text());
        // A system of another role learns nothing of parts either.
        let hub = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        assert_eq!(stage.bank.get(&path).bearer(&hub).send().await.status, 404);
    }

    async fn bnk_01_a_system_works_at_many_orders_with_one_word(bench: Bench) {
        let stage = stage(&bench).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await;
        let token = hub.token(&stage).await;
        let lines = vec![Line::other("10.00", 201, "044525998"), Line::other("20.00", 202, "044525998")];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let page = orders(&stage, &token, "?wait=1").await;
        let mut names: Vec<&str> = page["orders"].as_array().expect("orders").iter()
            .map(|order| order["id"].as_str().expect("a name")).collect();
        names.sort_unstable();
        let works = |order: &str| json!({ "order": order, "outcome": "ACCEPTED" });
        let done = json!({ "order": names[1], "outcome": "DONE" });
        let body = json!({ "answers": [works(names[0]), works("NOBODY"), done, works(names[1]), works(names[0])] });
        let told = stage.bank.post("/bank/v1/answers").bearer(&token).json(&body).send().await.json();
        let verdicts: Vec<(&str, &str)> = told["verdicts"].as_array().expect("verdicts").iter()
            .map(|one| (one["order"].as_str().expect("a name"), one["verdict"].as_str().expect("a verdict"))).collect();
        let taken = |place: usize| (names[place], "TAKEN");
        assert_eq!(verdicts, [taken(0), ("NOBODY", "NOT_FOUND"), taken(1), taken(1), taken(0)]);
        assert_eq!(accepted(&bench).await, [json!(names)]);
    }

    async fn bnk_02_where_nobody_executes_statements_the_checks_refuse_them(bench: Bench) {
        let stage = Stage::with_orders(&bench, "payroll.execute=none").await;
        let lines = vec![Line::own("10.00", 101)];
        assert_eq!(stage.salary("salary-1", lines).await, "ERROR");
        let told = stage.get("/v1/statements/salary-1").await;
        assert!(told.text().contains("P33"), "{}", told.text());
    }

    async fn bnk_01_the_bank_decides_about_a_tariff_request(bench: Bench) {
        let stage = stage(&bench).await;
        let tariffs = System::added(&bench, "tariffs", orders::Role::Tariffs).await;
        let token = tariffs.token(&stage).await;
        let body = json!({ "cnum": "C00001", "tariffPlan": "PRO" }).to_string();
        stage.post("/v1/ctcm/request/create", Some("tariff-done"), body).await;
        stage.work().await;
        let page = orders(&stage, &token, "").await;
        let order = &page["orders"][0];
        assert_eq!((&order["kind"], &order["payload"]["targetPlan"]), (&json!("tariff_request.decide"), &json!("PRO")));
        let name = order["id"].as_str().expect("a name").to_owned();
        for body in [
            json!({ "outcome": "DONE" }),
            json!({ "outcome": "DONE", "details": { "effectiveFrom": "2020-01-01" } }),
            json!({ "outcome": "REFUSED" }),
        ] {
            let answer = answered(&stage, &token, &name, &body).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (422, &json!("IMPOSSIBLE")), "{body}");
        }
        let reason = json!({ "ru": "План закрыт", "en": "The plan is closed" });
        let refused = answered(&stage, &token, &name, &json!({ "outcome": "REFUSED", "reason": reason })).await;
        assert_eq!(refused.status.as_u16(), 200, "{}", refused.text());
        let letters = store::params![];
        let told = bench.store.query(&LETTER_BODIES, letters).await.expect("letters");
        let bodies: Vec<&str> = told.iter().map(|row| row.text("body").expect("a body")).collect();
        assert!(bodies.iter().any(|body| body.contains("План закрыт")), "{bodies:?}");
    }

    async fn bnk_01_the_bank_cancels_the_change_that_is_planned_and_no_other(bench: Bench) {
        let stage = stage(&bench).await;
        let tariffs = System::added(&bench, "tariffs", orders::Role::Tariffs).await;
        let token = tariffs.token(&stage).await;
        let state = async || {
            let row = bench.store.query_optional(&CHANGE_STATE, store::params![1_i64]).await.expect("read");
            row.expect("the change of the demo").text("state").expect("a state").to_owned()
        };
        // Makes a request to cancel the change, signs it, and returns the name of its order.
        let asked = async || {
            let path = "/v1/ctcm/correspond/client/C00002/correspond/future/1";
            assert_eq!(stage.post(path, None, String::new()).await.status, 200);
            let list = stage.get("/v1/ctcm/request/client/C00002/list").await.json();
            let cancels = |item: &&Value| item["documentType"] == "FUTURE_CLIENT_TARIFF_PLAN_CANCEL_REQUEST";
            let unsigned = |item: &&Value| item["state"] == "UNSIGNED";
            let items = list["content"].as_array().expect("requests");
            let item = items.iter().filter(cancels).find(unsigned).expect("the request");
            let path = format!("/sandbox/v1/tariff-requests/{}/sign", item["id"]);
            let signed = stage.order(&path, &json!({ "signature": "FIRST" })).await;
            assert_eq!(signed.status, 200, "{}", signed.text());
            stage.work().await;
            let orders = orders(&stage, &token, "").await["orders"].as_array().expect("orders").clone();
            let order = orders.last().expect("one that waits");
            assert_eq!(order["payload"]["documentType"], item["documentType"], "{orders:?}");
            assert_eq!(order["payload"]["plannedChange"], 1, "{orders:?}");
            order["id"].as_str().expect("a name").to_owned()
        };
        let first = asked().await;
        let reason = json!({ "ru": "Уже оформлено", "en": "It is arranged already" });
        let refused = answered(&stage, &token, &first, &json!({ "outcome": "REFUSED", "reason": reason })).await;
        assert_eq!((refused.status.as_u16(), state().await.as_str()), (200, "PLANNED"), "{}", refused.text());
        let second = asked().await;
        let done = json!({ "outcome": "DONE" });
        let answer = answered(&stage, &token, &second, &done).await;
        assert_eq!((answer.status.as_u16(), state().await.as_str()), (200, "CANCELLED"), "{}", answer.text());
        let again = answered(&stage, &token, &second, &done).await;
        assert_eq!(again.status, 200, "the same answer: {}", again.text());
    }

    async fn bnk_01_currency_control_decides_about_each_certificate(bench: Bench) {
        let stage = stage(&bench).await;
        let control = System::added(&bench, "control", orders::Role::CurrencyControl).await;
        let token = control.token(&stage).await;
        // The amount of the second has the program's own check reject it, which is advice here.
        let path = "/v1/iso20022/currency-transaction-certificate";
        let answer = stage.post(path, None, message("T-asked", ["12500.00", "6001.05"])).await;
        let task = answer.text().replace("<taskId>", "").replace("</taskId>", "");
        stage.work().await;
        let seen = async || stage.get(&format!("/v1/iso20022/tasks/{task}")).await.json();
        assert_eq!(seen().await["status"], "CHECKING");
        let order = orders(&stage, &token, "").await["orders"][0].clone();
        let certificates = &order["payload"]["certificates"];
        assert_eq!((&certificates[0]["findings"], &certificates[0]["position"]), (&json!([]), &json!(1)));
        assert_eq!(certificates[1]["findings"][0]["code"], "AMOUNT_NOT_POSITIVE");
        let name = order["id"].as_str().expect("a name").to_owned();
        let decided = |certificates: Value| json!({ "outcome": "DONE", "details": { "certificates": certificates } });
        let accepted = |position: i64| json!({ "position": position, "status": "ACCEPTED" });
        for body in [
            json!({ "outcome": "DONE" }),
            json!({ "outcome": "REFUSED" }),
            decided(json!([])),
            decided(json!([accepted(1)])),
            decided(json!([accepted(1), accepted(1), accepted(2)])),
            decided(json!([accepted(1), accepted(2), accepted(3)])),
            decided(json!([accepted(1), { "position": 2, "status": "MAYBE" }])),
            decided(json!([accepted(1), { "position": 2, "status": "REJECTED" }])),
            decided(json!([accepted(1), { "position": 2, "status": "REJECTED", "code": "FUTURE_DATE" }])),
            decided(json!([accepted(1), { "position": 2, "status": "REJECTED", "code": "ACCOUNT_KEY", "text": " " }])),
            decided(json!([accepted(1), { "position": 2, "status": "REJECTED", "text": "x".repeat(141) }])),
            decided(json!([accepted(1), { "position": 2, "status": "REJECTED", "code": "WRONG", "text": "x" }])),
        ] {
            let answer = answered(&stage, &token, &name, &body).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (422, &json!("IMPOSSIBLE")), "{body}");
        }
        let longest = format!("{:.<140}", "Нет договора");
        let rejected = json!({ "position": 1, "status": "REJECTED", "text": longest });
        let answer = answered(&stage, &token, &name, &decided(json!([accepted(2), rejected]))).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
        let told = seen().await;
        assert_eq!(told["status"], "PARTLY_ACCEPTED", "{told}");
        let reason = &told["certificates"][0]["reasons"][0];
        assert_eq!(reason["code"], "CURRENCY_CONTROL");
        assert!(reason["message"].as_str().expect("words").contains("Нет договора"), "{reason}");
    }

    async fn bnk_01_a_refusal_of_currency_control_is_told_in_the_readers_language(bench: Bench) {
        let stage = stage(&bench).await;
        let control = System::added(&bench, "control", orders::Role::CurrencyControl).await;
        let token = control.token(&stage).await;
        let path = "/v1/iso20022/currency-transaction-certificate";
        let answer = stage.post(path, None, message("T-refused", ["12500.00", "6001.05"])).await;
        let task = answer.text().replace("<taskId>", "").replace("</taskId>", "");
        stage.work().await;
        let order = orders(&stage, &token, "").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        let refused = json!({ "outcome": "REFUSED", "reason": { "ru": "Нет договора", "en": "No contract" } });
        let answer = answered(&stage, &token, &order, &refused).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.text());
        let tokens = bench.tokens.pair(&testkit::TestCaller::new("U00001", "C00001").of_sandbox());
        for (language, words) in [("ru", "Нет договора"), ("en", "No contract")] {
            let read = stage.api.get(&format!("/v1/iso20022/tasks/{task}")).header("accept-language", language);
            let told = read.tokens(&tokens).send().await.json();
            for certificate in [0, 1] {
                let reason = told["certificates"][certificate]["reasons"][0]["message"].as_str().expect("words");
                assert!(reason.ends_with(&format!(": {words}")), "{reason}");
            }
        }
    }

    async fn bnk_03_a_system_without_the_role_learns_nothing(bench: Bench) {
        let stage = stage(&bench).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await;
        let letters = System::added(&bench, "letters", orders::Role::Letters).await;
        let (hub_token, token) = (hub.token(&stage).await, letters.token(&stage).await);
        let lines = vec![Line::other("20.00", 201, "044525998")];
        stage.salary("salary-2", lines).await;
        let name = orders(&stage, &hub_token, "").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        assert_eq!(orders(&stage, &token, "").await["orders"], json!([]));
        let mut told = Vec::new();
        for name in [name.as_str(), "pay-NOBODY"] {
            let seen = stage.bank.get(&format!("/bank/v1/orders/{name}")).bearer(&token).send().await;
            let answer = answered(&stage, &token, name, &json!({ "outcome": "DONE" })).await;
            let body = json!({ "answers": [{ "order": name, "outcome": "DONE" }] });
            let bunch = stage.bank.post("/bank/v1/answers").bearer(&token).json(&body).send().await;
            let plain = |answer: &Answer| (answer.status.as_u16(), answer.json()["message"].clone());
            told.push((plain(&seen), plain(&answer), bunch.json()["verdicts"][0]["verdict"].clone()));
        }
        assert_eq!(told[0], told[1]);
        assert_eq!((told[0].0.0, told[0].1.0, &told[0].2), (404, 404, &json!("NOT_FOUND")));
    }

    async fn bnk_03_a_request_of_a_token_says_how_it_is_proved(bench: Bench) {
        let stage = stage(&bench).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await;
        let right = hub.assertion(&bench, &json!({}));
        let form = [("grant_type", "client_credentials"), ("client_assertion_type", "jwt"),
            ("client_assertion", right.as_str())];
        for form in [&form[..], &form[..2], &form[1..]] {
            let answer = stage.bank.post("/bank/v1/token").form(form).send().await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (400, &json!("MALFORMED")), "{form:?}");
        }
        // None of them has spent the assertion.
        assert_eq!(hub.token_for(&stage, &right).await.status.as_u16(), 200);
    }

    async fn bnk_03_assertions_that_prove_nothing_get_no_token(bench: Bench) {
        let stage = stage(&bench).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await;
        let stranger = System(BankSystem::named("hub"));
        let now = bench.clock.now().microseconds() / 1_000_000;
        let right = hub.assertion(&bench, &json!({}));
        let under = |header: Value| hub.0.assertion_under(&header, &*bench.clock, &*bench.randomness, &json!({}));
        let wrong = [
            stranger.assertion(&bench, &json!({})),
            hub.assertion(&bench, &json!({ "iss": "core", "sub": "core" })),
            hub.assertion(&bench, &json!({ "sub": "core" })),
            hub.assertion(&bench, &json!({ "aud": "https://elsewhere.test" })),
            hub.assertion(&bench, &json!({ "aud": [TEST_BANK, "https://elsewhere.test"] })),
            hub.assertion(&bench, &json!({ "exp": now })),
            hub.assertion(&bench, &json!({ "exp": now + 3_600 })),
            hub.assertion(&bench, &json!({ "exp": i64::MAX })),
            hub.assertion(&bench, &json!({ "exp": 1e300 })),
            hub.assertion(&bench, &json!({ "exp": (now + 60).to_string() })),
            hub.assertion(&bench, &json!({ "nbf": now + 60 })),
            hub.assertion(&bench, &json!({ "jti": "" })),
            hub.assertion(&bench, &json!({ "jti": "x".repeat(129) })),
            hub.assertion(&bench, &json!({ "jti": "x\0" })),
            hub.assertion(&bench, &json!({ "iss": "no name", "sub": "no name" })),
            under(json!({ "alg": "ES384" })),
            under(json!({ "alg": "HS256" })),
            under(json!({ "alg": "ES256", "crit": ["exp"] })),
            format!("{right}x"),
            "a.b.c".to_owned(),
            "x".repeat(5_000),
        ];
        for assertion in &wrong {
            let answer = hub.token_for(&stage, assertion).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (401, &json!("ASSERTION_REFUSED")));
        }
        assert_eq!(hub.token_for(&stage, &right).await.status.as_u16(), 200);
        // Times may have a fraction (RFC 7519), as a clock in milliseconds leaves it.
        let fractions = format!("{{\"iat\":{now}.123,\"nbf\":{now}.0,\"exp\":{}.123}}", now + 60);
        let fractions: Value = serde_json::from_str(&fractions).expect("JSON");
        assert_eq!(hub.token_for(&stage, &hub.assertion(&bench, &fractions)).await.status.as_u16(), 200);
        // An assertion works once.
        assert_eq!(hub.token_for(&stage, &right).await.status.as_u16(), 401);
        let token = hub.token(&stage).await;
        let calls =
            async |token: String| stage.bank.get("/bank/v1/orders").bearer(&token).send().await.status.as_u16();
        assert_eq!(calls(token.clone()).await, 200);
        assert_eq!(stage.bank.get("/bank/v1/orders").send().await.status.as_u16(), 401);
        // A token of a customer is none here.
        let customer = bench.tokens.pair(&testkit::TestCaller::new("U00001", "C00001").of_sandbox());
        assert_eq!(calls(customer.access).await, 401);
        bench.clock.advance_seconds(901);
        assert_eq!(calls(token).await, 401);
        // A system that is closed has lost its tokens.
        let token = hub.token(&stage).await;
        let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
        let close = move |tx: &mut Tx| {
            let author = area::Author::outside_of_requests(audit::Actor::Operator("test".to_owned()));
            bank::work::systems::close(tx, &"hub".parse().expect("a name"), &author, now, &*randomness)
        };
        for is_open in [true, false] {
            let closed = bench.store.write::<_, StoreError>("test.close", close.clone()).await.expect("closed");
            assert_eq!(closed, is_open);
        }
        assert_eq!(calls(token).await, 401);
        assert_eq!(hub.token_for(&stage, &hub.assertion(&bench, &json!({}))).await.status.as_u16(), 401);
    }

    async fn bnk_10_nothing_is_handed_out_while_a_restored_database_stands_still(bench: Bench) {
        let stage = stage(&bench).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await;
        let token = hub.token(&stage).await;
        let now = bench.clock.now();
        let stand = move |tx: &mut Tx| jobs::stand_still(tx, now);
        bench.store.write::<_, StoreError>("test.stand", stand).await.expect("it stands");
        let answer = stage.bank.get("/bank/v1/orders").bearer(&token).send().await;
        assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (503, &json!("STANDS_STILL")));
        let answer = answered(&stage, &token, "pay-NOBODY", &json!({ "outcome": "DONE" })).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (503, &json!("STANDS_STILL")));
    }
}

store::queries! {
    /// The texts of letters.
    LETTER_BODIES = "select body from letter_messages order by sent_at_us";

    /// State of a planned change.
    CHANGE_STATE = "select state from tariff_future_changes where future_change_id = $1";
}

#[test]
fn bnk_02_a_banks_own_database_names_who_answers_each_kind() {
    let kinds = clientbank::application::areas::order_kinds;
    let refused =
        |text: &str| orders::Players::read(text, kinds(), true).expect_err("it is refused").to_string();
    let all: Vec<&str> = kinds().map(|kind| kind.name).collect();
    let missing = refused("");
    assert!(all.iter().all(|kind| missing.contains(kind)), "{missing}");
    let named =
        |player: &str| all.iter().map(|kind| format!("{kind}={player}")).collect::<Vec<_>>().join(", ");
    assert!(refused(&named("embedded")).contains("payment.send"), "money that nobody moved");
    assert!(refused(&format!("{},payment.send=none", named("bank"))).contains("twice"));
    assert!(refused("payment.sent=bank").contains("payment.sent"));
    assert!(refused("payment.send").contains("payment.send"));
    assert!(refused("payment.send=core").contains("payment.send=core"));
    // Somebody decides what no check refuses.
    assert!(refused("tariff_request.decide=none").contains("tariff_request.decide"));
    orders::Players::read(&named("bank"), kinds(), true).expect("it is said who answers");
    let refusable: Vec<&str> =
        kinds().filter(|kind| kind.is_refused_by_checks).map(|kind| kind.name).collect();
    assert_eq!(refusable, ["payment.send", "payroll.execute"]);
    orders::Players::read("", kinds(), false).expect("a sandbox plays the bank itself");
}

#[test]
fn bnk_03_the_page_for_the_banks_engineer_has_each_kind_with_its_examples() {
    let page = include_str!("../../../docs/CONNECT.md");
    for kind in clientbank::application::areas::order_kinds() {
        let (role, hours) = (kind.role.as_str(), kind.deadline_s / 3_600);
        let head = format!(
            "### `{}`\n\nFor the role `{role}`, due after {hours} hours. {}\n",
            kind.name, kind.meaning
        );
        assert!(page.contains(&head), "{head}");
        for example in [(kind.payload)(), (kind.answer)()] {
            let text = serde_json::to_string_pretty(&example).expect("JSON");
            assert!(page.contains(&text), "{}: {text}", kind.name);
        }
    }
}

#[test]
fn bnk_03_a_point_beside_the_curve_is_no_key() {
    assert!(bank::system::SystemKey::from_point(&[4; 65]).is_none());
}

#[test]
fn bnk_03_a_body_that_comes_too_slowly_has_a_code_of_its_own() {
    let description = serde_json::to_value(bank::description("https://bank.example")).expect("JSON");
    let slow = &description["paths"]["/bank/v1/answers"]["post"]["responses"]["408"];
    assert!(slow.to_string().contains(r#""code":"REQUEST_TIMEOUT""#), "{slow}");
}
