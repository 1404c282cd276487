//! Forms that are not the person's, and every way in which a session ends.

use http::StatusCode;
use testkit::{Bench, on_both_engines};

use crate::branch::{Branch, csrf, is_open, token};
use crate::house::{Stopped, set_stopped};
use crate::town::Town;

on_both_engines! {
    async fn idn_03_a_form_from_elsewhere_changes_nothing(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        let mut other = branch.ivanova("C00001").await;
        let (own, foreign) = (csrf(&mut browser).await, csrf(&mut other).await);
        for (case, fields) in [
            ("none", vec![]),
            ("made up", vec![("csrf", "A".repeat(43))]),
            ("of another session", vec![("csrf", foreign)]),
            ("twice", vec![("csrf", own.clone()), ("csrf", own.clone())]),
        ] {
            let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
            assert_eq!(browser.post("/bank/logout", &fields).await.status, StatusCode::FORBIDDEN, "{case}");
        }
        for (name, value) in [
            ("origin", "https://evil.example"), ("origin", "null"), ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            let mut elsewhere = branch.browser().with_header(name, value);
            elsewhere.cookies = browser.cookies.clone();
            let answer = elsewhere.post("/bank/logout", &[("csrf", &own)]).await;
            assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}: {value}");
            assert!(answer.body.contains("Запрос отклонён"));
        }
        assert!(is_open(&mut browser).await, "nobody was logged out");
        assert_eq!(browser.post("/bank/logout", &[("csrf", &own)]).await.location(), "/bank/login?done=logged-out");
    }

    async fn idn_11_a_logout_ends_the_session_in_every_process(bench: Bench) {
        let (mut branch, mut browser) = Branch::with_petrov(&bench).await;
        let kept = browser.clone();
        let csrf = csrf(&mut browser).await;
        let left = browser.post("/bank/logout", &[("csrf", &csrf)]).await;
        assert!(left.header("set-cookie").starts_with("clientbank-session=; Path=/; Max-Age=0"));
        assert!(browser.get("/bank/login?done=logged-out").await.body.contains("Вы вышли из интернет-банка"));
        branch.poll().await;
        let mut thief = kept;
        assert!(!is_open(&mut thief).await, "the token is worth nothing after the logout");
        assert_eq!(branch.verifier.verify_online_bank(token(&thief)).unwrap_err(), edge::TokenError::Revoked);
    }

    async fn idn_11_a_locked_user_is_out_at_once(bench: Bench) {
        let (mut branch, mut browser) = Branch::with_petrov(&bench).await;
        let Town { store, clock, .. } = &branch.town;
        assert!(set_stopped(store, clock, Stopped::User("U00002"), true).await);
        assert!(!is_open(&mut browser).await, "before the feed is read");
        branch.poll().await;
        assert_eq!(branch.verifier.verify_online_bank(token(&browser)).unwrap_err(), edge::TokenError::Revoked);
    }

    async fn idn_11_a_right_that_was_taken_away_is_gone_with_the_next_click(bench: Bench) {
        let (branch, mut browser) = Branch::with_petrov(&bench).await;
        branch.town.import(&[("user_rights.csv", "login,cnum,rights\npetrov,C00001,VIEW_ACCOUNTS\n")]).await;
        assert!(!is_open(&mut browser).await);
    }

    async fn idn_11_another_company_is_another_session_of_the_same_length(bench: Bench) {
        let mut branch = Branch::open(&bench).await;
        let mut browser = branch.ivanova("C00001").await;
        let mut old = browser.clone();
        branch.town.clock.advance_seconds(3_600);
        let page = browser.get("/bank/company").await;
        assert!(page.body.contains("ООО «Василёк»") && !page.body.contains("Колос"), "{}", page.body);
        let csrf = page.hidden("csrf");
        for refused in ["C00003", "C99999", "", "x"] {
            let answer = browser.post("/bank/company", &[("csrf", &csrf), ("cnum", refused)]).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
        }
        let changed = browser.post("/bank/company", &[("csrf", &csrf), ("cnum", "C00002")]).await;
        assert_eq!(changed.location(), "/bank");
        assert!(browser.get("/bank").await.body.contains("company=C00002"));
        let action = Some("online_bank.company_changed".to_owned());
        let filter = audit::Filter { action, ..audit::Filter::default() };
        let told = audit::list(&branch.town.store, &filter, 10).await.unwrap();
        let [told] = told.as_slice() else { panic!("{told:?}") };
        let company = told.company.as_ref().map(kernel::Cnum::as_str);
        assert_eq!((told.actor_id.as_deref(), company), (Some("U00001"), Some("C00002")));
        assert!(told.detail.contains("\"from\":\"C00001\""), "{told:?}");
        branch.poll().await;
        assert!(!is_open(&mut old).await, "the session for the other company is over");
        branch.town.clock.advance_seconds(7 * 3_600 - 1);
        assert!(is_open(&mut browser).await);
        branch.town.clock.advance_seconds(1);
        assert!(!is_open(&mut browser).await, "eight hours from the login");
    }
}
