//! A passkey confirms in the place of the one-time code.

use http::StatusCode;
use identity::login::lockout::LOGIN_FAILURES_MAX;
use identity::person::passkey::CHALLENGE_S;
use testkit::authenticator::{Authenticator, Signed, USER_PRESENT};
use testkit::{Bench, on_both_engines};

use super::{add, branch, challenge, confirmation, device_of_orlova, device_of_petrov, sign, with_device};
use crate::branch::{Branch, csrf};
use crate::browser::Browser;
use crate::security::{send, trail};

/// Asks for a challenge in the session and signs it.
async fn signed(browser: &mut Browser, device: &mut Authenticator) -> Signed {
    let asked = confirmation(browser).await;
    device.sign(asked["challenge"].as_str().unwrap())
}

on_both_engines! {
    async fn onl_04_a_passkey_confirms_a_signature(bench: Bench) {
        let branch = branch(&bench).await;
        let (mut browser, mut device) = device_of_orlova(&branch).await;
        let asked = confirmation(&mut browser).await;
        assert_eq!(asked["allowCredentials"].as_array().unwrap().len(), 1);
        assert_eq!(super::bytes(&asked["allowCredentials"][0]), device.id);
        let mut answer = device.sign(asked["challenge"].as_str().unwrap());
        // Asked for by its name, a device need not tell its user.
        answer.user_handle.clear();
        assert_eq!(sign(&mut browser, &answer.text()).await.body, "confirmed");
        let entries = trail(&branch).await;
        assert_eq!(entries.iter().filter(|entry| entry.starts_with("user.passkey_used")).count(), 1, "{entries:?}");
        // The code still does.
        branch.town.clock.advance_seconds(30);
        assert_eq!(sign(&mut browser, &branch.code_of_orlova()).await.body, "confirmed");
    }

    async fn onl_04_a_confirmation_works_once_in_its_session_and_for_five_minutes(bench: Bench) {
        let (branch, mut browser, mut device) = with_device(&bench).await;
        let mut other = branch.petrov().await;
        let refused = StatusCode::UNPROCESSABLE_ENTITY;
        let answer = signed(&mut browser, &mut device).await.text();
        assert_eq!(sign(&mut other, &answer).await.status, refused, "another session");
        assert_eq!(sign(&mut browser, &answer).await.body, "confirmed");
        assert_eq!(sign(&mut browser, &answer).await.status, refused, "replayed");
        let late = signed(&mut browser, &mut device).await.text();
        branch.town.clock.advance_seconds(CHALLENGE_S);
        assert_eq!(sign(&mut browser, &late).await.status, refused, "late");
        let mut stranger = branch.browser();
        let page = stranger.get("/bank/login").await;
        let asked = challenge(&mut stranger, &page).await;
        branch.town.clock.advance_seconds(60);
        let answer = device.sign(asked["challenge"].as_str().unwrap()).text();
        assert_eq!(sign(&mut browser, &answer).await.status, refused, "the challenge of a login");
    }

    async fn onl_04_a_passkey_of_another_person_confirms_nothing(bench: Bench) {
        let (branch, mut browser, mut his) = with_device(&bench).await;
        let (_, mut hers) = device_of_orlova(&branch).await;
        let asked = confirmation(&mut browser).await;
        let challenge = asked["challenge"].as_str().unwrap();
        assert_eq!(sign(&mut browser, &hers.sign(challenge).text()).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        let unverified = |device: &mut Authenticator| device.flags = USER_PRESENT;
        unverified(&mut his);
        let answer = signed(&mut browser, &mut his).await.text();
        assert_eq!(sign(&mut browser, &answer).await.status, StatusCode::UNPROCESSABLE_ENTITY, "nobody verified");
    }

    async fn onl_04_wrong_passkeys_lock_the_session_like_wrong_codes(bench: Bench) {
        let (branch, mut browser, mut device) = with_device(&bench).await;
        for _ in 0..LOGIN_FAILURES_MAX {
            let mut answer = signed(&mut browser, &mut device).await;
            answer.signature[20] ^= 1;
            assert_eq!(sign(&mut browser, &answer.text()).await.status, StatusCode::UNPROCESSABLE_ENTITY);
            branch.town.clock.advance_seconds(32);
        }
        let right = signed(&mut browser, &mut device).await.text();
        assert_eq!(sign(&mut browser, &right).await.status, StatusCode::TOO_MANY_REQUESTS);
        let mut other = branch.petrov().await;
        let right = signed(&mut other, &mut device).await.text();
        assert_eq!(sign(&mut other, &right).await.body, "confirmed", "another session is free");
    }

    async fn onl_04_a_removed_passkey_confirms_nothing(bench: Bench) {
        let (_branch, mut browser, mut device) = with_device(&bench).await;
        let answer = signed(&mut browser, &mut device).await.text();
        let id = browser.get(super::PATH).await.hidden("passkey");
        let proved = [("passkey", id.as_str()), ("answer", "demo-petrov")];
        let removed = send(&mut browser, "/bank/security/passkeys/remove", &proved).await;
        assert_eq!(removed.status, StatusCode::SEE_OTHER);
        assert_eq!(sign(&mut browser, &answer).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        let csrf = csrf(&mut browser).await;
        let none = browser.post("/bank/confirmation/passkey", &[("csrf", &csrf)]).await;
        assert_eq!(none.status, StatusCode::NOT_FOUND, "there is nothing to ask for");
        let forged = browser.post("/bank/confirmation/passkey", &[("csrf", "x")]).await;
        assert_eq!(forged.status, StatusCode::FORBIDDEN);
        assert!(!browser.get(super::PATH).await.body.contains("data-passkey="));
    }

    async fn security_06_beside_a_passkey_the_password_is_no_second_factor(bench: Bench) {
        const FACTOR: &str = "/bank/security/second-factor";
        let elsewhere = branch(&bench).await;
        let (browser, mut device) = device_of_petrov(&elsewhere).await;
        let asking = Branch::in_town(elsewhere.town.asking_for_factors(&bench).await).await;
        let mut browser = browser.at(&asking.router);
        let refused = StatusCode::UNPROCESSABLE_ENTITY;
        // More often than wrong answers would be looked at.
        for _ in 0..=LOGIN_FAILURES_MAX {
            assert_eq!(sign(&mut browser, "demo-petrov").await.status, refused);
        }
        for path in [FACTOR, super::PATH] {
            let answer = send(&mut browser, path, &[("answer", "demo-petrov")]).await;
            assert_eq!(answer.status, refused, "{path}");
            assert!(answer.body.contains("нужен ваш ключ доступа"), "{}", answer.body);
        }
        let id = browser.get(super::PATH).await.hidden("passkey");
        let kept = [("passkey", id.as_str()), ("answer", "demo-petrov")];
        assert_eq!(send(&mut browser, "/bank/security/passkeys/remove", &kept).await.status, refused);

        // The pages offer the passkey and no password, and say what to do without JavaScript.
        let mut english = browser.clone().with_header("accept-language", "en");
        for path in [FACTOR, super::PATH] {
            let page = browser.get(path).await;
            assert!(page.body.contains("data-passkey-alone"), "{}", page.body);
            assert!(!page.body.contains("name=\"answer\""), "{}", page.body);
            assert!(page.body.contains("пароля здесь недостаточно"), "{}", page.body);
            assert!(page.body.contains("Включите его и обновите страницу"), "{}", page.body);
            let page = english.get(path).await;
            assert!(page.body.contains("a password is not enough here"), "{}", page.body);
        }

        let answer = signed(&mut browser, &mut device).await.text();
        assert_eq!(sign(&mut browser, &answer).await.body, "confirmed");
        let answer = signed(&mut browser, &mut device).await.text();
        add(&mut browser, &mut super::device(), &answer).await;
        let answer = signed(&mut browser, &mut device).await.text();
        let offered = send(&mut browser, FACTOR, &[("answer", &answer)]).await;
        assert_eq!(offered.location(), "/bank/security/second-factor/new");
        // Elsewhere the password goes on to do, and the page offers it.
        let mut browser = browser.at(&elsewhere.router);
        assert_eq!(sign(&mut browser, "demo-petrov").await.body, "confirmed");
        assert!(browser.get(FACTOR).await.body.contains("type=\"password\""));
    }
}
