//! Every field of spec section 2.6 is read back.

use serde_json::{Value, json};
use testkit::Bench;

use crate::bank::{Bank, changed, row};

fn full() -> Value {
    changed(
        row("full"),
        json!({
            "button_label_ru": "Кнопка", "button_label_en": "Button",
            "button_url": "https://bank.example/webinars/full",
            "attachments": [
                {"id": "a1", "name_ru": "Запись", "name_en": "Recording", "path": "/files/a1.mp4", "type": "VIDEO"},
                {"name_ru": "Слайды", "name_en": "Slides", "path": "/files/a2.pdf", "type": "PDF"},
                {"name_ru": "П", "name_en": "P", "path": "/files/a3.ppt", "type": "PPT"},
                {"name_ru": "Пх", "name_en": "Px", "path": "/files/a4.pptx", "type": "PPTX"},
                {"name_ru": "Т", "name_en": "T", "path": "/files/a5.xls", "type": "XLS"},
                {"id": "a6", "name_ru": "Позже", "name_en": "Later", "type": "XLSX"}
            ]
        }),
    )
}

fn full_in_russian(new: bool) -> Value {
    json!({
        "id": "full",
        "new": new,
        "status": "PUBLISHED",
        "eventStatus": "ATTACHMENTS_PROVIDED",
        "eventStatusLabel": "Материалы доступны",
        "title": "Название",
        "body": "Описание",
        "publishDate": "2026-11-01T09:00:00+03:00",
        "startEventDate": "2026-11-10T11:00:00+03:00",
        "finishEventDate": "2026-11-10T12:30:00+03:00",
        "image": {"url": "https://media.bank.example/pictures/one.png", "type": "IMAGE"},
        "button": {"label": "Кнопка", "url": "https://bank.example/webinars/full"},
        "style": {
            "accentColor": "#0B5FFF", "backgroundColor": "#ffffff", "contentBackgroundColor": "#F2F6FF"
        },
        "attachments": [
            {"id": "a1", "name": "Запись", "url": "https://media.bank.example/files/a1.mp4", "type": "VIDEO"},
            {"name": "Слайды", "url": "https://media.bank.example/files/a2.pdf", "type": "PDF"},
            {"name": "П", "url": "https://media.bank.example/files/a3.ppt", "type": "PPT"},
            {"name": "Пх", "url": "https://media.bank.example/files/a4.pptx", "type": "PPTX"},
            {"name": "Т", "url": "https://media.bank.example/files/a5.xls", "type": "XLS"},
            {"id": "a6", "name": "Позже", "type": "XLSX"}
        ]
    })
}

testkit::on_both_engines! {
    async fn web_01_the_list_has_every_field(bench: Bench) {
        let bank = Bank::with(bench, &[full()]).await;
        let page = bank.list(0, 1).await;
        assert_eq!(page, json!({"content": [full_in_russian(true)], "offset": 0, "limit": 1, "totalCount": 1}));
    }

    async fn web_01_one_webinar_has_every_field(bench: Bench) {
        let bank = Bank::with(bench, &[full()]).await;
        let answer = bank.by_id("full").await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.json(), full_in_russian(false));
    }

    async fn web_01_what_is_optional_is_left_out(bench: Bench) {
        let bank = Bank::with(bench, &[row("bare")]).await;
        let webinar = bank.by_id("bare").await.json();
        let names: Vec<&String> = webinar.as_object().unwrap().keys().collect();
        assert!(!names.iter().any(|name| *name == "button" || *name == "attachments"), "{names:?}");
        assert_eq!(webinar["eventStatus"], "ENDED");
    }
}
