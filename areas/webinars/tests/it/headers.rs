//! `Accept-Language` and `Service-App-Version`.

use serde_json::json;
use testkit::Bench;

use crate::bank::{Bank, LIST, changed, row};

testkit::on_both_engines! {
    async fn web_02_texts_and_labels_are_in_the_language_asked_for(bench: Bench) {
        let columns = json!({
            "button_label_ru": "Кнопка", "button_label_en": "Button", "button_url": "https://bank.example/",
            "attachments": [{"name_ru": "Файл", "name_en": "File", "path": "/f.pdf", "type": "PDF"}]
        });
        let bank = Bank::with(bench, "language", &[changed(row("a"), columns)]).await;
        let russian = ["Материалы доступны", "Название", "Описание", "Кнопка", "Файл"];
        let english = ["Materials available", "Title", "Description", "Button", "File"];
        let cases = [
            (None, russian),
            (Some("ru"), russian),
            (Some("en"), english),
            (Some("en-GB,en;q=0.9,ru;q=0.8"), english),
            (Some("en;q=0.8,ru;q=0.9"), russian),
            (Some("de,fr;q=0.9"), russian),
            (Some("de,en;q=0.1"), english),
            (Some("ru;q=0,*"), english),
        ];
        for (header, expected) in cases {
            for path in [format!("{LIST}?offset=0&limit=1"), format!("{LIST}/a")] {
                let request = bank.get(&path);
                let request = match header {
                    Some(header) => request.header("accept-language", header),
                    None => request,
                };
                let body = request.send().await.json();
                let webinar = body.get("content").map_or(&body, |content| &content[0]);
                let texts = [
                    &webinar["eventStatusLabel"], &webinar["title"], &webinar["body"],
                    &webinar["button"]["label"], &webinar["attachments"][0]["name"],
                ];
                assert_eq!(texts, expected.map(serde_json::Value::from).each_ref(), "{header:?} {path}");
            }
        }
    }

    async fn web_03_an_absent_version_is_accepted_and_a_malformed_one_is_not(bench: Bench) {
        let bank = Bank::with(bench, "version", &[row("a")]).await;
        for path in [format!("{LIST}?offset=0&limit=1"), format!("{LIST}/a")] {
            assert_eq!(bank.get(&path).send().await.status, 200);
            for version in ["4.0.0", "3.9", "10.20.30.40"] {
                let answer = bank.get(&path).header("service-app-version", version).send().await;
                assert_eq!(answer.status, 200, "{version}");
            }
            for version in ["", "4", "4.", ".4", "4..0", "v4.0.0", "4.0.0-beta", "4,0", "4.0.0.0.0", "4.0.1234567890"] {
                let answer = bank.get(&path).header("service-app-version", version).send().await;
                assert_eq!(answer.status, 400, "{version:?}");
                let body = answer.json();
                assert_eq!((&body["code"], &body["error"]), (&json!(400), &json!("Bad Request")));
                assert!(body["message"].as_str().unwrap().contains("Service-App-Version"), "{body}");
            }
            let twice = bank.get(&path).header("service-app-version", "4.0.0");
            assert_eq!(twice.header("service-app-version", "4.0.0").send().await.status, 400);
        }
    }
}
