//! Logins with passkeys that are refused, all with the same answer.

use std::num::NonZeroU32;

use edge::RateLimit;
use http::StatusCode;
use identity::login::lockout::ADDRESS_FAILURES_FREE;
use identity::person::passkey::CHALLENGE_S;
use identity::store::passkeys;
use kernel::Clock;
use store::Tx;
use testkit::authenticator::{Authenticator, BACKUP_ELIGIBLE, Signed, USER_PRESENT, USER_VERIFIED};
use testkit::{Bench, on_both_engines};
use webauthn::Asserted;

use super::{REFUSED, branch, challenge, device_of_orlova, log_in, with_device};
use crate::branch::Branch;
use crate::browser::{Browser, Page};
use crate::security::trail;

/// A name of a case, and the change that makes it.
type Case<T> = (&'static str, fn(&mut T));

/// A login under way in a browser of its own, with its challenge.
struct Login {
    browser: Browser,
    page: Page,
    challenge: String,
}

impl Login {
    async fn begin(branch: &Branch) -> Self {
        let mut browser = branch.browser();
        let page = browser.get("/bank/login").await;
        let asked = challenge(&mut browser, &page).await;
        Self { browser, page, challenge: asked["challenge"].as_str().unwrap().to_owned() }
    }

    async fn send(&mut self, answer: &str) -> Page {
        self.browser.submit(&self.page, "/login/passkey", &[("answer", answer)]).await
    }
}

/// Logs in with an answer that was changed after the device signed.
async fn changed(branch: &Branch, device: &mut Authenticator, change: impl FnOnce(&mut Signed)) -> Page {
    let mut login = Login::begin(branch).await;
    let mut signed = device.sign(&login.challenge);
    change(&mut signed);
    login.send(&signed.text()).await
}

fn assert_refused(page: &Page, told: &str) {
    assert_eq!(page.status, StatusCode::OK, "{told}");
    assert!(page.body.contains(REFUSED), "{told}: {}", page.body);
}

on_both_engines! {
    async fn onl_04_a_proof_of_another_page_or_without_verification_opens_nothing(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        let changes: [Case<Authenticator>; 6] = [
            ("ORIGIN", |device| device.origin = "https://localhost:8081".to_owned()),
            ("RELYING_PARTY", |device| device.relying_party = "evil.example".to_owned()),
            ("USER_VERIFICATION", |device| device.flags = USER_PRESENT),
            ("USER_PRESENCE", |device| device.flags = USER_VERIFIED),
            ("CROSS_ORIGIN", |device| device.cross_origin = true),
            ("BACKUP", |device| device.flags |= BACKUP_ELIGIBLE),
        ];
        for (step, change) in changes {
            let kept = (device.origin.clone(), device.relying_party.clone(), device.flags);
            change(&mut device);
            assert_refused(&log_in(&mut branch.browser(), &mut device).await, step);
            (device.origin, device.relying_party, device.flags) = kept;
            device.cross_origin = false;
            let entries = trail(&branch).await;
            let told = format!("\"step\":\"{step}\"");
            let is_told = |entry: &String| entry.starts_with("login.failed") && entry.contains(&told);
            assert_eq!(entries.iter().filter(|entry| is_told(entry)).count(), 1, "{step}: {entries:?}");
        }
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank");
    }

    async fn onl_04_a_changed_proof_opens_nothing(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        let changes: [Case<Signed>; 7] = [
            ("a bit of the signature", |signed| signed.signature[20] ^= 1),
            ("a bit of the authenticator data", |signed| signed.authenticator_data[36] ^= 1),
            ("a bit of the client data", |signed| {
                let end = signed.client_data.len() - 2;
                signed.client_data[end] ^= 1;
            }),
            ("no signature", |signed| signed.signature.clear()),
            ("another user", |signed| signed.user_handle[0] ^= 1),
            ("no user", |signed| signed.user_handle.clear()),
            ("an unknown passkey", |signed| signed.id[0] ^= 1),
        ];
        for (told, change) in changes {
            assert_refused(&changed(&branch, &mut device, change).await, told);
        }
        assert_eq!(changed(&branch, &mut device, |_| {}).await.location(), "/bank");
    }

    async fn onl_04_a_challenge_of_a_login_works_once_there_and_for_five_minutes(bench: Bench) {
        let (branch, mut session, mut device) = with_device(&bench).await;
        let mut login = Login::begin(&branch).await;
        let answer = device.sign(&login.challenge).text();
        let mut other = Login::begin(&branch).await;
        assert_refused(&other.send(&answer).await, "the challenge of another login");
        assert_refused(&other.send(&device.sign(&other.challenge.clone()).text()).await, "spent by the wrong answer");
        assert_eq!(login.send(&answer).await.location(), "/bank");
        let mut replay = Login::begin(&branch).await;
        assert_refused(&replay.send(&answer).await, "replayed");
        assert_eq!(login.send(&answer).await.status, StatusCode::CONFLICT, "the login is finished");
        let mut late = Login::begin(&branch).await;
        branch.town.clock.advance_seconds(CHALLENGE_S);
        assert_refused(&late.send(&device.sign(&late.challenge.clone()).text()).await, "late");
        let mut confirming = Login::begin(&branch).await;
        let asked = super::confirmation(&mut session).await;
        let answer = device.sign(asked["challenge"].as_str().unwrap()).text();
        assert_refused(&confirming.send(&answer).await, "the challenge of a confirmation");
    }

    async fn onl_04_a_counter_that_goes_back_opens_nothing_and_is_told(bench: Bench) {
        let branch = branch(&bench).await;
        let (mut browser, mut device) = (branch.petrov().await, super::device());
        device.sign_count = 5;
        super::add(&mut browser, &mut device, "demo-petrov").await;
        for (sign_count, opens) in [(5, false), (4, false), (0, false), (6, true), (6, false), (9, true)] {
            device.sign_count = sign_count;
            let page = log_in(&mut branch.browser(), &mut device).await;
            assert_eq!(page.status == StatusCode::SEE_OTHER, opens, "{sign_count}");
        }
        let entries = trail(&branch).await;
        let told = entries.iter().filter(|entry| entry.contains("PASSKEY_COUNTER")).count();
        assert_eq!(told, 4, "{entries:?}");
        let history = browser.get("/bank/security/logins").await;
        assert_eq!(history.body.matches("возможно, есть его копия").count(), 4, "{}", history.body);
    }

    async fn onl_04_one_counter_opens_one_of_two_logins_at_once(bench: Bench) {
        let branch = branch(&bench).await;
        let (mut browser, mut device) = (branch.petrov().await, super::device());
        device.sign_count = 1;
        super::add(&mut browser, &mut device, "demo-petrov").await;
        device.sign_count = 2;
        let (mut one, mut other) = (Login::begin(&branch).await, Login::begin(&branch).await);
        let answers = [device.sign(&one.challenge).text(), device.sign(&other.challenge).text()];
        let (one, other) = tokio::join!(one.send(&answers[0]), other.send(&answers[1]));
        let opened = [&one, &other].into_iter().filter(|page| page.status == StatusCode::SEE_OTHER).count();
        assert_eq!(opened, 1, "{} {}", one.status, other.status);
    }

    async fn onl_04_a_counter_that_was_read_is_taken_once(bench: Bench) {
        let (branch, _, device) = with_device(&bench).await;
        let now = branch.town.clock.now();
        for (sign_count, taken) in [(2, true), (3, false)] {
            let id = device.id.clone();
            let asserted = Asserted { sign_count, is_backed_up: false };
            let take = move |tx: &mut Tx| passkeys::note_use(tx, &id, 0, asserted, now);
            assert_eq!(branch.town.store.write("take", take).await, Ok(taken), "{sign_count}");
        }
    }

    async fn onl_04_the_answer_tells_nothing_about_who_exists(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        let mut login = Login::begin(&branch).await;
        let mut known = device.sign(&login.challenge);
        known.signature[10] ^= 1;
        let known = login.send(&known.text()).await;
        let asked = challenge(&mut login.browser, &login.page).await;
        let mut unknown = device.sign(asked["challenge"].as_str().unwrap());
        unknown.id = vec![3; 32];
        let unknown = login.send(&unknown.text()).await;
        assert_eq!(known.status, unknown.status);
        assert_eq!(known.body, unknown.body);
        let empty = login.send("").await;
        assert_eq!(known.body, empty.body);
    }

    async fn onl_04_hostile_answers_open_nothing_and_break_nothing(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        let parts = |id: &str, rest: &str| format!("passkey.{id}.{rest}");
        let long = "A".repeat(8_000);
        for answer in [
            "passkey".to_owned(),
            "passkey.....".to_owned(),
            "demo-petrov".to_owned(),
            "\0".to_owned(),
            parts(&long, "e30.AAAA.AAAA.AAAA"),
            parts("AAAA", &format!("{long}.AAAA.AAAA.AAAA")),
            parts("AAAA", &format!("e30.AAAA.{long}.AAAA")),
            parts("AAAA", "e30.AAAA.AAAA.AAAA.AAAA"),
        ] {
            let mut login = Login::begin(&branch).await;
            let refused = login.send(&answer).await;
            assert!(refused.body.contains(REFUSED) || refused.status.is_client_error(), "{answer}");
        }
        // An extension that is a bomb: deep, and long.
        for bomb in [vec![0x81; 1_000], vec![0xbf; 1_000], vec![0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]] {
            let page = changed(&branch, &mut device, |signed| {
                signed.authenticator_data[32] |= 1 << 7;
                signed.authenticator_data.extend(&bomb);
            });
            assert_refused(&page.await, "a bomb");
        }
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank");
    }

    async fn onl_04_wrong_passkeys_are_counted_by_address_and_lock_no_name(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        for _ in 0..=ADDRESS_FAILURES_FREE {
            assert_refused(&changed(&branch, &mut device, |signed| signed.signature[20] ^= 1).await, "wrong");
        }
        let early = changed(&branch, &mut device, |_| {}).await;
        assert_eq!(early.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(!early.header("retry-after").is_empty());
        let trail = trail(&branch).await;
        assert!(trail.iter().any(|entry| entry.starts_with("login.failed")), "{trail:?}");
        assert!(!trail.iter().any(|entry| entry.starts_with("login.locked")), "{trail:?}");
        branch.town.clock.advance_seconds(60);
        assert_eq!(changed(&branch, &mut device, |_| {}).await.location(), "/bank");
        branch.petrov().await;
        let history = branch.petrov().await.get("/bank/security/logins").await;
        assert!(history.body.contains("Ключ доступа не принят"), "{}", history.body);
    }

    async fn onl_04_challenges_are_bounded_by_address(bench: Bench) {
        let branch = branch(&bench).await;
        let two = NonZeroU32::new(2).unwrap();
        let limit = RateLimit { per_second: NonZeroU32::MIN, burst: two };
        let town = branch.town.with_logins_begun(&bench, limit).await;
        let mut browser = town.browser();
        let page = browser.get(&crate::town::authorize(&[])).await;
        challenge(&mut browser, &page).await;
        let (interaction, csrf) = (page.hidden("interaction"), page.hidden("csrf"));
        let fields = [("interaction", interaction.as_str()), ("csrf", csrf.as_str())];
        let refused = browser.post(super::CHALLENGE, &fields).await;
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        for (name, value) in [("csrf", "x"), ("interaction", "x")] {
            let forged = fields.map(|(other, kept)| if other == name { (other, value) } else { (other, kept) });
            assert!(browser.post(super::CHALLENGE, &forged).await.status.is_client_error(), "{name}");
        }
        let elsewhere = town.browser().post(super::CHALLENGE, &fields).await;
        assert!(elsewhere.status.is_client_error(), "another browser");
    }

    async fn onl_04_a_proof_of_one_person_is_none_of_another(bench: Bench) {
        let (branch, _, mut his) = with_device(&bench).await;
        let (_, hers) = device_of_orlova(&branch).await;
        // His key under her names.
        (his.id, his.user_handle) = (hers.id.clone(), hers.user_handle.clone());
        assert_refused(&log_in(&mut branch.browser(), &mut his).await, "his key");
    }
}
