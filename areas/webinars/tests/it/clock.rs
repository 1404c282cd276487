//! Publication and events follow the clock. Every test begins at 2026-11-20T09:00:00Z.

use serde_json::json;
use store::params;
use testkit::Bench;

use crate::bank::{Bank, changed, ids, row};

store::queries! {
    /// The announcements of a webinar that have no number yet.
    ANNOUNCED = "select due_at_us from event_outbox where object_id = $1";
}

testkit::on_both_engines! {
    async fn web_04_a_webinar_is_seen_from_its_publish_date_on(bench: Bench) {
        let scheduled = changed(row("scheduled"), json!({"publish_at": "2026-11-20T12:00:01+03:00"}));
        let bank = Bank::with(bench, &[row("published"), scheduled]).await;
        let page = bank.list(0, 10).await;
        assert_eq!((ids(&page), &page["totalCount"]), (vec!["published"], &json!(1)));
        let absent = bank.by_id("never").await;
        let unpublished = bank.by_id("scheduled").await;
        assert_eq!(absent.status, 400);
        assert_eq!((unpublished.status, unpublished.json()), (absent.status, absent.json()));

        bank.bench.clock.advance_seconds(1);
        let page = bank.list(0, 10).await;
        assert_eq!((ids(&page), &page["totalCount"]), (vec!["published", "scheduled"], &json!(2)));
        let webinar = bank.by_id("scheduled").await;
        assert_eq!((webinar.status.as_u16(), &webinar.json()["status"]), (200, &json!("PUBLISHED")));
    }

    async fn evt_01_a_webinar_is_announced_once_for_each_time_that_it_becomes_visible(bench: Bench) {
        let bank = Bank::with(bench, &[row("one")]).await;
        let announced = async || bank.bench.store.query(&ANNOUNCED, params!["one"]).await.unwrap().len();
        assert_eq!(announced().await, 1);
        for (publish_at, count, why) in [
            ("2026-11-01T09:00:00+03:00", 1, "nothing changes"),
            ("2026-11-02T09:00:00+03:00", 1, "it is seen all the time"),
            ("2026-11-21T09:00:00+03:00", 2, "it will be seen anew"),
            ("2026-11-22T09:00:00+03:00", 2, "on another day"),
            ("2026-11-02T09:00:00+03:00", 2, "at once, and not on that day too"),
            ("2026-11-03T09:00:00+03:00", 2, "it is seen already"),
        ] {
            bank.import(&[changed(row("one"), json!({"publish_at": publish_at}))]).await.unwrap();
            assert_eq!(announced().await, count, "{publish_at}: {why}");
        }
    }

    async fn web_04_the_event_status_follows_the_clock(bench: Bench) {
        let times = json!({"start_at": "2026-11-20T12:00:10+03:00", "finish_at": "2026-11-20T12:00:20+03:00"});
        let announced = json!({"attachments": [{"name_ru": "р", "name_en": "e", "type": "VIDEO"}]});
        let provided =
            json!({"attachments": [{"name_ru": "р", "name_en": "e", "path": "/v.mp4", "type": "VIDEO"}]});
        let rows = [changed(row("announced"), times.clone()), changed(row("provided"), times.clone())];
        let rows = [changed(rows[0].clone(), announced), changed(rows[1].clone(), provided)];
        let bank = Bank::with(bench, &rows).await;
        let mut seen = Vec::new();
        for seconds in [9, 1, 9, 1] {
            bank.bench.clock.advance_seconds(seconds);
            let page = bank.list(0, 10).await;
            for (webinar, id) in page["content"].as_array().unwrap().iter().zip(ids(&page)) {
                let by_id = bank.by_id(id).await.json();
                assert_eq!(by_id["eventStatus"], webinar["eventStatus"]);
                assert_eq!(by_id["eventStatusLabel"], webinar["eventStatusLabel"]);
                let text = |name: &str| webinar[name].as_str().unwrap().to_owned();
                seen.push((text("eventStatus"), text("eventStatusLabel")));
            }
        }
        let expected = [
            ("PLANNED", "Запланирован"), ("PLANNED", "Запланирован"),
            ("STARTED", "Идёт сейчас"), ("STARTED", "Идёт сейчас"),
            ("STARTED", "Идёт сейчас"), ("STARTED", "Идёт сейчас"),
            ("ENDED", "Завершён"), ("ATTACHMENTS_PROVIDED", "Материалы доступны"),
        ];
        let expected = expected.map(|(status, label)| (status.to_owned(), label.to_owned()));
        assert_eq!(seen, expected);
    }
}
