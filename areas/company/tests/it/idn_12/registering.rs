//! A client is registered, and used by software.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::{CALLBACK, CLIENT, KEY, Rooms, registration, secret_on, shows_secret};
use crate::house::{parts, tokens};

on_both_engines! {
    async fn idn_12_a_registered_integration_logs_people_in(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let mut petrov = rooms.petrov().await;
        let empty = petrov.browser.get("/bank/integrations").await;
        assert_eq!(empty.status, StatusCode::OK, "{}", empty.body);
        assert!(empty.body.contains("aria-current=\"page\""), "the menu has the section: {}", empty.body);
        let page = petrov.post("/bank/integrations", &registration(&[])).await;
        assert_eq!((page.status, page.header("cache-control")), (StatusCode::OK, "no-store"), "{}", page.body);
        let secret = secret_on(&page);
        let code = rooms.code("petrov", CLIENT).await;
        let answer = rooms.exchange(&bench, &code, CLIENT, &secret).await;
        let access = tokens(&answer).access;
        let claims = parts(&access).1;
        assert_eq!((claims["client_id"].as_str(), claims["company"].as_str()), (Some(CLIENT), Some("C00001")));
        let list = petrov.browser.get("/bank/integrations").await;
        assert!(list.body.contains("Зарплата 8.3") && list.body.contains(CLIENT), "{}", list.body);
        let detail = petrov.look(CLIENT).await;
        // A line may end at the strokes of an address.
        let shown = detail.body.replace("<wbr>", "");
        for told in ["http://127.0.0.1:8081/token", "openid profile email phone", CALLBACK] {
            assert!(shown.contains(told), "{told}: {shown}");
        }
        let entries = rooms.trail("client.registered").await;
        assert_eq!(entries.len(), 1, "{entries:?}");
        assert!(entries[0].starts_with(&format!("U00002 client.registered {CLIENT}")), "{entries:?}");
    }

    async fn idn_12_a_secret_is_shown_once_and_kept_as_a_hash(bench: Bench) {
        let (rooms, mut petrov, secret) = Rooms::with_client(&bench).await;
        for path in ["/bank/integrations".to_owned(), format!("/bank/integrations/{CLIENT}")] {
            let page = petrov.browser.get(&path).await;
            assert!(!page.body.contains(&secret), "{path}");
            assert_eq!(page.header("cache-control"), "no-store");
        }
        let hash = clients::SecretHash::compute(&CLIENT.parse().unwrap(), &secret);
        let directory = clients::Directory::new(rooms.branch.town.store.clone());
        let client = directory.find_client(&CLIENT.parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(client.secrets.hash, hash);
        assert!(rooms.trail("").await.iter().all(|entry| !entry.contains(&secret)), "the trail has no secret");
    }

    async fn idn_12_a_registration_sent_again_makes_no_second_client_and_no_secret(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let mut petrov = rooms.petrov().await;
        // Back after a failed post: the form keeps its key and its fields, and the answer is typed anew.
        let failed = petrov.post("/bank/integrations", &registration(&[("answer", "wrong")])).await;
        assert_eq!(failed.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(failed.body.contains("Зарплата 8.3") && failed.body.contains(CALLBACK), "{}", failed.body);
        assert!(!failed.body.contains("value=\"wrong\""), "the answer is not kept");
        assert_eq!(failed.hidden("key"), KEY);
        rooms.wait();
        let secret = petrov.register().await;
        let again = petrov.post("/bank/integrations", &registration(&[("answer", "spent")])).await;
        assert_eq!(again.location(), format!("/bank/integrations/{CLIENT}?done=registered"));
        assert!(!shows_secret(&again));
        // The key is everything: another name in the same form changes nothing.
        petrov.post("/bank/integrations", &registration(&[("name", "Другое")])).await;
        let detail = petrov.look(CLIENT).await;
        assert!(detail.body.contains("Зарплата 8.3") && !detail.body.contains("Другое"), "{}", detail.body);
        rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
        assert_eq!(rooms.trail("client.registered").await.len(), 1);
    }

    async fn idn_12_two_forms_at_once_register_one_client(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let (mut one, mut other) = (rooms.petrov().await, rooms.petrov().await);
        let (name, fields) = ("/bank/integrations", registration(&[]));
        let (first, second) = tokio::join!(one.post(name, &fields), other.post(name, &fields));
        let shown = [&first, &second].into_iter().filter(|page| shows_secret(page)).count();
        assert_eq!(shown, 1, "{} {}", first.status, second.status);
        assert_eq!(rooms.trail("client.registered").await.len(), 1);
    }

    async fn idn_12_a_key_of_another_companys_client_registers_nothing(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let secret = rooms.petrov().await.register().await;
        let mut sidorov = rooms.sidorov().await;
        let taken = sidorov.post("/bank/integrations", &registration(&[])).await;
        assert_eq!(taken.status, StatusCode::CONFLICT);
        assert!(!shows_secret(&taken) && !taken.body.contains("Зарплата 8.3"), "{}", taken.body);
        rooms.log_in(&bench, "petrov", CLIENT, &secret).await;
    }

    async fn idn_12_forms_that_cannot_be_are_told_why_and_register_nothing(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let mut petrov = rooms.petrov().await;
        let long = "x".repeat(2_000);
        let longest = format!("https://erp.example/{long}");
        let many: Vec<String> = (0..=50).map(|number| format!("https://erp.example/{number}")).collect();
        let many = many.join("\n");
        let long_name = "ц".repeat(101);
        for (field, value) in [
            ("name", ""),
            ("name", long_name.as_str()),
            ("name", "two\nlines"),
            ("profile", "ANY"),
            ("redirect_uris", ""),
            ("redirect_uris", "http://erp.example/cb"),
            ("redirect_uris", "com.example.erp:/cb"),
            ("redirect_uris", "https://erp.example/cb#part"),
            ("redirect_uris", "https://bank.example@erp.example/cb"),
            ("redirect_uris", "https://bank.example\\@erp.example/cb"),
            ("redirect_uris", "https:erp.example/cb"),
            ("redirect_uris", "https://*.erp.example/cb"),
            ("redirect_uris", "https://%65rp.example/cb"),
            // а and е of Cyrillic in an address that looks like Latin letters.
            ("redirect_uris", "https://b\u{430}nk.\u{435}xample/cb"),
            ("redirect_uris", "javascript:alert(1)"),
            ("redirect_uris", "https://erp.example/cb\nhttps://erp.example/cb"),
            ("redirect_uris", longest.as_str()),
            ("redirect_uris", many.as_str()),
            ("post_logout_redirect_uris", "http://erp.example/"),
        ] {
            let page = petrov.post("/bank/integrations", &registration(&[(field, value)])).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{field} {value}: {}", page.body);
            assert!(page.body.contains("field-fault"), "{field} {value}");
            assert_eq!(page.hidden("key"), KEY);
        }
        for (field, value) in [
            ("name", "a\0b"),
            ("name", "a\u{202e}b"),
            ("redirect_uris", "https://erp.example/\0"),
            ("key", "not-a-key"),
            ("key", "\0"),
            ("key", ""),
        ] {
            let page = petrov.post("/bank/integrations", &registration(&[(field, value)])).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{field} {value:?}: {}", page.body);
        }
        assert!(rooms.trail("client.").await.is_empty());
    }

    async fn idn_12_an_internationalised_host_is_kept_in_its_ascii_form(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let mut petrov = rooms.petrov().await;
        let uris = "https://xn--80ak6aa92e.example/cb\nhttp://127.0.0.1:49152/cb\nhttp://[::1]/cb";
        let page = petrov.post("/bank/integrations", &registration(&[("redirect_uris", uris)])).await;
        assert!(shows_secret(&page), "{}", page.body);
        let detail = petrov.look(CLIENT).await;
        assert!(detail.body.contains("https://xn--80ak6aa92e.example/cb"), "{}", detail.body);
    }

    async fn idn_12_a_company_has_a_bounded_number_of_clients(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        let rows: Vec<String> =
            (0..100).map(|number| format!("app-{number},App,https://a.example/,C00001\n")).collect();
        let rows = rows.concat();
        let file = format!("client_id,name,redirect_uris,cnums\n{rows}");
        rooms.branch.town.import(&[("oauth_clients.csv", &file)]).await;
        let mut petrov = rooms.petrov().await;
        for answer in [petrov.answer, "not looked at"] {
            let page = petrov.post("/bank/integrations", &registration(&[("answer", answer)])).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
            assert!(page.body.contains("role=\"alert\"") && !shows_secret(&page), "{answer}: {}", page.body);
        }
        let mut english = rooms.sidorov().await;
        english.browser = english.browser.with_header("accept-language", "en");
        let page = english.post("/bank/integrations", &registration(&[])).await;
        assert!(page.body.contains("Save the secret now"), "{}", page.body);
    }
}
