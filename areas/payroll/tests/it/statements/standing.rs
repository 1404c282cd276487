//! PAY-11: what was signed for a later day is looked at again on that day.

use clients::{SignatureType, UserStatus};
use kernel::{Clock as _, UserId};
use payroll::StatementId;
use payroll::work::{self, HowSigned};
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::{Bench, TestCaller, switch};

use super::house::{House, change, changed, ivanova, payload, petrov, sign, signed};

const DAY_S: i64 = 86_400;
/// The rights of ivanova without that to sign.
const NO_SIGNATURE: &str = "ACT VIEW_ACCOUNTS EDIT_PAYROLL";

store::queries! {
    /// Everything that was ever posted for payroll, and what is held.
    MONEY = "select (select count(1) from journal_entries where kind = 'PAYROLL') as entries,
        (select count(1) from holds where released_at_us is null and hold_id like 'payroll:%') as holds";
    /// Makes the certificates of authorities unreadable.
    SPOIL_AUTHORITIES = "update certificate_authorities set certificate = $1";
    /// Takes a transfer away, so that execution fails after the money is put on hold.
    LOSE_TRANSFER = "delete from payroll_transfers where line = 2";
}

/// A way in which a statement for the day after tomorrow gets its signatures.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// With the request.
    Request,
    /// In the online bank, with certificates.
    Certificates,
    /// In the online bank, by confirmations.
    Confirmations,
}

const WAYS: [Way; 3] = [Way::Request, Way::Certificates, Way::Confirmations];

fn later(name: &str) -> Value {
    changed(name, |payload| payload["date"] = json!("2026-11-22"))
}

/// A statement in SCHEDULED whose first signature is made with `first`.
async fn scheduled(house: &House, way: Way, name: &str, first: &cms::Signer) -> StatementId {
    match way {
        Way::Request => {
            let answer = house.post(&signed(&later(name), &[first, &house.keys.petrov])).await;
            assert_eq!(answer.status, 202, "{}", answer.text());
        }
        Way::Certificates | Way::Confirmations => house.create_and_check(&later(name)).await,
    }
    house.work().await;
    let id = house.id("C00001", name).await;
    for (caller, signer, kind) in
        [(ivanova(), first, SignatureType::First), (petrov(), &house.keys.petrov, SignatureType::Second)]
    {
        give(house, &caller, id, way, signer, kind).await;
    }
    house.work().await;
    assert_eq!(house.status(name).await["status"], "SCHEDULED", "{way:?}");
    id
}

async fn give(
    house: &House,
    caller: &TestCaller,
    id: StatementId,
    way: Way,
    signer: &cms::Signer,
    kind: SignatureType,
) {
    let origin = House::origin(caller);
    let how = match way {
        Way::Request => return,
        Way::Certificates => {
            let document = work::signing_document(&house.state, &origin, id).await.unwrap();
            HowSigned::Certificate(sign(&document.digest, signer))
        }
        Way::Confirmations => HowSigned::Confirmed(kind),
    };
    let seen = house.detail(caller, id).await;
    work::sign(&house.state, &origin, id, seen.header.version, how).await.unwrap();
}

/// The day comes; the status then.
async fn on_its_day(house: &House, name: &str) -> Value {
    its_day_comes(house).await;
    house.status(name).await
}

async fn its_day_comes(house: &House) {
    house.bench.clock.set("2026-11-22T00:00:00+03:00".parse::<jiff::Timestamp>().unwrap().into());
    house.work().await;
}

/// Nothing was posted and nothing is held.
async fn nothing_moved(house: &House) {
    let row = house.bench.store.query_optional(&MONEY, params![]).await.unwrap().unwrap();
    assert_eq!((row.integer("entries").unwrap(), row.integer("holds").unwrap()), (0, 0));
    assert_eq!(accounts::check_ledger(&house.bench.store).await.unwrap().findings, []);
}

