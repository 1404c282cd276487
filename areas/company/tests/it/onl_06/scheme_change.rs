//! A scheme that asks for fewer signatures takes effect when a second person confirms it.

use audit::Actor;
use company::scheme_change::SCHEME_CHANGE_S;
use company::store::scheme_changes;
use company::work::administration::AdministrationError;
use company::work::users::confirm_scheme::{confirm, refuse};
use http::StatusCode;
use identity::work::trail::{Author, Occasion};
use kernel::Clock;
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use super::scheme::{BEFORE, PATH, scheme};
use super::{rooms, with_petrov};
use crate::idn_12::{Admin, Rooms};

const CONFIRM: &str = "/bank/signature-scheme/confirm";
const REFUSE: &str = "/bank/signature-scheme/refuse";
const WITHOUT_SIGNERS: &str = "login,cnum,rights\n\
    ivanova,C00001,ACT VIEW_ACCOUNTS EDIT_PAYROLL\n\
    orlova,C00001,ACT\n";

/// Asks for one first signature alone, and returns the page on which the change waits.
async fn ask(petrov: &mut Admin) -> crate::browser::Page {
    let asked = petrov.post(PATH, &[("before", BEFORE), ("first", "1"), ("second", "0")]).await;
    assert_eq!(asked.location(), "/bank/signature-scheme?done=asked");
    petrov.browser.get(PATH).await
}

async fn ivanova(rooms: &Rooms) -> Admin {
    Admin::new(rooms.branch.ivanova("C00001").await, "demo-ivanova").await
}

