//! PAY-04: a name is given once, whoever is quickest.

use futures_util::future::join_all;
use serde_json::json;
use store::{StoreError, Tx, params};
use testkit::{Bench, TestCaller};

use super::house::{House, PATH, changed, client, codes, ivanova, payload, sidorov, state};

/// Equal requests that are sent at once.
const AT_ONCE: usize = 64;

store::queries! {
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
        let other = state(&house.bench, other_store.clone(), house.state.settings.polling, 9);
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
        assert!(repeat().await.contains("already exists, its status is CHECKING"));
        house.work().await;
        assert!(repeat().await.contains("already exists, its status is AWAITING_SIGN"));
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
