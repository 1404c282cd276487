//! The list of users has pages, and the rules about rights hold inside the unit of work too.

use std::fmt::Write;

use clients::{COMPANY_USERS_PER_PAGE, Right};
use company::work::administration::{AdministrationError, Administrator};
use company::work::users::change_rights::change_rights;
use http::StatusCode;
use testkit::{Bench, on_both_engines};

use super::{rights, with_petrov};

/// Sentence in the place of a page past the last one.
const PAST_END: &str = "На этой странице ничего нет";
/// Users of C00001 in the end: two full pages and one person.
const USERS: u32 = 2 * COMPANY_USERS_PER_PAGE + 1;

on_both_engines! {
    async fn onl_06_the_list_of_users_has_pages(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let rows = |page: &crate::browser::Page| page.body.matches("class=\"row-link\"").count();
        let before = u32::try_from(rows(&petrov.browser.get("/bank/users").await)).unwrap();
        assert!(!petrov.browser.get("/bank/users").await.body.contains("page=2"));
        let (mut users, mut given) = ("user_id,login,full_name,status\n".to_owned(), "login,cnum,rights\n".to_owned());
        for number in before..USERS {
            writeln!(users, "UX{number:04},user{number:04},Яковлев {number:04},ACTIVE").unwrap();
            writeln!(given, "user{number:04},C00001,ACT VIEW_ACCOUNTS").unwrap();
        }
        rooms.branch.town.import(&[("users.csv", &users), ("user_rights.csv", &given)]).await;
        // Who is locked stays in the list, with the rights that wait.
        petrov.post("/bank/users/U00001/lock", &[]).await;
        let first = petrov.browser.get("/bank/users").await;
        assert!(first.body.contains("Заблокирован компанией") && first.body.contains("первая подпись"));
        let mut seen = std::collections::BTreeSet::new();
        for (page, expected) in [(1, COMPANY_USERS_PER_PAGE), (2, COMPANY_USERS_PER_PAGE), (3, 1)] {
            let shown = petrov.browser.get(&format!("/bank/users?page={page}")).await;
            assert_eq!(rows(&shown), usize::try_from(expected).unwrap(), "page {page}");
            let ids = shown.body.split("href=\"/bank/users/").skip(1).map(|rest| rest.split('"').next().unwrap());
            seen.extend(ids.map(str::to_owned));
        }
        assert_eq!(seen.len(), usize::try_from(USERS).unwrap(), "each once");
        for (absent, status) in [
            ("0", StatusCode::BAD_REQUEST), ("-1", StatusCode::BAD_REQUEST), ("x", StatusCode::BAD_REQUEST),
            ("4", StatusCode::OK), ("99999999999", StatusCode::OK),
        ] {
            let page = petrov.browser.get(&format!("/bank/users?page={absent}")).await;
            assert_eq!(page.status, status, "{absent}");
            assert_eq!(page.body.contains(PAST_END), status == StatusCode::OK, "{absent}: {}", page.body);
        }
        let mut sidorov = rooms.sidorov().await;
        let foreign = sidorov.browser.get("/bank/users").await;
        assert!(!foreign.body.contains("Яковлев"), "another company's");
        assert!(sidorov.browser.get("/bank/users?page=2").await.body.contains(PAST_END));
    }

    async fn onl_06_the_rule_of_own_invitations_holds_inside_the_unit_of_work(bench: Bench) {
        let (rooms, mut petrov) = with_petrov(&bench).await;
        let invited = petrov.post("/bank/invitations", &[("name", "Сидор Сидоров"), ("login", "sidorov")]).await;
        let (_, rest) = invited.body.split_once("http://127.0.0.1:8081/invitation/").unwrap();
        let token = rest.split('<').next().unwrap();
        let mut sidorov = rooms.sidorov().await;
        assert_eq!(sidorov.post(&format!("/bank/invitation/{token}"), &[]).await.location(), "/bank");
        // The page asks before a one-time code is spent; two pages at once would pass there.
        let administrator = |user: &str| Administrator {
            identity: rooms.branch.town.state.clone(),
            user: user.parse().unwrap(),
            company: "C00001".parse().unwrap(),
        };
        let before = [Right::Act].into_iter().collect();
        let after = [Right::Act, Right::SignFirst].into_iter().collect();
        let user = || "U00003".parse().unwrap();
        let refused = change_rights(&administrator("U00002"), user(), before, after).await;
        assert!(matches!(refused, Err(AdministrationError::OwnInvitation)), "{refused:?}");
        assert_eq!(rights(&rooms, "U00003", "C00001").await, "ACT");
        assert!(rooms.trail("user.rights_changed").await.is_empty());
        change_rights(&administrator("U00005"), user(), before, after).await.unwrap();
        assert_eq!(rights(&rooms, "U00003", "C00001").await, "ACT SIGN_FIRST", "another administrator does");
    }
}