/// The statement was declined because of this, and nothing moved.
async fn declined(house: &House, name: &str, id: StatementId, words: &str) {
    let status = on_its_day(house, name).await;
    assert_eq!(status["status"], "DECLINED", "{status}");
    let message = status["message"].as_str().unwrap();
    assert!(
        message.starts_with("On the day of execution a signature does not count any more. Signature"),
        "{message}"
    );
    assert!(message.contains(words), "{message}");
    nothing_moved(house).await;
    let seen = house.detail(&petrov(), id).await;
    let way: Vec<String> = seen.history.iter().rev().take(3).map(|step| step.to.to_string()).collect();
    assert_eq!(way, ["DECLINED", "PROCESSING", "SCHEDULED"]);
    assert_eq!(house.transfers(name).await[0]["status"], "DECLINED");
    assert_eq!(jobs::waiting(&house.bench.store).await.unwrap(), []);
}

/// The statement was declined today, because ivanova may not sign any more.
async fn lost(house: &House, name: &str) {
    let status = house.status(name).await;
    assert_eq!(status["status"], "DECLINED", "{name}: {status}");
    let message = status["message"].as_str().unwrap();
    assert!(message.contains("Signature 1: the user has no right to sign FIRST"), "{name}: {message}");
}

async fn set_status(house: &House, user: &str, status: UserStatus) {
    let (user, now): (UserId, _) = (user.parse().unwrap(), house.bench.clock.now());
    let set = move |tx: &mut Tx| clients::set_user_status(tx, &user, status, now).map(|_| ());
    house.bench.store.write::<_, StoreError>("set status", set).await.unwrap();
}

