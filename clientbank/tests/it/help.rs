//! The page of help, which everybody can read.

use clientbank::configuration::{Bank, Configuration};
use http::StatusCode;
use pages::Contacts;
use testkit::{Bench, TestCaller, TestClient, on_both_engines};

use crate::wired::{application, application_with, configuration};

const HELP: &str = "/bank/help";
const THROUGH_OTHERS: &str = "Попросите администратора вашей компании";

on_both_engines! {
    async fn onl_07_help_and_contacts_are_there_for_everybody(bench: Bench) {
        let hours = ["по будням с 9 до 18", "weekdays, 9 to 18"];
        let contacts = Contacts::new("+7 495 000-00-00", "support@bank.example", hours).unwrap();
        let client = TestClient::new(application_with(&bench, &reached_by(contacts)).await.identity);
        let ivanova = TestCaller::new("U00001", "C00001");
        let contacts = ["href=\"tel:+74950000000\"", "href=\"mailto:support@bank.example\"", "WCAG 2.2", hours[0]];
        let outside = client.get(HELP).send().await;
        let inside = client.get(HELP).online_bank(&bench.tokens, &ivanova).send().await;
        let unknown = client.get(HELP).session_cookie("no-token").send().await;
        for (page, has_menu) in [(&outside, false), (&inside, true), (&unknown, false)] {
            assert_eq!(page.status, StatusCode::OK, "{}", page.text());
            for text in contacts {
                assert!(page.text().contains(text), "{text}");
            }
            assert_eq!(page.text().contains("<nav class=\"menu\""), has_menu);
            assert_eq!(page.text().contains("/bank/letters/new"), has_menu, "who is logged in can write");
            assert!(!page.text().contains(" style=\"") && !page.text().contains("<script>"));
        }
        let reader = TestCaller::new("U00004", "C00001");
        let reader = client.get(HELP).online_bank(&bench.tokens, &reader).send().await;
        assert!(!reader.text().contains("/bank/letters/new") && !reader.text().contains(THROUGH_OTHERS));
        let english = client.get(HELP).header("accept-language", "en").send().await;
        assert!(english.text().contains("Help and contacts") && english.text().contains("Use by keyboard"));
        assert!(english.text().contains(hours[1]) && !english.text().contains(hours[0]));
        for path in ["/bank/login", "/bank/nowhere"] {
            let page = client.get(path).send().await;
            assert!(page.text().contains("href=\"/bank/help\""), "{path}: the foot of every page leads there");
        }
        assert_eq!(client.post(HELP).send().await.status, StatusCode::METHOD_NOT_ALLOWED);
    }
    async fn onl_07_contacts_that_the_bank_has_not_given_are_not_shown(bench: Bench) {
        // Without settings the bank has told of none.
        let client = TestClient::new(application(&bench).await.identity);
        for (language, absent) in [("ru", ["Телефон</dt>", "Электронная почта</dt>", "Когда отвечаем</dt>"]),
            ("en", ["Telephone</dt>", "E-mail</dt>", "We answer</dt>"])] {
            let page = client.get(HELP).header("accept-language", language).send().await;
            assert_eq!(page.status, StatusCode::OK, "{}", page.text());
            for label in absent {
                assert!(!page.text().contains(label), "{label}");
            }
            assert!(!page.text().contains("href=\"tel:") && !page.text().contains("href=\"mailto:"));
            assert!(!page.text().contains("<dl class=\"facts\">\n\n"), "no empty list: {}", page.text());
        }
    }

    async fn onl_07_who_has_no_letters_is_told_of_others_where_the_bank_has_given_no_contacts(bench: Bench) {
        let client = TestClient::new(application(&bench).await.identity);
        for (user, is_told) in [("U00004", true), ("U00001", false)] {
            let caller = TestCaller::new(user, "C00001");
            let page = client.get(HELP).online_bank(&bench.tokens, &caller).send().await;
            assert_eq!(page.text().contains(THROUGH_OTHERS), is_told, "{user}: {}", page.text());
        }
        assert!(!client.get(HELP).send().await.text().contains(THROUGH_OTHERS));
    }

    async fn onl_07_one_contact_alone_is_shown_alone(bench: Bench) {
        let contacts = Contacts::new("", "desk@bank.example", ["", ""]).unwrap();
        let client = TestClient::new(application_with(&bench, &reached_by(contacts)).await.identity);
        let page = client.get(HELP).send().await;
        assert!(page.text().contains("href=\"mailto:desk@bank.example\""), "{}", page.text());
        assert!(!page.text().contains("href=\"tel:") && !page.text().contains("Когда отвечаем</dt>"));
    }
}

fn reached_by(contacts: Contacts) -> Configuration {
    let settings = configuration();
    Configuration { bank: Bank { contacts, ..settings.bank.clone() }, ..settings }
}
