//! Name and addresses are changed.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::{CALLBACK, CLIENT, Rooms, SECOND_CLIENT};
use crate::town::authorize;

const PATH: &str = "/bank/integrations/app-018f3b1c6f5e7a00800000000000000a/settings";
const OTHER: &str = "https://erp.romashka.example/other";

fn changed<'a>(version: &'a str, changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut fields = vec![
        ("version", version),
        ("name", "Новое имя"),
        ("redirect_uris", OTHER),
        ("post_logout_redirect_uris", "https://erp.romashka.example/"),
        ("profile", "STANDARD"),
    ];
    fields.retain(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    fields.extend(changes);
    fields
}

on_both_engines! {
    async fn idn_12_another_address_is_the_only_one_from_the_next_login_on(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        let page = petrov.post(PATH, &changed(&version, &[])).await;
        assert_eq!(page.location(), format!("/bank/integrations/{CLIENT}?done=saved"));
        let again = petrov.post(PATH, &changed(&version, &[("answer", "spent")])).await;
        assert_eq!(again.location(), page.location(), "a second press");
        let mut browser = rooms.branch.browser();
        let old = browser.get(&authorize(&[("client_id", CLIENT), ("redirect_uri", CALLBACK)])).await;
        assert_eq!(old.status, StatusCode::BAD_REQUEST, "no redirect: {}", old.body);
        for near in ["https://erp.romashka.example/other/", "https://ERP.romashka.example/other"] {
            let page = browser.get(&authorize(&[("client_id", CLIENT), ("redirect_uri", near)])).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{near}");
        }
        let new = browser.get(&authorize(&[("client_id", CLIENT), ("redirect_uri", OTHER)])).await;
        assert_eq!(new.status, StatusCode::OK, "{}", new.body);
        assert!(new.body.contains("Новое имя"), "{}", new.body);
        let entries = rooms.trail("client.changed").await;
        assert_eq!(entries.len(), 1, "{entries:?}");
        for told in [CALLBACK, OTHER, "Зарплата 8.3", "Новое имя", "SPECIFICATION", "STANDARD"] {
            assert!(entries[0].contains(told), "{told}: {entries:?}");
        }
    }

    async fn idn_12_a_change_is_of_one_client_and_of_the_version_that_was_shown(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        petrov.register_second().await;
        let (version, second) = (petrov.version(CLIENT).await, petrov.version(SECOND_CLIENT).await);
        assert_eq!(version, second);
        // Two administrators press at the same moment: one of them has seen an older state.
        let mut other = rooms.petrov().await;
        let (one, another) = (changed(&version, &[]), changed(&version, &[("name", "Поздно")]));
        let pages = tokio::join!(petrov.post(PATH, &one), other.post(PATH, &another));
        let mut statuses = [pages.0.status, pages.1.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [StatusCode::SEE_OTHER, StatusCode::CONFLICT]);
        assert_eq!(rooms.trail("client.changed").await.len(), 1);
        let page = petrov.look(SECOND_CLIENT).await;
        assert!(page.body.contains("Склад") && page.hidden("version") == second, "{}", page.body);
    }

    async fn online_bank_b_what_was_typed_in_an_older_page_stays(bench: Bench) {
        let (_rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        petrov.post(PATH, &changed(&version, &[])).await;
        let before = [
            ("name", "Поздно"),
            ("redirect_uris", CALLBACK),
            ("post_logout_redirect_uris", ""),
            ("profile", "SPECIFICATION"),
        ];
        let late = petrov.post(PATH, &changed(&version, &before)).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        let now = petrov.version(CLIENT).await;
        for part in [
            "value=\"Поздно\"", "только что изменил", "Сохранено сейчас: Новое имя<",
            &format!("Сохранено сейчас: {OTHER}<"), "Сохранено сейчас: https://erp.romashka.example/<",
            "Сохранено сейчас: Как обычная библиотека OpenID Connect<",
            &format!("name=\"version\" value=\"{now}\""),
        ] {
            assert!(late.body.contains(part), "{part}: {}", late.body);
        }
        assert_eq!(petrov.post(PATH, &changed(&now, &[("name", "Поздно")])).await.status, StatusCode::SEE_OTHER);
        assert!(petrov.look(CLIENT).await.body.contains("Поздно"));
    }

    async fn idn_12_a_change_of_an_older_page_changes_nothing(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        petrov.post(PATH, &changed(&version, &[])).await;
        let late = petrov.post(PATH, &changed(&version, &[("name", "Поздно")])).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        // An import counts too.
        let version = petrov.version(CLIENT).await;
        let file = format!("client_id,name,redirect_uris,cnums\n{CLIENT},Новое имя,https://bank.example/,C00001\n");
        rooms.branch.town.import(&[("oauth_clients.csv", &file)]).await;
        let late = petrov.post(PATH, &changed(&version, &[("name", "Поздно")])).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        assert!(petrov.look(CLIENT).await.body.contains("https://bank.example/"));
    }

    async fn idn_12_a_long_name_that_the_bank_gave_stays_while_addresses_change(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let (given, other) = ("ц".repeat(250), "ч".repeat(250));
        let file = format!("client_id,name,redirect_uris,cnums\n{CLIENT},{given},{CALLBACK},C00001\n");
        rooms.branch.town.import(&[("oauth_clients.csv", &file)]).await;
        let version = petrov.version(CLIENT).await;
        let refused = petrov.post(PATH, &changed(&version, &[("name", &other)])).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.body);
        let saved = petrov.post(PATH, &changed(&version, &[("name", &given)])).await;
        assert_eq!(saved.location(), format!("/bank/integrations/{CLIENT}?done=saved"));
        let page = petrov.look(CLIENT).await;
        assert!(page.body.contains(&given) && page.body.contains(OTHER), "{}", page.body);
    }

    async fn idn_12_what_cannot_be_saved_stays_in_the_form(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let version = petrov.version(CLIENT).await;
        for changes in [
            [("redirect_uris", "http://erp.example/cb")],
            [("name", "")],
            [("post_logout_redirect_uris", "ftp://erp.example/")],
            [("answer", "wrong")],
        ] {
            let page = petrov.post(PATH, &changed(&version, &changes)).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{changes:?}: {}", page.body);
            assert!(page.body.contains("field-fault") && page.body.contains("STANDARD\" required checked"));
            if changes[0].0 != "name" {
                assert!(page.body.contains("value=\"Новое имя\""), "{changes:?}");
            }
        }
        assert!(rooms.trail("client.changed").await.is_empty());
        assert_eq!(petrov.version(CLIENT).await, version);
    }
}
