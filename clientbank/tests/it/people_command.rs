//! `clientbank bank`: people of the bank work over the bank API of a running server (LIF-06), on both engines.

use std::time::Instant;

use serde_json::Value;

use crate::commands::Installation;
use crate::four_eyes::Bank;
use crate::program::folder;
use crate::trail_log::Serving;
use crate::two_processes::{PATIENCE, free_ports};

fn people_work_over_the_network(installation: Installation) {
    let mut bank = Bank::of(installation);
    let address = format!("http://127.0.0.1:{}", free_ports()[0]);
    let listen = address.replace("http://", "bank_listen=");
    bank.installation.settings.extend([listen, format!("bank_address={address}")]);
    let serving = Serving::start(&bank.installation);
    let since = Instant::now();
    while !serving.is_ready() {
        assert!(since.elapsed() < PATIENCE, "it is not ready");
        std::thread::yield_now();
    }
    let by = |name: &str, words: &[&str]| bank.by(name, &[&["bank", "--address", &address], words].concat());
    let read = |path: &str| serde_json::from_str::<Value>(&by("petrova", &["get", path])).expect("JSON");
    assert!(read("actions")["actions"].as_array().is_some_and(|actions| actions.len() >= 16));
    let login = read("registry/users/U00002")["row"]["login"].as_str().expect("a login").to_owned();
    let named = format!("login={login}");

    // Whoever only rehearses, or is about to sign, reads what it would change.
    let words = |words: &[&'static str]| -> Vec<String> {
        let all = ["bank", "--address", &address, "do", words[0], &named, "--reason"];
        all.iter().chain(&words[1..]).map(|word| (*word).to_owned()).collect()
    };
    let told = |asked: &[String]| {
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let (out, err) = bank.told("petrova", &asked);
        assert!(err.contains(&login), "{asked:?}: {err}");
        out
    };
    told(&words(&["users.lock", "the phone was stolen", "--rehearse"]));
    assert_eq!(read("registry/users/U00002")["row"]["status"], "ACTIVE");
    by("petrova", &["do", "users.lock", &named, "--reason", "the phone was stolen"]);
    assert_eq!(read("registry/users/U00002")["row"]["status"], "LOCKED");

    let number = told(&words(&["users.password", "seen in person"]));
    let number = number.trim();
    let words = ["bank", "--address", &address, "decide", number, "approve"];
    bank.refuses("petrova", &words, "Somebody else decides");
    // A command looks at the same proposals, and leaves this one to the server.
    assert!(bank.by("sidorov", &["proposals", "show", number]).contains("users.password"));
    by("sidorov", &["decide", number, "approve"]);
    bank.refuses("sidorov", &["proposals", "carry-out", number], "proposed over the bank API");
    let shown: Value = serde_json::from_str(&by("petrova", &["execute", number])).expect("JSON");
    assert!(shown["password"].as_str().is_some_and(|password| password.len() >= 12), "{shown}");
    assert!(bank.by("petrova", &["proposals", "verify"]).is_empty());

    a_system_is_sent_its_orders(&bank, &address);

    // A command is decided over the network, and carried out where its files are.
    let command = bank.by("petrova", &["users", "unlock", &login, "--propose", "found again"]);
    let command = command.trim();
    by("sidorov", &["decide", command, "approve"]);
    let words = ["bank", "--address", &address, "execute", command];
    bank.refuses("petrova", &words, "It is a command");
    bank.by("petrova", &["proposals", "carry-out", command]);
    assert_eq!(read("registry/users/U00002")["row"]["status"], "ACTIVE");

    let place = folder();
    let file = place.path().join("rows.json");
    let rows = r#"{"company_groups": [{"group_id": "FLOWERS", "name": "Tulips"}]}"#;
    std::fs::write(&file, rows).expect("the file");
    let tables = format!("tables=@{}", file.display());
    let number = by("sidorov", &["do", "registry.change", &tables, "--reason", "another name"]);
    by("petrova", &["decide", number.trim(), "approve"]);
    by("sidorov", &["execute", number.trim()]);
    assert_eq!(read("registry/company_groups/FLOWERS")["row"]["name"], "Tulips");
    bank.refuses("nobody", &["bank", "--address", &address, "get", "actions"], "nobody.pem");
}

/// Whoever takes away the address of a system's orders is told so.
fn a_system_is_sent_its_orders(bank: &Bank, address: &str) {
    let by = |name: &str, words: &[&str]| bank.by(name, &[&["bank", "--address", address], words].concat());
    let key = std::fs::read_to_string(bank.public("hub")).expect("a key");
    let key = format!("key={}", key.trim());
    let (push, reason) = ("push=https://hub.bank.internal/orders", "it listens");
    let asked = ["do", "systems.add", "name=hub", "role=letters", &key, "--reason", reason];
    let proposed = |words: &[&str], sentence: &str| {
        let number = by("petrova", &[&asked[..], words].concat()).trim().to_owned();
        let told = by("petrova", &["get", &format!("proposals/{number}")]);
        assert!(told.contains(sentence), "{told}");
        number
    };
    bank.refuses(
        "petrova",
        &[&["bank", "--address", address], &asked[..], &["push=http://10.0.0.1/"]].concat(),
        "`arguments.push`",
    );
    let number = proposed(&[push], "its orders are sent to https://hub.bank.internal/orders");
    by("sidorov", &["decide", &number, "approve"]);
    let shown: Value = serde_json::from_str(&by("petrova", &["execute", &number])).expect("JSON");
    assert!(shown["secret"].as_str().is_some_and(|secret| secret.starts_with("whsec_")), "{shown}");
    proposed(&[], "its orders are sent nowhere any more");
}

crate::commands::on_both_databases! {
    fn lif_06_people_work_over_the_network(bank: "clientbank_people") { people_work_over_the_network(bank); }
}
