//! PAY-04: a name is given once, whoever is quickest.

use futures_util::future::join_all;
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::archivist::{Archivist, unwatched};
use testkit::{Bench, TestCaller};

use super::house::{
    House, PATH, change, changed, client, codes, ivanova, payload, sidorov, signed, with_settings,
};

/// Equal requests that are sent at once.
const AT_ONCE: usize = 64;

store::queries! {
    /// A statement as it was before contents were compared.
    FORGET_CONTENT = "update payroll_statements set content_digest = null where external_id = $1";
    /// A statement that ended long ago.
    END_LONG_AGO = "update payroll_statements set state = 'DELETED', changed_at_us = 1 where external_id = $1";
    /// A second statement of the same name, as no code writes it.
    COPY = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version, created_at_us, \
        changed_at_us,
            created_by, client_id, year, number, number_is_default, statement_date, account, transfers_count, \
            total_minor,
            lines_count, enrollment_code, purpose)
        select $2, cnum, external_id, kind, state, version, created_at_us, changed_at_us, created_by, client_id, year,
            number + 1, number_is_default, statement_date, account, transfers_count, total_minor, lines_count,
            enrollment_code, purpose
        from payroll_statements where statement_id = $1";
}

testkit::on_both_engines! {
    async fn pay_04_the_key_is_in_the_database(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("keyed")).await;
        let id = house.id("C00001", "keyed").await;
        let copy = move |tx: &mut Tx| tx.execute_one(&COPY, params![id.bytes(), [9_u8; 16]]);
        let refused = house.bench.store.write("test.copy", copy).await;
        assert!(matches!(refused, Err(StoreError::Unique { .. })), "{refused:?}");
    }

    async fn pay_04_of_equal_requests_at_once_exactly_one_is_taken(bench: Bench) {
        let house = House::new(bench).await;
        // Two processes on one database.
        let other_store = house.bench.open_again(Bench::limits()).await;
        let other = with_settings(&house.bench, other_store.clone(), house.state.settings.clone(), 9);
        let clients = [house.client.clone(), client(&house.bench, &other)];
        let text = json!({ "payload": payload("only-once") }).to_string();
        let tokens = house.bench.tokens.pair(&ivanova());
        let requests = (0..AT_ONCE).map(|number| {
            let request = clients[number % 2].post(PATH).tokens(&tokens);
            request.header("content-type", "application/json").body(text.clone()).send()
        });
        let mut taken = 0;
        for answer in join_all(requests).await {
            match answer.status.as_u16() {
                202 => taken += 1,
                400 => assert_eq!(codes(&answer.json()["errors"]), ["externalId"]),
                status => panic!("{status}: {}", answer.text()),
            }
        }
        assert_eq!((taken, house.counts().await), (1, (1, 2)));
        assert_eq!(house.numbers("C00001").await, [1]);
        other_store.close().await;
    }

    async fn pay_04_a_repeat_is_told_the_status_of_what_exists(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("again")).await;
        let repeat = || async {
            let request = json!({ "payload": changed("again", |payload| payload["number"] = json!(9)) });
            let answer = house.post(&request).await;
            assert_eq!(answer.status, 400);
            answer.json()["errors"][0]["message"].as_str().unwrap().to_owned()
        };
        assert!(repeat().await.contains("already exists with other content, its status is CHECKING"));
        house.work().await;
        assert!(repeat().await.contains("already exists with other content, its status is AWAITING_SIGN"));
    }

    async fn integrator_01_a_repeat_is_told_from_another_statement_of_the_same_name(bench: Bench) {
        let house = House::new(bench).await;
        let told = async |request: &Value| {
            let answer = house.post(request).await;
            assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec!["externalId"]));
            let message = answer.json()["errors"][0]["message"].as_str().unwrap().to_owned();
            let told = message.strip_prefix("externalId: a statement with this externalId already exists");
            told.unwrap().to_owned()
        };
        let (unsigned, twice) = (payload("unsigned"), payload("signed"));
        let with_all = signed(&twice, &[&house.keys.ivanova, &house.keys.petrov]);
        let with_one = signed(&twice, &[&house.keys.ivanova]);
        house.create(&unsigned).await;
        assert_eq!(house.post(&with_all).await.status, 202);
        let same = " with the same content, its status is CHECKING";
        let other = " with other content, its status is CHECKING";
        // The order of keys and white space are no content, and neither are the bytes of a signature.
        let text = unsigned.to_string();
        let loose = format!("{{ \"payload\" :\n{} }}", text.replacen('{', "{ ", 1));
        assert!(house.post_as(&ivanova(), PATH, loose).await.text().contains("with the same content"));
        assert_eq!(told(&json!({ "payload": unsigned })).await, same);
        assert_eq!(told(&with_one).await, same);
        for change in [
            json!({ "totalAmount": 201.01 }), json!({ "number": 1 }), json!({ "purpose": "x" }),
            json!({ "date": "2026-11-21" }),
        ] {
            let mut changed = unsigned.clone();
            changed.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            assert_eq!(told(&json!({ "payload": changed })).await, other, "{change}");
        }
        let mut last_kopeck = unsigned.clone();
        last_kopeck["transfers"][1]["amount"] = json!(100.51);
        assert_eq!(told(&json!({ "payload": last_kopeck })).await, other);
        // What waits for signatures is not what was sent with them.
        assert_eq!(told(&json!({ "payload": twice })).await, other);
        let signed_later = signed(&unsigned, &[&house.keys.ivanova, &house.keys.petrov]);
        assert_eq!(told(&signed_later).await, other);
        assert_eq!(house.counts().await, (2, 4));
        // A statement of an older program has kept nothing to compare with.
        assert_eq!(change(&house.bench, &FORGET_CONTENT, params!["unsigned"]).await, 1);
        assert_eq!(told(&json!({ "payload": unsigned })).await, ", its status is CHECKING");
    }

    async fn integrator_01_a_statement_with_a_key_is_answered_as_the_first_time(bench: Bench) {
        let house = House::new(bench).await;
        let tokens = house.bench.tokens.pair(&ivanova());
        let send = async |key: &str, payload: &Value| {
            let request = house.client.post(PATH).tokens(&tokens).header("idempotency-key", key);
            let body = json!({ "payload": payload }).to_string();
            request.header("content-type", "application/json").body(body).send().await
        };
        let first = send("k-1", &payload("keyed")).await;
        assert_eq!((first.status.as_u16(), first.json()), (202, json!({ "externalId": "keyed" })));
        house.work().await;
        let again = send("k-1", &payload("keyed")).await;
        assert_eq!((again.status.as_u16(), again.text()), (202, first.text()));
        // The key stands for one request.
        let other = changed("keyed", |payload| payload["totalAmount"] = json!(202));
        for other in [&other, &payload("another")] {
            let answer = send("k-1", other).await;
            assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"]).len()), (422, 1));
        }
        // A refusal leaves the key free.
        let wrong = changed("late", |payload| payload["enrollmentCode"] = json!("99"));
        assert_eq!(send("k-2", &wrong).await.status, 400);
        assert_eq!(send("k-2", &payload("late")).await.status, 202);
        // Another key does not make the name free.
        assert!(send("k-3", &payload("keyed")).await.text().contains("with the same content"));
        assert_eq!(house.counts().await, (2, 4));
        let malformed = send("ключ", &payload("third")).await;
        assert_eq!(malformed.status, 400);
    }

    async fn integrator_01_of_equal_requests_with_one_key_none_is_carried_out_twice(bench: Bench) {
        let house = House::new(bench).await;
        let text = json!({ "payload": payload("at-once") }).to_string();
        let tokens = house.bench.tokens.pair(&ivanova());
        let requests = (0..AT_ONCE).map(|_| {
            let request = house.client.post(PATH).tokens(&tokens).header("idempotency-key", "\"one\"");
            request.header("content-type", "application/json").body(text.clone()).send()
        });
        for answer in join_all(requests).await {
            assert!([202, 409].contains(&answer.status.as_u16()), "{}", answer.text());
        }
        assert_eq!(house.counts().await, (1, 2));
    }

    async fn pay_04_a_name_stays_taken_when_its_statement_has_left_for_the_archive(bench: Bench) {
        let house = House::new(bench).await;
        let archivist = Archivist::new(&house.bench, payroll::AREA.kept, 1_000).await;
        house.create(&payload("left")).await;
        house.create(&payload("left-too")).await;
        for name in ["left", "left-too"] {
            assert_eq!(change(&house.bench, &END_LONG_AGO, params![name]).await, 1);
        }
        archivist.archive(&house.bench, unwatched()).await.unwrap();
        assert_eq!(house.counts().await, (0, 0));
        // Payments are named by it: the bank's systems would take those of another statement for paid.
        let answer = house.post(&json!({ "payload": payload("left") })).await;
        assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec!["externalId"]));
        assert!(answer.text().contains("already exists, its status is DELETED"), "{}", answer.text());
        let now = house.get_as(&ivanova(), &format!("{PATH}/left")).await;
        assert_eq!((now.status.as_u16(), house.counts().await), (404, (0, 0)));
        house.create(&payload("another")).await;
    }

    async fn pay_04_each_company_has_names_of_its_own(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("shared-name")).await;
        let request = json!({ "payload": changed("shared-name", |payload| {
            payload["account"] = json!("40702810800000000021");
        })});
        let answer = house.post_as(&sidorov(), PATH, request.to_string()).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
        // The company is that of the token, and no field of the request names another.
        let vasilek = TestCaller::new("U00001", "C00002");
        assert_eq!(house.get_as(&vasilek, &format!("{PATH}/shared-name")).await.status, 404);
        assert_eq!(house.counts().await.0, 2);
    }
}
