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
        let bank = Bank::with(bench, &[changed(row("a"), columns)]).await;
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

    async fn web_03_any_text_is_a_version(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        for path in [format!("{LIST}?offset=0&limit=1"), format!("{LIST}/a")] {
            assert_eq!(bank.get(&path).send().await.status, 200);
            let absent = bank.get(&path).send().await.json();
            for version in ["4.0.0", "3.9", "", "4", "v4.0.0", "4.0.0-SNAPSHOT", "4.0.0+12", "4,0", "4.0.0.0.0"] {
                let answer = bank.get(&path).header("service-app-version", version).send().await;
                assert_eq!((answer.status.as_u16(), answer.json()), (200, absent.clone()), "{version:?}");
            }
            let twice = bank.get(&path).header("service-app-version", "4.0.0");
            assert_eq!(twice.header("service-app-version", "4.0.0").send().await.status, 200);
        }
    }
}
