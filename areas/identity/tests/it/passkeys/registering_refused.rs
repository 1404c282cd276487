//! Registrations that are refused.

use http::StatusCode;
use identity::person::passkey::CHALLENGE_S;
use testkit::authenticator::USER_PRESENT;
use testkit::{Bench, on_both_engines};

use super::{NEW, PATH, add, branch, create, device, log_in, options, register, with_device};
use crate::security::{send, trail};

on_both_engines! {
    async fn onl_04_a_passkey_is_not_registered_without_a_proof(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.orlova().await;
        branch.town.clock.advance_seconds(30);
        assert_eq!(browser.get(NEW).await.location(), PATH, "nothing is offered");
        for wrong in ["", "000000", "demo-orlova"] {
            assert_eq!(send(&mut browser, PATH, &[("answer", wrong)]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        }
        let mut other = device();
        let created = other.create("AAAA", b"U00005");
        let refused = register(&mut browser, "Чужой", &created).await;
        assert!(refused.body.contains("Время для нового ключа вышло"), "{}", refused.body);
        branch.town.clock.advance_seconds(32);
        add(&mut browser, &mut device(), &branch.code_of_orlova()).await;
    }

    async fn onl_04_a_challenge_of_a_registration_works_once_in_its_session_and_for_five_minutes(bench: Bench) {
        let branch = branch(&bench).await;
        let (mut browser, mut other) = (branch.petrov().await, branch.petrov().await);
        let mut device = device();
        let created = create(&mut browser, &mut device, "demo-petrov").await;
        let elsewhere = register(&mut other, "Телефон", &created).await;
        assert_eq!(elsewhere.status, StatusCode::UNPROCESSABLE_ENTITY, "another session of the same person");
        assert_eq!(register(&mut browser, "Телефон", &created).await.status, StatusCode::SEE_OTHER);
        device.id = vec![9; 32];
        let again = device.create(&challenge_of(&created), b"whoever");
        assert_eq!(register(&mut browser, "Телефон", &again).await.status, StatusCode::UNPROCESSABLE_ENTITY,
            "replayed");
        // A refused answer spends the challenge too.
        let created = create(&mut browser, &mut device, "demo-petrov").await;
        let mut broken = created.clone();
        broken.attestation_object.push(0);
        assert_eq!(register(&mut browser, "Телефон", &broken).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(register(&mut browser, "Телефон", &created).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        let created = create(&mut browser, &mut device, "demo-petrov").await;
        branch.town.clock.advance_seconds(CHALLENGE_S);
        assert_eq!(browser.get(NEW).await.location(), PATH);
        assert_eq!(register(&mut browser, "Телефон", &created).await.status, StatusCode::UNPROCESSABLE_ENTITY, "late");
        let entries = trail(&branch).await;
        assert_eq!(entries.iter().filter(|entry| entry.starts_with("user.passkey_added")).count(), 1, "{entries:?}");
    }

    async fn onl_04_a_registration_of_another_page_or_without_verification_is_refused(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.petrov().await;
        let changes: [fn(&mut testkit::authenticator::Authenticator); 5] = [
            |device| device.origin = "http://localhost:9999".to_owned(),
            |device| device.relying_party = "evil.example".to_owned(),
            |device| device.flags = USER_PRESENT,
            |device| device.id = vec![1; 1_024],
            |device| device.cross_origin = true,
        ];
        for change in changes {
            let mut device = device();
            change(&mut device);
            let created = create(&mut browser, &mut device, "demo-petrov").await;
            let refused = register(&mut browser, "Телефон", &created).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
            assert!(refused.body.contains("Ответ устройства не принят"), "{}", refused.body);
        }
        for answer in ["x", "e30.oA", &"A".repeat(20_000), "e30", "\0", "....."] {
            create(&mut browser, &mut device(), "demo-petrov").await;
            let refused = send(&mut browser, NEW, &[("name", "Телефон"), ("passkey", answer)]).await;
            assert!(refused.status.is_client_error(), "{answer}: {}", refused.status);
        }
        assert!(browser.get(PATH).await.body.contains("У вас пока нет ключей доступа"));
    }

    async fn onl_04_a_passkey_belongs_to_one_user(bench: Bench) {
        let (branch, _, mut device) = with_device(&bench).await;
        let id = device.id.clone();
        let mut ivanova = branch.ivanova("C00001").await;
        let mut hers = super::device();
        hers.id.clone_from(&id);
        let created = create(&mut ivanova, &mut hers, "demo-ivanova").await;
        let refused = register(&mut ivanova, "Телефон", &created).await;
        assert!(refused.body.contains("уже зарегистрирован"), "{}", refused.body);
        assert_eq!(log_in(&mut branch.browser(), &mut device).await.location(), "/bank", "petrov still is petrov");
    }

    async fn onl_04_a_name_that_is_none_costs_no_challenge(bench: Bench) {
        let branch = branch(&bench).await;
        let mut browser = branch.petrov().await;
        let created = create(&mut browser, &mut device(), "demo-petrov").await;
        for name in ["", "  ", "a\tb", &"я".repeat(61)] {
            let refused = register(&mut browser, name, &created).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        }
        let without = send(&mut browser, NEW, &[("name", "Телефон"), ("passkey", "")]).await;
        assert!(options(&without)["challenge"].is_string(), "sent with the keyboard");
        assert_eq!(register(&mut browser, &"я".repeat(60), &created).await.status, StatusCode::SEE_OTHER);
    }
}

/// The challenge that client data names.
fn challenge_of(created: &testkit::authenticator::Created) -> String {
    let client_data: serde_json::Value = serde_json::from_slice(&created.client_data).unwrap();
    client_data["challenge"].as_str().unwrap().to_owned()
}
