//! Approvals whose names mean something else by the time they are carried out (BNK-09).

use cms::{Authority, Subject};
use import::CHANGES_MAX;
use kernel::Clock as _;
use serde_json::{Value, json};
use testkit::{Bench, on_both_engines};

use crate::core_feed::{at, taken, with_token};
use crate::people::{BOTH, Bank, Person, is};

/// Has one person propose an action and another approve it; the number.
async fn approved(bank: &Bank<'_>, [by, other]: [&Person; 2], action: &str, arguments: &Value) -> i64 {
    let number = bank.proposed(by, action, arguments).await;
    assert_eq!(bank.decides(other, number, "APPROVE").await.status, 204);
    number
}

on_both_engines! {
    async fn bnk_09_what_was_approved_for_a_login_is_not_done_to_its_next_holder(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let two = [&petrova, &sidorov];
        let login = json!({ "login": "petrov" });
        let password = approved(&bank, two, "users.password", &login).await;
        let unlock = approved(&bank, two, "users.unlock", &login).await;
        let proposal = bank.get(&sidorov, &format!("proposals/{password}")).await;
        assert!(proposal["difference"].as_str().is_some_and(|text| text.contains("petrov (U00002)")), "{proposal}");
        let users = json!({ "tables": { "users": [
            { "user_id": "U00002", "login": "petrov.p", "full_name": "Petr Petrov" },
            { "user_id": "U00003", "login": "petrov", "full_name": "Oleg Sidorov" },
        ] } });
        let renamed = approved(&bank, two, "registry.change", &users).await;
        let renamed = bank.executed(&petrova, renamed).await;
        assert_eq!(renamed.status, 200, "{}", renamed.text());
        for number in [password, unlock] {
            let answer = bank.executed(&petrova, number).await;
            is(&answer, 409, "LOOK_AGAIN");
            assert!(answer.text().contains("petrov (U00003)"), "{}", answer.text());
        }
        // Under the new login the same is proposed again.
        let again = approved(&bank, two, "users.password", &json!({ "login": "petrov.p" })).await;
        let done = bank.executed(&petrova, again).await;
        assert!(done.json()["result"]["password"].is_string(), "{}", done.text());
    }

    async fn bnk_09_a_certificate_that_was_approved_for_a_login_is_not_its_next_holders(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let (two, now) = ([&petrova, &sidorov], bench.clock.now());
        let subject = |name: &str| Subject {
            common_name: name.to_owned(),
            organisation: "Bank".to_owned(),
            not_before: now,
            not_after: now.plus_seconds(86_400),
        };
        let authority = Authority::new(&subject("CA"), bench.randomness.as_ref()).expect("an authority");
        let (_, own) = authority.issue(&subject("Petrov"), bench.randomness.as_ref()).expect("a certificate");
        let right = json!([{ "login": "petrov", "cnum": "C00001", "rights": "ACT SIGN_SECOND" }]);
        let certificates = json!({ "tables": {
            "certificate_authorities": [{ "certificate": authority.certificate().to_pem(), "kind": "ROOT" }],
            "signing_certificates": [
                { "login": "petrov", "cnum": "C00001", "signature_type": "SECOND", "certificate": own.to_pem() },
            ],
        } });
        let number = approved(&bank, two, "registry.change", &certificates).await;
        let proposal = bank.get(&sidorov, &format!("proposals/{number}")).await;
        let difference = proposal["difference"].as_str().expect("a difference");
        assert!(difference.contains("U00002/C00001/SECOND is new"), "{difference}");
        let passed = json!({ "tables": {
            "users": [
                { "user_id": "U00002", "login": "petrov.p", "full_name": "Petr Petrov" },
                { "user_id": "U00003", "login": "petrov", "full_name": "Oleg Sidorov" },
            ],
            "user_rights": right,
        } });
        let passed = approved(&bank, two, "registry.change", &passed).await;
        let passed = bank.executed(&petrova, passed).await;
        assert_eq!(passed.status, 200, "{}", passed.text());
        let answer = bank.executed(&petrova, number).await;
        is(&answer, 409, "LOOK_AGAIN");
        assert!(answer.text().contains("U00003/C00001/SECOND"), "{}", answer.text());
    }

    async fn bnk_09_changes_after_those_that_are_listed_are_those_that_were_approved(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let two = [&petrova, &sidorov];
        let user = |id: String, login: String| json!({ "user_id": id, "login": login, "full_name": "Petr Petrov" });
        let change = async |tables: Value| {
            let number = approved(&bank, two, "registry.change", &json!({ "tables": tables })).await;
            let done = bank.executed(&petrova, number).await;
            assert_eq!(done.status, 200, "{}", done.text());
        };
        let all = || (0..=CHANGES_MAX).map(|number| (format!("W{number:05}"), format!("w{number:05}")));
        change(json!({ "users": all().map(|(id, login)| user(id, login)).collect::<Value>() })).await;
        let right = |(_, login): (String, String)| json!({ "login": login, "cnum": "C00001", "rights": "ACT" });
        let rights = json!({ "tables": { "user_rights": all().map(right).collect::<Value>() } });
        let number = approved(&bank, two, "registry.change", &rights).await;
        let proposal = bank.get(&sidorov, &format!("proposals/{number}")).await;
        let difference = proposal["difference"].as_str().expect("a difference");
        assert!(difference.contains("… 1 more changes, with the SHA-256 "), "{difference}");
        let (last, login) = all().next_back().expect("a user");
        let passed = [user(last, "somebody".to_owned()), user("W99999".to_owned(), login)];
        change(json!({ "users": passed })).await;
        is(&bank.executed(&petrova, number).await, 409, "LOOK_AGAIN");
    }

    async fn bnk_09_values_too_long_to_be_shown_are_told_apart(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let change = |letter: &str| {
            let uri = |number: u32| format!("https://erp.example/{}/{number:02}", letter.repeat(20));
            let uris = (0..50).map(uri).collect::<Vec<_>>().join(" ");
            json!({ "tables": { "oauth_clients": [
                { "client_id": "long-erp", "name": "ERP", "redirect_uris": uris },
            ] } })
        };
        let first = approved(&bank, [&petrova, &sidorov], "registry.change", &change("a")).await;
        assert_eq!(bank.executed(&petrova, first).await.status, 200);
        let mut told = Vec::new();
        for letter in ["b", "c"] {
            let rehearsed = bank.rehearsed(&petrova, "registry.change", &change(letter)).await["told"].to_string();
            assert!(rehearsed.contains(" characters, SHA-256 "), "{rehearsed}");
            told.push(rehearsed);
        }
        assert_ne!(told[0], told[1]);
    }

    async fn bnk_09_who_was_stopped_again_is_let_in_by_no_older_approval(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let two = [&petrova, &sidorov];
        let user = json!({ "login": "petrov" });
        let client = json!({ "client_id": "demo-erp" });
        let pairs =
            [("users.lock", "users.unlock", &user), ("clients.disable", "clients.enable", &client)];
        for (stop, go_on, thing) in pairs {
            assert_eq!(bank.does(&petrova, stop, thing.clone()).await.status, 200);
            let first = approved(&bank, two, go_on, thing).await;
            let second = approved(&bank, two, go_on, thing).await;
            assert_eq!(bank.executed(&petrova, first).await.status, 200);
            bench.clock.advance_seconds(60);
            assert_eq!(bank.does(&sidorov, stop, thing.clone()).await.status, 200);
            is(&bank.executed(&petrova, second).await, 409, "LOOK_AGAIN");
            let third = approved(&bank, two, go_on, thing).await;
            assert_eq!(bank.executed(&petrova, third).await.status, 200);
        }
    }

    async fn bnk_09_a_switch_that_somebody_has_set_again_stays_on(bench: Bench) {
        let (bank, petrova) = Bank::of_petrova(&bench).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let two = [&petrova, &sidorov];
        let company = json!({ "name": "company", "company": "C00001" });
        assert_eq!(bank.does(&petrova, "switch.on", company.clone()).await.status, 200);
        let first = approved(&bank, two, "switch.off", &company).await;
        let second = approved(&bank, two, "switch.off", &company).await;
        assert_eq!(bank.executed(&petrova, first).await.status, 200);
        bench.clock.advance_seconds(60);
        assert_eq!(bank.does(&sidorov, "switch.on", company).await.status, 200);
        is(&bank.executed(&petrova, second).await, 409, "LOOK_AGAIN");
        let listed = bank.get(&petrova, "registry/switches").await;
        let is_on = |row: &&Value| row["name"] == "company" && row["on"] == true && row["person"] == "sidorov";
        assert!(listed["rows"].as_array().expect("rows").iter().any(|row| is_on(&row)), "{listed}");
    }

    async fn bnk_09_a_difference_that_has_become_another_is_not_forgotten(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let bank = Bank::at(&bench, stage.bank.clone());
        let petrova = Person::added(&bench, "operator:petrova", &BOTH).await;
        let sidorov = Person::added(&bench, "operator:sidorov", &BOTH).await;
        let release = |hold: &str| json!({ "release": { "id": hold, "at": at(&bench, 0) } });
        let unknown = (2, 0, 0, vec!["1 UNKNOWN_HOLD".to_owned()]);
        assert_eq!(taken(&stage, &token, 1, &[release("H-1")]).await, unknown);
        let arguments = json!({ "system": "core", "number": "1" });
        let number = approved(&bank, [&petrova, &sidorov], "feed.forget", &arguments).await;
        assert_eq!(taken(&stage, &token, 1, &[release("H-2")]).await, unknown);
        is(&bank.executed(&petrova, number).await, 409, "LOOK_AGAIN");
        let again = approved(&bank, [&petrova, &sidorov], "feed.forget", &arguments).await;
        assert_eq!(bank.executed(&petrova, again).await.status, 200);
    }
}
