//! A passkey is registered, named, listed and removed.

use http::StatusCode;
use identity::sealing::{KEY_BYTES, MasterKey};
use serde_json::json;
use testkit::authenticator::{Algorithm, Authenticator, BACKED_UP, BACKUP_ELIGIBLE};
use testkit::{Bench, on_both_engines};

use super::{
    NEW, ORIGIN, PATH, REFUSED, add, branch, create, device, log_in, options, register, with_device,
};
use crate::branch::{Branch, is_open};
use crate::house::master_key;
use crate::security::{send, trail};
use crate::town::{PASSWORDS, Town};

/// The identifier in the form that removes the first passkey of the page.
async fn first(browser: &mut crate::browser::Browser) -> String {
    browser.get(PATH).await.hidden("passkey")
}

on_both_engines! {
    async fn onl_04_a_passkey_is_named_and_listed_with_its_last_use(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.petrov().await;
        assert!(browser.get(PATH).await.body.contains("У вас пока нет ключей доступа"));
        let mut device = device();
        device.flags |= BACKUP_ELIGIBLE | BACKED_UP;
        let created = create(&mut browser, &mut device, "demo-petrov").await;
        let done = register(&mut browser, " Рабочий <ноутбук> ", &created).await;
        assert_eq!(done.location(), "/bank/security/passkeys?done=passkey");
        let page = browser.get(done.location()).await;
        for told in ["Ключ доступа добавлен", "Рабочий &#60;ноутбук&#62;", "на нескольких устройствах", "ещё не было"] {
            assert!(page.body.contains(told), "{told}: {}", page.body);
        }
        branch.town.clock.advance_seconds(3_600);
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank");
        let page = browser.get(PATH).await;
        assert!(!page.body.contains("ещё не было"), "{}", page.body);
        let overview = browser.get("/bank/security").await;
        assert!(overview.body.contains("Зарегистрировано: 1"), "{}", overview.body);
        let history = browser.get("/bank/security/logins").await;
        assert!(history.body.contains("Добавлен ключ доступа"), "{}", history.body);
        let entries = trail(&branch).await;
        let of = |action: &str| entries.iter().filter(|entry| entry.starts_with(action)).count();
        assert_eq!((of("user.passkey_added U00002"), of("user.passkey_used U00002")), (1, 1), "{entries:?}");
        assert!(!entries.iter().any(|entry| entry.contains("ноутбук")), "names are the person's own");
    }

    async fn onl_04_a_passkey_gets_another_name_from_its_owner_alone(bench: Bench) {
        let (branch, mut browser, mut device) = with_device(&bench).await;
        let id = browser.get(PATH).await.hidden("passkey");
        let rename = "/bank/security/passkeys/rename";
        for name in ["", "   ", "a\u{7}b", &"я".repeat(61)] {
            let refused = send(&mut browser, rename, &[("passkey", &id), ("name", name)]).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name:?}");
            assert!(refused.body.contains("aria-invalid=\"true\""), "{}", refused.body);
        }
        let reordered = send(&mut browser, rename, &[("passkey", &id), ("name", "a\u{202e}b")]).await;
        assert_eq!(reordered.status, StatusCode::BAD_REQUEST, "as in every form");
        let mut stranger = branch.ivanova("C00001").await;
        let foreign = send(&mut stranger, rename, &[("passkey", &id), ("name", "Чужой")]).await;
        assert_eq!(foreign.status, StatusCode::NOT_FOUND);
        for absent in ["00000000-0000-7000-8000-000000000000", "x", ""] {
            let absent = send(&mut browser, rename, &[("passkey", absent), ("name", "Новое")]).await;
            assert_eq!(absent.status, StatusCode::NOT_FOUND);
        }
        let done = send(&mut browser, rename, &[("passkey", &id), ("name", " Телефон <2> ")]).await;
        assert_eq!(done.location(), "/bank/security/passkeys?done=passkey-renamed");
        let page = browser.get(done.location()).await;
        for told in ["Ключ доступа переименован", "<strong>Телефон &#60;2&#62;</strong>"] {
            assert!(page.body.contains(told), "{told}: {}", page.body);
        }
        let entries = trail(&branch).await;
        assert_eq!(entries.iter().filter(|entry| entry.starts_with("user.passkey_renamed U00002")).count(), 1);
        assert!(!entries.iter().any(|entry| entry.contains("Телефон")), "names are the person's own");
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank", "it logs in as before");
        let history = browser.get("/bank/security/logins").await;
        assert!(history.body.contains("ключом доступа"), "{}", history.body);
    }

    async fn lif_09_a_passkey_is_registered_at_a_process_with_the_other_key_in_front(bench: Bench) {
        let new_key = || MasterKey::from_bytes(&[9; KEY_BYTES]);
        let older = branch(&bench).await;
        let learned = older.town.with_master_key(&bench, master_key().reading(Some(new_key()))).await;
        let turned = older.town.with_master_key(&bench, new_key().reading(Some(master_key()))).await;
        let (learned, turned) = (Branch::in_town(learned).await, Branch::in_town(turned).await);
        let (mut browser, mut device) = (learned.petrov().await, device());
        let created = create(&mut browser, &mut device, "demo-petrov").await;
        let done = register(&mut browser.at(&turned.router), "Телефон", &created).await;
        assert_eq!(done.location(), "/bank/security/passkeys?done=passkey");
        for process in [&learned, &turned] {
            let page = log_in(&mut process.browser(), &mut device).await;
            assert_eq!(page.location(), "/bank", "the device keeps what it was told");
        }
    }

    async fn onl_04_a_page_asks_for_a_discoverable_verified_passkey_without_attestation(bench: Bench) {
        let (_branch, mut browser, device) = with_device(&bench).await;
        assert_eq!(send(&mut browser, PATH, &[("answer", "demo-petrov")]).await.location(), NEW);
        let page = browser.get(NEW).await;
        let asked = options(&page);
        assert_eq!(asked["rp"]["id"], "localhost");
        assert_eq!(asked["attestation"], "none");
        assert_eq!(asked["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(asked["authenticatorSelection"]["userVerification"], "required");
        let algorithms: Vec<i64> = asked["pubKeyCredParams"].as_array().unwrap().iter()
            .map(|one| one["alg"].as_i64().unwrap()).collect();
        assert_eq!(algorithms, [-7, -8, -257]);
        assert_eq!(super::bytes(&asked["excludeCredentials"][0]), device.id, "no device registers twice");
        let handle = super::bytes(&asked["user"]["id"]);
        assert_eq!((handle.len(), &handle), (32, &device.user_handle), "the same user, and nothing about the person");
        assert_eq!(asked["user"]["name"], json!("petrov"));
        let policy = page.header("content-security-policy");
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert!(page.body.contains("<noscript>"), "{}", page.body);
        let script = page.body.split_once("<script type=\"module\" src=\"").unwrap().1.split('"').next().unwrap();
        let script = browser.get(script).await;
        assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    }

    async fn onl_04_a_removed_passkey_opens_nothing_and_other_sessions_end(bench: Bench) {
        let (branch, mut browser, mut device) = with_device(&bench).await;
        let mut other = branch.browser();
        assert_eq!(log_in(&mut other, &mut device).await.location(), "/bank");
        let id = first(&mut browser).await;
        let mut stranger = branch.ivanova("C00001").await;
        let foreign = send(&mut stranger, "/bank/security/passkeys/remove", &[("passkey", &id)]).await;
        assert_eq!(foreign.status, StatusCode::NOT_FOUND, "another person's");
        for unknown in ["", "x", "018f3b1c-6f5e-7a00-8000-00000000000a"] {
            let absent = send(&mut browser, "/bank/security/passkeys/remove", &[("passkey", unknown)]).await;
            assert_eq!(absent.status, StatusCode::NOT_FOUND, "{unknown}");
        }
        for answer in ["", "demo-orlova"] {
            let sent = [("passkey", id.as_str()), ("answer", answer)];
            let refused = send(&mut browser, "/bank/security/passkeys/remove", &sent).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "no proof: {answer}");
            assert!(refused.body.contains(&format!("{id}-answer-fault")), "{answer}: {}", refused.body);
        }
        assert!(is_open(&mut other).await, "what was not proven changes nothing");
        let sent = [("passkey", id.as_str()), ("answer", "demo-petrov")];
        let done = send(&mut browser, "/bank/security/passkeys/remove", &sent).await;
        assert_eq!(done.location(), "/bank/security/passkeys?done=passkey-removed");
        assert!(is_open(&mut browser).await && !is_open(&mut other).await);
        let refused = log_in(&mut branch.browser(), &mut device).await;
        assert!(refused.body.contains(REFUSED), "{}", refused.body);
        let again = send(&mut browser, "/bank/security/passkeys/remove", &[("passkey", &id)]).await;
        assert_eq!(again.status, StatusCode::NOT_FOUND);
        let entries = trail(&branch).await;
        assert!(entries.iter().any(|entry| entry.starts_with("user.passkey_removed U00002")), "{entries:?}");
        let history = browser.get("/bank/security/logins").await;
        assert_eq!(history.body.matches("Удалён ключ доступа").count(), 1, "{}", history.body);
        // The same device can be registered again.
        add(&mut browser, &mut device, "demo-petrov").await;
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank");
    }

    async fn onl_04_a_bank_at_a_loopback_address_has_passkeys_under_its_name(bench: Bench) {
        let town = Town::with(&bench, "http://127.0.0.1:8081", PASSWORDS).await;
        let branch = Branch::in_town(town).await;
        let mut browser = branch.petrov().await;
        let mut device = device();
        add(&mut browser, &mut device, "demo-petrov").await;
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank");
        let mut elsewhere = Authenticator::at("http://127.0.0.1:8081", Algorithm::Es256);
        let created = create(&mut browser, &mut elsewhere, "demo-petrov").await;
        let refused = register(&mut browser, "IP", &created).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.body);
    }

    async fn onl_04_a_person_has_at_most_ten_passkeys(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.petrov().await;
        let mut before = device();
        let waiting = create(&mut browser, &mut before, "demo-petrov").await;
        let mut second = branch.petrov().await;
        for _ in 0..10 {
            add(&mut second, &mut device(), "demo-petrov").await;
        }
        let refused = send(&mut second, PATH, &[("answer", "demo-petrov")]).await;
        assert_eq!(refused.status, StatusCode::CONFLICT);
        assert!(refused.body.contains("Наибольшее число: 10."), "{}", refused.body);
        let late = register(&mut browser, "Одиннадцатый", &waiting).await;
        assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "offered before the tenth");
        assert_eq!(browser.get(PATH).await.body.matches("/bank/security/passkeys/remove").count(), 10);
    }

    async fn onl_04_a_passkey_adds_another_one(bench: Bench) {
        let (branch, mut browser, mut device) = with_device(&bench).await;
        assert!(browser.get(PATH).await.body.contains("data-passkey=\"/bank/confirmation/passkey\""));
        let asked = super::confirmation(&mut browser).await;
        let answer = device.sign(asked["challenge"].as_str().unwrap()).text();
        let mut other = Authenticator::at(ORIGIN, Algorithm::EdDsa);
        add(&mut browser, &mut other, &answer).await;
        assert_eq!(log_in(&mut branch.browser(), &mut other).await.location(), "/bank");
        // One of the two is removed alone.
        let id = first(&mut browser).await;
        let sent = [("passkey", id.as_str()), ("answer", "demo-petrov")];
        let done = send(&mut browser, "/bank/security/passkeys/remove", &sent).await;
        assert_eq!(done.location(), "/bank/security/passkeys?done=passkey-removed");
        let left = browser.get(PATH).await;
        assert_eq!(left.body.matches("/bank/security/passkeys/remove").count(), 1, "{}", left.body);
        let mut opened = 0;
        for device in [&mut device, &mut other] {
            let page = log_in(&mut branch.browser(), device).await;
            opened += usize::from(page.header("location") == "/bank");
        }
        assert_eq!(opened, 1);
    }

    async fn onl_04_an_address_without_a_name_has_no_passkeys_and_says_so(bench: Bench) {
        let branch = Branch::in_town(Town::with(&bench, "http://10.0.0.1:8081", PASSWORDS).await).await;
        let page = branch.browser().get("/bank/login").await;
        assert!(!page.body.contains("/login/passkey"), "{}", page.body);
        let keys = [("interaction", page.hidden("interaction")), ("csrf", page.hidden("csrf"))];
        let keys = keys.each_ref().map(|(name, value)| (*name, value.as_str()));
        let mut browser = branch.browser();
        let page = browser.get("/bank/login").await;
        assert_eq!(browser.submit(&page, "/login",
            &[("username", "petrov"), ("password", "demo-petrov")]).await.location(), "/bank");
        assert_ne!(browser.post(super::CHALLENGE, &keys).await.status, StatusCode::OK);
        let room = browser.get(PATH).await;
        assert!(room.body.contains("нужны имя и https"), "{}", room.body);
        assert_eq!(send(&mut browser, PATH, &[("answer", "demo-petrov")]).await.status, StatusCode::CONFLICT);
    }
}
