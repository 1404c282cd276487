//! PAY-01: how much intake holds in memory is bounded, and who finds no room is told to come again.

use std::time::Duration;

use axum::body::Body;
use futures_util::stream;
use payroll::{IntakeLimits, PayrollSettings};
use serde_json::json;
use testkit::Bench;
use tokio::sync::oneshot;

use super::house::{House, PATH, client, ivanova, payload, with_settings};

testkit::on_both_engines! {
    async fn pay_01_who_finds_no_room_is_told_to_come_again(bench: Bench) {
        let house = House::new(bench).await;
        // Long enough for a thread of a busy machine to begin what is read after it.
        let intake = IntakeLimits { wait_max: Duration::from_secs(4), ..IntakeLimits::default() };
        let settings = PayrollSettings { intake, ..house.state.settings.clone() };
        let crowded = client(&house.bench, &with_settings(&house.bench, house.bench.store.clone(), settings, 3));
        let tokens = house.bench.tokens.pair(&ivanova());
        let post = |body: Body| {
            crowded.post(PATH).tokens(&tokens).header("content-type", "application/json").body(body).send()
        };
        let text = |name: &str| json!({ "payload": payload(name) }).to_string();
        // A body whose length nobody knows may be as large as any, and this one does not come to its end.
        let (reached, is_reached) = oneshot::channel();
        let (rest, later) = oneshot::channel::<String>();
        let slow = stream::once(async move {
            reached.send(()).unwrap();
            later.await
        });
        let slow = tokio::spawn(post(Body::from_stream(slow)));
        is_reached.await.unwrap();
        let refused = post(text("second").into()).await;
        assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, Some("1")));
        assert_eq!(refused.json()["errors"][0]["code"], "SERVICE_UNAVAILABLE");
        assert_eq!(house.counts().await, (0, 0));
        rest.send(text("first")).unwrap();
        assert_eq!(slow.await.unwrap().status, 202);
        assert_eq!(post(text("second").into()).await.status, 202);
        assert_eq!((house.counts().await, house.numbers("C00001").await), ((2, 4), vec![1, 2]));
    }

    async fn security_01_who_waits_for_a_thread_that_reads_is_answered_in_time(bench: Bench) {
        let house = House::new(bench).await;
        let wait_max = Duration::from_millis(20);
        let intake = IntakeLimits { statement_readers: 0, wait_max, ..IntakeLimits::default() };
        let settings = PayrollSettings { intake, ..house.state.settings.clone() };
        let blocked = client(&house.bench, &with_settings(&house.bench, house.bench.store.clone(), settings, 3));
        let tokens = house.bench.tokens.pair(&ivanova());
        let text = json!({ "payload": payload("one") }).to_string();
        for path in [PATH.to_owned(), format!("{PATH}:validate")] {
            let request = blocked.post(&path).tokens(&tokens).header("content-type", "application/json");
            let refused = request.body(text.clone()).send().await;
            assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, Some("1")), "{path}");
            assert_eq!(refused.json()["errors"][0]["code"], "SERVICE_UNAVAILABLE");
        }
        assert_eq!(house.counts().await, (0, 0));
    }
}
