//! Rights are seen and changed.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::{change, is_open, rights, rooms, with_petrov};
use crate::house::{assert_error, tokens};
use crate::idn_12::Admin;
use crate::town::{exchange, refresh};

on_both_engines! {
    async fn onl_06_the_list_shows_who_may_do_what(bench: Bench) {
        let (_rooms, mut petrov) = with_petrov(&bench).await;
        let page = petrov.browser.get("/bank/users").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.body);
        for told in [
            "Иванова Анна",
            "Работать от имени компании, первая подпись",
            "это вы",
            "Остановлен банком",
            "1\u{a0}×\u{a0}первая подпись, 1\u{a0}×\u{a0}вторая",
        ] {
            assert!(page.body.contains(told), "{told}: {}", page.body);
        }
        assert!(!page.body.contains("sidorov"), "another company's: {}", page.body);
        let detail = petrov.browser.get("/bank/users/U00001").await;
        assert!(detail.body.contains("value=\"SIGN_FIRST\" checked"), "{}", detail.body);
        assert!(detail.body.contains("value=\"VIEW_ACCOUNTS\">"), "{}", detail.body);
    }

    async fn onl_06_changed_rights_are_in_the_trail_with_before_and_after(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let after = "ACT VIEW_ACCOUNTS SIGN_SECOND";
        let done = change(&mut petrov, "U00001", "ACT SIGN_FIRST", after).await;
        assert_eq!(done.location(), "/bank/users/U00001?done=rights");
        assert_eq!(rights(&rooms, "U00001", "C00001").await, after);
        assert_eq!(rights(&rooms, "U00001", "C00002").await, "ACT VIEW_ACCOUNTS", "another company's stay");
        let entries = rooms.trail("user.rights_changed").await;
        assert_eq!(entries.len(), 1, "{entries:?}");
        for told in ["U00002 user.rights_changed U00001", "\"before\":\"ACT SIGN_FIRST\"", after] {
            assert!(entries[0].contains(told), "{told}: {entries:?}");
        }
        // Back, and sent again: the page showed an older state.
        let again = change(&mut petrov, "U00001", "ACT SIGN_FIRST", "ACT").await;
        assert_eq!(again.status, StatusCode::CONFLICT);
        assert_eq!(rights(&rooms, "U00001", "C00001").await, after);
    }

    async fn onl_06_a_second_press_leads_to_the_page_of_the_first(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        // The first press has spent the one-time code: the answer of the second is not looked at.
        let mut press = async |user: &str, fields: &[(&str, &str)]| {
            let path = format!("/bank/users/{user}/rights");
            let first = petrov.post(&path, fields).await.location().to_owned();
            let spent: Vec<(&str, &str)> = fields.iter().copied().chain([("answer", "spent")]).collect();
            assert_eq!(petrov.post(&path, &spent).await.location(), first, "{fields:?}");
            first
        };
        let before = ("before", "ACT SIGN_FIRST");
        let page = press("U00001", &[before, ("right", "ACT"), ("right", "VIEW_ACCOUNTS")]).await;
        assert_eq!(page, "/bank/users/U00001?done=rights");
        assert_eq!(press("U00001", &[("before", "ACT VIEW_ACCOUNTS")]).await, "/bank/users?done=left");
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "");
        assert_eq!(rooms.trail("user.rights_changed").await.len(), 2);
    }

    async fn onl_06_a_form_that_changes_nothing_is_no_second_press(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let same = [("before", "ACT SIGN_FIRST"), ("right", "ACT"), ("right", "SIGN_FIRST"), ("answer", "wrong")];
        let asked = petrov.post("/bank/users/U00001/rights", &same).await;
        assert_eq!(asked.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(asked.body.contains("rights-answer-fault"), "{}", asked.body);
        rooms.wait();
        let confirmed = change(&mut petrov, "U00001", "ACT SIGN_FIRST", "ACT SIGN_FIRST").await;
        assert_eq!(confirmed.location(), "/bank/users/U00001?done=rights");
        assert!(rooms.trail("user.rights_changed").await.is_empty());
    }

    async fn security_11_a_confirmation_is_told_by_the_entry_of_what_it_has_changed(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        // The answer is right, and what it confirms is refused: nobody decides about the own rights.
        let own = change(&mut petrov, "U00002", "ACT SIGN_SECOND COMPANY_ADMINISTRATOR", "ACT SIGN_FIRST").await;
        assert_eq!(own.status, StatusCode::FORBIDDEN);
        let confirmed = async || {
            let entries = audit::list(&rooms.branch.town.store, &audit::Filter::default(), 1_000).await.unwrap();
            assert!(entries.iter().all(|entry| entry.action != "signature.confirmed"), "{entries:?}");
            entries.into_iter().filter(|entry| entry.detail.contains("confirmed_by")).collect::<Vec<_>>()
        };
        assert!(confirmed().await.is_empty());
        let done = change(&mut petrov, "U00001", "ACT SIGN_FIRST", "ACT VIEW_ACCOUNTS").await;
        assert_eq!(done.location(), "/bank/users/U00001?done=rights");
        let entries = confirmed().await;
        assert!(entries.iter().any(|entry| entry.action == "user.rights_changed"), "{entries:?}");
        for entry in entries {
            assert_eq!(entry.object_id, "U00001");
            assert!(entry.detail.contains("\"confirmed_by\":\"PASSWORD\""), "{}", entry.detail);
        }
    }

    async fn onl_06_without_the_right_to_act_everything_open_for_the_company_ends(bench: Bench) {
        let mut rooms = rooms(&bench).await;
        let town = &rooms.branch.town;
        let login = |cnum: &'static str| async move {
            let mut browser = town.browser();
            let page = town.log_in(&mut browser, "ivanova", "demo-ivanova").await;
            browser.submit(&page, "/login/company", &[("cnum", cnum)]).await
        };
        let own = tokens(&exchange(&bench, town, &login("C00001").await).await);
        let other = tokens(&exchange(&bench, town, &login("C00002").await).await);
        let code = login("C00001").await;
        let (mut here, mut there) = (rooms.branch.ivanova("C00001").await, rooms.branch.ivanova("C00002").await);
        let mut petrov = rooms.petrov().await;
        let done = change(&mut petrov, "U00001", "ACT SIGN_FIRST", "").await;
        assert_eq!(done.location(), "/bank/users?done=left");
        rooms.branch.poll().await;
        assert!(!rooms.accepts(&own) && rooms.accepts(&other));
        let town = &rooms.branch.town;
        assert_error(&refresh(&bench, town, &own.refresh).await, 400, "invalid_grant");
        assert_error(&exchange(&bench, town, &code).await, 400, "invalid_grant");
        assert!(!is_open(&mut here).await && is_open(&mut there).await);
        // Given back by the bank, the old sessions stay over.
        town.import(&[("user_rights.csv", "login,cnum,rights\nivanova,C00001,ACT\n")]).await;
        assert_error(&refresh(&bench, town, &own.refresh).await, 400, "invalid_grant");
        assert!(!is_open(&mut here).await);
    }

    async fn onl_06_nobody_decides_about_the_own_rights(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let own = "ACT SIGN_SECOND COMPANY_ADMINISTRATOR";
        for after in ["ACT SIGN_SECOND", "", "ACT SIGN_FIRST SIGN_SECOND COMPANY_ADMINISTRATOR", own] {
            let refused = change(&mut petrov, "U00002", own, after).await;
            assert_eq!(refused.status, StatusCode::FORBIDDEN, "{after}");
        }
        assert_eq!(petrov.post("/bank/users/U00002/lock", &[]).await.status, StatusCode::FORBIDDEN);
        let page = petrov.browser.get("/bank/users/U00002").await;
        assert!(!page.body.contains("/rights\"") && page.body.contains("другой администратор"), "{}", page.body);
        assert_eq!(rights(&rooms, "U00002", "C00001").await, own);
    }

    async fn onl_06_two_administrators_who_remove_each_other_leave_one(bench: Bench) {
        let rooms = rooms(&bench).await;
        let password = "login,password\norlova,demo-orlova\n";
        rooms.branch.town.import(&[("credentials.csv", password)]).await;
        let mut petrov = rooms.petrov().await;
        let mut browser = rooms.branch.browser();
        rooms.branch.type_in(&mut browser, "orlova", "demo-orlova").await;
        let mut orlova = Admin::new(browser, "demo-orlova").await;
        let (hers, his) = ("ACT COMPANY_ADMINISTRATOR", "ACT SIGN_SECOND COMPANY_ADMINISTRATOR");
        let (one, other) = tokio::join!(
            change(&mut petrov, "U00005", hers, "ACT"),
            change(&mut orlova, "U00002", his, "ACT SIGN_SECOND")
        );
        let done = [&one, &other].into_iter().filter(|page| page.status == StatusCode::SEE_OTHER).count();
        assert_eq!(done, 1, "{} {}", one.status, other.status);
        let left = [rights(&rooms, "U00002", "C00001").await, rights(&rooms, "U00005", "C00001").await];
        assert_eq!(left.iter().filter(|rights| rights.contains("ADMINISTRATOR")).count(), 1, "{left:?}");
    }

    async fn onl_06_rights_that_cannot_be_are_told_why(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let lame = change(&mut petrov, "U00001", "ACT SIGN_FIRST", "SIGN_FIRST").await;
        assert_eq!(lame.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(lame.body.contains("остальные права ничего не дают"), "{}", lame.body);
        let path = "/bank/users/U00001/rights";
        let wrong = [("before", "ACT SIGN_FIRST"), ("right", "ACT"), ("answer", "wrong")];
        let refused = petrov.post(path, &wrong).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.body.contains("rights-answer-fault"), "{}", refused.body);
        let long = "ACT ".repeat(10_000);
        for (before, right) in [("ANY", "ACT"), ("ACT SIGN_FIRST", "ANY"), ("\0", "ACT"), ("ACT", "A\u{202e}CT")] {
            let answer = petrov.post(path, &[("before", before), ("right", right)]).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{before:?} {right:?}");
        }
        rooms.wait();
        let answer = petrov.post(path, &[("before", long.as_str()), ("right", "ACT")]).await;
        assert_eq!(answer.status, StatusCode::CONFLICT, "another state than the page showed");
        assert_eq!(rights(&rooms, "U00001", "C00001").await, "ACT SIGN_FIRST");
        assert!(rooms.trail("user.rights_changed").await.is_empty());
    }

    async fn onl_06_the_rooms_are_closed_to_everybody_else(bench: Bench) {
        let rooms = rooms(&bench).await;
        let mut ivanova = Admin::new(rooms.branch.ivanova("C00001").await, "demo-ivanova").await;
        let mut sidorov = rooms.sidorov().await;
        assert!(!ivanova.browser.get("/bank").await.body.contains("/bank/users"));
        for path in ["/bank/users", "/bank/users/U00002"] {
            assert_eq!(ivanova.browser.get(path).await.status, StatusCode::FORBIDDEN, "{path}");
        }
        assert_eq!(sidorov.browser.get("/bank/users/U00001").await.status, StatusCode::NOT_FOUND);
        let fields = [("before", "ACT SIGN_FIRST"), ("right", "ACT"), ("first", "1"), ("second", "0")];
        for (path, foreign) in [
            ("/bank/users/U00001/rights", StatusCode::NOT_FOUND),
            ("/bank/users/U00001/lock", StatusCode::NOT_FOUND),
            ("/bank/users/U00001/unlock", StatusCode::NOT_FOUND),
            ("/bank/users/nobody/lock", StatusCode::NOT_FOUND),
            ("/bank/signature-scheme", StatusCode::BAD_REQUEST),
        ] {
            assert_eq!(ivanova.post(path, &fields).await.status, StatusCode::FORBIDDEN, "{path}");
            assert_eq!(sidorov.post(path, &fields).await.status, foreign, "{path}");
            let mut forged = rooms.petrov().await;
            forged.csrf = sidorov.csrf.clone();
            assert_eq!(forged.post(path, &fields).await.status, StatusCode::FORBIDDEN, "{path} forged");
        }
        assert!(rooms.trail("user.").await.is_empty() && rooms.trail("company.").await.is_empty());
    }
}
