//! Receipts of entries of the trail over the bank API (LIF-08).

use audit::log::cover;
use clientbank::application::trail_worker::log_key;
use proposals::OperatorRole;
use serde_json::{Value, json};
use store::{Migration, MigrationTree, StoreError, Tx, params};
use testkit::{Bench, TestClient, on_both_engines};
use tlog::{Proof, VerifyingKey};

use crate::people::{BOTH, Bank, Person, is};
use crate::wired::{application_with, configuration};

/// Takes the triggers away, as somebody does who holds the database.
static UNGUARDED: MigrationTree = MigrationTree {
    area: "unguarded_trail",
    migrations: &[Migration {
        version: 1,
        note: "no triggers of the trail",
        sql: "--@ sqlite
            drop trigger audit_entries_refuse_update;
            --@ postgres
            drop trigger audit_entries_refuse_change on audit_entries;",
    }],
};

store::queries! {
    CHANGE_ENTRY = "update audit_entries set object_id = 'U00002' where id = $1";
}

/// The entry in a receipt, as whoever has only the key verifies it.
fn verified(receipt: &str, key: &VerifyingKey) -> Option<Value> {
    let proof = Proof::parse(receipt).ok()?;
    proof.verify(&proof.extra, key).ok()?;
    serde_json::from_slice(&proof.extra).ok()
}

on_both_engines! {
    async fn lif_08_the_receipt_of_an_entry_is_read_over_the_bank_api_and_proves_it(bench: Bench) {
        let configuration = configuration();
        let bank = Bank::at(&bench, TestClient::new(application_with(&bench, &configuration).await.bank));
        let petrova = Person::added(&bench, "operator:petrova", &BOTH).await;
        let auditor = Person::added(&bench, "operator:auditor", &[OperatorRole::Audit]).await;
        let reader = Person::added(&bench, "operator:reader", &[OperatorRole::Read]).await;
        assert_eq!(bank.does(&petrova, "users.lock", json!({ "login": "ivanova" })).await.status, 200);
        let trail = bank.get(&auditor, "trail?action=user.locked").await;
        let id = trail["entries"][0]["id"].as_str().expect("an identifier").to_owned();
        let path = format!("trail/{id}/receipt");
        let early = bank.asked(&auditor.system, &path).await;
        is(&early, 404, "NOT_FOUND");
        assert!(early.text().contains("within two seconds"), "{}", early.text());
        while cover(&bench.store, kernel::Clock::now(&*bench.clock), true).await.expect("places").is_full {}

        let master_key = configuration.needed_master_key().expect("a master key");
        let key = log_key(&configuration.bank.bic, &master_key).expect("a key");
        let receipt = bank.get(&auditor, &path).await["receipt"].as_str().expect("a receipt").to_owned();
        let entry = verified(&receipt, key.verifying()).expect("it proves the entry");
        assert_eq!((&entry["id"], &entry["object_id"]), (&json!(id), &json!("U00001")), "{entry}");
        assert_eq!(verified(&receipt.replacen("index ", "index 1", 1), key.verifying()), None);
        let other = log_key(&"044525998".parse().expect("a BIC"), &master_key).expect("a key");
        assert_eq!(verified(&receipt, other.verifying()), None);

        is(&bank.asked(&reader.system, &path).await, 403, "ROLE_MISSING");
        is(&bank.asked(&auditor.system, "trail/unknown/receipt").await, 404, "NOT_FOUND");
        is(&bank.asked(&auditor.system, "trail/%00/receipt").await, 400, "MALFORMED");

        // Whoever changes the entry in the database gets a receipt that proves nothing.
        bench.store.migrate(&[&UNGUARDED]).await.expect("the triggers are gone");
        let changed = move |tx: &mut Tx| tx.execute(&CHANGE_ENTRY, params![id.as_str()]);
        assert_eq!(bench.store.write::<_, StoreError>("test.tamper", changed).await.expect("it is changed"), 1);
        let forged = bank.get(&auditor, &path).await["receipt"].as_str().expect("a receipt").to_owned();
        assert_eq!(verified(&forged, key.verifying()), None);
        assert_eq!(verified(&receipt, key.verifying()), Some(entry));
    }
}
