//! PAY-12: one person signs a document once; and the people of a sandbox, who sign by themselves.

use std::sync::Arc;

use kernel::{Clock, Instant};
use payroll::triggers::TRIGGERS;
use sandbox::{Pace, Sandbox};
use store::{StoreError, Tx, params};
use testkit::Bench;

use super::house::{House, codes, payload, signed};

store::queries! {
    /// The signers that a statement has, in the order of its signatures.
    SIGNERS = "select user_id, signature_type, is_repeat from payroll_signatures where statement_id = $1 order by \
        position";
    /// A signature as no code writes it.
    FORGE = "insert into payroll_signatures (statement_id, position, origin, user_id, signature_type, signed_at_us, \
        is_repeat)
        values ($1, $2, 'ONLINE_BANK', $3, $4, $5, false)";
}

/// Sends a statement with these signatures; its status.
async fn outcome(house: &House, name: &str, signers: &[&cms::Signer]) -> serde_json::Value {
    let answer = house.post(&signed(&payload(name), signers)).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    house.work().await;
    house.status(name).await
}

/// A house that is a sandbox.
async fn of_sandbox(bench: Bench) -> House {
    let mut house = House::new(bench).await;
    house.bench.migrate(&[&sandbox::MIGRATIONS]).await;
    let (store, clock): (_, Arc<dyn Clock>) = (house.bench.store.clone(), house.bench.clock.clone());
    house.state.sandbox = Some(Sandbox::open(store, clock, Pace::Running { ahead_us: 0 }).await.unwrap());
    house
}

/// Lets people sign a statement as soon as it is checked; who has signed, and its status then.
async fn signed_by_people(house: &House, name: &str) -> (Vec<String>, serde_json::Value) {
    house.create(&payload(name)).await;
    let id = house.id("C00001", name).await;
    let people = TRIGGERS.iter().find(|trigger| trigger.name == "people-sign").unwrap();
    let now = house.bench.clock.now();
    let place =
        move |tx: &mut Tx| sandbox::orders::place(tx, ("payroll_statement", &id.to_string()), people, now);
    house.bench.store.write::<_, StoreError>("test.people", place).await.unwrap();
    house.work().await;
    (signers(house, name).await, house.status(name).await["status"].clone())
}

async fn signers(house: &House, name: &str) -> Vec<String> {
    let id = house.id("C00001", name).await;
    let rows = house.bench.store.query(&SIGNERS, params![id.bytes()]).await.unwrap();
    let text = |row: &store::Row| match row.optional_text("user_id").unwrap() {
        Some(user) => {
            let repeat = if row.boolean("is_repeat").unwrap() { " again" } else { "" };
            format!("{user} {}{repeat}", row.text("signature_type").unwrap())
        }
        None => "nobody".to_owned(),
    };
    rows.iter().map(text).collect()
}

