//! The webinars that a process keeps are never of an old state.

use serde_json::{Value, json};
use store::{Query, Store, StoreError, Tx, params};
use testkit::{Bench, TestClient};
use webinars::{Catalogue, WebinarsState};

use crate::bank::{Bank, LIST, changed, ids, row};

store::queries! {
    RENAME = "update webinars set title_ru = 'По-новому' where webinar_id = 'a'";
    /// A change by hand that changes nothing to be seen.
    SAME_AGAIN = "update webinars set title_ru = title_ru where webinar_id = 'a'";
    /// A webinar that goes by hand.
    REMOVE = "delete from webinars where webinar_id = 'b'";
    /// One that comes by hand: another day of webinar a.
    COPY = "insert into webinars (webinar_id, publish_at_us, start_at_us, finish_at_us, title_ru, title_en, body_ru,
            body_en, image_path, accent_color, background_color, content_background_color, attachments)
        select 'c', publish_at_us, start_at_us - 1, finish_at_us, title_ru, title_en, body_ru, body_en, image_path,
            accent_color, background_color, content_background_color, attachments
        from webinars where webinar_id = 'a'";
}

/// The area as another process runs it, with a database connection and a catalogue of its own.
fn process(bank: &Bank, store: &Store) -> TestClient {
    let state = WebinarsState {
        store: store.clone(),
        edge: bank.bench.edge.clone(),
        zone: "Europe/Moscow".parse().unwrap(),
        media_host: "https://media.bank.example".parse().unwrap(),
        catalogue: Catalogue::default(),
    };
    bank.bench.client(webinars::OPERATIONS.routes(state))
}

async fn list(bank: &Bank, process: &TestClient) -> Value {
    let request = process.get(&format!("{LIST}?offset=0&limit=10")).tokens(&bank.tokens("U00001"));
    let answer = request.send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

async fn by_hand(store: &Store, change: &'static Query) {
    let write = move |tx: &mut Tx| tx.execute_one(change, params![]);
    store.write::<_, StoreError>("by hand", write).await.unwrap();
}

testkit::on_both_engines! {
    async fn web_01_a_change_by_another_process_is_in_the_next_list(bench: Bench) {
        let bank = Bank::with(bench, &[row("a"), row("b")]).await;
        let store = bank.bench.open_again(Bench::limits()).await;
        let other = process(&bank, &store);
        for seen in [bank.list(0, 10).await, list(&bank, &other).await] {
            assert_eq!((ids(&seen), &seen["content"][0]["title"]), (vec!["a", "b"], &json!("Название")));
        }
        // The import of this bank is to the other process what the command of an operator is.
        bank.import(&[changed(row("a"), json!({"title_ru": "Другое"})), row("c")]).await.unwrap();
        for seen in [list(&bank, &other).await, bank.list(0, 10).await] {
            assert_eq!((ids(&seen), &seen["content"][0]["title"]), (vec!["a", "b", "c"], &json!("Другое")));
            assert_eq!(seen["totalCount"], 3);
        }
        // A webinar that the other process notes as read is read here.
        let one = other.get(&format!("{LIST}/b")).tokens(&bank.tokens("U00001")).send().await;
        assert_eq!(one.status, 200);
        let news: Vec<bool> = bank.list(0, 10).await["content"]
            .as_array().unwrap().iter().map(|webinar| webinar["new"].as_bool().unwrap()).collect();
        assert_eq!(news, [true, false, true]);
        store.close().await;
    }

    async fn web_01_a_change_by_hand_is_in_the_next_list(bench: Bench) {
        let bank = Bank::with(bench, &[row("a"), row("b")]).await;
        let store = bank.bench.open_again(Bench::limits()).await;
        assert_eq!(ids(&bank.list(0, 10).await), ["a", "b"]);
        // Twice, because connections are used again and each unit has to be counted.
        by_hand(&store, &SAME_AGAIN).await;
        assert_eq!(ids(&bank.list(0, 10).await), ["a", "b"]);
        by_hand(&store, &RENAME).await;
        assert_eq!(bank.list(0, 10).await["content"][0]["title"], "По-новому");
        by_hand(&store, &REMOVE).await;
        assert_eq!(ids(&bank.list(0, 10).await), ["a"]);
        by_hand(&store, &COPY).await;
        assert_eq!(ids(&bank.list(0, 10).await), ["a", "c"]);
        store.close().await;
    }

    async fn web_01_any_text_is_written_as_json(bench: Bench) {
        let awkward = "q\",\"title\":\"\\ \u{1f}\n</script>\u{2028}ё";
        let columns = json!({
            "webinar_id": awkward, "title_ru": awkward, "body_ru": awkward, "body_en": awkward,
            "attachments": [{"id": awkward, "name_ru": awkward, "name_en": awkward, "type": "PDF"}]
        });
        let bank = Bank::with(bench, &[changed(row("a"), columns)]).await;
        let webinar = &bank.list(0, 1).await["content"][0];
        for text in ["/id", "/title", "/body", "/attachments/0/id", "/attachments/0/name"] {
            assert_eq!(webinar.pointer(text).unwrap(), awkward, "{text}");
        }
    }
}
