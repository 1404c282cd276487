//! `new`, for each user alone.

use serde_json::Value;
use testkit::{Bench, TestRequest};

use crate::bank::{Bank, LIST, row};

fn news(page: &Value) -> Vec<bool> {
    page["content"].as_array().unwrap().iter().map(|webinar| webinar["new"].as_bool().unwrap()).collect()
}

testkit::on_both_engines! {
    async fn web_01_a_webinar_is_new_until_the_user_reads_it(bench: Bench) {
        let bank = Bank::with(bench, &[row("a"), row("b")]).await;
        assert_eq!(news(&bank.list(0, 10).await), [true, true]);
        // To list is not to read.
        assert_eq!(news(&bank.list(0, 10).await), [true, true]);

        assert_eq!(bank.by_id("b").await.json()["new"], false);
        assert_eq!(news(&bank.list(0, 10).await), [true, false]);
        assert_eq!(bank.by_id("b").await.json()["new"], false);

        let other = bank.client.get(&format!("{LIST}?offset=0&limit=10")).tokens(&bank.tokens("U00002"));
        assert_eq!(news(&other.send().await.json()), [true, true]);
    }

    async fn web_01_a_changed_webinar_stays_read(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        bank.by_id("a").await;
        let changed = crate::bank::changed(row("a"), serde_json::json!({"title_ru": "Другое"}));
        bank.import(&[changed]).await.unwrap();
        let page = bank.list(0, 10).await;
        assert_eq!((&page["content"][0]["title"], news(&page)), (&Value::from("Другое"), vec![false]));
    }

    async fn web_01_first_readings_at_once_are_one(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        let requests: Vec<TestRequest> = (0..16).map(|_| bank.get(&format!("{LIST}/a"))).collect();
        let answers: Vec<_> = requests.into_iter().map(|request| tokio::spawn(request.send())).collect();
        for answer in answers {
            assert_eq!(answer.await.unwrap().status, 200);
        }
        assert_eq!(news(&bank.list(0, 10).await), [false]);
    }
}
