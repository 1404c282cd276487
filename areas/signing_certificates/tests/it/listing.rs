//! The own certificates, and nobody else's.

use kernel::Clock as _;
use testkit::{Bench, on_both_engines};

use crate::bank::{Bank, DAY_S, IVANOVA, ROOM, auditor, ivanova, petrov};

on_both_engines! {
    async fn onl_05_a_person_sees_the_own_certificates_with_their_state(bench: Bench) {
        let bank = Bank::open(bench).await;
        assert!(bank.room(&ivanova()).await.contains("There are no certificates yet"));
        let people = [
            (bank.person(IVANOVA), "Valid"),
            (bank.person_valid(IVANOVA, -1, 29), "Expires soon"),
            (bank.person_valid(IVANOVA, -20, -1), "Expired"),
            (bank.person_valid(IVANOVA, 2, 200), "Not valid yet"),
            (bank.person(IVANOVA), "Revoked"),
        ];
        for (person, _) in &people {
            bank.bank_registers("ivanova", "C00001", "FIRST", &person.certificate).await.unwrap();
        }
        let now = bank.bench.clock.now();
        let list = bank.authority.revoke(&[&people[4].0.certificate], now, now.plus_seconds(900 * DAY_S)).unwrap();
        bank.add("revocation_lists.json", &serde_json::json!([{ "list": list }])).await.unwrap();
        bank.used(&people[0].0, now.plus_seconds(-7 * DAY_S)).await;
        let page = bank.room(&ivanova()).await;
        for (person, state) in &people {
            let row = page.split("<tr>").find(|row| row.contains(&person.id())).expect("a row");
            assert!(row.contains(&format!(">{state}</span>")), "{state}: {row}");
            assert!(row.contains(IVANOVA) && row.contains("First signature") && row.contains("CN=Authority"), "{row}");
        }
        let row = page.split("<tr>").find(|row| row.contains(&people[0].0.id())).unwrap();
        assert!(!row.contains("none yet"), "it was used: {row}");
        assert_eq!(page.matches("none yet").count(), 4);
        // The certificates that sign now, for the script that signs.
        let file = bank.get(&ivanova(), "/bank/signature/certificates.pem").await;
        assert_eq!(file.text().matches("BEGIN CERTIFICATE").count(), 2);
        let one = bank.get(&ivanova(), &format!("{ROOM}/{}/certificate.pem", people[0].0.id())).await;
        assert_eq!(one.text(), people[0].0.certificate.to_pem());
        // A colleague's are unknown.
        assert!(!bank.room(&petrov()).await.contains(&people[0].0.id()));
        for path in ["certificate.pem", "revoke"] {
            let path = format!("{ROOM}/{}/{path}", people[0].0.id());
            assert_eq!(bank.get(&petrov(), &path).await.status, 404, "{path}");
        }
        assert_eq!(bank.get(&petrov(), "/bank/signature/certificates.pem").await.text(), "");
    }

    async fn onl_05_a_state_changes_at_its_last_second(bench: Bench) {
        let bank = Bank::open(bench).await;
        let person = bank.person_valid(IVANOVA, -1, 40);
        bank.bank_registers("ivanova", "C00001", "FIRST", &person.certificate).await.unwrap();
        let state = async |name: &str| assert!(bank.room(&ivanova()).await.contains(&format!(">{name}</span>")),
            "{name}");
        state("Valid").await;
        bank.bench.clock.advance_seconds(10 * DAY_S);
        state("Valid").await;
        bank.bench.clock.advance_seconds(1);
        state("Expires soon").await;
        bank.bench.clock.advance_seconds(30 * DAY_S - 1);
        state("Expires soon").await;
        assert_eq!(bank.counts_signature("C00001", &person).await, Ok(()));
        bank.bench.clock.advance_seconds(1);
        state("Expired").await;
        assert_eq!(bank.counts_signature("C00001", &person).await, Err("CERTIFICATE_EXPIRED".to_owned()));
    }

    async fn onl_05_who_may_not_sign_asks_for_nothing(bench: Bench) {
        let bank = Bank::open(bench).await;
        assert!(!bank.room(&auditor()).await.contains("/bank/signature/request"));
        for path in ["/bank/signature/request", "/bank/signature/register"] {
            assert_eq!(bank.get(&auditor(), path).await.status, 403, "{path}");
        }
        let person = bank.person("Аудитор");
        assert_eq!(bank.begin(&auditor(), "FIRST", &person.certificate).await.status, 403);
        // The other type of signatures is another right.
        let own = bank.person(IVANOVA);
        assert_eq!(bank.begin(&ivanova(), "SECOND", &own.certificate).await.status, 403);
        assert_eq!(bank.counts().await, [0, 0, 0, 0]);
        let foreign = bank.pages.post("/bank/signature/register").online_bank(&bank.bench.tokens, &ivanova());
        let answer = foreign.form(&[("csrf", "of another"), ("type", "FIRST")]).send().await;
        assert_eq!(answer.status, 403, "another site's form");
    }
}
