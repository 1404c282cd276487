//! The signature scheme is seen and changed.

use clients::SignatureType;
use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::with_petrov;
use crate::idn_12::Rooms;

pub(super) const PATH: &str = "/bank/signature-scheme";
pub(super) const BEFORE: &str = "FIRST=1,SECOND=1";

pub(super) async fn scheme(rooms: &Rooms) -> String {
    let directory = clients::Directory::new(rooms.branch.town.store.clone());
    let company = directory.find_company(&"C00001".parse().unwrap()).await.unwrap().unwrap();
    assert!(company.signature_scheme.needed(SignatureType::First) <= 9);
    company.signature_scheme.to_string()
}

on_both_engines! {
    async fn onl_06_the_scheme_is_changed_with_a_trail(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let fields = [("before", BEFORE), ("first", "1"), ("second", "2")];
        assert_eq!(petrov.post(PATH, &fields).await.location(), "/bank/users?done=scheme");
        assert_eq!(scheme(&rooms).await, "FIRST=1,SECOND=2");
        let page = petrov.browser.get("/bank/users").await;
        assert!(page.body.contains("2\u{a0}×\u{a0}вторая подпись"), "{}", page.body);
        let entries = rooms.trail("company.signature_scheme_changed").await;
        assert_eq!(entries.len(), 1);
        assert!(entries[0].contains("\"before\":\"FIRST=1,SECOND=1\"") && entries[0].contains("SECOND=2"));
        let again: Vec<(&str, &str)> = fields.into_iter().chain([("answer", "spent")]).collect();
        assert_eq!(petrov.post(PATH, &again).await.location(), "/bank/users?done=scheme", "a second press");
        assert_eq!(rooms.trail("company.signature_scheme_changed").await.len(), 1);
        let other = petrov.post(PATH, &[("before", BEFORE), ("first", "2"), ("second", "2")]).await;
        assert_eq!(other.status, StatusCode::CONFLICT, "the page showed an older scheme");
    }

    async fn online_bank_b_a_scheme_that_was_typed_in_an_older_page_stays(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        petrov.post(PATH, &[("before", BEFORE), ("first", "1"), ("second", "2")]).await;
        let late = petrov.post(PATH, &[("before", BEFORE), ("first", "3"), ("second", "4")]).await;
        assert_eq!(late.status, StatusCode::CONFLICT);
        for part in [
            "name=\"first\" inputmode=\"numeric\" pattern=\"[0-9]\" maxlength=\"1\" required value=\"3\"",
            "required value=\"4\"", "name=\"before\" value=\"FIRST=1,SECOND=2\"", "только что изменил",
            "2\u{a0}×\u{a0}вторая подпись",
        ] {
            assert!(late.body.contains(part), "{part}: {}", late.body);
        }
        assert_eq!(scheme(&rooms).await, "FIRST=1,SECOND=2");
        let now = [("before", "FIRST=1,SECOND=2"), ("first", "3"), ("second", "4")];
        assert_eq!(petrov.post(PATH, &now).await.status, StatusCode::SEE_OTHER);
    }

    async fn onl_06_a_scheme_that_nobody_can_meet_is_told(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let warning = "не хватает сотрудников с правом подписи";
        assert!(!petrov.browser.get("/bank/users").await.body.contains(warning));
        petrov.post(PATH, &[("before", BEFORE), ("first", "2"), ("second", "1")]).await;
        assert!(petrov.browser.get("/bank/users").await.body.contains(warning));
        rooms.branch.town.import(&[("user_rights.csv", "login,cnum,rights\norlova,C00001,ACT SIGN_FIRST\n")]).await;
        assert!(!petrov.browser.get("/bank/users").await.body.contains(warning));
        petrov.post("/bank/users/U00001/lock", &[]).await;
        assert!(petrov.browser.get("/bank/users").await.body.contains(warning), "who is locked signs nothing");
    }

    async fn onl_06_a_scheme_that_cannot_be_changes_nothing(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        for (first, second) in [("0", "0"), ("10", "0"), ("-1", "1"), ("", "1"), ("1", ""), ("x", "1"), ("٣", "1")] {
            let page = petrov.post(PATH, &[("before", BEFORE), ("first", first), ("second", second)]).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{first} {second}: {}", page.body);
            assert!(page.body.contains("scheme-fault"), "{}", page.body);
        }
        for before in ["", "ANY", "FIRST=0"] {
            let page = petrov.post(PATH, &[("before", before), ("first", "1"), ("second", "0")]).await;
            assert_eq!(page.status, StatusCode::BAD_REQUEST, "{before}");
        }
        let wrong = [("before", BEFORE), ("first", "1"), ("second", "0"), ("answer", "wrong")];
        let page = petrov.post(PATH, &wrong).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(page.body.contains("name=\"second\" inputmode=\"numeric\"") && page.body.contains("value=\"0\""));
        assert_eq!(scheme(&rooms).await, BEFORE);
        assert!(rooms.trail("company.").await.is_empty());
    }
}
