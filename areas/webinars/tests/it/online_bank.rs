//! Webinars in the online bank.

use http::StatusCode;
use serde_json::{Value, json};
use testkit::{Answer, Bench, TestCaller, TestClient, on_both_engines};
use webinars::WebinarsPages;

use crate::bank::{Bank, changed, row, state};

fn pages(bank: &Bank) -> TestClient {
    let site = bank.bench.site();
    let pages = WebinarsPages { site: site.clone(), area: state(&bank.bench) };
    bank.bench.client(site.routes(webinars::pages(pages)))
}

async fn open(bank: &Bank, user: &str, path: &str) -> Answer {
    pages(bank).get(path).online_bank(&bank.bench.tokens, &TestCaller::new(user, "C00001")).send().await
}

fn whole(id: &str) -> Value {
    let columns = json!({
        "title_ru": "Налоги <и> взносы", "title_en": "Taxes", "body_ru": "Первая строка\nВторая строка",
        "button_label_ru": "Задать вопрос", "button_label_en": "Ask", "button_url": "https://bank.example/ask",
        "attachments": [
            {"name_ru": "Запись", "name_en": "Recording", "path": "/files/one.mp4", "type": "VIDEO"},
            {"name_ru": "Слайды", "name_en": "Slides", "type": "PDF"},
        ],
    });
    changed(row(id), columns)
}

on_both_engines! {
    async fn web_01_the_pages_show_picture_text_link_and_files(bench: Bench) {
        let bank = Bank::with(bench, &[whole("one")]).await;
        let list = open(&bank, "U00001", "/bank/webinars").await;
        assert_eq!(list.status, StatusCode::OK, "{}", list.text());
        for text in [
            "https://media.bank.example/pictures/one.png", "/bank/webinars/one", "Материалы доступны",
            "11:00–12:30", "Налоги &#60;и&#62; взносы",
        ] {
            assert!(list.text().contains(text), "{text}:\n{}", list.text());
        }
        let page = open(&bank, "U00001", "/bank/webinars/one").await;
        for text in [
            "Вторая строка", "https://media.bank.example/files/one.mp4", "https://bank.example/ask", "Задать вопрос",
            "появится позже",
        ] {
            assert!(page.text().contains(text), "{text}:\n{}", page.text());
        }
    }

    async fn web_01_opening_a_webinar_is_reading_it(bench: Bench) {
        let bank = Bank::with(bench, &[row("one"), row("two")]).await;
        let new = |page: &Answer| page.text().matches(">Новый<").count();
        assert_eq!(new(&open(&bank, "U00001", "/bank/webinars").await), 2);
        assert_eq!(open(&bank, "U00001", "/bank/webinars/one").await.status, StatusCode::OK);
        assert_eq!(new(&open(&bank, "U00001", "/bank/webinars").await), 1);
        assert_eq!(new(&open(&bank, "U00002", "/bank/webinars").await), 2, "for others it is new still");
        assert_eq!(bank.list(0, 10).await["content"][0]["new"], false, "the operation knows it too");
    }

    async fn web_01_a_webinar_of_any_identifier_has_its_page(bench: Bench) {
        let ids = ["акция №1", "2026/11", "налоги?", "50%25", "#first"];
        let bank = Bank::with(bench, &ids.map(row)).await;
        let list = open(&bank, "U00001", "/bank/webinars").await;
        let links: Vec<&str> = list.text().split("<a href=\"/bank/webinars/").skip(1).collect();
        assert_eq!(links.len(), ids.len(), "{}", list.text());
        for link in links {
            let path = format!("/bank/webinars/{}", link.split('"').next().unwrap());
            assert_eq!(open(&bank, "U00001", &path).await.status, StatusCode::OK, "{path}");
        }
        assert!(!open(&bank, "U00001", "/bank/webinars").await.text().contains(">Новый<"), "each has its own page");
    }

    async fn web_04_what_is_not_published_has_no_page(bench: Bench) {
        let scheduled = changed(row("later"), json!({"publish_at": "2026-11-20T12:00:01+03:00"}));
        let bank = Bank::with(bench, &[row("now"), scheduled]).await;
        assert!(!open(&bank, "U00001", "/bank/webinars").await.text().contains("/bank/webinars/later"));
        let absent = open(&bank, "U00001", "/bank/webinars/nowhere").await;
        assert_eq!(absent.status, StatusCode::NOT_FOUND);
        for path in ["/bank/webinars/later", "/bank/webinars/%00", "/bank/webinars/x%27--"] {
            let page = open(&bank, "U00001", path).await;
            assert_eq!((page.status, page.notice()), (absent.status, absent.notice()), "{path}");
        }
        bank.bench.clock.advance_seconds(1);
        assert_eq!(open(&bank, "U00001", "/bank/webinars/later").await.status, StatusCode::OK);
    }

    async fn web_04_an_address_that_cannot_be_read_leads_to_the_list(bench: Bench) {
        let bank = Bank::with(bench, &[row("one")]).await;
        let page = open(&bank, "U00001", "/bank/webinars/%FF").await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST);
        for part in ["Такой страницы нет", "<a href=\"/bank/webinars\">К первой странице</a>", "class=\"menu\""] {
            assert!(page.text().contains(part), "{part}: {}", page.text());
        }
    }

    async fn web_01_long_lists_have_pages(bench: Bench) {
        let rows: Vec<Value> = (0..25).map(|number| row(&format!("w{number:02}"))).collect();
        let bank = Bank::with(bench, &rows).await;
        let mut seen = Vec::new();
        for number in 1..=3 {
            let page = open(&bank, "U00001", &format!("/bank/webinars?page={number}")).await;
            let ids = page.text().split("/bank/webinars/").skip(1);
            seen.extend(ids.map(|rest| rest.split('"').next().unwrap().to_owned()));
            assert!(page.text().contains("aria-current=\"page\">"), "{}", page.text());
        }
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 25);
        for wrong in ["0", "-1", "x", "1&page=2"] {
            let page = open(&bank, "U00001", &format!("/bank/webinars?page={wrong}")).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{wrong}");
        }
        assert_eq!(open(&bank, "U00001", "/bank/webinars?page=1000").await.status, StatusCode::OK);
    }

    async fn web_02_the_pages_are_in_the_language_of_the_person(bench: Bench) {
        let bank = Bank::with(bench, &[whole("one")]).await;
        let page = pages(&bank)
            .get("/bank/webinars/one")
            .header("accept-language", "en-GB, ru;q=0.5")
            .online_bank(&bank.bench.tokens, &TestCaller::new("U00001", "C00001"))
            .send()
            .await;
        for text in ["<html lang=\"en\">", "Taxes", "Recording", "Materials available", "to come later"] {
            assert!(page.text().contains(text), "{text}");
        }
    }

    async fn gen_01_without_a_session_no_webinar_is_shown(bench: Bench) {
        let bank = Bank::with(bench, &[row("one")]).await;
        let pair = bank.tokens("U00001");
        for path in ["/bank/webinars", "/bank/webinars/one"] {
            for request in [
                pages(&bank).get(path),
                pages(&bank).get(path).tokens(&pair),
                pages(&bank).get(path).session_cookie(&pair.access),
                pages(&bank).get(path).session_cookie(&pair.identity),
            ] {
                let closed = request.send().await;
                assert_eq!(closed.status, StatusCode::SEE_OTHER);
                assert_eq!(closed.location(), Some(format!("/bank/login?next={path}").as_str()));
            }
        }
    }
}