testkit::on_both_engines! {
    async fn pay_12_one_person_signs_once(bench: Bench) {
        let house = House::new(bench).await;
        house.give_ivanova_both().await;
        let keys = &house.keys;
        let status = outcome(&house, "both-of-one", &[&keys.ivanova, &keys.ivanova_second]).await;
        assert_eq!(
            (status["status"].as_str(), codes(&status["errors"])),
            (Some("ERROR_SIGN"), vec!["S20"]),
            "{status}"
        );
        assert!(
            status["message"].as_str().unwrap().contains("second 1. One person signs a document once"),
            "{status}"
        );
        assert_eq!(signers(&house, "both-of-one").await, ["U00001 FIRST", "nobody"]);
        // Beside another person, what she may give fills what the other does not.
        let all = [&keys.ivanova_second, &keys.ivanova, &keys.petrov];
        assert_eq!(outcome(&house, "with-another", &all).await["status"], "EXECUTED");
        assert_eq!(signers(&house, "with-another").await, ["nobody", "U00001 FIRST", "U00002 SECOND"]);
        // Somebody who sends one signature of two is told that it is missing, as before.
        assert_eq!(codes(&outcome(&house, "one", &[&keys.ivanova]).await["errors"]), ["S02"]);
    }

    async fn pay_12_the_scheme_may_take_both_signatures_of_one_person(bench: Bench) {
        let house = House::new(bench).await;
        house.give_ivanova_both().await;
        house.set_scheme("FIRST=1,SECOND=1,SAME_PERSON=YES").await;
        let keys = &house.keys;
        let both = [&keys.ivanova, &keys.ivanova, &keys.ivanova_second];
        assert_eq!(outcome(&house, "allowed", &both).await["status"], "EXECUTED");
        assert_eq!(signers(&house, "allowed").await, ["U00001 FIRST", "nobody", "U00001 SECOND again"]);
        // A file without the permission takes it away.
        house.set_scheme("FIRST=1,SECOND=1").await;
        assert_eq!(codes(&outcome(&house, "not-any-more", &both).await["errors"]), ["S20"]);
    }

    async fn pay_12_the_checks_before_sending_say_it_too(bench: Bench) {
        let house = House::new(bench).await;
        house.give_ivanova_both().await;
        let request = signed(&payload("asked"), &[&house.keys.ivanova, &house.keys.ivanova_second]);
        let path = format!("{}:validate", super::house::PATH);
        let answer = house.post_as(&super::house::ivanova(), &path, request.to_string()).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(codes(&answer.json()["errors"]), ["S20"]);
    }

    async fn sbx_02_people_give_all_signatures_of_the_largest_scheme(bench: Bench) {
        let house = of_sandbox(bench).await;
        let (mut users, mut rights) = ("user_id,login,full_name,status\n".to_owned(), "login,cnum,rights\n".to_owned());
        for number in 1..=17 {
            let kind = if number <= 8 { "SIGN_FIRST" } else { "SIGN_SECOND" };
            users.extend([format!("U001{number:02},signer-{number},Signer {number},ACTIVE\n")]);
            rights.extend([format!("signer-{number},C00001,ACT VIEW_ACCOUNTS EDIT_PAYROLL {kind}\n")]);
        }
        house.add("users.csv", &users).await.unwrap();
        house.add("user_rights.csv", &rights).await.unwrap();
        // Ivanova gives the ninth first signature.
        house.set_scheme("FIRST=9,SECOND=9").await;
        let (signers, status) = signed_by_people(&house, "by-all").await;
        assert_eq!((signers.len(), status), (18, "EXECUTED".into()));
    }

    async fn sbx_02_who_alone_may_give_the_second_signature_gives_no_first_one(bench: Bench) {
        let house = of_sandbox(bench).await;
        // Whoever signs first alone comes after ivanova in every list.
        let yakovlev = "user_id,login,full_name,status\nU00101,yakovlev,Яковлев Яков,ACTIVE\n";
        house.add("users.csv", yakovlev).await.unwrap();
        house.set_rights("yakovlev", "ACT VIEW_ACCOUNTS EDIT_PAYROLL SIGN_FIRST").await;
        house.set_rights("petrov", "ACT VIEW_ACCOUNTS EDIT_PAYROLL").await;
        house.give_ivanova_both().await;
        let (signers, status) = signed_by_people(&house, "by-two").await;
        assert_eq!((signers, status), (vec!["U00101 FIRST".to_owned(), "U00001 SECOND".to_owned()], "EXECUTED".into()));
    }

    async fn pay_12_the_database_refuses_a_second_signature_of_a_person(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("forged")).await;
        let id = house.id("C00001", "forged").await;
        let forge = |position: i64, user: &'static str, kind: &'static str| {
            let values = params![id.bytes(), position, user, kind, Instant::from_unix_seconds(1)];
            house.bench.store.write("forge", move |tx: &mut Tx| tx.execute_one(&FORGE, values.clone()))
        };
        forge(1, "U00001", "FIRST").await.unwrap();
        let second: Result<(), StoreError> = forge(2, "U00001", "SECOND").await;
        assert!(second.is_err(), "the same person");
        forge(2, "U00002", "SECOND").await.unwrap();
        assert_eq!(signers(&house, "forged").await, ["U00001 FIRST", "U00002 SECOND"]);
    }
}
