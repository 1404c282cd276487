//! The rooms are closed to everybody but the company's administrators.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::{Admin, CALLBACK, CLIENT, Rooms, registration};

const FORMS: [&str; 6] = ["settings", "secret", "secret/end", "revoke", "off", "on"];
const FIELDS: [(&str, &str); 6] = [
    ("version", "1"),
    ("overlap", "none"),
    ("name", "x"),
    ("profile", "STANDARD"),
    ("redirect_uris", CALLBACK),
    ("everybody", "yes"),
];

on_both_engines! {
    async fn idn_12_users_without_the_right_see_and_change_nothing(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        rooms.petrov().await.register().await;
        let mut ivanova = Admin::new(rooms.branch.ivanova("C00001").await, "demo-ivanova").await;
        let menu = ivanova.browser.get("/bank").await;
        assert!(!menu.body.contains("/bank/integrations"), "{}", menu.body);
        for path in ["/bank/integrations".to_owned(), format!("/bank/integrations/{CLIENT}")] {
            assert_eq!(ivanova.browser.get(&path).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        assert_eq!(ivanova.post("/bank/integrations", &registration(&[])).await.status, StatusCode::FORBIDDEN);
        for form in FORMS {
            let answer = ivanova.post(&format!("/bank/integrations/{CLIENT}/{form}"), &FIELDS).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{form}");
        }
        assert_eq!(rooms.trail("client.").await.len(), 1, "the registration alone");
    }

    async fn idn_12_another_companys_administrator_finds_nothing(bench: Bench) {
        let rooms = Rooms::open(&bench).await;
        rooms.petrov().await.register().await;
        let mut sidorov = rooms.sidorov().await;
        let list = sidorov.browser.get("/bank/integrations").await;
        assert!(list.body.contains("kolos-erp") && !list.body.contains(CLIENT), "{}", list.body);
        for id in [CLIENT, "demo-erp", "std-app", "no-such-client", "%D1%8F", "..%2f", "x%20y"] {
            let page = sidorov.browser.get(&format!("/bank/integrations/{id}")).await;
            assert_eq!(page.status, StatusCode::NOT_FOUND, "{id}");
            for form in FORMS {
                let answer = sidorov.post(&format!("/bank/integrations/{id}/{form}"), &FIELDS).await;
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{id} {form}");
            }
        }
        assert_eq!(rooms.trail("client.").await.len(), 1, "the registration alone");
    }

    async fn idn_12_a_right_taken_away_counts_with_the_next_click(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        rooms.branch.town.import(&[("user_rights.csv", "login,cnum,rights\npetrov,C00001,ACT\n")]).await;
        assert_eq!(petrov.look(CLIENT).await.status, StatusCode::FORBIDDEN);
        let answer = petrov.post(&format!("/bank/integrations/{CLIENT}/off"), &[]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN);
    }

    async fn idn_12_forms_of_elsewhere_change_nothing(bench: Bench) {
        let (rooms, mut petrov, _) = Rooms::with_client(&bench).await;
        let other = rooms.petrov().await.csrf;
        let off = format!("/bank/integrations/{CLIENT}/off");
        for forged in ["", "x", other.as_str(), &"x".repeat(100_000)] {
            assert_eq!(petrov.post(&off, &[("csrf", forged)]).await.status, StatusCode::FORBIDDEN);
            let fields = registration(&[("csrf", forged), ("key", "018f3b1c-6f5e-7a00-8000-00000000000b")]);
            assert_eq!(petrov.post("/bank/integrations", &fields).await.status, StatusCode::FORBIDDEN);
        }
        petrov.browser = petrov.browser.with_header("sec-fetch-site", "cross-site");
        assert_eq!(petrov.post(&off, &[]).await.status, StatusCode::FORBIDDEN);
        assert_eq!(rooms.trail("client.").await.len(), 1, "the registration alone");
        let mut stranger = rooms.branch.browser();
        let page = stranger.get("/bank/integrations").await;
        assert_eq!(page.location(), "/bank/login?next=/bank/integrations");
        assert_eq!(stranger.post(&off, &[("csrf", "x")]).await.status, StatusCode::SEE_OTHER);
    }

    async fn idn_12_the_second_factor_confirms_where_there_is_one(bench: Bench) {
        use identity::person::second_factor::TotpSecret;
        use kernel::Clock;
        let rooms = Rooms::open(&bench).await;
        let rights = "login,cnum,rights\norlova,C00001,ACT COMPANY_ADMINISTRATOR\n";
        rooms.branch.town.import(&[("user_rights.csv", rights)]).await;
        let clock = &rooms.branch.town.clock;
        let secret = TotpSecret::from_base32(crate::town::TOTP_SECRET).unwrap();
        let code = |at| secret.code_at(at).unwrap();
        let mut browser = rooms.branch.browser();
        let page = rooms.branch.type_in(&mut browser, "orlova", "demo-orlova").await;
        let login = code(clock.now());
        browser.submit(&page, "/login/code", &[("code", &login)]).await;
        let mut orlova = Admin::new(browser, "demo-orlova").await;
        for answer in ["", "demo-orlova", login.as_str()] {
            let page = orlova.post("/bank/integrations", &registration(&[("answer", answer)])).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
        }
        rooms.wait();
        let fresh = code(clock.now());
        // A mistake in the form costs no code.
        let wrong = registration(&[("answer", &fresh), ("name", "")]);
        assert_eq!(orlova.post("/bank/integrations", &wrong).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        let page = orlova.post("/bank/integrations", &registration(&[("answer", &fresh)])).await;
        assert!(super::shows_secret(&page), "{}", page.body);
    }
}
