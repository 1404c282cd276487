//! A passkey alone logs in.

use http::StatusCode;
use testkit::authenticator::{Algorithm, Authenticator};
use testkit::{Bench, on_both_engines};

use super::{
    ORIGIN, add, branch, challenge, device_of_orlova, device_of_petrov, log_in, log_in_at, with_device,
};
use crate::branch::is_open;
use crate::house::tokens;
use crate::security::{change, send, trail};
use crate::town::{authorize, exchange};

on_both_engines! {
    async fn onl_04_a_passkey_of_each_algorithm_replaces_password_and_second_factor(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.orlova().await;
        for algorithm in [Algorithm::Es256, Algorithm::EdDsa, Algorithm::Rs256] {
            branch.town.clock.advance_seconds(30);
            let mut device = Authenticator::at(ORIGIN, algorithm);
            device.sign_count = 7;
            add(&mut browser, &mut device, &branch.code_of_orlova()).await;
            for _ in 0..2 {
                device.sign_count += 1;
                let mut other = branch.browser();
                assert_eq!(log_in(&mut other, &mut device).await.location(), "/bank", "{algorithm:?}");
                assert!(other.get("/bank").await.body.contains("user=U00005"));
            }
        }
        let entries = trail(&branch).await;
        let of = |action: &str| entries.iter().filter(|entry| entry.starts_with(action)).count();
        assert_eq!((of("login.succeeded"), of("user.passkey_used"), of("login.failed")), (7, 6, 0), "{entries:?}");
    }

    async fn onl_04_a_challenge_names_nobody(bench: Bench) {
        let branch = branch(&bench).await;
        device_of_petrov(&branch).await;
        let mut browser = branch.browser();
        let page = browser.get("/bank/login").await;
        let asked = challenge(&mut browser, &page).await;
        assert_eq!(asked["allowCredentials"], serde_json::json!([]));
        assert_eq!((asked["rpId"].as_str(), asked["userVerification"].as_str()), (Some("localhost"), Some("required")));
        assert_eq!(super::bytes(&asked["challenge"]).len(), 32);
        assert_ne!(challenge(&mut browser, &page).await["challenge"], asked["challenge"]);
        assert!(page.body.contains("<noscript>") && page.body.contains("name=\"password\""), "{}", page.body);
    }

    async fn onl_04_a_passkey_logs_in_through_a_clients_software(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        let mut browser = branch.town.browser();
        let page = log_in_at(&mut browser, &mut device, &authorize(&[])).await;
        let granted = tokens(&exchange(&bench, &branch.town, &page).await);
        assert!(!granted.refresh.is_empty());
    }

    async fn onl_04_a_passkey_is_taken_on_the_first_page_of_a_login_alone(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        let mut browser = branch.browser();
        let page = browser.get("/bank/login").await;
        let asked = challenge(&mut browser, &page).await;
        let answer = device.sign(asked["challenge"].as_str().unwrap()).text();
        // The password of orlova was right, and the passkey is that of petrov.
        let page = browser.submit(&page, "/login", &[("username", "orlova"), ("password", "demo-orlova")]).await;
        let (interaction, csrf) = (page.hidden("interaction"), page.hidden("csrf"));
        let fields = [("interaction", interaction.as_str()), ("csrf", csrf.as_str()), ("answer", answer.as_str())];
        for path in [super::CHALLENGE, "/login/passkey"] {
            let again = browser.post(path, &fields).await;
            assert_eq!(again.status, StatusCode::OK, "{path}: {}", again.body);
            assert!(again.body.contains("action=\"/login/code\""), "{path}: {}", again.body);
        }
        let code = branch.code_of_orlova();
        assert_eq!(browser.submit(&page, "/login/code", &[("code", &code)]).await.location(), "/bank");
        assert!(browser.get("/bank").await.body.contains("user=U00005"));
    }

    async fn onl_04_a_person_of_several_companies_picks_one_after_the_passkey(bench: Bench) {
        let branch = branch(&bench).await;
        let (mut browser, mut device) = (branch.ivanova("C00001").await, super::device());
        add(&mut browser, &mut device, "demo-ivanova").await;
        let mut other = branch.browser();
        let page = log_in(&mut other, &mut device).await;
        assert_eq!(page.status, StatusCode::OK);
        let page = other.submit(&page, "/login/company", &[("cnum", "C00002")]).await;
        assert_eq!(page.location(), "/bank");
        assert!(other.get("/bank").await.body.contains("company=C00002"));
    }

    async fn onl_04_a_passkey_outlives_an_own_new_password_and_no_new_one_of_the_bank(bench: Bench) {
        let (branch, mut browser, mut device) = with_device(&bench).await;
        assert_eq!(change(&mut browser, "demo-petrov", "another-long-password").await.status, StatusCode::SEE_OTHER);
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank");
        branch.town.import(&[("credentials.csv", "login,password\npetrov,one-from-the-bank\n")]).await;
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.status, StatusCode::OK, "gone with the old one");
        let entries = trail(&branch).await;
        assert!(entries.iter().any(|entry| entry.starts_with("user.passkeys_removed U00002")), "{entries:?}");
    }

    async fn onl_04_nobody_who_is_locked_comes_in_with_a_passkey(bench: Bench) {
        let branch = branch(&bench).await;
        let (mut browser, mut device) = device_of_orlova(&branch).await;
        let lock = |status: &str| format!("user_id,login,full_name,status\nU00005,orlova,Орлова Вера,{status}\n");
        branch.town.import(&[("users.csv", &lock("LOCKED"))]).await;
        assert!(!is_open(&mut browser).await);
        let refused = log_in(&mut branch.browser(), &mut device).await;
        assert!(refused.body.contains(super::REFUSED), "{}", refused.body);
        branch.town.import(&[("users.csv", &lock("ACTIVE"))]).await;
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank");
    }

    async fn onl_04_a_passkey_does_not_change_the_password(bench: Bench) {
        let (branch, mut browser, mut device) = with_device(&bench).await;
        let asked = super::confirmation(&mut browser).await;
        let answer = device.sign(asked["challenge"].as_str().unwrap()).text();
        assert_eq!(change(&mut browser, &answer, "another-long-password").await.status,
            StatusCode::UNPROCESSABLE_ENTITY);
        // Nor is it a word that anybody could type into the form of the login.
        let typed = branch.type_in(&mut branch.browser(), "petrov", &answer).await;
        assert_eq!(typed.status, StatusCode::OK);
        assert_eq!(send(&mut browser, "/bank/security/sessions/end-others", &[]).await.status, StatusCode::SEE_OTHER);
    }
}