testkit::on_both_engines! {
    async fn pay_11_what_still_stands_is_executed_on_its_day(bench: Bench) {
        let house = House::new(bench).await;
        for (way, name) in WAYS.into_iter().zip(["sent", "certified", "confirmed"]) {
            scheduled(&house, way, name, &house.keys.ivanova).await;
        }
        for name in ["sent", "certified", "confirmed"] {
            assert_eq!(on_its_day(&house, name).await["status"], "EXECUTED", "{name}");
        }
    }

    async fn pay_11_confirmations_are_looked_at_without_certificates(bench: Bench) {
        let house = House::new(bench).await;
        let id = scheduled(&house, Way::Confirmations, "confirmed", &house.keys.ivanova).await;
        let spoil = |tx: &mut Tx| tx.execute(&SPOIL_AUTHORITIES, params![vec![0_u8]]).map(drop);
        house.bench.store.write::<_, StoreError>("test.spoil", spoil).await.unwrap();
        assert_eq!(house.detail(&petrov(), id).await.lost, None);
        assert_eq!(on_its_day(&house, "confirmed").await["status"], "EXECUTED");
    }

    async fn pay_11_a_certificate_revoked_meanwhile_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let sent = scheduled(&house, Way::Request, "sent", &house.keys.ivanova).await;
        let certified = scheduled(&house, Way::Certificates, "certified", &house.keys.ivanova).await;
        house.revoke(&[house.keys.ivanova.certificate()], 100).await;
        declined(&house, "sent", sent, "Signature 1: the certificate is revoked").await;
        declined(&house, "certified", certified, "Signature 1: the certificate is revoked").await;
    }

    async fn pay_11_a_certificate_expired_meanwhile_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let sent = scheduled(&house, Way::Request, "sent", &house.keys.short).await;
        let certified = scheduled(&house, Way::Certificates, "certified", &house.keys.short).await;
        declined(&house, "sent", sent, "Signature 1: the certificate has expired").await;
        declined(&house, "certified", certified, "Signature 1: the certificate has expired").await;
    }

    async fn pay_11_a_right_taken_away_meanwhile_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let mut all = Vec::new();
        for (way, name) in WAYS.into_iter().zip(["sent", "certified", "confirmed"]) {
            all.push((name, scheduled(&house, way, name, &house.keys.ivanova).await));
        }
        house.set_rights("ivanova", NO_SIGNATURE).await;
        for (name, id) in all {
            declined(&house, name, id, "Signature 1: the user has no right to sign FIRST for the company").await;
        }
    }

    async fn pay_11_a_user_locked_meanwhile_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let mut all = Vec::new();
        for (way, name) in WAYS.into_iter().zip(["sent", "certified", "confirmed"]) {
            all.push((name, scheduled(&house, way, name, &house.keys.ivanova).await));
        }
        set_status(&house, "U00002", UserStatus::Locked).await;
        // Petrov sees nothing while locked, so ivanova's view is enough here.
        for (name, _) in all {
            let status = on_its_day(&house, name).await;
            assert_eq!(status["status"], "DECLINED", "{status}");
            assert!(status["message"].as_str().unwrap().contains("Signature 2: the user is locked"), "{status}");
        }
        nothing_moved(&house).await;
        // Somebody who may act again counts again, for what is still ahead.
        set_status(&house, "U00002", UserStatus::Active).await;
        let next = changed("next", |payload| payload["date"] = json!("2026-11-23"));
        house.create_signed(&next).await;
        house.work().await;
        set_status(&house, "U00002", UserStatus::Locked).await;
        set_status(&house, "U00002", UserStatus::Active).await;
        house.bench.clock.advance_seconds(DAY_S);
        house.work().await;
        assert_eq!(house.status("next").await["status"], "EXECUTED");
    }

    async fn pay_11_a_late_revocation_list_is_waited_for(bench: Bench) {
        let house = House::new(bench).await;
        house.revoke(&[house.keys.revoked.certificate()], 1).await;
        scheduled(&house, Way::Request, "sent", &house.keys.ivanova).await;
        scheduled(&house, Way::Confirmations, "confirmed", &house.keys.ivanova).await;
        // Nobody knows what is revoked: nothing moves, and nothing is lost.
        assert_eq!(on_its_day(&house, "sent").await["status"], "SCHEDULED");
        assert_eq!(house.status("confirmed").await["status"], "EXECUTED", "no certificate, no list");
        house.bench.clock.advance_seconds(2 * DAY_S);
        house.work().await;
        assert_eq!(house.status("sent").await["status"], "SCHEDULED");
        house.revoke(&[house.keys.revoked.certificate()], 30).await;
        house.bench.clock.advance_seconds(300);
        house.work().await;
        assert_eq!(house.status("sent").await["status"], "EXECUTED");
    }

    async fn pay_11_a_revocation_list_that_never_comes_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        house.revoke(&[house.keys.revoked.certificate()], 1).await;
        scheduled(&house, Way::Request, "sent", &house.keys.ivanova).await;
        assert_eq!(on_its_day(&house, "sent").await["status"], "SCHEDULED");
        house.bench.clock.advance_seconds(7 * DAY_S - 1);
        house.work().await;
        assert_eq!(house.status("sent").await["status"], "SCHEDULED");
        house.bench.clock.advance_seconds(300);
        house.work().await;
        let status = house.status("sent").await;
        assert_eq!(status["status"], "DECLINED", "{status}");
        assert!(status["message"].as_str().unwrap().contains("out of date"), "{status}");
        nothing_moved(&house).await;
    }

    async fn pay_11_a_registration_withdrawn_meanwhile_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let id = scheduled(&house, Way::Certificates, "certified", &house.keys.ivanova).await;
        let row = json!([{
            "login": "ivanova", "cnum": "C00001", "signature_type": "FIRST", "status": "WITHDRAWN",
            "certificate": house.keys.ivanova.certificate().to_pem(),
        }]);
        house.add("signing_certificates.json", &row.to_string()).await.unwrap();
        declined(&house, "certified", id, "Signature 1: the registration of the certificate was withdrawn").await;
    }

    async fn pay_11_a_signature_lost_before_the_last_one_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let mut all = Vec::new();
        for (way, name) in [(Way::Certificates, "certified"), (Way::Confirmations, "confirmed")] {
            house.create_and_check(&payload(name)).await;
            let id = house.id("C00001", name).await;
            give(&house, &ivanova(), id, way, &house.keys.ivanova, SignatureType::First).await;
            all.push((way, name, id));
        }
        for (_, name, id) in &all {
            assert_eq!(house.detail(&petrov(), *id).await.lost, None, "{name}");
        }
        house.set_rights("ivanova", NO_SIGNATURE).await;
        for (way, name, id) in all {
            assert!(house.detail(&petrov(), id).await.lost.is_some(), "{name}: petrov is told before");
            give(&house, &petrov(), id, way, &house.keys.petrov, SignatureType::Second).await;
            house.work().await;
            lost(&house, name).await;
        }
        nothing_moved(&house).await;
        // She signs again, and what waited for petrov is executed.
        house.set_rights("ivanova", &format!("{NO_SIGNATURE} SIGN_FIRST")).await;
        house.create_and_check(&payload("good")).await;
        let id = house.id("C00001", "good").await;
        give(&house, &ivanova(), id, Way::Confirmations, &house.keys.ivanova, SignatureType::First).await;
        give(&house, &petrov(), id, Way::Confirmations, &house.keys.petrov, SignatureType::Second).await;
        house.work().await;
        assert_eq!(house.status("good").await["status"], "EXECUTED");
    }

    async fn pay_11_what_was_stopped_is_looked_at_again_before_it_goes_on(bench: Bench) {
        let house = House::new(bench).await;
        switch(&house.bench.store, "payroll", "", true).await;
        house.create_signed(&payload("sent")).await;
        house.create_and_check(&payload("confirmed")).await;
        let id = house.id("C00001", "confirmed").await;
        for (caller, signer, kind) in [
            (ivanova(), &house.keys.ivanova, SignatureType::First),
            (petrov(), &house.keys.petrov, SignatureType::Second),
        ] {
            give(&house, &caller, id, Way::Confirmations, signer, kind).await;
        }
        house.work().await;
        for (name, status) in [("sent", "PROCESSING"), ("confirmed", "AWAITING_SEND")] {
            assert_eq!(house.status(name).await["status"], status, "{name}");
        }
        house.set_rights("ivanova", NO_SIGNATURE).await;
        switch(&house.bench.store, "payroll", "", false).await;
        house.work().await;
        for name in ["sent", "confirmed"] {
            lost(&house, name).await;
        }
        nothing_moved(&house).await;
    }

    async fn pay_11_a_signature_lost_between_hold_and_first_transfer_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("confirmed")).await;
        let id = house.id("C00001", "confirmed").await;
        for (caller, signer, kind) in [
            (ivanova(), &house.keys.ivanova, SignatureType::First),
            (petrov(), &house.keys.petrov, SignatureType::Second),
        ] {
            give(&house, &caller, id, Way::Confirmations, signer, kind).await;
        }
        assert_eq!(change(&house.bench, &LOSE_TRANSFER, params![]).await, 1);
        house.work().await;
        assert_eq!(house.status("confirmed").await["status"], "PROCESSING");
        let row = house.bench.store.query_optional(&MONEY, params![]).await.unwrap().unwrap();
        assert_eq!((row.integer("entries").unwrap(), row.integer("holds").unwrap()), (0, 1));
        house.set_rights("ivanova", NO_SIGNATURE).await;
        house.bench.clock.advance_seconds(300);
        house.work().await;
        lost(&house, "confirmed").await;
        nothing_moved(&house).await;
    }

    async fn pay_09_a_company_that_is_no_client_any_more_pays_nothing(bench: Bench) {
        let house = House::new(bench).await;
        for (way, name) in WAYS.into_iter().zip(["sent", "certified", "confirmed"]) {
            scheduled(&house, way, name, &house.keys.ivanova).await;
        }
        house.set_served("CLOSED").await;
        its_day_comes(&house).await;
        // Nobody is told of a company that is closed.
        house.set_served("OPEN").await;
        for name in ["sent", "certified", "confirmed"] {
            let status = house.status(name).await;
            assert_eq!(status["status"], "DECLINED", "{name}: {status}");
            assert!(status["message"].as_str().unwrap().contains("does not serve the company"), "{name}: {status}");
        }
        nothing_moved(&house).await;
        // One that is a client again before the day pays on it.
        house.create_signed(&changed("next", |payload| payload["date"] = json!("2026-11-23"))).await;
        house.work().await;
        house.set_served("CLOSED").await;
        house.set_served("OPEN").await;
        house.bench.clock.advance_seconds(DAY_S);
        house.work().await;
        assert_eq!(house.status("next").await["status"], "EXECUTED");
    }
}