on_both_engines! {
    async fn onl_06_one_person_for_both_signatures_asks_for_less_and_is_told(bench: Bench) {
        let rooms = rooms(&bench).await;
        let (mut petrov, mut ivanova) = (rooms.petrov().await, ivanova(&rooms).await);
        let fields = [("before", BEFORE), ("first", "1"), ("second", "1"), ("same_person", "yes")];
        assert_eq!(petrov.post(PATH, &fields).await.location(), "/bank/signature-scheme?done=asked");
        assert_eq!(scheme(&rooms).await, BEFORE);
        let (told, ticked) = ("обе может дать один человек", "name=\"same_person\" value=\"yes\" checked");
        assert!(!petrov.browser.get("/bank/users").await.body.contains(ticked));
        let page = ivanova.browser.get(PATH).await;
        assert!(page.body.contains(told), "{}", page.body);
        let confirmed = ivanova.post(CONFIRM, &[("change", &page.hidden("change"))]).await;
        assert_eq!(confirmed.location(), "/bank/signature-scheme?done=confirmed");
        assert_eq!(scheme(&rooms).await, "FIRST=1,SECOND=1,SAME_PERSON=YES");
        let page = petrov.browser.get("/bank/users").await;
        assert!(page.body.contains(told) && page.body.contains(ticked), "{}", page.body);
        // Two people again ask for more, so that nobody has to confirm it.
        let back = [("before", "FIRST=1,SECOND=1,SAME_PERSON=YES"), ("first", "1"), ("second", "1")];
        assert_eq!(petrov.post(PATH, &back).await.location(), "/bank/users?done=scheme");
        assert_eq!(scheme(&rooms).await, BEFORE);
    }

    async fn onl_06_a_scheme_that_asks_for_less_waits_for_a_second_person(bench: Bench) {
        let rooms = rooms(&bench).await;
        let (mut petrov, mut ivanova) = (rooms.petrov().await, ivanova(&rooms).await);
        assert!(!ivanova.browser.get("/bank/probe").await.body.contains("menu-count"));
        let page = ask(&mut petrov).await;
        assert!(page.body.contains("Отозвать") && !page.body.contains(CONFIRM), "{}", page.body);
        assert_eq!(scheme(&rooms).await, BEFORE);
        assert!(petrov.browser.get("/bank/users").await.body.contains("ждёт подтверждения"));
        let entries = rooms.trail("company.").await;
        assert_eq!(entries.len(), 1, "{entries:?}");
        assert!(entries[0].starts_with("U00002 company.signature_scheme_asked C00001"), "{entries:?}");
        assert!(ivanova.browser.get("/bank/probe").await.body.contains("menu-count"));
        assert!(!petrov.browser.get("/bank/probe").await.body.contains("menu-count"), "the own one");
        // A signer who administers nothing finds it and confirms it with the own password.
        let page = ivanova.browser.get(PATH).await;
        assert!(page.body.contains(CONFIRM) && page.body.contains("Пётр Петров"), "{}", page.body);
        let change = page.hidden("change");
        let wrong = ivanova.post(CONFIRM, &[("change", &change), ("answer", "wrong")]).await;
        assert_eq!((wrong.status, scheme(&rooms).await.as_str()), (StatusCode::UNPROCESSABLE_ENTITY, BEFORE));
        rooms.wait();
        let done = ivanova.post(CONFIRM, &[("change", &change)]).await;
        assert_eq!(done.location(), "/bank/signature-scheme?done=confirmed", "{}", done.body);
        assert_eq!(scheme(&rooms).await, "FIRST=1");
        let entries = rooms.trail("company.signature_scheme_changed").await;
        assert_eq!(entries.len(), 1, "{entries:?}");
        let by_ivanova = "U00001 company.signature_scheme_changed C00001";
        for told in [by_ivanova, "\"asked_by\":\"U00002\"", "\"after\":\"FIRST=1\""] {
            assert!(entries[0].contains(told), "{told}: {entries:?}");
        }
        let again = ivanova.post(CONFIRM, &[("change", &change), ("answer", "spent")]).await;
        assert_eq!(again.location(), "/bank/signature-scheme?done=confirmed", "a second press");
        assert_eq!(rooms.trail("company.signature_scheme_changed").await.len(), 1, "once");
        for path in [CONFIRM, REFUSE] {
            assert_eq!(petrov.post(path, &[("change", &change)]).await.status, StatusCode::CONFLICT, "{path}");
        }
    }

    async fn onl_06_nobody_confirms_the_own_change_of_the_scheme(bench: Bench) {
        store::queries! {
            OWN = "update scheme_changes set ended_at_us = 1, confirmed_by = $1 where cnum = $2";
        }
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let change = ask(&mut petrov).await.hidden("change");
        assert_eq!(petrov.post(CONFIRM, &[("change", &change)]).await.status, StatusCode::FORBIDDEN);
        // The use case asks again in its unit of work, and the database itself refuses.
        let own = company::work::administration::Administrator {
            identity: rooms.branch.town.state.clone(),
            user: "U00002".parse().unwrap(),
            company: "C00001".parse().unwrap(),
        };
        let id = change.parse().unwrap();
        let refused = company::work::users::confirm_scheme::confirm_scheme(&own, id).await;
        assert!(matches!(refused, Err(AdministrationError::Own)), "{refused:?}");
        let forced = rooms.branch.town.store.write::<_, StoreError>("test.own", |tx: &mut Tx| {
            tx.execute(&OWN, store::params!["U00002", "C00001"])
        }).await;
        assert!(forced.is_err());
        assert_eq!(scheme(&rooms).await, BEFORE);
        assert!(rooms.trail("company.signature_scheme_changed").await.is_empty());
    }

    async fn onl_06_others_neither_see_nor_decide_the_change_of_a_scheme(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let change = ask(&mut petrov).await.hidden("change");
        let (mut sidorov, mut ivanova) = (rooms.sidorov().await, ivanova(&rooms).await);
        assert!(!sidorov.browser.get(PATH).await.body.contains("Пётр Петров"), "another company's");
        for path in [CONFIRM, REFUSE] {
            assert_eq!(sidorov.post(path, &[("change", &change)]).await.status, StatusCode::CONFLICT, "{path}");
            let unknown = ivanova.post(path, &[("change", "018f3b1c-6f5e-7a00-8000-000000000001")]).await;
            assert_eq!(unknown.status, StatusCode::CONFLICT, "{path}");
            assert_eq!(ivanova.post(path, &[("change", "x")]).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        // Whoever neither administers nor signs.
        rooms.branch.town.import(&[("user_rights.csv", WITHOUT_SIGNERS)]).await;
        assert_eq!(ivanova.browser.get(PATH).await.status, StatusCode::FORBIDDEN);
        for path in [CONFIRM, REFUSE] {
            assert_eq!(ivanova.post(path, &[("change", &change)]).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        let page = petrov.browser.get(PATH).await;
        assert!(page.body.contains("Подтвердить некому"), "{}", page.body);
        assert_eq!(scheme(&rooms).await, BEFORE);
    }

    async fn onl_06_a_change_of_the_scheme_that_no_longer_stands_is_not_confirmed(bench: Bench) {
        let rooms = rooms(&bench).await;
        let (mut petrov, mut ivanova) = (rooms.petrov().await, ivanova(&rooms).await);
        let nothing = "Нет изменений, которые ждут подтверждения";
        // Taken back, and refused by the other one.
        for by_petrov in [true, false] {
            let change = ask(&mut petrov).await.hidden("change");
            let decides = if by_petrov { &mut petrov } else { &mut ivanova };
            for _press in 0..2 {
                assert_eq!(decides.post(REFUSE, &[("change", &change)]).await.location(),
                    "/bank/signature-scheme?done=refused");
            }
            assert_eq!(ivanova.post(CONFIRM, &[("change", &change)]).await.status, StatusCode::CONFLICT);
        }
        assert_eq!(rooms.trail("company.signature_scheme_refused").await.len(), 2);
        // Replaced by another one: what was seen is not what would be confirmed.
        let first = ask(&mut petrov).await.hidden("change");
        ask(&mut petrov).await;
        assert_eq!(ivanova.post(CONFIRM, &[("change", &first)]).await.status, StatusCode::CONFLICT);
        // The scheme has changed meanwhile.
        let change = petrov.browser.get(PATH).await.hidden("change");
        petrov.post(PATH, &[("before", BEFORE), ("first", "2"), ("second", "1")]).await;
        assert_eq!(ivanova.post(CONFIRM, &[("change", &change)]).await.status, StatusCode::CONFLICT);
        assert!(ivanova.browser.get(PATH).await.body.contains(nothing));
        assert_eq!(scheme(&rooms).await, "FIRST=2,SECOND=1");
    }

    async fn onl_06_a_change_of_the_scheme_ends_with_its_time_and_with_the_right_of_its_author(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let change = ask(&mut petrov).await.hidden("change");
        let without = "login,cnum,rights\npetrov,C00001,ACT SIGN_SECOND\n";
        rooms.branch.town.import(&[("user_rights.csv", without)]).await;
        let mut signer = ivanova(&rooms).await;
        assert_eq!(signer.post(CONFIRM, &[("change", &change)]).await.status, StatusCode::CONFLICT);
        rooms.branch.town.import(&[("user_rights.csv", super::RIGHTS)]).await;
        assert!(signer.browser.get(PATH).await.body.contains(CONFIRM));
        rooms.branch.town.clock.advance_seconds(SCHEME_CHANGE_S);
        let mut signer = ivanova(&rooms).await;
        assert_eq!(signer.post(CONFIRM, &[("change", &change)]).await.status, StatusCode::CONFLICT);
        assert_eq!(scheme(&rooms).await, BEFORE);
    }

    async fn onl_06_the_bank_confirms_or_refuses_where_there_is_no_second_person(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let company: kernel::Cnum = "C00001".parse().unwrap();
        let store = &rooms.branch.town.store;
        for is_confirmed in [false, true] {
            let change: uuid::Uuid = ask(&mut petrov).await.hidden("change").parse().unwrap();
            let listed = store.read::<_, StoreError>("test.list", scheme_changes::list_open).await.unwrap();
            assert_eq!(listed.iter().map(|change| change.id).collect::<Vec<_>>(), [change]);
            let decide = |company: kernel::Cnum| {
                let now = rooms.branch.town.clock.now();
                store.write("test.decide", move |tx: &mut Tx| {
                    let author = Author::outside_of_requests(Actor::Operator("olga".to_owned()));
                    let occasion = Occasion { author: &author, randomness: &kernel::SystemRandomness, now };
                    if is_confirmed {
                        confirm(tx, &company, change, None, &occasion)
                    } else {
                        refuse(tx, &company, change, &occasion)
                    }
                })
            };
            let foreign = decide("C00003".parse().unwrap()).await;
            assert!(matches!(foreign, Err(AdministrationError::Changed)), "another company's");
            decide(company.clone()).await.unwrap();
            assert!(matches!(decide(company.clone()).await, Err(AdministrationError::Changed)), "once");
        }
        assert_eq!(scheme(&rooms).await, "FIRST=1");
        let entries = rooms.trail("company.signature_scheme").await;
        assert_eq!(entries.iter().filter(|entry| entry.starts_with("olga ")).count(), 2, "{entries:?}");
    }
}
