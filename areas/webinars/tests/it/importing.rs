//! The bank's file.

use import::ImportError;
use serde_json::{Value, json};
use testkit::Bench;

use crate::bank::{Bank, changed, row};

async fn errors(bank: &Bank, row: Value) -> Vec<String> {
    match bank.import(&[row]).await {
        Err(ImportError::Files { errors, .. }) => errors.iter().map(ToString::to_string).collect(),
        other => panic!("{other:?}"),
    }
}

testkit::on_both_engines! {
    async fn ops_01_webinars_are_imported_once_and_changed_after(bench: Bench) {
        let rows = [row("a"), changed(row("b"), json!({"attachments": [
            {"type": "PDF", "name_en": "e", "name_ru": "р", "path": "/f.pdf"}
        ]}))];
        let bank = Bank::with(bench, &rows).await;
        let report = bank.import(&rows).await.unwrap();
        assert_eq!((report.tables[0].unchanged, report.tables[0].changed, report.tables[0].created), (2, 0, 0));
        let other = changed(rows[1].clone(), json!({"attachments": []}));
        let report = bank.import(&[rows[0].clone(), other]).await.unwrap();
        assert_eq!((report.tables[0].unchanged, report.tables[0].changed, report.tables[0].created), (1, 1, 0));
    }

    async fn ops_01_wrong_webinars_are_refused_with_their_column(bench: Bench) {
        let bank = Bank::with(bench, &[row("a")]).await;
        let attachment = |kind: &str, path: &str| {
            json!({"attachments": [{"name_ru": "р", "name_en": "e", "path": path, "type": kind}]})
        };
        let wrong = [
            (json!({"webinar_id": "x".repeat(65)}), "webinar_id"),
            (json!({"webinar_id": "."}), "webinar_id"),
            (json!({"webinar_id": ".."}), "webinar_id"),
            (json!({"publish_at": "2026-11-01"}), "publish_at"),
            (json!({"start_at": "2026-11-01T09:00:00"}), "start_at"),
            (json!({"finish_at": "2026-11-10T11:00:00+03:00"}), "finish_at"),
            (json!({"image_path": "//elsewhere.example/x.png"}), "image_path"),
            (json!({"image_path": "/a/../b.png"}), "image_path"),
            (json!({"image_path": "https://elsewhere.example/x.png"}), "image_path"),
            (json!({"accent_color": "red"}), "accent_color"),
            (json!({"background_color": "#12345"}), "background_color"),
            (json!({"content_background_color": "#12345g"}), "content_background_color"),
            (json!({"title_en": ""}), "title_en"),
            (json!({"button_label_ru": "Кнопка"}), "button_url"),
            (json!({"button_label_ru": "К", "button_label_en": "B", "button_url": "javascript:x"}), "button_url"),
            (attachment("PNG", "/f.png"), "attachments"),
            (attachment("PDF", "f.pdf"), "attachments"),
            (json!({"attachments": [{"name_ru": "р", "type": "PDF"}]}), "attachments"),
            (json!({"attachments": {"name_ru": "р"}}), "attachments"),
        ];
        for (columns, column) in wrong {
            let errors = errors(&bank, changed(row("a"), columns)).await;
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert!(errors[0].starts_with(&format!("webinars.json:1:{column}:")), "{errors:?}");
        }
        assert_eq!(bank.list(0, 1).await["content"][0]["title"], "Название");
    }

    async fn ops_01_a_bank_has_a_bounded_number_of_webinars(bench: Bench) {
        let rows = |count: usize| (0..count).map(|number| row(&number.to_string())).collect::<Vec<_>>();
        let bank = Bank::with(bench, &rows(2_000)).await;
        assert_eq!(bank.list(1_999, 100).await["totalCount"], 2_000);
        let errors = errors(&bank, row("one more")).await;
        assert_eq!(errors, ["webinars.json:1:webinar_id: there would be more than 2000 webinars"]);
        assert_eq!(bank.list(0, 1).await["totalCount"], 2_000);
    }

    async fn ops_01_the_demo_webinars_cover_every_status(bench: Bench) {
        let bank = Bank::with(bench, &[]).await;
        let demo = include_str!("../../../../clientbank/demo-data/webinars.json");
        bank.import_text(demo).await.unwrap();
        let page = bank.list(0, 100).await;
        let webinars = page["content"].as_array().unwrap();
        assert!(webinars.len() >= 12, "{}", webinars.len());
        for status in ["PLANNED", "STARTED", "ENDED", "ATTACHMENTS_PROVIDED"] {
            assert!(webinars.iter().any(|webinar| webinar["eventStatus"] == status), "{status}");
        }
        let all: Vec<Value> = serde_json::from_str(demo).unwrap();
        assert_eq!(all.len(), webinars.len() + 1, "one is scheduled");
    }
}
